//! The tree: statistics of moves in growing arrays, children side by side.
//!
//! A node stands for a move that was made, by a player or by chance (the root for none). What the way down reads of
//! each node, twenty bytes, lies in an array of its own: in a large tree the processor waits for each step down until
//! it knows where the next children are, and so it finds that where it has just compared their parent with its
//! siblings. The tree knows neither games nor formulas.

use riverlab_engine::Seat;

use super::actor::Actor;

/// The least mean of a move that was never tried, so that it comes before all that were; some more is drawn, so that
/// such moves are tried in random order.
const UNTRIED: f32 = 1e4;

/// The number of a node.
pub type NodeId = u32;

/// What selection reads: the move with the highest `mean + k * width` is chosen. For moves of a player who
/// [mixes](Actor::mixing), both fields hold something else, see [`super::regret`].
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The mean value for the player who moves, prior knowledge included.
    pub mean: f32,
    /// How uncertain that is, but for the factor that all siblings share.
    pub width: f32,
}

/// What the way down reads of a node.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// What selection compares with those of its siblings.
    pub bound: Bound,
    /// How often the move was chosen.
    pub visits: u32,
    first_child: NodeId,
    children: u16,
    room: u16,
}

/// The other statistics of a move.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// The sum of the values for the player who made the move.
    pub total: f64,
    /// The move.
    pub mv: M,
    /// How often it could have been chosen.
    pub available: u32,
    /// Prior knowledge: the value of the position after the move, or its probability.
    pub prior: f32,
    /// Who made the move.
    pub actor: Actor,
}

// Memory is what limits long searches: no node is larger than this, as no move is larger than eight bytes.
const _: () = assert!(size_of::<Node<u64>>() == 32 && size_of::<Branch>() == 20);

impl<M: Copy + PartialEq> Node<M> {
    /// Whether this is the node of a move; moves that are not seen are all alike.
    #[inline]
    fn is(&self, mv: M, actor: Actor) -> bool {
        self.actor == actor && (actor.is_unseen() || self.mv == mv)
    }
}

/// A tree, or several with a root each.
///
/// # Examples
/// A bandit with two arms, of which the second is better:
/// ```
/// use riverlab_bots::mcts::actor::Actor;
/// use riverlab_bots::mcts::select::{Formula, Selection};
/// use riverlab_bots::mcts::tree::Tree;
/// use riverlab_engine::Seat;
///
/// let selection = Selection { formula: Formula::Ucb1, c: 0.7, prior: 0.0 };
/// let mut tree: Tree<char> = Tree::new(100);
/// tree.reset(1, 'a');
/// assert!(tree.expand(0, &['a', 'b'], Actor::player(Seat::FIRST), |_| 0.0), "there is room");
/// for _ in 0..100 {
///     let child = selection.best_of_all(&tree, Selection::table(), 0);
///     let value = if tree.node(child).mv == 'b' { 0.75 } else { 0.25 };
///     tree.visit(0);
///     let visits = tree.visit(child);
///     let (node, bound) = tree.both_mut(child);
///     node.total += value;
///     selection.update(node, visits, bound);
/// }
/// let visits: Vec<u32> = tree.children(0).map(|child| tree.visits(child)).collect();
/// assert!(visits[1] > 5 * visits[0] && visits[0] > 1, "{visits:?}");
/// ```
#[derive(Debug)]
pub struct Tree<M> {
    branches: Vec<Branch>,
    nodes: Vec<Node<M>>,
    max_nodes: usize,
    /// The nodes below this number are the roots.
    roots: NodeId,
    /// Room for a copy.
    spare: (Vec<Branch>, Vec<Node<M>>),
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree of at most so many nodes.
    pub fn new(max_nodes: usize) -> Self {
        Tree { branches: Vec::new(), nodes: Vec::new(), max_nodes, roots: 0, spare: (Vec::new(), Vec::new()) }
    }

    /// Begins anew with so many roots: the nodes 0, 1, ….
    pub fn reset(&mut self, roots: usize, any: M) {
        self.roots = roots as NodeId;
        self.branches.clear();
        self.nodes.clear();
        for _ in 0..roots {
            self.push(any, Actor::player(Seat::FIRST));
        }
    }

