//! The sums of the values of nodes: in single precision as long as that is exact, as in a search whose rollouts are won, lost
//! or drawn; else in double precision. The sums are the same.

use std::ops::Range;

/// Sums by the number of the node.
#[derive(Debug)]
pub(super) enum Totals {
    /// All sums so far are exact in single precision.
    Single(Vec<f32>),
    Double(Vec<f64>),
}

impl Totals {
    /// None yet.
    pub(super) const fn new() -> Totals {
        Totals::Single(Vec::new())
    }

    /// Forgets all sums.
    pub(super) fn clear(&mut self) {
        match self {
            Totals::Single(sums) => sums.clear(),
            Totals::Double(sums) => sums.clear(),
        }
    }

    /// Makes it the sums of so many nodes, of which new ones are 0.
    #[inline]
    pub(super) fn resize(&mut self, len: usize) {
        match self {
            Totals::Single(sums) => sums.resize(len, 0.0),
            Totals::Double(sums) => sums.resize(len, 0.0),
        }
    }

    /// The sum of a node.
    #[inline]
    pub(super) fn get(&self, id: usize) -> f64 {
        match self {
            Totals::Single(sums) => f64::from(sums[id]),
            Totals::Double(sums) => sums[id],
        }
    }

    /// Adds a value, and says what the sum is then.
    #[inline]
    pub(super) fn add(&mut self, id: usize, value: f64) -> f64 {
        match self {
            Totals::Single(sums) => {
                let (before, single) = (sums[id], value as f32);
                let sum = before + single;
                // If a sum was rounded, the smaller number is not what is left without the larger one (Dekker 1971).
                if (sum - before == single) & (sum - single == before) & (f64::from(single) == value) {
                    sums[id] = sum;
                    return f64::from(sum);
                }
            }
            Totals::Double(sums) => {
                sums[id] += value;
                return sums[id];
            }
        }
        self.widen();
        self.add(id, value)
    }

    /// Adds nodes with the sums of some nodes of another tree.
    pub(super) fn extend(&mut self, from: &Totals, nodes: Range<usize>) {
        match (&mut *self, from) {
            (Totals::Single(sums), Totals::Single(from)) => sums.extend_from_slice(&from[nodes]),
            (Totals::Double(sums), from) => sums.extend(nodes.map(|id| from.get(id))),
            (Totals::Single(_), Totals::Double(_)) => {
                self.widen();
                self.extend(from, nodes);
            }
        }
    }

    /// Keeps the sums in double precision from here on.
    #[cold]
    fn widen(&mut self) {
        *self = Totals::Double((0..self.len()).map(|id| self.get(id)).collect());
    }

    fn len(&self) -> usize {
        match self {
            Totals::Single(sums) => sums.len(),
            Totals::Double(sums) => sums.len(),
        }
    }
}

#[cfg(test)]
#[path = "totals_tests.rs"]
mod tests;
