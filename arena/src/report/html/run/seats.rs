//! What positions in turn order are worth.

use maud::html;

use super::page::RunPage;
use crate::report::cell::as_written;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::mark::{Mark, SERIES};
use crate::report::html::document::Section;
use crate::report::html::table::TableView;
use crate::report::rows::seats;
use crate::schedule::BotIdx;
use crate::store::file_names::SEATS;
use crate::tally::SeatStanding;

/// Shares by position in turn order.
pub(super) fn section(run: &RunPage<'_>) -> Section {
    let words = html! {
        p { "Positions are counted from the start player of a game, whichever seat that is, and every bot has each of them equally often." }
    };
    let rows = seats::rows(run.plan, &run.report.summary);
    let caption = "Positions in turn order, for all bots and for each";
    let table = TableView::new(SEATS, &seats::layout(run.plan), rows, caption);
    Section::new("seats", "Seats", vec![words, picture(run).picture(), table.markup()])
}

fn picture(run: &RunPage<'_>) -> Intervals {
    let series = series(run);
    let equal = 1.0 / run.plan.request.players as f64;
    let positions = (0..run.plan.request.players).map(|start_order| row(run, &series, start_order));
    let name = |bot: Option<BotIdx>| bot.map_or("all bots".to_owned(), |bot| run.lettered(run.plan.name(bot)));
    Intervals {
        name: "seats".to_owned(),
        caption: "Share by position in turn order, with 95 % intervals".to_owned(),
        axis: "share of wins".to_owned(),
        rows: positions.collect(),
        legend: series.iter().enumerate().map(|(idx, bot)| (Mark::Series(idx), name(*bot))).collect(),
        reference: Some((equal, "an equal share".to_owned())),
        band: None,
        ends: Some((0.0, 1.0)),
    }
}

/// All bots together, and each of them if there are few.
fn series(run: &RunPage<'_>) -> Vec<Option<BotIdx>> {
    let standings = &run.report.summary.standings;
    let few = if standings.len() < SERIES { SERIES } else { 0 };
    std::iter::once(None).chain(standings.iter().map(|line| Some(line.bot)).take(few)).collect()
}

fn row(run: &RunPage<'_>, series: &[Option<BotIdx>], start_order: usize) -> Row {
    let interval = |(idx, bot): (usize, &Option<BotIdx>)| {
        let is_it = |seat: &&SeatStanding| seat.start_order == start_order && seat.bot == *bot;
        let seat = run.report.summary.seats.iter().find(is_it)?;
        Some((Mark::Series(idx), as_written(&seat.share)))
    };
    let start = if start_order == 0 { " (start)" } else { "" };
    Row {
        label: format!("position {}{start}", start_order + 1),
        group: String::new(),
        intervals: series.iter().enumerate().filter_map(interval).collect(),
    }
}
