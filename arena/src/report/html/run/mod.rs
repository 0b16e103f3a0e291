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

use std::path::Path;

use maud::{Markup, html};

use self::page::RunPage;
use super::document::{Document, Section};
use super::question::{count, sentence};
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::report::forfeits::forfeits_note;
use crate::tally::Results;

/// A run that a page is about.
#[derive(Clone, Copy, Debug)]
pub struct ShownRun<'a> {
    /// The name of the game on the box.
    pub title: &'a str,
    /// The run.
    pub plan: &'a Plan,
    /// Whether all of its games are played.
    pub is_complete: bool,
    /// What it has shown.
    pub results: &'a Results,
    /// Where its files are.
    pub folder: &'a Path,
}

/// The page of a run.
///
/// # Errors
/// When `timing.csv` or `faults.csv` is there and cannot be read.
pub fn document(shown: ShownRun<'_>) -> Result<Document, ArenaError> {
    let ShownRun { title, plan, is_complete, results, folder } = shown;
    let (report, path) = (results.report(), &results.path);
    let run = RunPage { title, plan, is_complete, report, path, others: timing::tables(folder)? };
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
            @if let Some(note) = forfeits_note(self.plan, summary) {
                p.caution { (sentence(&note, self.plan.request.bots.names())) }
            }
            @if !self.is_complete { p.caution { "The run is not complete: this is what it has shown so far." } }
        }
    }
}
