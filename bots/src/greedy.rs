//! The bot that takes the best immediate gain.

use crate::best::Best;
use crate::eval::advantage_after;
use crate::{Bot, BotRng, Evaluate, View};

/// Plays the move after which the game's hand-made [value](Evaluate) of the position is highest for the player, less the
/// mean of the others' values, before anything else is dealt or decided. Moves of equal value are equally likely.
///
/// Hidden information is sampled once per decision. Looks one move ahead, at nobody's answer.
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
        self.best.find(&self.legal, |mv| advantage_after(&position, mv, view.observer()));
        self.best.draw(rng)
    }
}
