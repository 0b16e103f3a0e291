//! Choosing at a node that does not have the same moves at every visit: behind unrecorded chance events, and where
//! positions are sampled.
//!
//! Each simulation lists what is legal now, and chooses among the nodes of these moves. How often a move could have
//! been chosen takes the place of the visits of its parent in the [formulas](super::select) (availability counts:
//! Cowling, Powley and Whitehouse 2012).

use rand::{Rng, RngExt};
use riverlab_engine::Seat;

use super::actor::Actor;
use super::prior::{self, Choice};
use super::regret;
use super::search::Search;
use super::tree::NodeId;
use crate::Evaluate;
use crate::keys::fraction_of;

impl<G: Evaluate> Search<G> {
    /// Chooses among the moves that are legal now, in the tree of what `viewer` sees: moves that the viewer cannot tell
    /// apart share a node, and one of them is drawn. Moves that were not met before get a node. There is no choice when
    /// memory is full and no legal move has a node.
    pub(super) fn choose_available(
        &mut self,
        id: NodeId,
        state: &G,
        seat: Seat,
        viewer: Seat,
    ) -> Option<(NodeId, G::Move)> {
        let actor = self.actor(state, seat);
        let unseen = self.list_available(id, state, actor, viewer);
        if self.available.is_empty() {
            return None;
        }
        for &child in &self.available {
            self.tree.count_available(child);
        }
        let child = if actor.is_mixing() {
            self.mixtures.draw(&mut self.tree, &self.available, &mut self.simulator.rng)
        } else {
            self.options.selection.best_available(&self.tree, self.table, &self.available, self.ties())
        };
        let branch = self.tree.branch(child);
        if branch.actor.is_unseen() {
            let drawn = self.simulator.rng.random_range(0..unseen as u32);
            return Some((child, self.legal[drawn as usize]));
        }
        Some((child, branch.mv))
    }

    /// Lists the nodes of the moves that are legal now, and puts the moves that the viewer does not see first in the
    /// list of legal ones; returns how many these are.
    #[inline]
    fn list_available(&mut self, id: NodeId, state: &G, actor: Actor, viewer: Seat) -> usize {
        state.legal_moves(&mut self.legal);
        self.available.clear();
        self.new.clear();
        let (mut hint, mut unseen, mut order) = (0, 0, None);
        for idx in 0..self.legal.len() {
            let mv = self.legal[idx];
            let seen = state.is_visible_to(viewer, mv);
            if !seen {
                self.legal.swap(unseen, idx);
                unseen += 1;
            }
            // One node stands for all unseen moves.
            if seen || unseen == 1 {
                let actor = if seen { actor } else { actor.unseen() };
                let rng = &mut self.simulator.rng;
                let untried = || fraction_of(*order.get_or_insert_with(|| rng.next_u64()), &mv);
                let Some(child) = self.tree.find_or_add(id, mv, actor, &mut hint, untried) else { continue };
                // The children may move in memory while more are added, but not among themselves.
                let place = child - self.tree.children(id).start;
                self.available.push(place);
                if self.tree.available(child) == 0 {
                    self.new.push(place);
                }
            }
        }
        let first = self.tree.children(id).start;
        self.available.iter_mut().for_each(|child| *child += first);
        self.new.iter_mut().for_each(|child| *child += first);
        if !self.new.is_empty() {
            self.know_new(id, state, actor, unseen);
        }
        unseen
    }

    /// Writes the prior knowledge of the nodes that were not met before.
    fn know_new(&mut self, id: NodeId, state: &G, actor: Actor, unseen: usize) {
        let is_valued = self.is_valued(id);
        let (tree, policy) = (&mut self.tree, self.policy.as_mut().filter(|_| !is_valued));
        let seat = actor.seat().expect("a player chooses");
        let choice = Choice { state, legal: &self.legal, unseen, seat };
        prior::know_new(tree, &self.options, policy, &self.new, &choice);
        if actor.is_mixing() {
            for &child in &self.new {
                tree.branch_mut(child).bound = regret::UNTRIED;
            }
        }
    }
}
