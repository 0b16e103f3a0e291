//! Which effects differ between bots.

use maud::html;

use super::StudyPage;
use crate::balance::verdict::RATE;
use crate::report::html::chart::intervals::Intervals;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::Line;
use crate::report::html::table::TableView;
use crate::store::file_names::INTERACTIONS;

/// How many differences are drawn.
const MAX_DRAWN: usize = 30;

/// The differences of a study of several bots.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let sheet = page.sheet(INTERACTIONS)?;
    let differing: Vec<Line<'_>> = sheet.lines().filter(|line| line.number("q").is_some_and(|q| q < RATE)).collect();
    let words = html! {
        p { "By strength of play: " (differing.len()) " of " (sheet.rows.len()) " effects differ between bots (q < " (RATE) ")." }
    };
    let mut blocks: Vec<Block> = vec![words.into()];
    blocks.extend((!differing.is_empty()).then(|| picture(&differing).picture().into()));
    blocks.push(TableView::new(sheet.clone(), "Share effect of a bot less that of the last bot, deal by deal").into());
    Some(Section::new("interactions", "Differences between bots", blocks))
}

fn picture(differing: &[Line<'_>]) -> Intervals {
    let difference = |line: &Line<'_>| {
        let [element, intervention, bot] = ["element", "intervention", "bot"].map(|name| line.text(name));
        Some((format!("{element}, {intervention}, {bot}"), line.interval(["share_difference", "lo", "hi"])?))
    };
    Intervals::of_differences(
        ["interactions", "Effects that differ between bots", "share effect less that of the last bot", "no difference"],
        differing.iter().take(MAX_DRAWN).filter_map(difference),
    )
}
