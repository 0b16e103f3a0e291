//! The page of a tournament or match, complete or not.

mod components;
mod of_match;
mod pairs;
mod plan;
mod scores;
mod seats;
mod standings;
mod timing;

use std::path::Path;

use maud::{Markup, html};

use super::document::{Document, Section};
use super::question::count;
use super::sheet::Sheet;
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::report::result_files::result_files;
use crate::run::stored::StoredRun;
use crate::stats::MatchPath;
use crate::tally::{Report, Results};

/// A run with everything that its page shows.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    /// What the game is called.
    title: &'a str,
    plan: &'a Plan,
    is_complete: bool,
    report: &'a Report,
    path: &'a MatchPath,
    /// The result tables.
    sheets: Vec<Sheet>,
    /// Tables that do not follow from the games: times and faults.
    others: Vec<Sheet>,
}

/// The page of a run of a game that is called `title`.
///
/// # Errors
/// When `timing.csv` or `faults.csv` is there and cannot be read.
pub fn document(stored: &StoredRun, title: &str, results: &Results) -> Result<Document, ArenaError> {
    let (plan, report) = (stored.plan(), results.report());
    let files = result_files(plan, report);
    let run = Run {
        title,
        plan,
        is_complete: stored.is_complete(),
        report,
        path: &results.path,
        sheets: files.iter().map(|(name, content)| Sheet::of(name, content)).collect(),
        others: timing::sheets(stored.folder())?,
    };
    Ok(run.document())
}

impl Run<'_> {
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
            timing::section(self),
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

    /// The table of a file.
    fn sheet(&self, file: &str) -> Option<&Sheet> {
        let name = Path::new(file).file_stem()?;
        self.sheets.iter().find(|sheet| name == sheet.name.as_str())
    }

    /// The letter of a bot, in the order of the standings, with its name.
    fn lettered(&self, name: &str) -> String {
        self.letter(name).map_or(name.to_owned(), |letter| format!("{letter} {name}"))
    }

    /// The letter of a bot, in the order of the standings.
    fn letter(&self, name: &str) -> Option<String> {
        let standings = &self.report.summary.standings;
        standings.iter().position(|line| self.plan.name(line.bot) == name).map(letter)
    }
}

/// A, B, …, Z, AA, AB, …
fn letter(idx: usize) -> String {
    let last = char::from(b'A' + (idx % 26) as u8);
    if idx < 26 { last.to_string() } else { letter(idx / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letter), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
