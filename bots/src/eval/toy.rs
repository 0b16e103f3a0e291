//! The values of positions of toy games.
//!
//! ```text
//! Tree, Dice    value = points so far
//! Connect Four  value = 1 for the winner, 0 for the loser, as the score says; before the end 0.1 for each empty cell that
//!                       would complete a line of one's own
//! ```
//!
//! Left out is everything else: these games are there to test search, which must find the rest by itself.

use riverlab_engine::games::toy::{ConnectFour, Dice, Tree};
use riverlab_engine::{Game, PerPlayer, Turn};

use super::Evaluate;
use crate::compile_bots;

impl Evaluate for ConnectFour {
    const SOFTMAX_TEMPERATURE: f64 = 0.5;

    fn evaluate(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(2, |seat| match self.turn() {
            Turn::Over => f64::from(self.score_parts(seat)[0]),
            _ => 0.1 * f64::from(self.threats(seat).count_ones()),
        })
    }

    compile_bots!();
}

impl Evaluate for Dice {
    const SOFTMAX_TEMPERATURE: f64 = 10.0;

    fn evaluate(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(self.n_players(), |seat| f64::from(self.score_parts(seat)[0]))
    }

    compile_bots!();
}

impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> Evaluate for Tree<PLAYERS, IMPERFECT_INFORMATION> {
    const SOFTMAX_TEMPERATURE: f64 = 1.0;

    fn evaluate(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(PLAYERS, |seat| f64::from(self.score_parts(seat)[0]))
    }

    compile_bots!();
}
