//! A card for each component: what every bot and intervention says of it, in plain words, and how to see it.

use maud::{Markup, html};

use super::StudyPage;
use crate::balance::report::outliers::{trace_command, words};
use crate::balance::verdict::Verdict;
use crate::report::html::columns::Format;
use crate::report::html::document::Section;
use crate::report::html::names::isolated;
use crate::report::html::question::sentence;
use crate::report::html::sheet::{Line, Sheet};
use crate::store::file_names::{EFFECTS, READINGS};

/// A card for each component of which anything is known.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let sheet = page.sheet(EFFECTS)?;
    let cards = html! {
        p {
            "What was found of each element, as the tables have it. An example is a game in which nothing is done to any element; \
             the command plays it and writes it move by move, and " code { "riverlab replay --show" } " draws it."
        }
        div.cards { @for component in page.components() { (card(page, sheet, component)) } }
    };
    Some(Section::new("cards", "Element by element", vec![cards.into()]))
}

fn card(page: &StudyPage<'_>, sheet: &Sheet, component: &str) -> Markup {
    let lines: Vec<Line<'_>> = sheet.lines().filter(|line| line.text("element") == component).collect();
    html! {
        @if let Some(first) = lines.first() {
            article.card {
                h3 { (component) " " span.kind { (first.text("kind")) } }
                @for line in &lines { (finding(page, line)) }
            }
        }
    }
}

/// What one bot and one intervention say.
fn finding(page: &StudyPage<'_>, line: &Line<'_>) -> Markup {
    let verdict = line.text("verdict");
    html! {
        p { bdi { (line.text("bot")) } ", " (line.text("intervention")) ": " span class={ "v v-" (verdict) } { (verdict) } }
        @if let (Some(subject), Some(share)) = (page.subject(line), line.interval(["share_effect", "lo", "hi"])) {
            p { (sentence(&words(subject, &share), &[])) " Points " (points(line)) ", q " (Format::P.shown(line.text("q"))) "." }
        }
        @if !line.text("reason").is_empty() { p { (sentence(line.text("reason"), &[])) } }
        (robustness(page, line))
        @if let Some(command) = example(page, line) {
            details {
                summary { "A deal that shows it" }
                pre { code { (isolated(&command, page.plan.bots.names())) } }
            }
        }
    }
}

fn points(line: &Line<'_>) -> String {
    Format::Signed(2).shown(line.text("points"))
}

/// Under how many readings the verdict holds, if the study has any.
fn robustness(page: &StudyPage<'_>, line: &Line<'_>) -> Markup {
    let columns = ["element", "intervention", "bot"];
    let is_same = |other: &Line<'_>| columns.iter().all(|name| other.text(name) == line.text(name));
    let readings: Vec<Line<'_>> = page.sheet(READINGS).into_iter().flat_map(Sheet::lines).filter(is_same).collect();
    let count = |outcome: &str| readings.iter().filter(|reading| reading.text("outcome") == outcome).count();
    html! {
        @if !readings.is_empty() {
            p {
                "Of " (readings.len()) " readings the verdict holds under " (count("holds")) ", changes under " (count("changes"))
                " and is open under " (count("open")) "."
            }
        }
    }
}

/// The command that shows a deal in which an effect that was found is seen.
fn example(page: &StudyPage<'_>, line: &Line<'_>) -> Option<String> {
    let found = ![Verdict::Balanced, Verdict::Undecided].iter().any(|verdict| verdict.name() == line.text("verdict"));
    let deal = line.text("example_deal").parse().ok().filter(|_| found)?;
    let bot = page.plan.bots.names().iter().position(|name| name == line.text("bot"))?;
    Some(trace_command(page.plan, bot, deal))
}
