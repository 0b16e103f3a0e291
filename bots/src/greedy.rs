//! The bot that takes the best immediate gain: `greedy`.

use crate::best::Best;
use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::evaluator::{EVAL, Evaluator};
use crate::options::BotInfo;
use crate::options::Options;
use crate::rng::BotRng;
use crate::spec::SpecError;
use crate::view::View;

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "greedy",
    summary: "best immediate gain by the value of the position; ties are drawn",
    options: &[EVAL.info],
    source: "learned by self-play or hand-made, documented in bots/src/eval",
};

/// Plays the move after which the player's advantage is highest: the own [value](Evaluate) of the position, less
/// the mean of the opponents' values, before chance or anybody else acts. Moves of equal advantage are equally likely.
///
/// Hidden information is sampled once per decision. The bot looks one move ahead and at nobody's answer.
#[derive(Debug)]
pub struct Greedy<M> {
    legal: Vec<M>,
    best: Best<M>,
    evaluator: Evaluator,
}

impl<M> Greedy<M> {
    /// A bot for a game with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new<G: Evaluate<Move = M>>(options: &Options<'_>) -> Result<Self, SpecError> {
        Ok(Greedy { evaluator: Evaluator::read::<G>(options)?, ..Greedy::default() })
    }
}

/// By hand-made values.
impl<M> Default for Greedy<M> {
    fn default() -> Self {
        Greedy { legal: Vec::new(), best: Best::default(), evaluator: Evaluator::Hand }
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let position = view.sample(rng);
        view.legal_moves(&mut self.legal);
        self.evaluator.find_greedy(&mut self.best, &position, &self.legal, view.observer());
        self.best.draw(rng)
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
