//! What known play leads to in the dice game: with two players optimal play, with more of them play that stops at ten.
//!
//! Whatever the play, these are its exact expectations, so that they foretell how much each roll brings.

mod duel;
mod race;

use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, PerPlayer, Turn};

use super::prospects::Prospects;

/// Positions have fewer points than this while the game goes on.
const GOAL: usize = Dice::GOAL as usize;

/// The chance of each face from two on, and of a one.
const ONE: f64 = Dice::WEIGHTS[0] as f64 / TOTAL;
const TOTAL: f64 = {
    let (mut total, mut face) = (0, 0);
    while face < Dice::WEIGHTS.len() {
        total += Dice::WEIGHTS[face];
        face += 1;
    }
    total as f64
};

/// The faces that bring points, with their chances.
fn faces() -> impl Iterator<Item = (usize, f64)> {
    (2..).zip(Dice::WEIGHTS.into_iter().skip(1).map(|weight| f64::from(weight) / TOTAL))
}

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
