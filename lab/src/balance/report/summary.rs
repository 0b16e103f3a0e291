//! The results of a study for people who design games.

use std::fmt::Write as _;

use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::{p_text, text_table};
use riverlab_stats::power::RATE;
use riverlab_stats::stable_sort::stable_sort_by;

use super::precision::Precision;
use super::ranking::{ranking_text, strength};
use super::unmeasured::unmeasured_text;
use crate::balance::finding::{Deals, Finding, Findings, Interaction};
use crate::balance::plan::{StudyPlan, Task};

/// All that is said of a study of effects.
pub(crate) fn summary_text(plan: &StudyPlan, findings: &Findings, precision: &Precision) -> Text {
    let mut text = Text::from(title(plan, findings));
    for (bot, name) in plan.bots.names().iter().enumerate() {
        for intervention in interventions(plan) {
            let of = |finding: &&Finding| {
                finding.bot == bot && plan.family[finding.subject].intervention_name() == intervention
            };
            let mut chosen: Vec<&Finding> = findings.effects.iter().filter(of).collect();
            stable_sort_by(&mut chosen, |one, other| strength(plan, other).mean.total_cmp(&strength(plan, one).mean));
            if !chosen.is_empty() {
                text.push(ranking_text(plan, name, &intervention, &chosen));
            }
        }
    }
    text.with(unmeasured_text(plan, &findings.unmeasured))
        .with(interactions_text(plan, &findings.interactions))
        .with(precision.text())
}

/// What every report begins with: what was played, and how to read the rest.
pub(crate) fn title(plan: &StudyPlan, findings: &Findings) -> String {
    let fresh = findings.effects.iter().filter(|finding| finding.on == Deals::Fresh).count();
    let played = |on_fresh: bool| {
        let chosen = findings.effects.iter().filter(|finding| (finding.on == Deals::Fresh) == on_fresh);
        chosen.map(|finding| finding.effect.deals).max().unwrap_or(if on_fresh { plan.confirm } else { plan.deals })
    };
    // A study in which nothing can be measured ends with the last ban that is found to be impossible.
    let last = findings.unmeasured.iter().map(|one| one.found.deal).max().filter(|_| findings.effects.is_empty());
    let up_to = if plan.budget.is_some() { "up to " } else { "" };
    let mut text = format!(
        "{}, {} players, each bot against its copies, deals: {up_to}{}, seed: {}\n",
        plan.context.game,
        plan.players,
        last.unwrap_or_else(|| played(false)),
        plan.seed
    );
    if fresh > 0 && plan.study == Task::Effects {
        let _ =
            writeln!(text, "{fresh} effects that stood out in them were played again, on {} fresh deals", played(true));
    }
    if fresh > 0 && matches!(plan.study, Task::Interactions(_)) {
        let _ =
            writeln!(text, "{fresh} effects were played again beside those of pairs, on {} fresh deals", played(true));
    }
    let _ = write!(
        text,
        "strength: the share of wins that a player gains by the element or loses without it, points likewise\n\
         balanced: shown to lie within {}; strong, weak: shown to lie beyond it; leans-: q < {RATE}, but neither is shown\n",
        plan.margin
    );
    if plan.budget.is_some() {
        text += "near-margin: neither is shown, and the interval is narrower than half the margin; all other intervals hold at every look\n";
    }
    if plan.ends_by_the_clock() {
        text += "the study was ended by the clock: it is not reproducible\n";
    }
    if plan.bots.irreproducible().next().is_some() {
        text += "a bot whose moves depend on more than the plan (marked [timed] or [external]) played: the study is not reproducible\n";
    }
    text
}

/// The interventions of a study, each once.
fn interventions(plan: &StudyPlan) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for subject in &plan.family {
        let name = subject.intervention_name();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Which effects differ between bots.
fn interactions_text(plan: &StudyPlan, interactions: &[Interaction]) -> Text {
    if interactions.is_empty() {
        return Text::default();
    }
    let differing: Vec<&Interaction> =
        interactions.iter().filter(|interaction| interaction.contrast.q < RATE).collect();
    let count = interactions.len();
    let text = Text::from(format!(
        "\nby strength of play: {} of {count} effects differ between bots (q < {RATE})\n",
        differing.len()
    ));
    if differing.is_empty() {
        return text;
    }
    let mut table = text_table(&["element", "", "bot", "less", "share", "95 % interval", "q"], &[0, 1, 2, 3]);
    for interaction in differing {
        let (share, (bot, other)) = (&interaction.contrast.share, interaction.bots);
        table.add_row([
            plan.family[interaction.subject].component.clone(),
            plan.family[interaction.subject].intervention_name(),
            plan.bots.names()[bot].clone(),
            plan.bots.names()[other].clone(),
            format!("{:+.4}", share.mean),
            share.signed_text(4),
            p_text(interaction.contrast.q),
        ]);
    }
    text.with(fitted(table, &[]))
}
