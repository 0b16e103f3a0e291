//! Simultaneous choices, which are successive moves that others do not see.
//!
//! A player who is asked late finds the choices of others made:
//!
//! - With `secrets=even`, each that is possible is as likely as any other: the sampled position holds one, and nothing
//!   is done here.
//! - With `secrets=search` and a tree of each player, simulations go back to where the choice began; the others choose
//!   in their trees as if they thought now, and the observer chooses again what was chosen. When the choice is over,
//!   what is not revealed of it is equally likely.
//!
//! Moves are selected in such a choice by the bandit formula, whose most visited move is no equilibrium, or with
//! `simultaneous=regret` by [regret matching](super::regret).

use rand::RngExt;
use riverlab_engine::{Seat, Turn};

use super::actor::Actor;
use super::information_set::Cursors;
use super::options::{HiddenChoices, Simultaneous};
use super::search::Search;
use super::tree::NodeId;
use crate::Evaluate;
use crate::view::{Stop, View};

impl<G: Evaluate> Search<G> {
    /// The player who chooses now, who mixes in a simultaneous choice if that is the option.
    pub(super) fn actor(&self, state: &G, seat: Seat) -> Actor {
        let actor = Actor::player(seat);
        let mixes = self.options.simultaneous == Simultaneous::Regret && state.is_simultaneous();
        if mixes { actor.mixing() } else { actor }
    }

    /// Whether the choice that is going on is made again by those who have chosen already.
    pub(super) fn chooses_again(&self, state: &G) -> bool {
        self.options.hidden_choices == HiddenChoices::Search
            && self.has_tree_of_each()
            && self.guess.is_none()
            && state.is_simultaneous()
    }

    /// Goes back to where the simultaneous choice began that is going on, and comes again to the decision of the
    /// observer: the others choose in their trees, the observer what was chosen before.
    pub(super) fn choose_again(&mut self, cursors: &mut Cursors, state: &mut G, view: &View<'_, G>) {
        let observer = view.observer();
        let mut own = std::mem::take(&mut self.own_choices);
        state.rewind_simultaneous_choice(observer, &mut own);
        let mut chosen_before = own.iter();
        while let Turn::Player(seat) = state.turn() {
            let id = cursors.at[seat];
            let (child, mv) = if seat == observer {
                let Some(&mv) = chosen_before.next() else { break };
                (self.repeat_choice(id, state, seat, mv), mv)
            } else {
                self.choose_as_other(id, state, seat, view.stop())
            };
            cursors.at[seat] = child;
            self.path.extend(child);
            self.follow(cursors, state, Some(seat), mv);
            state.play_unchecked(mv);
        }
        self.own_choices = own;
        if let Some(id) = cursors.at[observer] {
            self.decision = id;
        }
    }

    /// The node of a move that the observer has chosen before, of which nothing is to be found out any more.
    fn repeat_choice(&mut self, id: Option<NodeId>, state: &G, seat: Seat, mv: G::Move) -> Option<NodeId> {
        let (actor, rng) = (self.actor(state, seat), &mut self.simulator.rng);
        self.tree.find_or_add(id?, mv, actor, &mut 0, || rng.random())
    }

    /// The choice of another player: in the tree of that player as far as it goes, else by the rollout policy.
    fn choose_as_other(
        &mut self,
        id: Option<NodeId>,
        state: &G,
        seat: Seat,
        stop: Stop<'_>,
    ) -> (Option<NodeId>, G::Move) {
        if let Some(mv) = self.simulator.opponent_move(state, seat, stop) {
            return (self.repeat_choice(id, state, seat, mv), mv);
        }
        let id = id.filter(|&id| !self.tree.is_leaf(id));
        match id.and_then(|id| self.choose_available(id, state, seat, seat)) {
            Some((child, mv)) => {
                self.simulator.note(mv, seat);
                (Some(child), mv)
            }
            None => (None, self.simulator.rollout_move(state, seat, stop)),
        }
    }
}
