//! Which effects differ between bots.

use maud::html;
use riverlab_arena::report::cell::{as_written, rounded};
use riverlab_arena::report::html::chart::intervals::{DifferenceWords, Intervals, Row};
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::store::file_names::INTERACTIONS;
use riverlab_stats::power::RATE;

use super::page::StudyPage;
use crate::balance::report::rows::interactions::{self, InteractionRow};

/// How many differences are drawn.
const MAX_DRAWN: usize = 30;

/// The differences of a study of several bots.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let rows = &page.tables().interactions;
    if rows.is_empty() {
        return None;
    }
    let differing: Vec<&InteractionRow> = rows.iter().filter(|row| rounded(row.contrast.q) < RATE).collect();
    let words = html! {
        p { "By strength of play: " (differing.len()) " of " (rows.len()) " effects differ between bots (q < " (RATE) ")." }
    };
    let mut blocks = vec![words];
    blocks.extend((!differing.is_empty()).then(|| picture(&differing).picture()));
    let caption = "Share effect of a bot less that of the last bot, deal by deal";
    blocks.push(TableView::new(INTERACTIONS, &interactions::layout(), rows, caption).markup());
    Some(Section::new("interactions", "Differences between bots", blocks))
}

fn picture(differing: &[&InteractionRow]) -> Intervals {
    let difference = |row: &&InteractionRow| {
        let InteractionRow { element, intervention, bot, contrast, .. } = row;
        Row::single(format!("{element}, {intervention}, {bot}"), "", as_written(&contrast.share))
    };
    let words = DifferenceWords {
        name: "interactions",
        caption: "Effects that differ between bots",
        axis: "share effect less that of the last bot",
        zero: "no difference",
    };
    Intervals::of_differences(words, differing.iter().take(MAX_DRAWN).map(difference))
}
