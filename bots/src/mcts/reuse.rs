//! Keeping what the last search found out (`reuse=on`): the part of the tree below the moves that were played since.
//!
//! Only a game of perfect information is searched on: elsewhere what was found out in samples of one position says
//! nothing exact about the next. With `chance=open`, a chance event ends what is kept, as the tree speaks of all of
//! them together.

use riverlab_engine::{Game, Turn};

use super::actor::Actor;
use super::search::Search;
use crate::eval::Evaluate;
use crate::keys::DecisionKey;
use crate::view::View;

/// The position of the last search, and what was played since.
pub(crate) struct LastSearch<G: Game> {
    pub(super) position: G,
    pub(super) since: Vec<(Turn, G::Move)>,
}

impl<G: Evaluate> LastSearch<G> {
    /// Whether that leads to the position of the view, in a game of perfect information.
    pub(super) fn leads_to(&self, view: &View<'_, G>) -> bool {
        let mut position = self.position.clone();
        self.since.iter().all(|&(_, mv)| position.play(mv).is_ok()) && view.is_of(&position)
    }
}

impl<G: Evaluate> Search<G> {
    /// Begins a decision with what the last one found out about the position after these moves; false if that is
    /// nothing.
    pub(super) fn reuse_tree(&mut self, view: &View<'_, G>, moves: &[(Turn, G::Move)], key: DecisionKey) -> bool {
        let mut id = 0;
        for &(turn, mv) in moves {
            match self.tree.find(id, mv, Actor::of(turn)) {
                Some(child) => id = child,
                None => return false,
            }
        }
        if self.tree.children(id).is_empty() {
            return false;
        }
        self.tree.keep_below(id);
        self.decision = 0;
        self.begin_simulations(view, key);
        true
    }
}
