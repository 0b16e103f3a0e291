//! The page of a tournament or match, complete or not.

mod components;
mod of_match;
mod page;
mod pairs;
mod plan;
mod scores;
mod seats;
mod standings;
mod timing;

use maud::{Markup, html};

use self::page::RunPage;
use super::document::{Document, Section};
use super::question::count;
use crate::error::ArenaError;
use crate::run::stored::StoredRun;
use crate::tally::Results;

/// The page of a run of a game that is called `title`.
///
/// # Errors
/// When `timing.csv` or `faults.csv` is there and cannot be read.
pub fn document(stored: &StoredRun, title: &str, results: &Results) -> Result<Document, ArenaError> {
    let run = RunPage {
        title,
        plan: stored.plan(),
        is_complete: stored.is_complete(),
        report: results.report(),
        path: &results.path,
        others: timing::tables(stored.folder())?,
    };
    Ok(run.document())
}

impl RunPage<'_> {
    fn document(&self) -> Document {
        let what = if self.plan.request.comparison.is_some() { "Match" } else { "Tournament" };
        Document { title: format!("{what}: {}", self.title), lead: self.lead(), sections: self.sections() }
    }

    fn sections(&self) -> Vec<Section> {
        let sections = [
            Some(plan::section(self)),
            of_match::section(self),
            Some(standings::section(self)),
            standings::ratings_section(self),
            pairs::section(self),
            Some(scores::section(self)),
            Some(seats::section(self)),
            components::section(self),
            timing::section(&self.others),
        ];
        sections.into_iter().flatten().collect()
    }

    fn lead(&self) -> Markup {
        let (summary, players) = (&self.report.summary, self.plan.request.players);
        let bots = self.plan.request.bots.len() as u64;
        html! {
            p {
                (count(bots, "bot", "bots")) ", " (players) " players a game, " (count(summary.deals, "deal", "deals")) ", "
                (count(summary.games, "game", "games")) "."
            }
            @if self.plan.is_older() {
                p.caution {
                    "riverlab " (self.plan.context.version) " played this run; " (env!("CARGO_PKG_VERSION")) " has computed these numbers anew."
                }
            }
            @if !self.is_complete { p.caution { "The run is not complete: this is what it has shown so far." } }
        }
    }
}
