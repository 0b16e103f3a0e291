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
#[path = "match_path_tests.rs"]
mod tests;