    /// The child of a node for a move, if there is one.
    pub fn find(&self, id: NodeId, mv: M, actor: Actor) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).is(mv, actor))
    }

    /// As [`find`](Self::find), looking at a child and those behind it first.
    #[inline]
    fn find_from(&self, id: NodeId, first: NodeId, mv: M, actor: Actor) -> Option<NodeId> {
        let children = self.children(id);
        let first = first.min(children.end);
        let is_it = |child: &NodeId| self.node(*child).is(mv, actor);
        (first..children.end).find(is_it).or_else(|| (children.start..first).find(is_it))
    }

    /// Keeps the part of the tree below a node, which becomes the root, and nothing else.
    pub fn keep_below(&mut self, id: NodeId) {
        let (branches, nodes) = &mut self.spare;
        branches.clear();
        nodes.clear();
        branches.push(self.branches[id as usize]);
        nodes.push(self.nodes[id as usize]);
        let mut next = 0;
        while next < nodes.len() {
            let old = branches[next];
            let children = old.first_child as usize..old.first_child as usize + usize::from(old.children);
            (branches[next].first_child, branches[next].room) = (nodes.len() as NodeId, old.children);
            branches.extend_from_slice(&self.branches[children.clone()]);
            nodes.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        std::mem::swap(branches, &mut self.branches);
        std::mem::swap(nodes, &mut self.nodes);
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of nodes that take up memory.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<M> {
        &mut self.nodes[id as usize]
    }

    /// What selection reads of a node.
    #[inline]
    pub fn bound(&self, id: NodeId) -> Bound {
        self.branches[id as usize].bound
    }

    /// How often the move of a node was chosen.
    #[inline]
    pub fn visits(&self, id: NodeId) -> u32 {
        self.branches[id as usize].visits
    }

    /// Counts a visit, and says how many there are.
    #[inline]
    pub fn visit(&mut self, id: NodeId) -> u32 {
        let visits = &mut self.branches[id as usize].visits;
        *visits += 1;
        *visits
    }

    /// A node with its bound, to be changed.
    #[inline]
    pub fn both_mut(&mut self, id: NodeId) -> (&mut Node<M>, &mut Bound) {
        (&mut self.nodes[id as usize], &mut self.branches[id as usize].bound)
    }

    /// Whether no simulation has gone on from here: it has no visits, and is no root.
    #[inline]
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.visits(id) == 0 && id >= self.roots
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let branch = &self.branches[id as usize];
        branch.first_child..branch.first_child + NodeId::from(branch.children)
    }

    /// The children of a node, with what the way down reads.
    #[inline]
    pub fn child_branches(&self, id: NodeId) -> (NodeId, &[Branch]) {
        let children = self.children(id);
        (children.start, &self.branches[children.start as usize..children.end as usize])
    }

    /// Gives a node without children these, or leaves it as it is and returns false when memory is full.
    pub fn expand(&mut self, id: NodeId, moves: &[M], actor: Actor, draw: impl Fn(&M) -> f32) -> bool {
        if self.nodes.len() + moves.len() > self.max_nodes || moves.len() > usize::from(u16::MAX) {
            return false;
        }
        let first = self.nodes.len() as NodeId;
        let branch = &mut self.branches[id as usize];
        (branch.first_child, branch.children, branch.room) = (first, moves.len() as u16, moves.len() as u16);
        self.nodes.extend(moves.iter().map(|&mv| new_node(mv, actor)));
        self.branches.extend(moves.iter().map(|mv| new_branch(untried(draw(mv)))));
        true
    }

    /// The child of a node for a move, which is new if there was none; there is no child when memory is full. Children
    /// stand in the order in which they were met; `hint` says which of them probably is the one.
    pub fn find_or_add(
        &mut self,
        id: NodeId,
        mv: M,
        actor: Actor,
        hint: &mut NodeId,
        draw: impl FnOnce() -> f32,
    ) -> Option<NodeId> {
        let children = self.children(id);
        let hinted = children.start + *hint;
        if hinted < children.end && self.node(hinted).is(mv, actor) {
            *hint += 1;
            return Some(hinted);
        }
        let child = self.find_from(id, hinted, mv, actor).or_else(|| self.add(id, mv, actor, untried(draw())))?;
        *hint = child - self.children(id).start + 1;
        Some(child)
    }

    fn add(&mut self, id: NodeId, mv: M, actor: Actor, mean: f32) -> Option<NodeId> {
        let Branch { children, room, .. } = self.branches[id as usize];
        if children == room {
            self.make_room(id)?;
        }
        let child = self.children(id).end;
        self.nodes[child as usize] = new_node(mv, actor);
        self.branches[child as usize] = new_branch(mean);
        self.branches[id as usize].children += 1;
        Some(child)
    }

    /// Moves the children of a node to the end of the array, where there is room for as many again.
    fn make_room(&mut self, id: NodeId) -> Option<()> {
        let children = self.children(id);
        let room = (2 * children.len()).clamp(4, usize::from(u16::MAX));
        if self.nodes.len() + room > self.max_nodes || room == children.len() {
            return None;
        }
        let (first, old) = (self.nodes.len(), children.start as usize..children.end as usize);
        let filler = *self.node(id);
        self.nodes.extend_from_within(old.clone());
        self.nodes.resize(first + room, filler);
        self.branches.extend_from_within(old);
        self.branches.resize(first + room, new_branch(0.0));
        let branch = &mut self.branches[id as usize];
        (branch.first_child, branch.room) = (first as NodeId, room as u16);
        Some(())
    }

    fn push(&mut self, mv: M, actor: Actor) -> NodeId {
        self.nodes.push(new_node(mv, actor));
        self.branches.push(new_branch(0.0));
        self.nodes.len() as NodeId - 1
    }
}

fn untried(draw: f32) -> f32 {
    UNTRIED * (1.0 + draw)
}

fn new_branch(mean: f32) -> Branch {
    Branch { bound: Bound { mean, width: 0.0 }, visits: 0, first_child: 0, children: 0, room: 0 }
}

fn new_node<M>(mv: M, actor: Actor) -> Node<M> {
    Node { total: 0.0, mv, available: 0, prior: 0.0, actor }
}

#[cfg(test)]
impl<M: Copy + PartialEq> Tree<M> {
    /// Makes the number of visits another one.
    pub(super) fn set_visits(&mut self, id: NodeId, visits: u32) {
        self.branches[id as usize].visits = visits;
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
