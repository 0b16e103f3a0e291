//! Which bots can be compared.
//!
//! Bots that never met, not even through others, are in different **groups**: nothing is known about their difference.
//! Within a group, let i → j when i ever finished above j or level with it. If some bot cannot be reached from another
//! one this way, the group is **separated**: the maximum of the likelihood puts its parts infinitely far apart (Ford
//! 1957, Hunter 2004), and only the pseudo-games hold them together.

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

    fn has(&self, above: usize, below: usize) -> bool {
        let idx = above * self.bots + below;
        self.bits[idx / 64] >> (idx % 64) & 1 == 1
    }

    /// The bots that are reached from this one by steps, in any number; it is the first of them.
    fn reached(&self, first: usize, is_step: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let (mut found, mut is_found) = (vec![first], vec![false; self.bots]);
        is_found[first] = true;
        let mut at = 0;
        while let Some(&bot) = found.get(at) {
            let next = |(next, is_found): (usize, &mut bool)| {
                let is_new = !*is_found && is_step(bot, next);
                *is_found |= is_new;
                is_new.then_some(next)
            };
            found.extend(is_found.iter_mut().enumerate().filter_map(next));
            at += 1;
        }
        found
    }

    /// The groups of bots that met.
    pub(super) fn groups(&self) -> Groups {
        let mut groups = Groups { of: vec![usize::MAX; self.bots], count: 0, separated: false };
        for first in 0..self.bots {
            if groups.of[first] != usize::MAX {
                continue;
            }
            let members = self.reached(first, |one, other| self.has(one, other) || self.has(other, one));
            for &bot in &members {
                groups.of[bot] = groups.count;
            }
            groups.count += 1;
            // All members reach each other if the first one reaches all and is reached by all.
            let down = self.reached(first, |above, below| self.has(above, below));
            let up = self.reached(first, |below, above| self.has(above, below));
            groups.separated |= down.len() < members.len() || up.len() < members.len();
        }
        groups
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

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
