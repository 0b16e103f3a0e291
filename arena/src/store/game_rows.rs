//! The rows of `games.csv`: one for each seat of a game.

use std::fmt::{Display, Write as _};

use riverlab_engine::{Game, Seat};

use super::csv_rows::Number;
use crate::plan::Plan;
use crate::play::game_loop::FinishedGame;
use crate::schedule::ScheduledGame;

/// The columns before the score parts.
const COLUMNS: [&str; 10] =
    ["game", "lineup", "deal", "rotation", "seat", "bot", "score", "rank", "share", "decisions"];

/// The header row for a game.
pub(crate) fn header<G: Game>() -> String {
    let parts = G::PARTS.iter().map(|part| format!("points_{part}"));
    COLUMNS.iter().map(|column| (*column).to_owned()).chain(parts).collect::<Vec<_>>().join(",")
}

/// Writes the rows of a game.
pub(crate) fn write_rows<G: Game>(
    rows: &mut csv::Writer<Vec<u8>>,
    plan: &Plan,
    game: &ScheduledGame,
    result: &FinishedGame,
) {
    let outcome = &result.outcome;
    let mut text = String::new();
    for seat in Seat::all(plan.request.players) {
        let mut field = |value: &dyn Display| {
            text.clear();
            write!(text, "{value}").expect("memory can be written");
            rows.write_field(&text).expect("memory can be written");
        };
        field(&game.game);
        field(&game.lineup);
        field(&game.deal);
        field(&game.rotation);
        field(&(seat.index() + 1));
        field(&plan.name(game.seats[seat]));
        field(&Number(outcome.scores[seat]));
        field(&Number(outcome.ranks[seat]));
        field(&outcome.shares[seat]);
        field(&result.decisions[seat]);
        outcome.parts[seat].iter().take(G::PARTS.len()).for_each(|part| field(part));
        rows.write_record(None::<&[u8]>).expect("memory can be written");
    }
}
