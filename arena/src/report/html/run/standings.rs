//! Standings and ratings.

use maud::html;
use riverlab_stats::RankInterval;

use super::page::RunPage;
use crate::report::cell::as_written;
use crate::report::fit_text::fit_notes;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::document::Section;
use crate::report::html::question::sentence;
use crate::report::html::table::TableView;
use crate::report::rows::ratings::{self, Rated, RatingRow};
use crate::report::rows::standings::{self, StandingRow};
use crate::schedule::Pairing;
use crate::store::file_names::{RATINGS, STANDINGS};

/// Shares with their intervals.
pub(super) fn section(run: &RunPage<'_>) -> Section {
    let rows: Vec<StandingRow> = standings::rows(run.plan, &run.report.summary).collect();
    let equal = 1.0 / run.plan.request.players as f64;
    let sorted_by = if run.plan.request.pairing == Pairing::Full { "share" } else { "rating" };
    let words = html! {
        p {
            "The share of a bot is the mean of what it wins, ties split. Against equals it is " (format!("{equal:.3}"))
            ". Rows are sorted by " (sorted_by) ", and all rank intervals hold at once with 95 %."
        }
    };
    let table = TableView::new(STANDINGS, &standings::layout(run.plan), &rows, "Standings, the best bot first");
    let blocks = vec![words, picture(run, &rows, equal).picture(), table.markup()];
    Section::new("standings", "Standings", blocks)
}

fn picture(run: &RunPage<'_>, rows: &[StandingRow], equal: f64) -> Intervals {
    let row = |row: &StandingRow| Row::single(run.lettered(&row.bot), "", as_written(&row.share));
    Intervals {
        name: "standings".to_owned(),
        caption: "Share of each bot with its 95 % interval".to_owned(),
        axis: "share of wins".to_owned(),
        rows: rows.iter().map(row).collect(),
        legend: Vec::new(),
        reference: Some((equal, "an equal share".to_owned())),
        band: None,
        ends: Some((0.0, 1.0)),
    }
}

/// Ratings with rank intervals, and whether they describe the games; none of a single bot.
pub(super) fn ratings_section(run: &RunPage<'_>) -> Option<Section> {
    if run.plan.request.bots.len() < 2 {
        return None;
    }
    let rows = ratings::rows(run.plan, &run.report.summary);
    let (names, notes) = (run.plan.request.bots.names(), fit_notes(run.plan, &run.report.summary));
    let words = html! {
        p {
            "Ratings are a fit of the Davidson–Luce model to the complete ranking of every game, with an effect of the position \
             in turn order, on the Elo scale with mean 0."
        }
        @for note in &notes { p.caution { (sentence(note, names)) } }
    };
    let caption = "Ratings of bots, then effects of positions in turn order";
    let table = TableView::new(RATINGS, &ratings::layout(run.plan), &rows, caption);
    let blocks = vec![words, ratings_picture(run, &rows).picture(), table.markup()];
    Some(Section::new("ratings", "Ratings", blocks))
}

fn ratings_picture(run: &RunPage<'_>, rows: &[RatingRow]) -> Intervals {
    let row = |row: &RatingRow| match &row.of {
        Rated::Bot { name, rank, .. } => {
            Row::single(rated(run, name, *rank), "Bots with their rank intervals", as_written(&row.elo))
        }
        Rated::Position(position) => {
            Row::single(format!("position {position}"), "Positions in turn order", as_written(&row.elo))
        }
    };
    Intervals {
        name: "ratings".to_owned(),
        caption: "Ratings with their 95 % intervals".to_owned(),
        axis: "rating on the Elo scale".to_owned(),
        rows: rows.iter().map(row).collect(),
        legend: Vec::new(),
        reference: Some((0.0, "the mean".to_owned())),
        band: None,
        ends: None,
    }
}

/// A bot with its rank interval.
fn rated(run: &RunPage<'_>, name: &str, RankInterval { lo, hi }: RankInterval) -> String {
    let name = run.lettered(name);
    if lo == hi { format!("{name} · rank {lo}") } else { format!("{name} · ranks {lo}–{hi}") }
}
