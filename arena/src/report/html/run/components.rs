//! What components had to do with winning.

use maud::html;

use super::Run;
use super::standings::row_of;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::stats::Interval;
use crate::store::file_names::COMPONENTS;
use crate::tally::HELD_LEAST;

/// How many components are drawn from either end.
const DRAWN: usize = 10;

/// The components of a game that has any.
pub(super) fn section(run: &Run<'_>) -> Option<Section> {
    let sheet = run.sheet(COMPONENTS)?;
    let (told, compared) = told_apart(sheet);
    let words = html! {
        p {
            strong { "This is association, not effect" }
            ": who could afford an element may have won without it too. What elements are worth is measured by "
            code { "riverlab balance" } "."
        }
        p {
            "The difference is the win share of seats that held an element in the end less that of all others. Of the "
            (compared) " elements that at least " (format!("{:.0}", 100.0 * HELD_LEAST)) "\u{a0}% of seats held, the deals tell "
            (told.len()) " from one without any difference; all intervals hold at once (95\u{a0}%, Bonferroni). At most \
             ten from either end are drawn."
        }
    };
    let mut blocks: Vec<Block> = vec![words.into()];
    blocks.extend((!told.is_empty()).then(|| picture(told).picture().into()));
    blocks.push(TableView::new(sheet.clone(), "Elements in the order of the game: association, not effect").into());
    Some(Section::new("elements", "Elements and winning", blocks))
}

/// The components whose interval excludes no difference, the largest difference first; and how many are compared.
fn told_apart(sheet: &Sheet) -> (Vec<(String, Interval)>, usize) {
    let compared = |line: Line<'_>| {
        let difference = line.interval(["difference", "difference_lo", "difference_hi"])?;
        Some((line.text("element").to_owned(), difference))
    };
    let mut told: Vec<(String, Interval)> = sheet.lines().filter_map(compared).collect();
    let count = told.len();
    told.retain(|(_, difference)| difference.lo > 0.0 || difference.hi < 0.0);
    told.sort_by(|(_, one), (_, other)| other.mean.total_cmp(&one.mean));
    (told, count)
}

/// Those most and those least associated with winning.
fn picture(told: Vec<(String, Interval)>) -> Intervals {
    let (most, least): (Vec<_>, Vec<_>) = told.into_iter().partition(|(_, difference)| difference.mean > 0.0);
    let skipped = least.len().saturating_sub(DRAWN);
    let rows = |list: Vec<(String, Interval)>, group: &'static str| -> Vec<Row> {
        list.into_iter().map(|(name, difference)| row_of(name, group, difference)).collect()
    };
    let most = rows(most.into_iter().take(DRAWN).collect(), "Most associated with winning");
    let least = rows(least.into_iter().skip(skipped).collect(), "Least associated with winning");
    Intervals {
        name: "elements".to_owned(),
        caption: "Difference of win shares with and without an element: association, not effect".to_owned(),
        axis: "difference of win shares".to_owned(),
        rows: most.into_iter().chain(least).collect(),
        legend: Vec::new(),
        reference: Some((0.0, "no difference".to_owned())),
        band: None,
        ends: None,
    }
}
