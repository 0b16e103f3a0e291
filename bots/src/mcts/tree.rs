//! The tree: statistics of moves in growing arrays, children side by side.
//!
//! A node stands for a move that was made, by a player or by chance (the root for none). What the way down reads of
//! each node is in an array of its own (24 bytes if a move has one byte): in a large tree the processor waits for
//! each step down until it knows the move and where the next children are, and so it finds both where it has just
//! compared their parent with its siblings. The tree knows neither games nor formulas.

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
pub struct Branch<M> {
    /// What selection compares with those of its siblings.
    pub bound: Bound,
    /// How often the move was chosen.
    pub visits: u32,
    first_child: NodeId,
    /// In a tree that [knows](Knows) visits only, the sum of the values for the player who made the move; else prior
    /// knowledge: the value of the position after the move, or its probability.
    sum_or_prior: f32,
    children: u16,
    /// Who made the move.
    pub actor: Actor,
    /// The move.
    pub mv: M,
}

/// What is kept of a node besides, in searches that need more than visits and values.
#[derive(Clone, Copy, Default, Debug)]
struct Knowledge {
    /// The sum of the values for the player who made the move.
    total: f64,
    /// How often the move could have been chosen.
    available: u32,
    /// For how many children there is room.
    room: u16,
}

// Memory is what limits long searches. No move of our games is larger than eight bytes, or aligned to more than four.
const _: () = assert!(size_of::<Branch<[u32; 2]>>() == 32 && size_of::<Branch<u8>>() == 24);
const _: () = assert!(size_of::<Knowledge>() == 16);

impl<M: Copy + PartialEq> Branch<M> {
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
/// use riverlab_bots::mcts::tree::{Knows, Tree};
/// use riverlab_engine::Seat;
///
/// let selection = Selection { formula: Formula::Ucb1, c: 0.7, prior: 0.0 };
/// let mut tree: Tree<char> = Tree::new(100, Knows::Visits);
/// tree.reset(1, 'a');
/// assert!(tree.expand(0, &['a', 'b'], Actor::player(Seat::FIRST), |_| 0.0), "there is room");
/// for _ in 0..100 {
///     let child = selection.best_of_all(&tree, Selection::table(), 0);
///     let value = if tree.branch(child).mv == 'b' { 0.75 } else { 0.25 };
///     tree.visit(0, 0.0);
///     let total = tree.visit(child, value);
///     selection.update(total, 0.0, tree.branch_mut(child));
/// }
/// let visits: Vec<u32> = tree.children(0).map(|child| tree.branch(child).visits).collect();
/// assert!(visits[1] > 5 * visits[0] && visits[0] > 1, "{visits:?}");
/// ```
#[derive(Debug)]
pub struct Tree<M> {
    nodes: Nodes<M>,
    knows: Knows,
    max_nodes: usize,
    /// The nodes below this number are the roots.
    roots: NodeId,
    /// Room for a copy.
    spare: Nodes<M>,
}

/// What a tree keeps of each node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knows {
    /// Visits and values. That is enough where nodes have the same moves at every visit and nothing is known beforehand, as
    /// long as sums are exact in single precision: those of games that are won, lost or drawn. A tree that needs more
    /// begins to keep it.
    Visits,
    /// Also availability and prior knowledge.
    All,
}

/// Nodes by their numbers, in arrays side by side.
#[derive(Debug)]
struct Nodes<M> {
    branches: Vec<Branch<M>>,
    /// Nothing in a tree that knows visits only.
    knowledge: Vec<Knowledge>,
}

impl<M> Nodes<M> {
    const fn new() -> Self {
        Nodes { branches: Vec::new(), knowledge: Vec::new() }
    }

