//! Which verdicts hold under other readings of reconstructed values.

use maud::{Markup, html};

use super::StudyPage;
use crate::balance::verdict::{RATE, Verdict};
use crate::report::html::chart::intervals::Intervals;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::store::file_names::READINGS;

/// How many changes are drawn.
const MAX_DRAWN: usize = 30;

/// The readings of a study that has any.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let sheet = page.sheet(READINGS)?;
    let changes: Vec<Line<'_>> = sheet.lines().filter(|line| line.text("outcome") == "changes").collect();
    let mut blocks: Vec<Block> = vec![words(sheet, &changes).into()];
    blocks.extend((!changes.is_empty()).then(|| picture(&changes).picture().into()));
    blocks.push(TableView::new(sheet.clone(), "Every effect under every reading").into());
    Some(Section::new("readings", "Other readings", blocks))
}

fn words(sheet: &Sheet, changes: &[Line<'_>]) -> Markup {
    let (firm, verdicts) = firm(sheet);
    html! {
        p {
            "Some values are reconstructed from pictures, and could be others. A verdict holds under a reading that gives the same \
             one; it changes under one that gives another where the effects differ too (q < " (RATE) "); otherwise it is open. "
            strong { (firm) " of " (verdicts) " verdicts hold under all readings." }
        }
        @if changes.is_empty() { p { "No reading changes a verdict." } }
        @if !changes.is_empty() {
            h3 { "Readings that change a verdict" }
            ul { @for line in changes { (change(line)) } }
        }
    }
}

fn change(line: &Line<'_>) -> Markup {
    html! {
        li {
            (line.text("intervention")) " " (line.text("element")) " (" bdi { (line.text("bot")) } "): "
            (line.text("verdict_given")) " becomes " (line.text("verdict")) " under " code { (line.text("reading")) }
        }
    }
}

/// How many verdicts hold under all readings, of how many that are decided.
fn firm(sheet: &Sheet) -> (usize, usize) {
    let mut verdicts: Vec<([&str; 3], bool)> = Vec::new();
    let undecided = [Verdict::Undecided.name(), super::super::tables::NOT_MEASURABLE];
    for line in sheet.lines().filter(|line| !undecided.contains(&line.text("verdict_given"))) {
        let (entry, holds) =
            (["element", "intervention", "bot"].map(|name| line.text(name)), line.text("outcome") == "holds");
        match verdicts.iter_mut().find(|(other, _)| *other == entry) {
            Some((_, all)) => *all &= holds,
            None => verdicts.push((entry, holds)),
        }
    }
    (verdicts.iter().filter(|(_, all)| *all).count(), verdicts.len())
}

/// How much the effects differ where a verdict changes.
fn picture(changes: &[Line<'_>]) -> Intervals {
    let difference = |line: &Line<'_>| {
        let label = format!("{}: {}", line.text("element"), line.text("reading"));
        Some((label, line.interval(["difference", "difference_lo", "difference_hi"])?))
    };
    Intervals::of_differences(
        [
            "readings",
            "Effect under a reading that changes a verdict, less the effect as given",
            "difference of share effects",
            "no difference",
        ],
        changes.iter().take(MAX_DRAWN).filter_map(difference),
    )
}
