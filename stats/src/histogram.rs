//! How often each score came up: all of a distribution that is needed, in bounded memory.

use std::collections::BTreeMap;

use super::interval::Sums;

/// Scores in sixtieths of a point (so that thirds and quarters of a point are exact) with how often each came up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    counts: BTreeMap<i64, u64>,
    sums: Sums,
}

/// The units of a point.
pub const POINT: f64 = 60.0;

/// A score in these units.
pub fn units(score: f64) -> i64 {
    (score * POINT).round() as i64
}

impl Histogram {
    /// Adds a score.
    pub fn add(&mut self, score: f64) {
        let units = units(score);
        *self.counts.entry(units).or_default() += 1;
        self.sums.add(units);
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.sums.mean(POINT)
    }

    /// The standard deviation of the scores.
    pub fn sd(&self) -> f64 {
        self.sums.sd(POINT)
    }

    /// The quantile at `level` from 0 to 1, interpolated linearly between neighboring scores (Hyndman and Fan 1996,
    /// type 7); 0 when there are no scores.
    pub fn quantile(&self, level: f64) -> f64 {
        let Some(last) = self.sums.count().checked_sub(1) else { return 0.0 };
        let place = level * last as f64;
        let (below, above) = (self.nth(place.floor() as u64), self.nth(place.ceil() as u64));
        (below + (above - below) * place.fract()) / POINT
    }

    /// How many scores lie in each of `bins` equal parts of the range from `least` to `most`, both included.
    pub fn bins(&self, least: f64, most: f64, bins: usize) -> Vec<u64> {
        let mut counts = vec![0; bins];
        let part = (most - least).max(f64::MIN_POSITIVE) / bins as f64;
        for (&units, count) in &self.counts {
            let bin = ((units as f64 / POINT - least) / part) as usize;
            counts[bin.min(bins - 1)] += count;
        }
        counts
    }

    /// The score, in units, that has `nth` others before it.
    fn nth(&self, nth: u64) -> f64 {
        let mut before = 0;
        let reached = self.counts.iter().find(|&(_, count)| {
            before += count;
            before > nth
        });
        reached.map_or(0.0, |(&units, _)| units as f64)
    }
}

#[cfg(test)]
#[path = "histogram_tests.rs"]
mod tests;
