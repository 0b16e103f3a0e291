//! What positions in turn order are worth.

use maud::html;

use super::Run;
use crate::report::csv::ALL;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::mark::{Mark, SERIES};
use crate::report::html::document::Section;
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::store::file_names::SEATS;

/// Shares by position in turn order.
pub(super) fn section(run: &Run<'_>) -> Section {
    let sheet = run.sheet(SEATS).expect("every run has seats");
    let words = html! {
        p { "Positions are counted from the start player of a game, whichever seat that is, and every bot has each of them equally often." }
    };
    let table = TableView::new(sheet.clone(), "Positions in turn order, for all bots and for each");
    Section::new("seats", "Seats", vec![words.into(), picture(run, sheet).picture().into(), table.into()])
}

fn picture(run: &Run<'_>, sheet: &Sheet) -> Intervals {
    let series = series(run);
    let equal = 1.0 / run.plan.request.players as f64;
    let positions = (1..=run.plan.request.players).map(|position| row(sheet, &series, &position.to_string()));
    let name = |name: &String| if name == ALL { "all bots".to_owned() } else { run.lettered(name) };
    Intervals {
        name: "seats".to_owned(),
        caption: "Share by position in turn order, with 95 % intervals".to_owned(),
        axis: "share of wins".to_owned(),
        rows: positions.collect(),
        legend: series.iter().enumerate().map(|(idx, bot)| (Mark::Series(idx), name(bot))).collect(),
        reference: Some((equal, "an equal share".to_owned())),
        band: None,
        ends: Some((0.0, 1.0)),
    }
}

/// All bots together, and each of them if there are few.
fn series(run: &Run<'_>) -> Vec<String> {
    let standings = &run.report.summary.standings;
    let each = standings.iter().map(|line| run.plan.name(line.bot).to_owned());
    let few = if standings.len() < SERIES { SERIES } else { 0 };
    std::iter::once(ALL.to_owned()).chain(each.take(few)).collect()
}

fn row(sheet: &Sheet, series: &[String], position: &str) -> Row {
    let interval = |(idx, bot): (usize, &String)| {
        let is_it = |line: &Line<'_>| line.text("seat") == position && line.text("bot") == bot;
        let interval = sheet.lines().find(is_it)?.interval(["share", "share_lo", "share_hi"])?;
        Some((Mark::Series(idx), interval))
    };
    let start = if position == "1" { " (start)" } else { "" };
    Row {
        label: format!("position {position}{start}"),
        group: String::new(),
        intervals: series.iter().enumerate().filter_map(interval).collect(),
    }
}
