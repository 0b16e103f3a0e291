//! How often each score came up.

use maud::html;

use super::page::RunPage;
use crate::report::html::chart::histograms::{Distribution, Histograms};
use crate::report::html::document::Section;
use crate::tally::Standing;

/// The bots that are drawn, of those in the standings.
const MAX_DRAWN: usize = 24;
/// The parts of the axis, at most.
const MAX_PARTS: f64 = 41.0;

/// The distributions of scores.
pub(super) fn section(run: &RunPage<'_>) -> Section {
    let bots = run.report.summary.standings.len();
    let words = html! {
        p {
            "How often each bot reached each score. Below each histogram a strip goes from the 5 % to the 95 % quantile, with \
             the median; the numbers are in the standings (all columns)."
            @if bots > MAX_DRAWN { " The first " (MAX_DRAWN) " of " (bots) " bots are drawn." }
        }
    };
    Section::new("scores", "Scores", vec![words, histograms(run).picture()])
}

fn histograms(run: &RunPage<'_>) -> Histograms {
    let standings = &run.report.summary.standings;
    let ends = |level: f64| standings.iter().map(move |line| line.scores.quantile(level));
    let (least, most) = (ends(0.0).fold(f64::INFINITY, f64::min), ends(1.0).fold(f64::NEG_INFINITY, f64::max));
    let width = part_width(most - least);
    let from = (least / width).floor() * width;
    let parts = (((most - from) / width).floor() as usize + 1).max(1);
    let rows = standings.iter().take(MAX_DRAWN).map(|line| distribution(run, line, from, width, parts));
    Histograms {
        name: "scores".to_owned(),
        caption: "Distribution of scores".to_owned(),
        axis: format!("points; each bar is {width} wide"),
        from,
        width,
        rows: rows.collect(),
    }
}

/// The smallest handy width of parts of which few enough make this range.
fn part_width(range: f64) -> f64 {
    let widths = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let least = if range <= 4.0 { 0.1 } else { 1.0 };
    let fits = |width: &f64| *width >= least && range / width < MAX_PARTS - 1.0;
    widths.into_iter().find(fits).unwrap_or(range / (MAX_PARTS - 1.0))
}

fn distribution(run: &RunPage<'_>, line: &Standing, from: f64, width: f64, parts: usize) -> Distribution {
    Distribution {
        label: run.lettered(run.plan.name(line.bot)),
        counts: line.scores.bins(from, from + width * parts as f64, parts),
        quantiles: [0.05, 0.5, 0.95].map(|level| line.scores.quantile(level)),
    }
}

#[cfg(test)]
#[path = "scores_tests.rs"]
mod tests;
