//! Mixed strategies where players choose at the same time: regret matching in the trees of information-set search.
//!
//! ```text
//! s(a)   = R+(a) / sum of R+, R+ the positive part of the regret; the prior's p(a) if no regret is positive
//! drawn  = (1 - g) * s + g * (p + 1/k) / 2          g = 0.1, k moves
//! u(a)   = b(a), of the drawn move b(a) + (value - b(a)) / probability of drawing it
//! R(a)  += u(a) - sum over b of s(b) * u(b)         then at least 0
//! S(a)  += t * s(a)                                 at the t-th visit
//! ```
//!
//! b(a) is the mean value of the move so far, p(a) its prior among the moves at hand. S in proportion is
//! the average strategy, which approaches an equilibrium of two-player zero-sum games, where the most visited move does
//! not; the move to play is drawn from it. Regret matching: Hart and Mas-Colell 2000; never below 0: Tammelin 2014; in
//! Monte Carlo tree search: Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo Tree Search in
//! Simultaneous Move Games", NIPS 2013; baselines: Schmid et al., "Variance Reduction in Monte Carlo Counterfactual
//! Regret Minimization", AAAI 2019.
//!
//! What it approaches among more than two players, or where the sum of values is not constant, is no equilibrium in
//! general.
//!
//! Of the moves of a player who mixes, [`Bound::mean`] holds R and [`Bound::width`] S, divided by t.

use rand::RngExt;

use super::tree::{Bound, NodeId, Tree};
use crate::eval::softmax::Values;
use crate::rng::SearchRng;

/// The share of draws that explore.
const EXPLORED: f32 = 0.1;

/// What selection reads of a move that was never drawn.
pub const UNTRIED: Bound = Bound { mean: 0.0, width: 0.0 };

/// What the average strategy makes of a move, not divided by the sum.
pub fn weight(bound: Bound) -> f32 {
    bound.width
}

/// A move that could be drawn.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    id: NodeId,
    /// Its probability in the current strategy.
    strategy: f32,
    drawn: bool,
    /// The probability of drawing it.
    probability: f32,
}

/// The draws of one simulation, of which it will be learned; keeps its memory.
#[derive(Debug, Default)]
pub struct Mixtures {
    candidates: Vec<Candidate>,
    /// Where in `candidates` each draw ends.
    ends: Vec<usize>,
}

impl Mixtures {
    /// Draws one of these moves, and adds the current strategy to the average.
    pub fn draw<M: Copy + PartialEq>(
        &mut self,
        tree: &mut Tree<M>,
        available: &[NodeId],
        rng: &mut SearchRng,
    ) -> NodeId {
        let begin = self.candidates.len();
        let prior: f32 = available.iter().map(|&id| tree.prior(id)).sum();
        let regrets: f32 = available.iter().map(|&id| tree.branch(id).bound.mean).sum();
        let even = 1.0 / available.len() as f32;
        for &id in available {
            let expected = if prior > 0.0 { tree.prior(id) / prior } else { even };
            let strategy = if regrets > 0.0 { tree.branch(id).bound.mean / regrets } else { expected };
            let probability = (1.0 - EXPLORED) * strategy + EXPLORED * f32::midpoint(expected, even);
            self.candidates.push(Candidate { id, strategy, drawn: false, probability });
            let visits = tree.available(id) as f32;
            let bound = &mut tree.branch_mut(id).bound;
            bound.width = bound.width * ((visits - 1.0) / visits) + strategy;
        }
        let mut left = rng.random::<f32>();
        let candidates = &mut self.candidates[begin..];
        let drawn = candidates.iter().position(|candidate| {
            left -= candidate.probability;
            left < 0.0
        });
        let drawn = drawn.unwrap_or(candidates.len() - 1);
        candidates[drawn].drawn = true;
        let id = candidates[drawn].id;
        self.ends.push(self.candidates.len());
        id
    }

    /// Learns from the value of the simulation, before the means of moves do, and forgets its draws.
    pub fn learn<M: Copy + PartialEq>(&mut self, tree: &mut Tree<M>, values: &Values) {
        let mut begin = 0;
        for &end in &self.ends {
            let candidates = &self.candidates[begin..end];
            begin = end;
            let value_of = |tree: &Tree<M>, candidate: &Candidate| {
                let branch = tree.branch(candidate.id);
                let (value, visits) = (branch.actor.value(values), branch.visits);
                let mean = if visits == 0 { value } else { (tree.total(candidate.id) / f64::from(visits)) as f32 };
                if candidate.drawn { mean + (value - mean) / candidate.probability } else { mean }
            };
            let expected: f32 = candidates.iter().map(|candidate| candidate.strategy * value_of(tree, candidate)).sum();
            for candidate in candidates {
                let more = value_of(tree, candidate) - expected;
                let bound = &mut tree.branch_mut(candidate.id).bound;
                bound.mean = (bound.mean + more).max(0.0);
            }
        }
        self.candidates.clear();
        self.ends.clear();
    }
}

#[cfg(test)]
#[path = "regret_tests.rs"]
mod tests;
