//! The bot that takes the best immediate gain.

use rand::RngExt;

use crate::eval::advantage;
use crate::{Bot, BotRng, Evaluate, View};

/// Plays the move after which the game's hand-made [value](Evaluate) of the position is highest for the player, less the
/// mean of the others' values, before anything else is dealt or decided. Moves of equal value are equally likely.
///
/// Hidden information is sampled once per decision. Looks one move ahead, at nobody's answer.
#[derive(Debug)]
pub struct Greedy<M> {
    legal: Vec<M>,
    best: Vec<M>,
}

impl<M> Default for Greedy<M> {
    fn default() -> Self {
        Greedy { legal: Vec::new(), best: Vec::new() }
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let position = view.sample(rng);
        view.legal_moves(&mut self.legal);
        let mut highest = f64::NEG_INFINITY;
        self.best.clear();
        for &mv in &self.legal {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let value = advantage(&next.evaluate(), view.observer());
            if value > highest {
                highest = value;
                self.best.clear();
            }
            if value >= highest {
                self.best.push(mv);
            }
        }
        self.best[rng.random_range(0..self.best.len() as u32) as usize]
    }
}
