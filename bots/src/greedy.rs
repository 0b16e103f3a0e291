//! The bot that takes the best immediate gain: `greedy`.

use crate::best::Best;
use crate::eval::find_greedy;
use crate::{Bot, BotInfo, BotRng, Evaluate, View};

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "greedy",
    summary: "best immediate gain by a hand-made value of the position; ties are drawn",
    options: &[],
    source: "hand-made, documented in bots/src/eval",
};

/// Plays the move after which the player's advantage is highest: the own hand-made [value](Evaluate) of the position, less
/// the mean of the opponents' values, before chance or anybody else acts. Moves of equal advantage are equally likely.
///
/// Hidden information is sampled once per decision. The bot looks one move ahead and at nobody's answer.
#[derive(Debug)]
pub struct Greedy<M> {
    legal: Vec<M>,
    best: Best<M>,
}

impl<M> Default for Greedy<M> {
    fn default() -> Self {
        Greedy { legal: Vec::new(), best: Best::default() }
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let position = view.sample(rng);
        view.legal_moves(&mut self.legal);
        find_greedy(&mut self.best, &position, &self.legal, view.observer());
        self.best.draw(rng)
    }
}
