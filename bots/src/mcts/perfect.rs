//! The way down the tree of a game in which everybody sees everything.
//!
//! As long as nothing was drawn that is not part of the way down, a node has the same moves at every visit, and the
//! rules need not list them again; behind an unrecorded chance event (`chance=open`) each simulation [lists what is
//! legal](super::available).
//!
//! Nothing is hidden here, so one tree serves all players: each chooses what is best for itself.

use rand::Rng;
use rand::seq::SliceRandom;
use riverlab_engine::{Seat, Turn};

use super::actor::Actor;
use super::options::Chance;
use super::prior::{self, Choice};
use super::search::Search;
use super::tree::NodeId;
use crate::Evaluate;
use crate::keys::fraction_of;
use crate::view::Stop;

impl<G: Evaluate> Search<G> {
    /// Goes down the tree, and plays on in `state`, until a node is new, memory is full or the game is over; begins
    /// with `first`, if there is such a move.
    #[inline]
    pub(super) fn descend(&mut self, state: &mut G, first: Option<(NodeId, G::Move)>, stop: Stop<'_>) {
        let (mut id, mut same_moves) = (0, true);
        self.path.push(id);
        if let (Some((child, mv)), Turn::Player(seat)) = (first, state.turn()) {
            self.simulator.note(mv, seat);
            state.play_unchecked(mv);
            self.path.push(child);
            id = child;
        }
        loop {
            if self.tree.is_leaf(id) {
                return;
            }
            let (seat, child) = match state.turn() {
                Turn::Over => return,
                Turn::Chance if self.options.chance == Chance::Open => {
                    self.simulator.play_chance(state);
                    same_moves = false;
                    continue;
                }
                Turn::Chance => {
                    let mv = self.simulator.draw(state);
                    let Some(child) = self.tree.find_or_add(id, mv, Actor::CHANCE, &mut 0, || 0.0) else { return };
                    self.path.push(child);
                    id = child;
                    state.play_unchecked(mv);
                    continue;
                }
                Turn::Player(seat) if let Some(mv) = self.simulator.opponent_move(state, seat, stop) => {
                    let Some(child) = self.tree.find_or_add(id, mv, Actor::player(seat), &mut 0, || 0.0) else {
                        return;
                    };
                    (seat, Some(child))
                }
                Turn::Player(seat) if same_moves => (seat, self.choose_any(id, state, seat)),
                Turn::Player(seat) => {
                    let chosen = self.choose_available(id, state, seat, seat);
                    (seat, chosen.map(|(child, _)| child))
                }
            };
            let Some(child) = child else { return };
            let mv = self.tree.branch(child).mv;
            self.simulator.note(mv, seat);
            state.play_unchecked(mv);
            self.path.push(child);
            id = child;
        }
    }

    /// Chooses among the moves of a node that has the same ones at every visit, unless memory is full.
    #[inline]
    pub(super) fn choose_any(&mut self, id: NodeId, state: &G, seat: Seat) -> Option<NodeId> {
        if self.tree.children(id).is_empty() && !self.expand(id, state, seat) {
            return None;
        }
        Some(self.options.selection.best_of_all(&self.tree, self.table, id))
    }

    /// Gives a node all legal moves as children; false when memory is full.
    fn expand(&mut self, id: NodeId, state: &G, seat: Seat) -> bool {
        state.legal_moves(&mut self.legal);
        if G::FEATURES.is_empty() {
            // Equals are tried in this order.
            self.legal.shuffle(&mut self.simulator.rng);
        }
        let order = self.simulator.rng.next_u64();
        if !self.tree.expand(id, &self.legal, Actor::player(seat), |mv| fraction_of(order, mv)) {
            return false;
        }
        let is_valued = self.is_valued(id);
        let policy = self.policy.as_mut().filter(|_| !is_valued);
        let choice = Choice { state, legal: &self.legal, unseen: 0, seat };
        prior::know_children(&mut self.tree, &self.options, policy, id, &choice);
        true
    }
}
