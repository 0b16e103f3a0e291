//! What two components are worth together beyond the sum of what each is worth.

use maud::html;

use super::StudyPage;
use crate::report::html::chart::intervals::Intervals;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::Line;
use crate::report::html::table::TableView;
use crate::store::file_names::SYNERGIES;

/// How many interactions are drawn.
const MAX_DRAWN: usize = 30;

/// The pairs of a study of interactions.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let sheet = page.sheet(SYNERGIES)?;
    let mut lines: Vec<Line<'_>> = sheet.lines().collect();
    let size = |line: &Line<'_>| line.number("interaction").map_or(0.0, f64::abs);
    lines.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let words = html! {
        p {
            "The effect of both components less those of each alone, on " (page.plan.confirm) " fresh deals. Above 0 each is "
            "worth more where the other one is there, too (" em { "complements" } "), below 0 less (" em { "substitutes" }
            "); " em { "additive" } " means that the difference is shown to lie within the margin."
        }
    };
    let blocks: Vec<Block> = vec![
        words.into(),
        picture(&lines).picture().into(),
        TableView::new(sheet.clone(), "Pairs of components").into(),
    ];
    Some(Section::new("pairs", "Two components together", blocks))
}

fn picture(lines: &[Line<'_>]) -> Intervals {
    let interaction = |line: &Line<'_>| {
        let [element, other, intervention, bot] =
            ["element", "other", "intervention", "bot"].map(|name| line.text(name));
        Some((format!("{element} and {other}, {intervention}, {bot}"), line.interval(["interaction", "lo", "hi"])?))
    };
    Intervals::of_differences(
        ["synergies", "Interactions, the largest first", "share effect of both less those of each", "no interaction"],
        lines.iter().take(MAX_DRAWN).filter_map(interaction),
    )
}
