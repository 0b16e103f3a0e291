//! As many pairs as possible, where some may not be paired: a maximum matching.
//!
//! From a vertex without a partner, a breadth-first search looks for a path to another one on which pairs that may be made and
//! pairs that are made take turns; exchanging them along the path adds a pair, and everybody who has a partner keeps having
//! one. Odd cycles are contracted (Edmonds, Paths, trees, and flowers, 1965). A vertex from which no path is found needs no
//! second look.

use std::collections::VecDeque;

/// The partner of each vertex.
pub(super) type Mates = Vec<Option<usize>>;

/// Adds pairs until there are as many as possible. Vertices that are near each other are tried first.
pub(super) fn add_all_pairs(mates: &mut Mates, may_pair: impl Fn(usize, usize) -> bool) {
    let vertices = mates.len();
    let partners = |vertex| nearest(vertex, vertices).filter(|&other| may_pair(vertex, other)).collect();
    let partners: Vec<Vec<usize>> = (0..vertices).map(partners).collect();
    for root in 0..vertices {
        if mates[root].is_none()
            && let (parents, Some(end)) = Search::new(mates, root).run(&partners)
        {
            exchange(mates, &parents, end);
        }
    }
}

/// The others by their distance.
pub(super) fn nearest(of: usize, vertices: usize) -> impl Iterator<Item = usize> {
    (1..vertices)
        .flat_map(move |distance| [of.checked_sub(distance), Some(of + distance).filter(|&other| other < vertices)])
        .flatten()
}

/// Exchanges the pairs along the path that ends here.
fn exchange(mates: &mut Mates, parents: &[Option<usize>], end: usize) {
    let mut next = Some(end);
    while let Some(vertex) = next {
        let partner = parents[vertex].expect("each second vertex of a path has a parent");
        next = mates[partner];
        (mates[vertex], mates[partner]) = (Some(partner), Some(vertex));
    }
}

/// A search for a path from one vertex.
struct Search<'a> {
    mates: &'a Mates,
    root: usize,
    /// The vertex before, for those that are an odd number of steps away.
    parents: Vec<Option<usize>>,
    /// The vertex that stands for the contracted cycle that each is in.
    bases: Vec<usize>,
    /// Whether a vertex can be an even number of steps away.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Search<'_> {
    fn new(mates: &Mates, root: usize) -> Search<'_> {
        let vertices = mates.len();
        let mut is_even = vec![false; vertices];
        is_even[root] = true;
        let (parents, bases) = (vec![None; vertices], (0..vertices).collect());
        Search { mates, root, parents, bases, is_even, queue: VecDeque::from([root]) }
    }

    /// The parents of vertices, and the other end of a path, if there is one, where these pairs can be made.
    fn run(mut self, partners: &[Vec<usize>]) -> (Vec<Option<usize>>, Option<usize>) {
        while let Some(vertex) = self.queue.pop_front() {
            for &other in &partners[vertex] {
                if self.bases[vertex] == self.bases[other] || self.mates[vertex] == Some(other) {
                    continue;
                }
                let closes_cycle =
                    other == self.root || self.mates[other].is_some_and(|mate| self.parents[mate].is_some());
                if closes_cycle {
                    self.contract(vertex, other);
                } else if self.parents[other].is_none() {
                    self.parents[other] = Some(vertex);
                    let Some(mate) = self.mates[other] else { return (self.parents, Some(other)) };
                    self.is_even[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        (self.parents, None)
    }

    /// Contracts the cycle that an edge between two even vertices closes.
    fn contract(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut is_inside = vec![false; self.mates.len()];
        for (from, to) in [(one, other), (other, one)] {
            let (mut vertex, mut child) = (from, to);
            while self.bases[vertex] != base {
                let mate = self.mates[vertex].expect("only the root has no partner");
                is_inside[self.bases[vertex]] = true;
                is_inside[self.bases[mate]] = true;
                self.parents[vertex] = Some(child);
                child = mate;
                vertex = self.parents[mate].expect("an odd vertex has a parent");
            }
        }
        for vertex in 0..self.mates.len() {
            if is_inside[self.bases[vertex]] {
                self.bases[vertex] = base;
                if !std::mem::replace(&mut self.is_even[vertex], true) {
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    /// Where the ways from two even vertices to the root meet.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let up =
            |vertex: &usize| self.mates[*vertex].and_then(|mate| self.parents[mate]).map(|vertex| self.bases[vertex]);
        let way = |from: usize| std::iter::successors(Some(self.bases[from]), up);
        let mut is_on_way = vec![false; self.mates.len()];
        way(one).for_each(|vertex| is_on_way[vertex] = true);
        way(other).find(|&vertex| is_on_way[vertex]).expect("both ways end at the root")
    }
}
