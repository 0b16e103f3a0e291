//! Prior knowledge: what is known of a move before it is tried, from the [value](Evaluate) of the position after it, or
//! from the [learned policy](crate::eval::policy).
//!
//! ```text
//! ucb1   the value of the position after the move, as a share (see simulate/value.rs)
//! puct   P = exp(w * A / T) / sum over siblings;  w: the option prior, A: advantage after the move, T: temperature
//!        policy=learned: P = (1 - u) * the probability of the learned policy + u / number of moves;  u: the option
//!        uniform, so that a move is tried some day that the policy thinks nothing of. Until it is tried, the move is worth
//!        V - BEHIND * ln(highest P / P),  V: the value of the position before the move
//! ```
//!
//! Values are taken as the player knows the position who moves. The learned policy plays and copies nothing. With
//! `policy=learned` and `prior=w`, the moves to choose from are valued, and all others have the probabilities of the
//! policy. Without prior knowledge (`prior=off,policy=off`) all moves of a node are alike. How the
//! [formulas](super::select) use it stands there.

use riverlab_engine::{Game, PerPlayer, Seat};

use super::options::SearchOptions;
use super::select::Formula;
use super::tree::{NodeId, Tree};
use crate::Evaluate;
use crate::eval::exponential::exp_all;
use crate::eval::policy::LearnedPolicy;
use crate::eval::softmax::Share;

/// How much of a win share a move is expected to lose that is `e` times less probable than the best one.
const BEHIND: f32 = 0.1;
/// Less probable than that is no move taken to be.
const LEAST: f32 = 1e-9;

/// What is to be chosen at a node.
pub(super) struct Choice<'a, G: Game> {
    /// The position.
    pub(super) state: &'a G,
    /// The moves that are legal in it.
    pub(super) legal: &'a [G::Move],
    /// How many of them, the first ones, share a node, as others do not see them.
    pub(super) unseen: usize,
    /// Who chooses.
    pub(super) seat: Seat,
}

/// Writes the prior knowledge of the new children of a node whose moves are the same at every visit: the legal ones.
pub(super) fn know_children<G: Evaluate>(
    tree: &mut Tree<G::Move>,
    options: &SearchOptions,
    policy: Option<&mut LearnedPolicy>,
    id: NodeId,
    choice: &Choice<'_, G>,
) {
    let selection = options.selection;
    if let Some(policy) = policy {
        let children = tree.children(id);
        ask_policy(tree, options, policy, children, choice);
    } else if selection.prior > 0.0 {
        value_children(tree, options, id, choice.state, choice.seat);
    } else if selection.formula == Formula::Puct {
        let alike = 1.0 / tree.children(id).len() as f32;
        for child in tree.children(id) {
            tree.set_prior(child, alike);
        }
    }
}

/// Writes the prior knowledge of these new children, for puct not yet divided by the sum over those that can be chosen
/// at the same time.
pub(super) fn know_new<G: Evaluate>(
    tree: &mut Tree<G::Move>,
    options: &SearchOptions,
    policy: Option<&mut LearnedPolicy>,
    new: &[NodeId],
    choice: &Choice<'_, G>,
) {
    let children = new.iter().copied();
    if let Some(policy) = policy {
        ask_policy(tree, options, policy, children, choice);
    } else if options.selection.prior > 0.0 {
        value_each(tree, options, children, choice.state, choice.seat);
    } else {
        children.for_each(|child| tree.set_prior(child, 1.0));
    }
}

