//! Which bots can be compared.
//!
//! Bots that never met, not even through others, are in different **groups**: nothing is known about their difference.
//! Within a group, let i → j when i ever finished above j or level with it. If some bot cannot be reached from another
//! one this way, the group is **separated**: the maximum of the likelihood puts its parts infinitely far apart (Ford
//! 1957, Hunter 2004), and only the pseudo-games hold them together.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::unionfind::UnionFind;

/// Which bot finished above or level with which, as a square of bits.
#[derive(Clone, Debug)]
pub(super) struct Beaten {
    bots: usize,
    bits: Vec<u64>,
}

/// The groups of comparable bots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Groups {
    /// The group of each bot; groups are numbered by their first bots.
    pub(super) of: Vec<usize>,
    /// The number of groups.
    pub(super) count: usize,
    /// Whether a group is separated.
    pub(super) separated: bool,
}

impl Beaten {
    pub(super) fn new(bots: usize) -> Beaten {
        Beaten { bots, bits: vec![0; (bots * bots).div_ceil(64)] }
    }

    /// Notes that a bot finished above or level with another one.
    pub(super) fn insert(&mut self, above: u16, below: u16) {
        let idx = usize::from(above) * self.bots + usize::from(below);
        self.bits[idx / 64] |= 1 << (idx % 64);
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let has = |idx: &usize| self.bits[idx / 64] >> (idx % 64) & 1 == 1;
        (0..self.bots * self.bots).filter(has).map(|idx| ((idx / self.bots) as u32, (idx % self.bots) as u32))
    }

    /// The groups of bots that met.
    pub(super) fn groups(&self) -> Groups {
        let mut met = UnionFind::new(self.bots);
        let mut graph = DiGraph::<(), ()>::from_edges(self.pairs());
        self.pairs().for_each(|(above, below)| _ = met.union(above as usize, below as usize));
        while graph.node_count() < self.bots {
            graph.add_node(());
        }
        let (of, count) = numbered(&met.into_labeling());
        Groups { of, count, separated: kosaraju_scc(&graph).len() > count }
    }
}

impl Groups {
    /// The bots of each group.
    pub(super) fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.count];
        self.of.iter().enumerate().for_each(|(bot, &group)| members[group].push(bot));
        members
    }
}

/// Labels in the order of their appearance, from 0, and how many there are.
fn numbered(labels: &[usize]) -> (Vec<usize>, usize) {
    let mut seen = vec![None; labels.len()];
    let mut count = 0;
    let numbers = labels.iter().map(|&label| {
        *seen[label].get_or_insert_with(|| {
            count += 1;
            count - 1
        })
    });
    (numbers.collect(), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bots: usize, pairs: &[(u16, u16)], of: &[usize], separated: bool) {
        let mut beaten = Beaten::new(bots);
        for &(above, below) in pairs {
            beaten.insert(above, below);
        }
        let groups = beaten.groups();
        assert_eq!((groups.of.as_slice(), groups.separated), (of, separated), "{pairs:?}");
        assert_eq!(groups.members().len(), groups.count);
    }

    #[test]
    fn groups_are_those_who_met() {
        check(0, &[], &[], false);
        check(3, &[], &[0, 1, 2], false);
        check(2, &[(1, 0)], &[0, 0], true);
        check(3, &[(0, 1), (1, 2), (2, 0)], &[0, 0, 0], false);
        check(5, &[(4, 0), (0, 4), (3, 1), (1, 3), (1, 1)], &[0, 1, 2, 1, 0], false);
        check(4, &[(0, 1), (1, 0), (2, 3), (3, 2), (1, 2)], &[0, 0, 0, 0], true);
    }
}
