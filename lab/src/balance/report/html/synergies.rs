//! What two components are worth together beyond the sum of what each is worth.

use maud::html;
use riverlab_arena::report::html::chart::intervals::{DifferenceWords, Intervals, Row};
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::store::file_names::SYNERGIES;
use riverlab_stats::stable_sort::stable_sort_by;

use super::page::StudyPage;
use crate::balance::report::rows::synergies::{self, SynergyRow};

/// How many interactions are drawn.
const MAX_DRAWN: usize = 30;

/// The pairs of a study of interactions.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let rows = &page.tables().synergies;
    if rows.is_empty() {
        return None;
    }
    let mut largest: Vec<&SynergyRow> = rows.iter().collect();
    let size = |row: &SynergyRow| row.interaction().map_or(0.0, |interaction| interaction.mean.abs());
    stable_sort_by(&mut largest, |one, other| size(other).total_cmp(&size(one)));
    let words = html! {
        p {
            "The effect of both components less those of each alone, on " (page.plan.confirm) " fresh deals. Above 0 each is "
            "worth more where the other one is there, too (" em { "complements" } "), below 0 less (" em { "substitutes" }
            "); " em { "additive" } " means that the difference is shown to lie within the margin."
        }
    };
    let blocks = vec![
        words,
        picture(&largest).picture(),
        TableView::new(SYNERGIES, &synergies::layout(), rows, "Pairs of components").markup(),
    ];
    Some(Section::new("pairs", "Two components together", blocks))
}

fn picture(largest: &[&SynergyRow]) -> Intervals {
    let interaction = |row: &&SynergyRow| {
        let SynergyRow { element, other, intervention, bot, .. } = row;
        Some(Row::single(format!("{element} and {other}, {intervention}, {bot}"), "", row.interaction()?))
    };
    let words = DifferenceWords {
        name: "synergies",
        caption: "Interactions, the largest first",
        axis: "share effect of both less those of each",
        zero: "no interaction",
    };
    Intervals::of_differences(words, largest.iter().take(MAX_DRAWN).filter_map(interaction))
}
