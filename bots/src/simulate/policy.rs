//! Rollout policies: how moves are chosen in a simulation once it has left the tree.
//!
//! - `random`: any legal move.
//! - `greedy`: the move after which the [advantage](crate::eval) is highest; any of equals.
//! - `epsilon:E`: with probability E any move, else as `greedy`.
//! - `mast`: by what earlier simulations made of the move, see [`super::mast`].
//! - `learned:B`: any move, each in proportion to the probability that the [learned policy](crate::eval::policy) gives
//!   it, to the power B: as it says with 1, which is `learned`, and the more often the most probable one the greater B
//!   is. The policy stands for the visits of searches, which look at far more moves than they would play.
//! - `quick`: with probability 0.1 any move, else the [quick choice](Evaluate::quick_choice) of the game, which is any
//!   move in a game that has none.

use std::hash::Hash;

use rand::RngExt;
use riverlab_engine::{Seat, playout};

use super::mast::Mast;
use crate::best::Best;
use crate::eval::Evaluate;
use crate::eval::evaluator::Evaluator;
use crate::eval::policy::LearnedPolicy;
use crate::eval::softmax::Values;
use crate::options::{AllowedValues, BotOption, Texts};
use crate::rng::SearchRng;

/// How often a quick rollout moves at random.
const QUICK_EPSILON: f32 = 0.1;

/// How moves are chosen in a rollout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// Any legal move.
    Random,
    /// The best immediate gain by the game's evaluation.
    Greedy,
    /// Greedy, but random with this probability.
    Epsilon(f32),
    /// By what earlier simulations of the decision made of the move.
    Mast,
    /// The quick choice of the game.
    Quick,
    /// The learned policy, its probabilities to this power.
    Learned(f32),
}

/// The option `rollout`.
pub const ROLLOUT: BotOption<Texts<Policy>> = BotOption::new(
    "rollout",
    "random",
    "how simulations go on: random, greedy, epsilon:E (random with probability E), mast, quick, learned:B \
     (by the learned policy to the power B)",
    Texts { allowed: "random or greedy or epsilon:0.2 or mast or quick or learned or learned:4", parse: parse_policy },
);

fn parse_policy(text: &str) -> Option<Policy> {
    match text {
        "random" => Some(Policy::Random),
        "greedy" => Some(Policy::Greedy),
        "mast" => Some(Policy::Mast),
        "quick" => Some(Policy::Quick),
        "learned" => Some(Policy::Learned(1.0)),
        _ => {
            let epsilon = || (0.0..=1.0).parse(text.strip_prefix("epsilon:")?).map(Policy::Epsilon);
            let learned = || (0.0..=100.0).parse(text.strip_prefix("learned:")?).map(Policy::Learned);
            epsilon().or_else(learned)
        }
    }
}

/// Chooses moves by a policy; keeps its memory.
pub(super) struct Rollouts<M> {
    policy: Policy,
    evaluator: Evaluator,
    legal: Vec<M>,
    /// Room for numbers of moves.
    numbers: Vec<u16>,
    best: Best<M>,
    /// What the policy has learned in this decision, if it learns.
    mast: Option<Mast>,
    /// What is known of moves from training, if the policy is learned.
    learned: Option<LearnedPolicy>,
}

impl<M: Copy + Hash> Rollouts<M> {
    pub(super) fn new(policy: Policy, evaluator: Evaluator) -> Self {
        let mast = (policy == Policy::Mast).then(Mast::new);
        let learned = if let Policy::Learned(_) = policy { evaluator.policy() } else { None };
        Rollouts { policy, evaluator, legal: Vec::new(), numbers: Vec::new(), best: Best::default(), mast, learned }
    }

    /// Forgets what was learned in the last decision.
    pub(super) fn forget(&mut self) {
        if let Some(mast) = &mut self.mast {
            mast.clear();
        }
    }

    /// Notes a move that was made before the rollout.
    #[inline]
    pub(super) fn note<G: Evaluate<Move = M>>(&mut self, mv: M, seat: Seat) {
        if let Some(mast) = &mut self.mast {
            mast.note(G::move_number(mv), seat);
        }
    }

    /// Learns from the result of the simulation, if the policy learns.
    #[inline]
    pub(super) fn learn(&mut self, values: &Values) {
        if let Some(mast) = &mut self.mast {
            mast.learn(values);
        }
    }

    /// Plays to the end of the game, if the policy is random; else does nothing and says so.
    #[inline]
    pub(super) fn play_out<G: Evaluate<Move = M>>(&mut self, state: &mut G, rng: &mut SearchRng) -> bool {
        if self.policy != Policy::Random {
            return false;
        }
        playout(state, rng, &mut self.legal);
        true
    }

    /// A move of the player to act.
    pub(super) fn choose<G: Evaluate<Move = M>>(&mut self, state: &G, seat: Seat, rng: &mut SearchRng) -> M {
        match self.policy {
            Policy::Random => state.rollout_move(&mut self.legal, rng),
            Policy::Epsilon(epsilon) if rng.random::<f32>() < epsilon => state.rollout_move(&mut self.legal, rng),
            Policy::Greedy | Policy::Epsilon(_) => self.greedy_move(state, seat, rng),
            Policy::Quick if rng.random::<f32>() < QUICK_EPSILON => state.rollout_move(&mut self.legal, rng),
            Policy::Quick => {
                state.legal_moves(&mut self.legal);
                let chosen = state.quick_choice(&self.legal, rng);
                chosen.unwrap_or_else(|| self.legal[rng.random_range(0..self.legal.len() as u32) as usize])
            }
            Policy::Learned(power) => {
                let learned = self.learned.as_mut().expect("made for this policy");
                state.choose_listed(&mut self.legal, |legal| learned.draw(state, legal, power, rng))
            }
            Policy::Mast => {
                let mast = self.mast.as_mut().expect("made for this policy");
                let before = mast.noted();
                state.choose_by_number(&mut self.legal, &mut self.numbers, |legal| {
                    mast.forget_since(before);
                    mast.choose(legal, seat, rng)
                })
            }
        }
    }

    fn greedy_move<G: Evaluate<Move = M>>(&mut self, state: &G, seat: Seat, rng: &mut SearchRng) -> M {
        let Rollouts { legal, best, evaluator, .. } = self;
        state.choose_listed(legal, |legal| {
            evaluator.find_greedy(best, state, legal, seat);
            best.draw(rng)
        })
    }
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