    fn clear(&mut self) {
        self.branches.clear();
        self.knowledge.clear();
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree of at most so many nodes.
    pub fn new(max_nodes: usize, knows: Knows) -> Self {
        Tree { nodes: Nodes::new(), knows, max_nodes, roots: 0, spare: Nodes::new() }
    }

    /// Begins anew with so many roots: the nodes 0, 1, ….
    pub fn reset(&mut self, roots: usize, any: M) {
        self.roots = roots as NodeId;
        self.nodes.clear();
        self.push_all(std::iter::repeat_n((any, 0.0), roots), Actor::player(Seat::FIRST));
    }

    /// The child of a node for a move, if there is one.
    pub fn find(&self, id: NodeId, mv: M, actor: Actor) -> Option<NodeId> {
        self.children(id).find(|&child| self.branch(child).is(mv, actor))
    }

    /// As [`find`](Self::find), looking at a child and those behind it first.
    #[inline]
    fn find_from(&self, id: NodeId, first: NodeId, mv: M, actor: Actor) -> Option<NodeId> {
        let (start, children) = self.child_branches(id);
        let first = ((first - start) as usize).min(children.len());
        let (before, behind) = children.split_at(first);
        let is_it = |child: &Branch<M>| child.is(mv, actor);
        let found =
            behind.iter().position(is_it).map(|place| first + place).or_else(|| before.iter().position(is_it))?;
        Some(start + found as NodeId)
    }

    /// Keeps the part of the tree below a node, which becomes the root, and nothing else.
    pub fn keep_below(&mut self, id: NodeId) {
        let Tree { nodes: old, spare: kept, knows, .. } = self;
        kept.clear();
        kept.branches.push(old.branches[id as usize]);
        kept.knowledge.extend(old.knowledge.get(id as usize));
        let (mut next, mut len) = (0, 1);
        while next < kept.branches.len() {
            let branch = &mut kept.branches[next];
            let children = branch.first_child as usize..branch.first_child as usize + usize::from(branch.children);
            branch.first_child = len;
            len += children.len() as NodeId;
            kept.branches.extend_from_slice(&old.branches[children.clone()]);
            if *knows == Knows::All {
                kept.knowledge[next].room = children.len() as u16;
                kept.knowledge.extend_from_slice(&old.knowledge[children]);
            }
            next += 1;
        }
        std::mem::swap(old, kept);
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.branches.is_empty()
    }

    /// The number of nodes that take up memory.
    pub fn len(&self) -> usize {
        self.nodes.branches.len()
    }

    /// What the way down reads of a node.
    #[inline]
    pub fn branch(&self, id: NodeId) -> &Branch<M> {
        &self.nodes.branches[id as usize]
    }

    /// What the way down reads of a node, to be changed.
    #[inline]
    pub fn branch_mut(&mut self, id: NodeId) -> &mut Branch<M> {
        &mut self.nodes.branches[id as usize]
    }

    /// The sum of the values for the player who made the move of a node.
    #[inline]
    pub fn total(&self, id: NodeId) -> f64 {
        match self.knows {
            Knows::Visits => f64::from(self.branch(id).sum_or_prior),
            Knows::All => self.nodes.knowledge[id as usize].total,
        }
    }

    /// How often the move of a node could have been chosen; 0 in a tree that knows visits only.
    #[inline]
    pub fn available(&self, id: NodeId) -> u32 {
        self.nodes.knowledge.get(id as usize).map_or(0, |knowledge| knowledge.available)
    }

    /// Counts that the move of a node could have been chosen.
    #[inline]
    pub fn count_available(&mut self, id: NodeId) {
        self.know_all();
        self.nodes.knowledge[id as usize].available += 1;
    }

    /// The prior knowledge of the move of a node: the value of the position after it, or its probability; 0 without.
    #[inline]
    pub fn prior(&self, id: NodeId) -> f32 {
        match self.knows {
            Knows::Visits => 0.0,
            Knows::All => self.branch(id).sum_or_prior,
        }
    }

    /// Writes the prior knowledge of the move of a node.
    #[inline]
    pub fn set_prior(&mut self, id: NodeId, prior: f32) {
        self.know_all();
        self.branch_mut(id).sum_or_prior = prior;
    }

    /// Keeps availability and prior knowledge of all nodes from here on.
    #[inline]
    fn know_all(&mut self) {
        if self.knows == Knows::Visits {
            self.begin_to_know();
        }
    }

    #[cold]
    fn begin_to_know(&mut self) {
        self.knows = Knows::All;
        let Nodes { branches, knowledge } = &mut self.nodes;
        let of = |branch: &mut Branch<M>| {
            let total = f64::from(std::mem::take(&mut branch.sum_or_prior));
            Knowledge { total, available: 0, room: branch.children }
        };
        *knowledge = branches.iter_mut().map(of).collect();
    }

    /// Counts a visit with this value for the player who made the move, and says what all values add up to.
    #[inline]
    pub fn visit(&mut self, id: NodeId, value: f64) -> f64 {
        let branch = &mut self.nodes.branches[id as usize];
        branch.visits += 1;
        if self.knows == Knows::Visits {
            let (before, single) = (branch.sum_or_prior, value as f32);
            let sum = before + single;
            // If a sum was rounded, the smaller number is not what is left of it without the larger one (Dekker 1971).
            if (sum - before == single) & (sum - single == before) & (f64::from(single) == value) {
                branch.sum_or_prior = sum;
                return f64::from(sum);
            }
            self.begin_to_know();
        }
        let total = &mut self.nodes.knowledge[id as usize].total;
        *total += value;
        *total
    }

    /// Whether no simulation has gone on from here: it has no visits, and is no root.
    #[inline]
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.branch(id).visits == 0 && id >= self.roots
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let branch = self.branch(id);
        branch.first_child..branch.first_child + NodeId::from(branch.children)
    }

