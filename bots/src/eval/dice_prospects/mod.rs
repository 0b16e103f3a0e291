//! What known play leads to in the dice game: with two players optimal play, with more of them play that stops at ten.
//!
//! Whatever the play, these are its exact expectations, so that they foretell how much each roll brings.

mod die;
mod duel;
mod race;

use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, PerPlayer, Turn};

use super::prospects::Prospects;

/// The prospects of a position in which a player decides, or which is over.
pub(super) fn of(state: &Dice) -> Option<Prospects> {
    match state.turn() {
        Turn::Chance => None,
        Turn::Over => state.outcome().map(|outcome| Prospects {
            shares: PerPlayer::from_fn(state.n_players(), |seat| outcome.shares[seat].value()),
            scores: outcome.scores,
        }),
        Turn::Player(seat) if state.n_players() == 2 => Some(duel::prospects(state, seat)),
        Turn::Player(seat) => Some(race::prospects(state, seat)),
    }
}

#[cfg(test)]
mod tests;
