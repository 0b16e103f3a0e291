//! The way of a match: what its sequential test and its confidence sequence said after each deal, in bounded memory.
//!
//! Points are taken after deals 1, 1 + k, 1 + 2k, … and after the last one. k begins with 1 and doubles whenever
//! [`MOST`] points are kept, of which every other one then goes: what is kept depends on the number of deals alone.
//!
//! Refuses: to compute anything. Its points are handed to it, so that the last one is what the match itself reports.

use super::interval::Interval;

/// The number of points at which every other one goes.
const MOST: usize = 300;

/// What a match has shown after some of its deals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchPoint {
    /// The number of deals.
    pub deals: u64,
    /// The mean so far with the interval that is valid at every look.
    pub sequence: Interval,
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub llr: Option<f64>,
}

/// Points on the way of a match, the first and the last among them.
#[derive(Clone, Debug)]
pub struct MatchPath {
    step: u64,
    points: Vec<MatchPoint>,
    last: Option<MatchPoint>,
}

impl Default for MatchPath {
    fn default() -> MatchPath {
        MatchPath { step: 1, points: Vec::new(), last: None }
    }
}

impl MatchPath {
    /// Takes the point after the next deal.
    pub fn add(&mut self, point: MatchPoint) {
        self.last = Some(point);
        if self.is_on_grid(&point) {
            self.points.push(point);
        }
        if self.points.len() == MOST {
            self.step *= 2;
            let step = self.step;
            self.points.retain(|point| (point.deals - 1).is_multiple_of(step));
        }
    }

    fn is_on_grid(&self, point: &MatchPoint) -> bool {
        (point.deals - 1).is_multiple_of(self.step)
    }

    /// The points that are kept, in the order of the deals; the last is the one after the last deal.
    pub fn points(&self) -> Vec<MatchPoint> {
        let last = self.last.filter(|last| !self.is_on_grid(last));
        self.points.iter().copied().chain(last).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The deals of the points that are kept of a match of so many.
    fn kept(deals: u64) -> Vec<u64> {
        let mut path = MatchPath::default();
        for deals in 1..=deals {
            path.add(MatchPoint { deals, sequence: Interval::point(0.5), llr: None });
        }
        path.points().iter().map(|point| point.deals).collect()
    }

    #[test]
    fn the_first_and_the_last_deal_are_always_there() {
        assert!(kept(0).is_empty());
        assert_eq!(kept(4), [1, 2, 3, 4]);
        for deals in [299, 300, 301, 599, 600, 601, 10_000, 123_456] {
            let kept = kept(deals);
            assert_eq!((kept[0], kept[kept.len() - 1]), (1, deals));
            assert!(kept.len() <= MOST && kept.len() >= MOST.min(deals as usize) / 2, "{deals}: {}", kept.len());
            assert!(kept.is_sorted_by(|one, other| one < other), "{deals}");
        }
    }

    #[test]
    fn points_lie_on_a_grid() {
        assert_eq!(kept(600)[..3], [1, 5, 9]);
        assert_eq!(kept(600)[148..], [593, 597, 600]);
    }
}
