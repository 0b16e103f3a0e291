//! The way down the trees of a game of imperfect information.
//!
//! Every simulation samples a position that the observer can imagine (information-set MCTS: Cowling, Powley and
//! Whitehouse 2012), and then knows all of it, but each choice is made in a tree of what one player sees.
//!
//! - `observers=single` grows one tree of what the observer sees; moves of others that the observer cannot tell apart
//!   share a node and are played at random.
//! - `observers=multi` grows a tree for each player, of what that player sees; each chooses in the own tree by what
//!   that player has seen since the position that is thought about.
//!
//! What happened before is the same in every sample as far as the observer knows it, so the others learn to answer the
//! observer's secrets all the same: search does not bluff.

use rand::RngExt;
use riverlab_engine::{PerPlayer, Seat, Turn};

use super::actor::Actor;
use super::options::Chance;
use super::search::Search;
use super::tree::NodeId;
use crate::Evaluate;
use crate::view::View;

/// Who sees what the trees are about.
#[derive(Clone, Copy, Debug)]
enum Viewers {
    /// The observer, in the only tree.
    Observer(Seat),
    /// Each player, in the tree with the number of the seat.
    Each,
}

/// Where a simulation has come to in each tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursors {
    /// The node in each tree; there is none where memory was full.
    pub(super) at: PerPlayer<Option<NodeId>>,
    viewers: Viewers,
}

impl Cursors {
    /// Starts at the roots.
    fn new(viewers: Viewers, players: usize) -> Self {
        let trees = match viewers {
            Viewers::Observer(_) => 1,
            Viewers::Each => players,
        };
        Cursors { at: PerPlayer::from_fn(trees, |tree| Some(tree.index() as NodeId)), viewers }
    }

    /// The tree in which a player chooses.
    fn tree_of(&self, seat: Seat) -> Seat {
        match self.viewers {
            Viewers::Observer(_) => Seat::FIRST,
            Viewers::Each => seat,
        }
    }

    /// Whose view a tree shows.
    fn viewer(&self, tree: Seat) -> Seat {
        match self.viewers {
            Viewers::Observer(observer) => observer,
            Viewers::Each => tree,
        }
    }
}

impl<G: Evaluate> Search<G> {
    /// Goes down the trees, and plays on in `state`, until the node of a player who chooses is new, memory is full or
    /// the game is over; begins with `first`, if there is such a choice of the observer.
    pub(super) fn descend_information_set(
        &mut self,
        state: &mut G,
        view: &View<'_, G>,
        mut first: Option<(NodeId, G::Move)>,
    ) {
        let viewers = if self.has_tree_of_each() { Viewers::Each } else { Viewers::Observer(view.observer()) };
        let mut cursors = Cursors::new(viewers, state.n_players());
        self.path.extend(cursors.at.iter().flatten());
        if self.chooses_again(state) {
            self.choose_again(&mut cursors, state, view);
        }
        loop {
            let (mv, chosen_in) = match state.turn() {
                Turn::Over => return,
                Turn::Chance => (self.simulator.draw(state), None),
                Turn::Player(seat) => {
                    let tree = cursors.tree_of(seat);
                    let Some(id) = cursors.at[tree].filter(|&id| !self.tree.is_leaf(id)) else { return };
                    if let Some(mv) = self.simulator.opponent_move(state, seat, view.stop()) {
                        self.simulator.note(mv, seat);
                        self.follow(&mut cursors, state, None, mv);
                        state.play_unchecked(mv);
                        continue;
                    }
                    let chosen = match first.take() {
                        None => self.choose_available(id, state, seat, cursors.viewer(tree)),
                        first => first,
                    };
                    let Some((child, mv)) = chosen else { return };
                    cursors.at[tree] = Some(child);
                    self.path.push(child);
                    self.simulator.note(mv, seat);
                    (mv, Some(tree))
                }
            };
            self.follow(&mut cursors, state, chosen_in, mv);
            state.play_unchecked(mv);
        }
    }

    /// Goes along a move in all trees as their viewers see it, but not in that in which it was chosen.
    pub(super) fn follow(&mut self, cursors: &mut Cursors, state: &G, chosen_in: Option<Seat>, mv: G::Move) {
        let player = state.turn().player();
        if player.is_none() && self.options.chance == Chance::Open {
            return;
        }
        for tree in Seat::all(cursors.at.players()) {
            let Some(id) = cursors.at[tree].filter(|_| Some(tree) != chosen_in) else { continue };
            let actor = player.map_or(Actor::CHANCE, |seat| self.actor(state, seat));
            let actor = if state.is_visible_to(cursors.viewer(tree), mv) { actor } else { actor.unseen() };
            // Nobody chooses between moves that are unseen, so what follows them is as near as if they were not there.
            let goes_on = actor.is_unseen() || !self.tree.is_leaf(id);
            let rng = &mut self.simulator.rng;
            let child = goes_on.then(|| self.tree.find_or_add(id, mv, actor, &mut 0, || rng.random())).flatten();
            cursors.at[tree] = child;
            self.path.extend(child);
        }
    }
}
