//! One future for all simulations of a decision: chance does the same in each, as far as the moves that players make
//! let it.
//!
//! Each chance stream of the game has a generator of its own, which starts anew with each simulation: so a chance event
//! that comes later because of other moves is still drawn from the same numbers. That is determinization of the future;
//! it is what `worlds=one` is compared with, and takes a guess for the truth.

use rand::SeedableRng;
use riverlab_engine::Game;

use crate::rng::SearchRng;

/// A guess of what chance will do.
pub(crate) struct FixedChance {
    /// The generators as each simulation meets them, by chance stream.
    start: Vec<SearchRng>,
    now: Vec<SearchRng>,
}

impl FixedChance {
    /// A future that a generator makes, in a game with so many chance streams.
    pub(crate) fn new(streams: usize, world: &mut SearchRng) -> Self {
        let start: Vec<SearchRng> = (0..streams).map(|_| SearchRng::from_rng(world)).collect();
        FixedChance { now: start.clone(), start }
    }

    /// Goes back to the position that is thought about.
    pub(crate) fn rewind(&mut self) {
        self.now.clone_from(&self.start);
    }

    /// The next chance event of this future.
    pub(crate) fn draw<G: Game>(&mut self, state: &G) -> G::Move {
        state.draw(&mut self.now[state.chance_stream()])
    }
}

#[cfg(test)]
#[path = "fixed_chance_tests.rs"]
mod tests;
