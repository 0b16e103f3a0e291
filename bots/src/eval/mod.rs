//! Hand-made values of positions, one per game.

mod the_river;

use riverlab_engine::{Game, PerPlayer};

/// A game with a hand-made value of its positions.
pub trait Evaluate: Game {
    /// What the position is worth to each player, in points of the final score: an estimate of it, and the score itself
    /// once the game is over. Only what every player can see may count.
    fn evaluate(&self) -> PerPlayer<f64>;
}
