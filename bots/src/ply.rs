//! One move of look-ahead over what chance may do next: the bot `ply`.
//!
//! ```text
//! value of a move = mean over samples of the advantage after the move and all chance events until somebody decides
//! advantage       = own value of the position less the mean of the opponents' values (see bots/src/eval)
//! ```
//!
//! That is expectimax of depth one with sampled chance (Michie 1966; Ballard 1983 for the name *-minimax), without
//! anybody's answer. Unlike `greedy`, it looks past the next chance events, and samples hidden information more than
//! once.

use std::ops::RangeInclusive;

use riverlab_engine::Turn;

use crate::best::Best;
use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::evaluator::{EVAL, Evaluator};
use crate::keys::DecisionKey;
use crate::options::BotInfo;
use crate::options::{BotOption, Options};
use crate::rng::BotRng;
use crate::rng::SearchRng;
use crate::spec::SpecError;
use crate::view::View;

const SAMPLES: BotOption<RangeInclusive<u32>> =
    BotOption::new("samples", "20", "samples of chance and hidden information for each move", 1..=1_000_000);

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "ply",
    summary: "one move of look-ahead over sampled chance events, by the same value of the position",
    options: &[SAMPLES.info, EVAL.info],
    source: "expectimax of depth one (Michie 1966)",
};

/// The bot `ply`.
pub(crate) struct Ply<M> {
    samples: u32,
    evaluator: Evaluator,
    legal: Vec<M>,
    best: Best<M>,
}

impl<M> Ply<M> {
    /// A bot with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new<G: Evaluate<Move = M>>(options: &Options<'_>) -> Result<Self, SpecError> {
        let (samples, evaluator) = (options.get(&SAMPLES)?, Evaluator::read::<G>(options)?);
        Ok(Ply { samples, evaluator, legal: Vec::new(), best: Best::default() })
    }
}

/// The advantage after a move and the chance events that follow it, and whether another sample would give the same.
fn sampled_advantage<G: Evaluate>(
    evaluator: &Evaluator,
    view: &View<'_, G>,
    mv: G::Move,
    rng: &mut SearchRng,
) -> (f64, bool) {
    let mut state = view.sample(rng);
    state.play_unchecked(mv);
    let mut certain = !G::IMPERFECT_INFORMATION;
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(rng));
        certain = false;
    }
    (evaluator.advantage::<G>(&evaluator.values(&state, None), view.observer()), certain)
}

/// The mean of as many samples as make a difference, or as there are until the decision is given up.
fn value_of(samples: u32, is_given_up: impl Fn() -> bool, mut sample: impl FnMut() -> (f64, bool)) -> f64 {
    let mut sum = 0.0;
    for _ in 0..samples {
        if is_given_up() {
            break;
        }
        let (value, certain) = sample();
        if certain {
            return value;
        }
        sum += value;
    }
    sum / f64::from(samples)
}

impl<G: Evaluate> Bot<G> for Ply<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let key = DecisionKey::draw(rng);
        view.legal_moves(&mut self.legal);
        let (samples, evaluator) = (self.samples, &self.evaluator);
        self.best.find(&self.legal, |mv| {
            let mut rng = key.stream(&mv, 0);
            value_of(samples, || view.is_given_up(), || sampled_advantage(evaluator, view, mv, &mut rng))
        });
        self.best.draw(&mut key.root_stream())
    }
}
