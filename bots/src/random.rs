//! The bot that chooses uniformly: `random`.

use riverlab_engine::Game;

use crate::bot::Bot;
use crate::options::BotInfo;
use crate::rng::BotRng;
use crate::view::View;

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "random",
    summary: "every legal move is equally likely",
    options: &[],
    source: "the usual baseline",
};

/// Every legal move is equally likely: the baseline of all measurements.
#[derive(Debug)]
pub struct Random<M> {
    buffer: Vec<M>,
}

impl<M> Default for Random<M> {
    fn default() -> Self {
        Random { buffer: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Random<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        view.random_move(&mut self.buffer, rng)
    }

    fn looks_ahead(&self) -> bool {
        false
    }

    fn only_draws(&self) -> bool {
        true
    }
}
