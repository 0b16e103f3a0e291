//! What components had to do with winning.

use maud::html;
use riverlab_stats::Interval;
use riverlab_stats::stable_sort::stable_sort_by;

use super::page::RunPage;
use crate::report::cell::as_written;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::document::Section;
use crate::report::html::table::TableView;
use crate::report::rows::components;
use crate::store::file_names::COMPONENTS;
use crate::tally::{ComponentLine, HELD_LEAST};

/// How many components are drawn from either end.
const DRAWN: usize = 10;

/// The components of a game that has any.
pub(super) fn section(run: &RunPage<'_>) -> Option<Section> {
    let lines = &run.report.components;
    if lines.is_empty() {
        return None;
    }
    let (told, compared) = told_apart(lines);
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
    let mut blocks = vec![words];
    blocks.extend((!told.is_empty()).then(|| picture(told).picture()));
    let caption = "Elements in the order of the game: association, not effect";
    blocks.push(TableView::new(COMPONENTS, &components::layout(run.plan), lines, caption).markup());
    Some(Section::new("elements", "Elements and winning", blocks))
}

/// A component with the difference of win shares that it is associated with.
struct Associated {
    element: String,
    difference: Interval,
}

/// The components whose interval excludes no difference, the largest difference first; and how many are compared.
fn told_apart(lines: &[ComponentLine]) -> (Vec<Associated>, usize) {
    let compared = |line: &ComponentLine| {
        let difference = Interval { mean: line.difference()?, ..line.association? };
        Some(Associated { element: line.name.clone(), difference: as_written(&difference) })
    };
    let mut told: Vec<Associated> = lines.iter().filter_map(compared).collect();
    let count = told.len();
    told.retain(|one| one.difference.lo > 0.0 || one.difference.hi < 0.0);
    stable_sort_by(&mut told, |one, other| other.difference.mean.total_cmp(&one.difference.mean));
    (told, count)
}

/// Those most and those least associated with winning.
fn picture(told: Vec<Associated>) -> Intervals {
    let (most, least): (Vec<_>, Vec<_>) = told.into_iter().partition(|one| one.difference.mean > 0.0);
    let skipped = least.len().saturating_sub(DRAWN);
    let rows = |list: Vec<Associated>, group: &'static str| -> Vec<Row> {
        list.into_iter().map(|one| Row::single(one.element, group, one.difference)).collect()
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
