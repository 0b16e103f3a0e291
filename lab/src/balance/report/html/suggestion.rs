//! A suggested change of the rules tables: the values, and effects before and after on the same fresh deals.

use maud::html;
use riverlab_arena::report::html::chart::intervals::{Intervals, Row};
use riverlab_arena::report::html::chart::mark::Mark;
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::store::file_names::{SUGGESTED, SUGGESTION};

use super::page::StudyPage;
use crate::balance::report::rows::effects::{EffectRow, EffectTable};

/// The suggestion of a study that has ended with one.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let tables = page.tables();
    let (before, after) = (tables.effects.as_ref()?, tables.suggested.as_ref()?);
    let file = tables.suggestion.as_ref()?;
    let words = html! {
        p {
            "The rules file " code { (SUGGESTION) } " is laid over the tables of the game by " code { "--rules" }
            "."
        }
        (page.notes())
        pre { code { (file) } }
    };
    let mut blocks = vec![words];
    let plot = picture(page, before, after);
    blocks.extend((!plot.rows.is_empty()).then(|| plot.picture()));
    let caption = "Effects under the suggested tables, on the same deals";
    blocks.push(TableView::new(SUGGESTED, &after.layout(), &after.rows, caption).markup());
    Some(Section::new("suggestion", "Suggestion", blocks))
}

/// The elements whose strength is another one under the suggested tables.
fn picture(page: &StudyPage<'_>, before: &EffectTable, after: &EffectTable) -> Intervals {
    let row = |effect: &EffectRow| {
        let same = after.rows.iter().find(|other| other.subject == effect.subject)?;
        let both = [effect.strength()?, same.strength()?];
        let intervals = both.into_iter().enumerate().map(|(idx, interval)| (Mark::Series(idx), interval)).collect();
        (both[0] != both[1]).then(|| Row { label: effect.element.clone(), group: String::new(), intervals })
    };
    Intervals {
        name: "suggestion".to_owned(),
        caption: "Strength before and after, on the same fresh deals, with 95 % intervals".to_owned(),
        axis: "strength, in shares of wins".to_owned(),
        rows: before.rows.iter().filter_map(row).collect(),
        legend: vec![(Mark::Series(0), "before".to_owned()), (Mark::Series(1), "after".to_owned())],
        reference: Some((0.0, "no effect".to_owned())),
        band: Some(page.plan.margin),
        ends: None,
    }
}
