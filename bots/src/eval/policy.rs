//! Learned probabilities of moves: a softmax over weighted sums of their features, without making the moves.
//!
//! ```text
//! logit of a move = sum over features k of (a_k + b_k * left) * f_k        left: the share of the game that is left
//! P(move)         = exp(logit) / sum over legal moves of exp(logit)
//! ```
//!
//! They are fitted to the shares of visits that searches gave the moves, and stand for what a search would look at: as
//! prior probabilities of puct, and as a rollout policy. Linear policies over features of moves: Soemers, Piette,
//! Stephenson and Browne, "Biasing MCTS with Features for General Games", CEC 2019.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::Evaluate;
use super::exponential::exp_all;
use super::features::MoveTable;
use super::weights::LearnedWeights;

/// Gives moves their probabilities; keeps its memory.
///
/// # Examples
/// Which of the moves of a first decision of The River search would look at:
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::SearchRng;
/// use riverlab_bots::eval::evaluator::Evaluator;
/// use riverlab_engine::games::the_river::TheRiver;
/// use riverlab_engine::{Game, GameRules, Turn};
///
/// let mut state = TheRiver::new(GameRules::standard(), 2);
/// let mut rng = SearchRng::seed_from_u64(1);
/// while state.turn() == Turn::Chance {
///     state.play_unchecked(state.draw(&mut rng));
/// }
/// let mut legal = Vec::new();
/// state.legal_moves(&mut legal);
/// let mut policy = Evaluator::learned::<TheRiver>()?.policy().expect("it is learned");
/// let probabilities = policy.probabilities(&state, &legal);
/// assert_eq!(probabilities.len(), legal.len());
/// assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearnedPolicy {
    weights: Arc<LearnedWeights>,
    table: MoveTable,
    probabilities: Vec<f32>,
}

impl LearnedPolicy {
    /// The policy of these weights.
    pub(super) fn new(weights: Arc<LearnedWeights>) -> LearnedPolicy {
        LearnedPolicy { weights, table: MoveTable::default(), probabilities: Vec::new() }
    }

    /// The probability of each of the legal moves of the player to act, in their order, from 0 to 1; they add up to 1.
    pub fn probabilities<G: Evaluate>(&mut self, state: &G, legal: &[G::Move]) -> &[f32] {
        let sum = self.weigh(state, legal, 1.0);
        for probability in &mut self.probabilities {
            *probability /= sum;
        }
        &self.probabilities
    }

    /// One of the legal moves of the player to act, each in proportion to its probability to this power, from 0 (all
    /// alike).
    ///
    /// # Panics
    /// When there are none.
    pub fn draw<G: Evaluate>(&mut self, state: &G, legal: &[G::Move], power: f32, rng: &mut impl Rng) -> G::Move {
        if let [only] = legal {
            return *only;
        }
        let mut left = self.weigh(state, legal, power) * rng.random::<f32>();
        let drawn = self.probabilities.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        legal[drawn.unwrap_or(legal.len() - 1)]
    }

    /// Writes what the probabilities to a power are in proportion to; returns the sum.
    fn weigh<G: Evaluate>(&mut self, state: &G, legal: &[G::Move], power: f32) -> f32 {
        let model = &self.weights.models(state.n_players()).policy;
        state.write_logits(legal, model, &mut self.table, &mut self.probabilities);
        let highest = self.probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.probabilities.iter_mut().for_each(|logit| *logit = power * (*logit - highest));
        exp_all(&mut self.probabilities);
        self.probabilities.iter().sum()
    }
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
