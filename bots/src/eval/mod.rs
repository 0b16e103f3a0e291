//! Hand-made values of positions, one per game, and the search defaults that were measured for it.

mod carcassonne;
mod rio_grande;
mod river_dragons;
mod the_river;
mod toy;
mod variant;

use rand::Rng;
use riverlab_engine::{Elements, PerPlayer, Seat};

use crate::options::Defaults;

/// A game with a hand-made value of its positions.
pub trait Evaluate: Elements {
    /// By how many points two players' values must differ for the odds of winning to be `e` to 1: what turns points into
    /// shares: exp(value / spread), divided by the sum over the players.
    const SPREAD: f64;

    /// The defaults of search options that differ from the general ones in this game.
    const DEFAULTS: Defaults = &[];

    /// What the position is worth to each player, in points of the final score: an estimate of it, and the score itself
    /// once the game is over. Hidden pieces count as they stand: a bot is shown samples.
    fn evaluate(&self) -> PerPlayer<f64>;

    /// The same as far as `observer` can know it, for choices that do not weigh many samples.
    fn evaluate_as(&self, _observer: Seat) -> PerPlayer<f64> {
        self.evaluate()
    }

    /// A hand-made choice of the player to act among the legal moves, as far as that player can know, much quicker than
    /// valuing each; none if there is none. For rollouts.
    fn quick_choice(&self, _legal: &[Self::Move], _rng: &mut impl Rng) -> Option<Self::Move> {
        None
    }
}

/// A player's advantage after a move, before anything else is dealt or decided.
pub(crate) fn advantage_after<G: Evaluate>(state: &G, mv: G::Move, seat: Seat) -> f64 {
    let mut next = state.clone();
    next.play_unchecked(mv);
    advantage(&next.evaluate_as(seat), seat)
}

/// A player's value less the mean of the others'.
pub(crate) fn advantage(values: &PerPlayer<f64>, seat: Seat) -> f64 {
    let others = values.iter().sum::<f64>() - values[seat];
    values[seat] - others / (values.players() - 1) as f64
}
