//! What the page of a run shows, and the letters of its bots.

use riverlab_stats::MatchPath;

use crate::plan::Plan;
use crate::report::html::table::TableView;
use crate::tally::Report;

/// A run with everything that its page shows.
#[derive(Debug)]
pub(super) struct RunPage<'a> {
    /// What the game is called.
    pub(super) title: &'a str,
    pub(super) plan: &'a Plan,
    pub(super) is_complete: bool,
    pub(super) report: &'a Report,
    pub(super) path: &'a MatchPath,
    /// Tables that do not follow from the games: times and faults.
    pub(super) others: Vec<TableView>,
}

impl RunPage<'_> {
    /// The letter of a bot, in the order of the standings, with its name and the games that it has forfeited.
    pub(super) fn lettered(&self, name: &str) -> String {
        let standings = &self.report.summary.standings;
        let place = standings.iter().position(|line| self.plan.name(line.bot) == name);
        let Some((place, line)) = place.map(|place| (place, &standings[place])) else { return name.to_owned() };
        let forfeits = match line.forfeits {
            0 => String::new(),
            forfeits => format!(" ({forfeits} of {} forfeited)", line.games),
        };
        format!("{} {name}{forfeits}", letter(place))
    }

    /// The letter of a bot, in the order of the standings.
    pub(super) fn letter(&self, name: &str) -> Option<String> {
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
#[path = "page_tests.rs"]
mod tests;
