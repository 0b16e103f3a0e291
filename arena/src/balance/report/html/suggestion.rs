//! A suggested change of the rules tables: the values, and effects before and after on the same fresh deals.

use maud::html;

use super::StudyPage;
use super::effects::STRENGTH;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::mark::Mark;
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::store::file_names::{EFFECTS, SUGGESTED, SUGGESTION};

/// The suggestion of a study that has ended with one.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let (before, after) = (page.sheet(EFFECTS)?, page.sheet(SUGGESTED)?);
    let file = page.report.tables.iter().find(|(name, _)| *name == SUGGESTION)?;
    let words = html! {
        p {
            "The rules file " code { (SUGGESTION) } " is laid over the tables of the game by " code { "--rules" }
            "."
        }
        (page.notes())
        pre { code { (String::from_utf8_lossy(&file.1)) } }
    };
    let mut blocks: Vec<Block> = vec![words.into()];
    let plot = picture(page, before, after);
    blocks.extend((!plot.rows.is_empty()).then(|| plot.picture().into()));
    blocks.push(TableView::new(after.clone(), "Effects under the suggested tables, on the same deals").into());
    Some(Section::new("suggestion", "Suggestion", blocks))
}

/// The elements whose strength is another one under the suggested tables.
fn picture(page: &StudyPage<'_>, before: &Sheet, after: &Sheet) -> Intervals {
    let row = |line: Line<'_>| {
        let is_same =
            |other: &Line<'_>| ["element", "intervention"].iter().all(|name| other.text(name) == line.text(name));
        let both = [line.interval(STRENGTH)?, after.lines().find(is_same)?.interval(STRENGTH)?];
        let intervals = both.into_iter().enumerate().map(|(idx, interval)| (Mark::Series(idx), interval)).collect();
        (both[0] != both[1]).then(|| Row { label: line.text("element").to_owned(), group: String::new(), intervals })
    };
    Intervals {
        name: "suggestion".to_owned(),
        caption: "Strength before and after, on the same fresh deals, with 95 % intervals".to_owned(),
        axis: "strength, in shares of wins".to_owned(),
        rows: before.lines().filter_map(row).collect(),
        legend: vec![(Mark::Series(0), "before".to_owned()), (Mark::Series(1), "after".to_owned())],
        reference: Some((0.0, "no effect".to_owned())),
        band: Some(page.plan.margin),
        ends: None,
    }
}
