//! A card for each component: what every bot and intervention says of it, in plain words, and how to see it.

use maud::{Markup, html};
use riverlab_arena::column::Format;
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::format::printed;
use riverlab_arena::report::html::names::isolated_in_command;
use riverlab_arena::report::html::question::sentence;

use super::page::StudyPage;
use crate::balance::report::outliers::{trace_command, words};
use crate::balance::report::rows::effects::EffectRow;
use crate::balance::verdict::{NOT_MEASURABLE, Robustness, Verdict};

/// A card for each component of which anything is known.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let rows = &page.tables().effects.as_ref()?.rows;
    let cards = html! {
        p {
            "What was found of each element, as the tables have it. An example is a game in which nothing is done to any element; \
             the command plays it and writes it move by move, and " code { "riverlab replay --show" } " draws it."
        }
        div.cards { @for component in page.components() { (card(page, rows, component)) } }
    };
    Some(Section::new("cards", "Element by element", vec![cards]))
}

fn card(page: &StudyPage<'_>, rows: &[EffectRow], component: &str) -> Markup {
    let rows: Vec<&EffectRow> = rows.iter().filter(|row| row.element == component).collect();
    html! {
        @if let Some(first) = rows.first() {
            article.card {
                h3 { (component) " " span.kind { (first.kind) } }
                @for row in &rows { (finding(page, row)) }
            }
        }
    }
}

/// What one bot and one intervention say.
fn finding(page: &StudyPage<'_>, row: &EffectRow) -> Markup {
    let verdict = row.verdict().map_or(NOT_MEASURABLE, Verdict::name);
    html! {
        p { bdi { (row.bot_name) } ", " (row.intervention) ": " span class={ "v v-" (verdict) } { (verdict) } }
        @if let (Ok(effect), Some(share)) = (&row.effect, row.share()) {
            p {
                (sentence(&words(&page.plan.family[row.subject], &share), &[])) " Points "
                (printed(Format::Signed(2), &row.points())) ", q " (printed(Format::P, &effect.q.into())) "."
            }
        }
        @if let Some(reason) = row.reason() { p { (sentence(&reason, &[])) } }
        (robustness(page, row))
        @if let Some(command) = example(page, row) {
            details {
                summary { "A deal that shows it" }
                pre { code { (isolated_in_command(&command, page.plan.bots.names())) } }
            }
        }
    }
}

/// Under how many readings the verdict holds, if the study has any.
fn robustness(page: &StudyPage<'_>, row: &EffectRow) -> Markup {
    let readings = page.tables().readings.iter().flatten();
    let of_row = readings.filter(|reading| (reading.subject, reading.bot) == (row.subject, row.bot));
    let outcomes: Vec<Robustness> = of_row.map(|reading| reading.robustness).collect();
    let count = |robustness| outcomes.iter().filter(|outcome| **outcome == robustness).count();
    html! {
        @if !outcomes.is_empty() {
            p {
                "Of " (outcomes.len()) " readings the verdict holds under " (count(Robustness::Holds)) ", changes under "
                (count(Robustness::Changes)) " and is open under " (count(Robustness::Open)) "."
            }
        }
    }
}

/// The command that shows a deal in which an effect that was found is seen.
fn example(page: &StudyPage<'_>, row: &EffectRow) -> Option<String> {
    let effect = row.effect.as_ref().ok()?;
    let is_found = !matches!(effect.verdict, Verdict::Balanced | Verdict::Undecided);
    let example = effect.example.filter(|_| is_found)?;
    Some(trace_command(page.plan, row.bot, example.deal))
}
