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
mod tests {
    use super::*;

    #[test]
    fn quantiles_interpolate() {
        let mut histogram = Histogram::default();
        for score in [4.0, 1.0, 3.0, 2.0, 2.0] {
            histogram.add(score);
        }
        for (level, expected) in [(0.0, 1.0), (0.25, 2.0), (0.5, 2.0), (0.6, 2.4), (0.95, 3.8), (1.0, 4.0)] {
            assert!((histogram.quantile(level) - expected).abs() < 1e-9, "{level}: {}", histogram.quantile(level));
        }
        assert!((histogram.mean() - 2.4).abs() < 1e-12);
        assert!((histogram.sd() - 1.3_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Histogram::default().quantile(0.5), 0.0);
    }

    #[test]
    fn bins_cover_the_range() {
        let mut histogram = Histogram::default();
        for score in [0.0, 1.0, 2.0, 5.0, 9.0, 10.0, 10.0] {
            histogram.add(score);
        }
        assert_eq!(histogram.bins(0.0, 10.0, 5), [2, 1, 1, 0, 3]);
        assert_eq!(histogram.bins(0.0, 10.0, 1), [7]);
        let mut level = Histogram::default();
        level.add(3.0);
        assert_eq!(level.bins(3.0, 3.0, 4), [1, 0, 0, 0]);
    }

    #[test]
    fn thirds_of_a_point_are_exact() {
        let mut histogram = Histogram::default();
        (0..3).for_each(|_| histogram.add(1.0 / 3.0));
        assert_eq!(histogram.quantile(0.5), 20.0 / 60.0);
    }
}