    /// The children of a node, with what the way down reads.
    #[inline]
    pub fn child_branches(&self, id: NodeId) -> (NodeId, &[Branch<M>]) {
        let children = self.children(id);
        (children.start, &self.nodes.branches[children.start as usize..children.end as usize])
    }

    /// Gives a node without children these, or leaves it as it is and returns false when memory is full.
    pub fn expand(&mut self, id: NodeId, moves: &[M], actor: Actor, draw: impl Fn(&M) -> f32) -> bool {
        if self.len() + moves.len() > self.max_nodes || moves.len() > usize::from(u16::MAX) {
            return false;
        }
        let (first, count) = (self.len() as NodeId, moves.len() as u16);
        let branch = self.branch_mut(id);
        (branch.first_child, branch.children) = (first, count);
        if self.knows == Knows::All {
            self.nodes.knowledge[id as usize].room = count;
        }
        self.push_all(moves.iter().map(|&mv| (mv, untried(draw(&mv)))), actor);
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
        if hinted < children.end && self.branch(hinted).is(mv, actor) {
            *hint += 1;
            return Some(hinted);
        }
        let child = self.find_from(id, hinted, mv, actor).or_else(|| self.add(id, mv, actor, untried(draw())))?;
        *hint = child - self.children(id).start + 1;
        Some(child)
    }

    fn add(&mut self, id: NodeId, mv: M, actor: Actor, mean: f32) -> Option<NodeId> {
        self.know_all();
        if self.branch(id).children == self.nodes.knowledge[id as usize].room {
            self.make_room(id)?;
        }
        let child = self.children(id).end;
        *self.branch_mut(child) = new_branch(mv, actor, mean);
        self.nodes.knowledge[child as usize] = Knowledge::default();
        self.branch_mut(id).children += 1;
        Some(child)
    }

    /// Moves the children of a node to the end of the array, where there is room for as many again.
    fn make_room(&mut self, id: NodeId) -> Option<()> {
        let children = self.children(id);
        let room = (2 * children.len()).clamp(4, usize::from(u16::MAX));
        if self.len() + room > self.max_nodes || room == children.len() {
            return None;
        }
        let (first, old) = (self.len(), children.start as usize..children.end as usize);
        let filler = *self.branch(id);
        let Nodes { branches, knowledge } = &mut self.nodes;
        branches.extend_from_within(old.clone());
        branches.resize(first + room, filler);
        knowledge.extend_from_within(old);
        knowledge.resize(first + room, Knowledge::default());
        self.branch_mut(id).first_child = first as NodeId;
        self.nodes.knowledge[id as usize].room = room as u16;
        Some(())
    }

    /// Adds nodes, each with its move and its mean until it is tried.
    fn push_all(&mut self, moves: impl ExactSizeIterator<Item = (M, f32)>, actor: Actor) {
        let len = self.len() + moves.len();
        self.nodes.branches.extend(moves.map(|(mv, mean)| new_branch(mv, actor, mean)));
        if self.knows == Knows::All {
            self.nodes.knowledge.resize(len, Knowledge::default());
        }
    }
}

fn untried(draw: f32) -> f32 {
    UNTRIED * (1.0 + draw)
}

fn new_branch<M>(mv: M, actor: Actor, mean: f32) -> Branch<M> {
    Branch { bound: Bound { mean, width: 0.0 }, visits: 0, first_child: 0, sum_or_prior: 0.0, children: 0, actor, mv }
}

#[cfg(test)]
impl<M: Copy + PartialEq> Tree<M> {
    /// Makes the number of visits another one.
    pub(super) fn set_visits(&mut self, id: NodeId, visits: u32) {
        self.branch_mut(id).visits = visits;
    }

    /// Makes it another number how often a move could have been chosen.
    pub(super) fn set_available(&mut self, id: NodeId, available: u32) {
        self.know_all();
        self.nodes.knowledge[id as usize].available = available;
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
