//! Standings and ratings.

use maud::html;

use super::Run;
use crate::report::fit_text::fit_notes;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::mark::Mark;
use crate::report::html::document::Section;
use crate::report::html::question::sentence;
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::schedule::Pairing;
use crate::stats::Interval;
use crate::store::file_names::{RATINGS, STANDINGS};

/// Shares with their intervals.
pub(super) fn section(run: &Run<'_>) -> Section {
    let sheet = run.sheet(STANDINGS).expect("every run has standings");
    let equal = 1.0 / run.plan.request.players as f64;
    let sorted_by = if run.plan.request.pairing == Pairing::Full { "share" } else { "rating" };
    let words = html! {
        p {
            "The share of a bot is the mean of what it wins, ties split. Against equals it is " (format!("{equal:.3}"))
            ". Rows are sorted by " (sorted_by) ", and all rank intervals hold at once with 95 %."
        }
    };
    let table = TableView::new(sheet.clone(), "Standings, the best bot first");
    Section::new(
        "standings",
        "Standings",
        vec![words.into(), picture(run, sheet, equal).picture().into(), table.into()],
    )
}

fn picture(run: &Run<'_>, sheet: &Sheet, equal: f64) -> Intervals {
    let row = |line: Line<'_>| {
        let interval = line.interval(["share", "share_lo", "share_hi"])?;
        Some(row_of(run.lettered(line.text("bot")), "", interval))
    };
    Intervals {
        name: "standings".to_owned(),
        caption: "Share of each bot with its 95 % interval".to_owned(),
        axis: "share of wins".to_owned(),
        rows: sheet.lines().filter_map(row).collect(),
        legend: Vec::new(),
        reference: Some((equal, "an equal share".to_owned())),
        band: None,
        ends: Some((0.0, 1.0)),
    }
}

/// A row of one interval.
pub(super) fn row_of(label: String, group: &str, interval: Interval) -> Row {
    Row { label, group: group.to_owned(), intervals: vec![(Mark::Series(0), interval)] }
}

/// Ratings with rank intervals, and whether they describe the games; none of a single bot.
pub(super) fn ratings_section(run: &Run<'_>) -> Option<Section> {
    let sheet = run.sheet(RATINGS).filter(|_| run.plan.request.bots.len() > 1)?;
    let (names, notes) = (run.plan.request.bots.names(), fit_notes(run.plan, &run.report.summary));
    let words = html! {
        p {
            "Ratings are a fit of the Davidson–Luce model to the complete ranking of every game, with an effect of the position \
             in turn order, on the Elo scale with mean 0."
        }
        @for note in &notes { p.caution { (sentence(note, names)) } }
    };
    let table = TableView::new(sheet.clone(), "Ratings of bots, then effects of positions in turn order");
    Some(Section::new(
        "ratings",
        "Ratings",
        vec![words.into(), ratings_picture(run, sheet).picture().into(), table.into()],
    ))
}

fn ratings_picture(run: &Run<'_>, sheet: &Sheet) -> Intervals {
    let row = |line: Line<'_>| {
        let interval = line.interval(["rating", "rating_lo", "rating_hi"])?;
        let is_seat = line.text("kind") == "seat";
        let label = if is_seat { format!("position {}", line.text("name")) } else { rated(run, &line) };
        Some(row_of(
            label,
            if is_seat { "Positions in turn order" } else { "Bots with their rank intervals" },
            interval,
        ))
    };
    Intervals {
        name: "ratings".to_owned(),
        caption: "Ratings with their 95 % intervals".to_owned(),
        axis: "rating on the Elo scale".to_owned(),
        rows: sheet.lines().filter_map(row).collect(),
        legend: Vec::new(),
        reference: Some((0.0, "the mean".to_owned())),
        band: None,
        ends: None,
    }
}

/// A bot with its rank interval.
fn rated(run: &Run<'_>, line: &Line<'_>) -> String {
    let name = run.lettered(line.text("name"));
    match (line.text("rank_lo"), line.text("rank_hi")) {
        (lo, hi) if lo == hi => format!("{name} · rank {lo}"),
        (lo, hi) => format!("{name} · ranks {lo}–{hi}"),
    }
}
