//! `endings.csv`: what each bot does in each position, deal by deal. It is the journal, which goes on after the last
//! whole deal.

use std::ops::RangeInclusive;
use std::path::Path;

use riverlab_arena::column::{Column, header, plain};
use riverlab_arena::csv_rows::rows_of;
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::journal_file::{JournalFile, whole_rows};
use serde::{Deserialize, Serialize};

use super::positions::{PLAYERS, SAME};

/// A row: what one bot does in the position of a deal. A deal without a position has one row with its number alone.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    pub(super) deal: u64,
    pub(super) decision: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) moves: Option<usize>,
    pub(super) best_moves: Option<usize>,
    pub(super) nodes: Option<u64>,
    pub(super) best_share: Option<f64>,
    pub(super) bot: Option<usize>,
    #[serde(rename = "move")]
    pub(super) mv: Option<String>,
    pub(super) share_lost: Option<f64>,
    pub(super) points_lost: Option<f64>,
}

/// The columns.
pub(crate) const COLUMNS: [Column; 11] = [
    plain("deal", "number of the deal"),
    plain("decision", "number of the position among the decisions of the game"),
    plain("seat", "seat whose turn it is"),
    plain("moves", "number of legal moves"),
    plain("best_moves", "number of best moves among them"),
    plain("nodes", "number of positions that the solver looked at"),
    plain("best_share", "win share of a best move, with perfect play afterwards"),
    plain("bot", "number of the bot, in the order of the command"),
    plain("move", "the move of the bot"),
    plain("share_lost", "how much less win share its move brings than a best one"),
    plain("points_lost", "how many points fewer; empty where the game has none"),
];

impl Row {
    /// Whether it has everything or nothing but its deal, and numbers that can be.
    fn is_sound(&self) -> bool {
        if *self == (Row { deal: self.deal, ..Row::default() }) {
            return true;
        }
        let is_number =
            |number: Option<usize>, all: RangeInclusive<usize>| number.is_some_and(|number| all.contains(&number));
        let is_share = |share: Option<f64>| share.is_some_and(|share| (-SAME..=1.0 + SAME).contains(&share));
        let has_all = self.nodes.is_some() && self.bot.is_some() && self.mv.as_ref().is_some_and(|mv| !mv.is_empty());
        has_all
            && is_number(self.decision, 0..=usize::MAX)
            && is_number(self.seat, 1..=PLAYERS)
            && is_number(self.moves, 1..=usize::MAX)
            && is_number(self.best_moves, 1..=self.moves.unwrap_or_default())
            && is_share(self.best_share)
            && is_share(self.share_lost)
            && self.points_lost.is_none_or(f64::is_finite)
    }
}

/// The file, at its end.
#[derive(Debug)]
pub(super) struct Journal(JournalFile);

impl Journal {
    /// Opens the file, or begins it, with the rows of all whole deals, of which each has one for each of so many bots.
    ///
    /// # Errors
    /// When a row is none; the message names the line.
    pub(super) fn open(path: &Path, bots: usize) -> Result<(Journal, Vec<Row>), ArenaError> {
        let header = header(&COLUMNS);
        let (rows, end) = read(&whole_rows(path, &header)?, bots)
            .map_err(|(line, why)| ArenaError::folder(path, format!("line {line}: {why}")))?;
        Ok((Journal(JournalFile::go_on(path, &header, end)?), rows))
    }

    /// Adds the rows of a deal.
    pub(super) fn add(&mut self, rows: &[Row]) -> Result<(), ArenaError> {
        self.0.append(&rows_of(rows))
    }
}

/// The rows of all whole deals, and where the last of them ends, in bytes. An error has the number of its line, the
/// header counted.
fn read(text: &str, bots: usize) -> Result<(Vec<Row>, usize), (u64, String)> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let (mut rows, mut deal, mut end): (Vec<Row>, Vec<Row>, usize) = (Vec::new(), Vec::new(), 0);
    let mut next = 1;
    let mut each = reader.deserialize::<Row>();
    while let Some(row) = each.next() {
        // Behind a row the reader is on the next line, and the header is not among them.
        let line = each.reader().position().line();
        let row = row.map_err(|error| (line, format!("it is no row: {error}")))?;
        let expected = row.bot.is_none_or(|bot| bot == deal.len() + 1);
        if row.deal != next || !expected {
            let bot = row.bot.map_or(String::new(), |bot| format!(", bot {bot}"));
            return Err((line, format!("deal {}{bot}: it does not come next", row.deal)));
        }
        if !row.is_sound() {
            return Err((line, "it is no row of a position".to_owned()));
        }
        let is_whole = row.bot.is_none_or(|bot| bot == bots);
        deal.push(row);
        if is_whole {
            rows.append(&mut deal);
            next += 1;
            end = each.reader().position().byte() as usize;
        }
    }
    Ok((rows, end))
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
