//! What a program did wrong, as a row of `faults.csv`.

use riverlab_engine::Seat;
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use crate::column::Format::Name;
use crate::column::{Column, main, plain};
use crate::legible::escaped;

/// The columns.
pub(crate) const COLUMNS: [Column; 9] = [
    plain("game", "number of the game; empty for a fault after the last game"),
    plain("seat", "number of the seat, from 1"),
    main("bot", "Bot", Name, "name of the program"),
    plain("decision", "number of the decision among those of the seat, from 1"),
    plain("class", "class of the fault"),
    plain("ms", "how long the program had been asked").unit("milliseconds"),
    plain("detail", "what exactly happened"),
    plain("stdout", "the last 4 KiB of its standard output; control characters as `\\u{1b}`"),
    plain("stderr", "the last 4 KiB of its standard error; control characters as `\\u{1b}`"),
];

/// A fault in a game of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRow {
    /// The number of the game; none of a fault after the last game.
    pub game: Option<u64>,
    /// The number of the seat, from 1.
    pub seat: Option<usize>,
    /// The bot.
    pub bot: String,
    /// The number of the decision, among those of the seat, from 1.
    pub decision: Option<u32>,
    /// The class of the fault.
    pub class: String,
    /// How long the program had been asked, in milliseconds.
    pub ms: u64,
    /// What exactly happened.
    pub detail: String,
    /// The last that the program wrote to its standard output, at most 4 KiB.
    pub stdout: String,
    /// The last that it wrote to its standard error, at most 4 KiB.
    pub stderr: String,
}

impl FaultRow {
    /// A fault in a decision of a game.
    pub(crate) fn in_game(game: u64, seat: Seat, decision: u32, bot: &str, fault: &Fault) -> FaultRow {
        let (game, seat, decision) = (Some(game), Some(seat.index() + 1), Some(decision));
        FaultRow { game, seat, decision, ..FaultRow::afterwards(bot, fault) }
    }

    /// A fault after the last game.
    pub(crate) fn afterwards(bot: &str, fault: &Fault) -> FaultRow {
        FaultRow {
            game: None,
            seat: None,
            bot: bot.to_owned(),
            decision: None,
            class: fault.class.to_string(),
            ms: fault.ms,
            detail: fault.detail.clone(),
            stdout: shown(&fault.stdout),
            stderr: shown(&fault.stderr),
        }
    }
}

/// What a program wrote, as text that files, terminals and pages can hold.
fn shown(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes), &['\n', '\t'])
}

#[cfg(test)]
#[path = "fault_row_tests.rs"]
mod tests;
