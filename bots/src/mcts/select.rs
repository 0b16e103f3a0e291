//! Which move a simulation tries: bandit formulas.
//!
//! ```text
//! ucb1   mean + c * sqrt(ln N / n)         Auer, Cesa-Bianchi, Fischer 2002; in trees: Kocsis, Szepesvári 2006
//! puct   mean + c * P * sqrt(N) / (1 + n)  Rosin 2011; in this form Silver et al. 2017
//! ```
//!
//! n: visits of the move; N: how often the move could have been chosen, which is the number of visits of its parent
//! where moves are always the same (availability: Cowling, Powley, Whitehouse 2012). mean: for the player who moves.
//! Untried moves come first, in random order, unless the position after each is valued beforehand (`prior`).
//!
//! With `prior=w`, ucb1 counts the value of the position after the move as w visits; puct's P is computed in
//! `super::prior`, and the value stands for the mean of an untried move. Without it puct takes all moves to be equally
//! likely.
//!
//! Ties are broken at random: by the order of the children, which is shuffled when a node is expanded, or by the key of the
//! decision where the available moves change. In games with features for learned values the first move in the game's list wins:
//! there values are rarely equal unless the moves are alike.
//!
//! What does not depend on the siblings is computed when a node is updated, so that a selection costs one
//! multiplication and one addition for each move.

use std::sync::LazyLock;

use super::tree::{Bound, Branch, NodeId, Tree};
use crate::keys::DecisionKey;

/// The formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// UCB1, in trees known as UCT.
    Ucb1,
    /// PUCT: exploration in proportion to prior probabilities.
    Puct,
}

/// How moves are selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// The formula.
    pub formula: Formula,
    /// The exploration constant.
    pub c: f32,
    /// What prior knowledge weighs; 0 without.
    pub prior: f32,
}

/// The values of `sqrt(ln n)` for small n.
static SQRT_LN: LazyLock<Vec<f32>> = LazyLock::new(|| (0..1 << 14).map(compute_sqrt_ln).collect());

fn compute_sqrt_ln(n: u32) -> f32 {
    libm::logf(n.max(1) as f32).sqrt()
}

impl Selection {
    /// Fills the table that `factor` reads.
    pub fn table() -> &'static [f32] {
        &SQRT_LN
    }

    /// What the width of a move is multiplied with that could have been chosen `available` times.
    #[inline]
    fn factor(&self, table: &[f32], available: u32) -> f32 {
        match self.formula {
            Formula::Puct => self.c * (available.max(1) as f32).sqrt(),
            Formula::Ucb1 => {
                self.c * table.get(available as usize).copied().unwrap_or_else(|| compute_sqrt_ln(available))
            }
        }
    }

    /// The child of `id` to try when all of them can be chosen, at each visit.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as a call, it costs search in Connect Four 4 % of its instructions")]
    pub fn best_of_all<M: Copy + PartialEq>(&self, tree: &Tree<M>, table: &[f32], id: NodeId) -> NodeId {
        let (first, branches) = tree.child_branches(id);
        let factor = self.factor(table, tree.branch(id).visits);
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (idx, branch) in branches.iter().enumerate() {
            let score = branch.bound.mean + factor * branch.bound.width;
            if score > best_score {
                (best, best_score) = (idx as u32, score);
            }
        }
        first + best
    }

    /// The child to try when only these can be chosen now.
    pub fn best_available<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        table: &[f32],
        available: &[NodeId],
        ties: Option<DecisionKey>,
    ) -> NodeId {
        let whole = match self.formula {
            Formula::Puct => available.iter().map(|&id| tree.prior(id)).sum::<f32>(),
            Formula::Ucb1 => 1.0,
        };
        // Most siblings could have been chosen equally often.
        let (mut last, mut factor) = (0, self.factor(table, 0) / whole);
        let mut score = |id: NodeId| {
            let (bound, available) = (tree.branch(id).bound, tree.available(id));
            if available != last {
                (last, factor) = (available, self.factor(table, available) / whole);
            }
            bound.mean + factor * bound.width
        };
        highest(available.iter().map(|&id| (id, score(id))), ties)
    }

    /// Writes what selection reads of a node that was visited, from the sum of its values and its prior knowledge.
    #[inline]
    pub fn update<M>(&self, total: f64, prior: f32, branch: &mut Branch<M>) {
        let visits = branch.visits as f32;
        if self.formula == Formula::Puct {
            branch.bound = Bound { mean: total as f32 / visits, width: prior / (1.0 + visits) };
            return;
        }
        let visits = visits + self.prior;
        let once = 1.0 / visits.sqrt();
        branch.bound = Bound { mean: (total as f32 + self.prior * prior) * (once * once), width: once };
    }

    /// What selection reads of a move that was valued but never tried.
    pub fn untried(&self, prior: f32, value: f32) -> Bound {
        let width = match self.formula {
            Formula::Puct => prior,
            Formula::Ucb1 => 1.0 / self.prior.sqrt(),
        };
        Bound { mean: value, width }
    }
}

/// The node of the highest score; among equal ones, that which comes first in the order that a key draws, or in theirs.
#[inline]
fn highest(scores: impl Iterator<Item = (NodeId, f32)>, ties: Option<DecisionKey>) -> NodeId {
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (id, score) in scores {
        if score >= best_score && (score > best_score || is_before(id, best, ties)) {
            (best, best_score) = (id, score);
        }
    }
    best
}

/// Whether one of two equals comes before an earlier one.
#[cold]
fn is_before(one: NodeId, earlier: NodeId, ties: Option<DecisionKey>) -> bool {
    ties.is_some_and(|key| key.place_of(&one) < key.place_of(&earlier))
}

#[cfg(test)]
#[path = "select_tests.rs"]
mod tests;