/// Writes what the learned policy says of new children, which are in the order of the legal moves.
fn ask_policy<G: Evaluate>(
    tree: &mut Tree<G::Move>,
    options: &SearchOptions,
    policy: &mut LearnedPolicy,
    children: impl Iterator<Item = NodeId>,
    choice: &Choice<'_, G>,
) {
    let Choice { state, legal, unseen, seat } = *choice;
    let evaluator = &options.simulation.evaluator;
    let value = evaluator.share::<G>(&evaluator.values(state, Some(seat)), seat);
    let (probabilities, uniform) = (policy.probabilities(state, legal), options.uniform);
    // With a uniform part of 0 these are the very probabilities.
    let mixed =
        |probability: f32, moves: usize| (1.0 - uniform) * probability + uniform * moves as f32 / legal.len() as f32;
    let highest = mixed(probabilities.iter().copied().fold(0.0, f32::max), 1);
    let mut next = 0;
    for child in children {
        let branch = *tree.branch(child);
        let prior = if branch.actor.is_unseen() {
            mixed(probabilities[..unseen].iter().sum(), unseen)
        } else {
            let ahead = legal[next..].iter().position(|mv| *mv == branch.mv).map(|ahead| next + ahead);
            let place = ahead.or_else(|| legal.iter().position(|mv| *mv == branch.mv)).expect("a legal move");
            next = place + 1;
            mixed(probabilities[place], 1)
        };
        // Unseen moves share a node, and are together often more probable than the best one.
        let behind = libm::logf(highest / prior.max(LEAST)).max(0.0);
        tree.branch_mut(child).bound = options.selection.untried(prior, (value - BEHIND * behind).max(0.0));
        tree.set_prior(child, prior);
    }
}

fn value_children<G: Evaluate>(tree: &mut Tree<G::Move>, options: &SearchOptions, id: NodeId, state: &G, seat: Seat) {
    value_each(tree, options, tree.children(id), state, seat);
    let sum: f32 = tree.children(id).map(|child| tree.prior(child)).sum();
    if options.selection.formula == Formula::Puct {
        for child in tree.children(id) {
            let prior = tree.prior(child) / sum;
            tree.set_prior(child, prior);
            tree.branch_mut(child).bound.width = prior;
        }
    }
}

/// So many children are valued together: exponentials of several numbers take little longer than that of one.
const TOGETHER: usize = 8;

/// Writes the prior knowledge of new children, for puct not yet divided by the sum over their siblings. Unseen moves,
/// which share a node, are worth what the position is worth before them.
fn value_each<G: Evaluate>(
    tree: &mut Tree<G::Move>,
    options: &SearchOptions,
    mut children: impl Iterator<Item = NodeId>,
    state: &G,
    seat: Seat,
) {
    let evaluator = &options.simulation.evaluator;
    let look = |values: &PerPlayer<f64>| {
        let advantage = evaluator.advantage::<G>(values, seat) / evaluator.temperature::<G>();
        (evaluator.open_share::<G>(values, seat), log_weight(options.selection.prior, advantage))
    };
    let mut after = evaluator.look_after(state, seat, look);
    loop {
        let (mut valued, mut exponentials, mut count) = ([(0, Share::Known(0.0)); TOGETHER], [[0.0; 2]; TOGETHER], 0);
        for ((valued, exponents), child) in valued.iter_mut().zip(&mut exponentials).zip(children.by_ref()) {
            let branch = tree.branch(child);
            let is_unseen = branch.actor.is_unseen();
            let (share, weight) = if is_unseen { look(&evaluator.values(state, Some(seat))) } else { after(branch.mv) };
            *exponents = [share.exponent(), weight];
            *valued = (child, share);
            count += 1;
        }
        exp_all(exponentials.as_flattened_mut());
        for (&(child, share), &[behind, weight]) in valued[..count].iter().zip(&exponentials) {
            write_prior(tree, options, child, share.value(behind), weight);
        }
        if count < TOGETHER {
            return;
        }
    }
}

/// Writes what is known of a new child: the share of a win after its move, and what puct's P is in proportion to.
#[inline]
fn write_prior<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    options: &SearchOptions,
    child: NodeId,
    share: f32,
    weight: f32,
) {
    let prior = match options.selection.formula {
        Formula::Puct => weight,
        Formula::Ucb1 => share,
    };
    tree.set_prior(child, prior);
    tree.branch_mut(child).bound = options.selection.untried(prior, share);
}

/// The logarithm of what puct's P is in proportion to. It is kept within ±80, so that neither the sum of many nor a
/// quotient leaves the range of numbers.
fn log_weight(prior: f32, advantage: f64) -> f32 {
    (prior * advantage as f32).clamp(-80.0, 80.0)
}

#[cfg(test)]
#[path = "prior_tests.rs"]
mod tests;
