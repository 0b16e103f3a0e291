//! What a study was asked.

use maud::{Markup, html};
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::question::Question;
use riverlab_stats::power::RATE;

use super::page::StudyPage;
use crate::balance::budget::Budget;
use crate::balance::plan::Task;

/// What was asked, and how to read the rest.
pub(super) fn section(page: &StudyPage<'_>) -> Section {
    let (plan, names) = (page.plan, page.plan.bots.names());
    let words = html! {
        (question(page).markup(&plan.command, names))
        (how_to_read(page))
        @if plan.ends_by_the_clock() {
            p.caution { "The study was ended by the clock: it is not reproducible." }
        }
        @if plan.bots.irreproducible().next().is_some() {
            p.caution { "A bot played whose moves depend on more than the plan: the study is not reproducible." }
        }
    };
    Section::new("plan", "What was asked", vec![words])
}

fn question(page: &StudyPage<'_>) -> Question {
    let plan = page.plan;
    let programs = if plan.programs.is_empty() { String::new() } else { plan.programs.to_string() };
    let weights = if plan.context.weights.is_empty() { String::new() } else { plan.context.weights.to_string() };
    let interventions: Vec<String> = page.interventions().into_iter().map(|(name, _)| name).collect();
    Question::default()
        .with_text(
            "Game",
            &format!("{} ({}), rules version {}", page.title, plan.context.game, plan.context.rules_version),
        )
        .with_text("Players", &plan.players.to_string())
        .with("Bots", &html! { @for name in plan.bots.names() { div { bdi { (name) } } } })
        .with_text("Study", task(&plan.study))
        .with_text("Elements", &page.components().len().to_string())
        .with_text("Interventions", &interventions.join(", "))
        .with_text("Margin", &format!("{} of a win", plan.margin))
        .with_text("Deals", &deals(page))
        .with_text("Budget", &plan.budget.map_or_else(String::new, budget_text))
        .with_text("Seed", &plan.seed.to_string())
        .with_rules(&plan.context.rules)
        .with_text("Programs", &programs)
        .with_text("Learned weights", &weights)
        .with_text("Played by", &format!("riverlab {}", plan.context.version))
}

fn task(task: &Task) -> &'static str {
    match task {
        Task::Effects => "effects of interventions",
        Task::Sensitivity(_) => "effects, and which verdicts hold under other readings of reconstructed values",
        Task::Interactions(_) => "effects, and what two components are worth together beyond their sum",
        Task::Suggestion => {
            "a small change of points and costs that brings elements to parity with others of their kind"
        }
    }
}

fn deals(page: &StudyPage<'_>) -> String {
    let plan = page.plan;
    if plan.budget.is_some() {
        return format!("{} for every experiment, then more for those that are open", plan.deals);
    }
    let fresh = if plan.confirm > 0 { format!(", and {} fresh ones", plan.confirm) } else { String::new() };
    format!("{} for every experiment{fresh}", plan.deals)
}

fn budget_text(budget: Budget) -> String {
    match budget {
        Budget::Games(games) => format!("{games} games"),
        Budget::Seconds(_) => format!("{budget} from the beginning of the command"),
    }
}

fn how_to_read(page: &StudyPage<'_>) -> Markup {
    html! {
        p {
            "The strength of an element is the share of wins that a player gains by it or loses without it, and its points \
             likewise. Every experiment is played on the same deals as the games in which nothing is done to any element, so \
             that luck cancels. Intervals are 95 % intervals over deals."
        }
        ul {
            li { strong { "balanced" } ": shown to lie within the margin of " (page.plan.margin) ";" }
            li { strong { "strong" } ", " strong { "weak" } ": shown to lie beyond it;" }
            li { strong { "leans-strong" } ", " strong { "leans-weak" } ": there is an effect (q < " (RATE) "), but neither is shown;" }
            @if page.plan.budget.is_some() {
                li { strong { "near-margin" } ": neither is shown, and the interval is narrower than half the margin;" }
            }
            li { strong { "undecided" } ": the deals do not tell." }
        }
    }
}
