//! Which verdicts hold under other readings of reconstructed values.

use std::collections::BTreeMap;

use maud::{Markup, html};
use riverlab_arena::report::html::chart::intervals::{DifferenceWords, Intervals, Row};
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::store::file_names::READINGS;
use riverlab_stats::power::RATE;

use super::page::StudyPage;
use crate::balance::report::rows::readings::{self, ReadingRow};
use crate::balance::verdict::{Robustness, Verdict};

/// How many changes are drawn.
const MAX_DRAWN: usize = 30;

/// The readings of a study that has any.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let rows = page.tables().readings.as_ref()?;
    let changes: Vec<&ReadingRow> = rows.iter().filter(|row| row.robustness == Robustness::Changes).collect();
    let mut blocks = vec![words(rows, &changes)];
    blocks.extend((!changes.is_empty()).then(|| picture(&changes).picture()));
    blocks.push(TableView::new(READINGS, &readings::layout(), rows, "Every effect under every reading").markup());
    Some(Section::new("readings", "Other readings", blocks))
}

fn words(rows: &[ReadingRow], changes: &[&ReadingRow]) -> Markup {
    let (firm, verdicts) = firm(rows);
    html! {
        p {
            "Some values are reconstructed from pictures, and could be others. A verdict holds under a reading that gives the same \
             one; it changes under one that gives another where the effects differ too (q < " (RATE) "); otherwise it is open. "
            strong { (firm) " of " (verdicts) " verdicts hold under all readings." }
        }
        @if changes.is_empty() { p { "No reading changes a verdict." } }
        @if !changes.is_empty() {
            h3 { "Readings that change a verdict" }
            ul { @for row in changes { (change(row)) } }
        }
    }
}

fn change(row: &ReadingRow) -> Markup {
    html! {
        li {
            (row.intervention) " " (row.element) " (" bdi { (row.bot_name) } "): "
            (row.given_name()) " becomes " (row.verdict_name()) " under " code { (row.reading) }
        }
    }
}

/// How many verdicts hold under all readings, of how many that are decided.
fn firm(rows: &[ReadingRow]) -> (usize, usize) {
    let is_decided = |row: &&ReadingRow| row.given.is_some_and(|given| given != Verdict::Undecided);
    let mut verdicts: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    for row in rows.iter().filter(is_decided) {
        *verdicts.entry((row.subject, row.bot)).or_insert(true) &= row.robustness == Robustness::Holds;
    }
    (verdicts.values().filter(|holds| **holds).count(), verdicts.len())
}

/// How much the effects differ where a verdict changes.
fn picture(changes: &[&ReadingRow]) -> Intervals {
    let difference =
        |row: &&ReadingRow| Some(Row::single(format!("{}: {}", row.element, row.reading), "", row.difference()?));
    let words = DifferenceWords {
        name: "readings",
        caption: "Effect under a reading that changes a verdict, less the effect as given",
        axis: "difference of share effects",
        zero: "no difference",
    };
    Intervals::of_differences(words, changes.iter().take(MAX_DRAWN).filter_map(difference))
}
