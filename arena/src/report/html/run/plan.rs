//! What was asked for, and what must be known to read the rest.

use maud::{Markup, html};

use super::page::RunPage;
use crate::plan::{Comparison, StopRule};
use crate::report::html::document::Section;
use crate::report::html::question::{Question, count, sentence};
use crate::report::notes::notes;
use crate::schedule::Pairing;

/// What was asked for.
pub(super) fn section(run: &RunPage<'_>) -> Section {
    let names = run.plan.request.bots.names();
    let notes = notes(run.plan, &run.report.summary);
    let words = html! {
        (question(run).markup(&run.plan.command, names))
        p.note {
            "A deal is everything that chance does in one game. It is played in all rotations of the seats, and it is the unit \
             of all intervals, which are 95 % intervals."
        }
        @for note in &notes { p { (sentence(note, names)) } }
    };
    Section::new("plan", "What was asked", vec![words])
}

fn question(run: &RunPage<'_>) -> Question {
    let (plan, request) = (run.plan, &run.plan.request);
    let programs = if request.programs.is_empty() { String::new() } else { request.programs.to_string() };
    let weights = if plan.context.weights.is_empty() { String::new() } else { plan.context.weights.to_string() };
    let part = request.shard.map_or(String::new(), |shard| format!("{shard} of the deals"));
    Question::default()
        .with_text(
            "Game",
            &format!("{} ({}), rules version {}", run.title, plan.context.game, plan.context.rules_version),
        )
        .with_text("Players", &request.players.to_string())
        .with("Bots", &bots(run))
        .with_text("Schedule", &schedule(run))
        .with_text("Deals", &deals(run))
        .with_text("Part", &part)
        .with_text("Seed", &request.seed.to_string())
        .with_rules(&plan.context.rules)
        .with_text("Programs", &programs)
        .with_text("Learned weights", &weights)
        .with_text("Played by", &format!("riverlab {}", plan.context.version))
}

fn bots(run: &RunPage<'_>) -> Markup {
    html! {
        @for line in &run.report.summary.standings {
            @let name = run.plan.name(line.bot);
            div { span.letter-of { (run.letter(name).unwrap_or_default()) } bdi { (name) } }
        }
    }
}

fn schedule(run: &RunPage<'_>) -> String {
    let request = &run.plan.request;
    match (request.comparison, request.pairing) {
        (Some(Comparison::EqualShare), _) => "a match of the focus against the field".to_owned(),
        (Some(Comparison::Baseline), _) => {
            "a match of the focus against the field, compared with the baseline in the same seats of the same deals"
                .to_owned()
        }
        (None, Pairing::Full) => "full: every line-up plays every deal".to_owned(),
        (None, Pairing::Gauntlet { challengers }) => {
            format!(
                "gauntlet: every line-up of one of the first {} and the others",
                count(challengers as u64, "bot", "bots")
            )
        }
        (None, Pairing::Swiss { rounds }) => {
            format!("Swiss of {}: bots with similar results meet", count(rounds, "round", "rounds"))
        }
    }
}

fn deals(run: &RunPage<'_>) -> String {
    let (request, played) = (&run.plan.request, run.report.summary.deals);
    let of = match &request.stop {
        None => format!("{} for each line-up", request.deals),
        Some(StopRule::Width(width)) => {
            format!("until intervals are {} wide, at most {}", width.width(), request.deals)
        }
        Some(StopRule::Ranks(rule)) => {
            let margin = rule.margin();
            format!(
                "until the order is settled, differences within {margin} being equivalent, at most {}",
                request.deals
            )
        }
        Some(StopRule::Sprt(sprt)) => {
            let (alpha, beta) = sprt.error_rates();
            format!("until the sequential test {sprt} decides (alpha {alpha}, beta {beta}), at most {}", request.deals)
        }
    };
    format!("{of}; {played} played")
}
