//! The rows of `games.csv`: one for each seat of a game, in the columns of this version or of an older one.

use riverlab_engine::Seat;

use crate::csv_rows::Fields;
use crate::play::game_loop::FinishedGame;
use crate::schedule::ScheduledGame;

/// The columns before the score parts.
const COLUMNS: [&str; 10] =
    ["game", "lineup", "deal", "rotation", "seat", "bot", "score", "rank", "share", "decisions"];

/// The column behind the score parts: the position of the seat in turn order, 1 being the start player.
const PLACE: &str = "place";

/// The last column, of runs whose programs can forfeit: the decision in which the bot failed, or 0.
const FORFEIT: &str = "forfeit";

/// Which columns there are behind the score parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameColumns {
    /// None: 0.1.0 wrote such files.
    WithoutPlace,
    /// The position in turn order.
    WithPlace,
    /// The position in turn order, and where a seat was forfeited.
    WithForfeits,
}

impl GameColumns {
    /// The names of the columns.
    fn names(self) -> &'static [&'static str] {
        match self {
            GameColumns::WithoutPlace => &[],
            GameColumns::WithPlace => &[PLACE],
            GameColumns::WithForfeits => &[PLACE, FORFEIT],
        }
    }

    /// The header row for a game with these score parts.
    pub(crate) fn header(self, parts: &[String]) -> String {
        let parts = parts.iter().map(|part| format!("points_{part}"));
        let behind = self.names().iter().map(|column| (*column).to_owned());
        let names = COLUMNS.iter().map(|column| (*column).to_owned()).chain(parts).chain(behind);
        names.collect::<Vec<_>>().join(",")
    }
}

/// Writes the rows of a game.
pub(crate) fn write_rows(
    rows: &mut Vec<u8>,
    columns: GameColumns,
    names: &[String],
    parts: usize,
    game: &ScheduledGame,
    result: &FinishedGame,
) {
    let (outcome, players) = (&result.outcome, result.decisions.as_slice().len());
    for seat in Seat::all(players) {
        let mut row = Fields::of(rows);
        row.integer(game.game);
        row.integer(game.lineup);
        row.integer(game.deal);
        row.integer(game.rotation);
        row.integer(seat.index() + 1);
        row.text(&names[usize::from(game.seats[seat])]);
        row.number(outcome.scores[seat]);
        row.number(outcome.ranks[seat]);
        row.number(outcome.shares[seat].value());
        row.integer(result.decisions[seat]);
        outcome.parts[seat].iter().take(parts).for_each(|&part| row.integer(part));
        if columns != GameColumns::WithoutPlace {
            row.integer(seat.steps_after(result.first_player, players) + 1);
        }
        if columns == GameColumns::WithForfeits {
            row.integer(result.forfeits[seat]);
        }
        row.end();
    }
}
