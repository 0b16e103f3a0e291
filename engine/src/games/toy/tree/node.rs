//! The nodes of a tree and the branches between them.

use crate::{PerPlayer, Seat, Turn};

/// A move: the number of its name in the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(pub(super) u16);

/// A node: whose turn it is, or the points once the game is over.
pub(super) struct Node {
    pub(super) turn: Turn,
    /// Who sees the moves of this node, one bit per seat.
    pub(super) seen: u8,
    pub(super) branches: Vec<Edge>,
    pub(super) points: PerPlayer<i32>,
    /// For each observer the group of nodes that the observer cannot tell from this one.
    pub(super) knowledge: PerPlayer<u32>,
    /// The node above and the way from there; the root has none.
    pub(super) parent: Option<(u32, Branch)>,
}

impl Node {
    /// Whether everybody sees the moves of this node.
    pub(super) fn all_see(&self, players: usize) -> bool {
        Seat::all(players).all(|seat| self.seen >> seat.index() & 1 == 1)
    }
}

/// A branch: its name, its weight (of chance), and the node below.
pub(super) struct Edge {
    pub(super) name: Branch,
    pub(super) weight: u32,
    pub(super) child: u32,
}
