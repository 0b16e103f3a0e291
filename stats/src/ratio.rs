//! A mean over games whose independent units are deals.
//!
//! Notation: deal d has c(d) values with the sum s(d); the mean is r = Σs/Σc. The variance of a deal's mean is that of the
//! linearized ratio, D/(D − 1) · Σ(s(d) − r·c(d))² / (Σc/D)² / D, with D the number of deals that have a value (Cochran
//! 1977, §6.3; the cluster-robust variance of a mean). Where every deal has the same number of values, this is the textbook
//! variance of a mean of deals. Intervals and p-values are those of [`bounded_mean`](super::bounded_mean), from how often
//! each kind of deal came up. Sums are integers, so they do not depend on the order of the deals; memory grows with the
//! number of different sums, not with that of deals.

use std::collections::BTreeMap;

use super::bounded_mean::{BoundedMean, Kind};
use super::interval::Interval;

/// The values of one deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DealSum {
    /// Their sum.
    pub sum: i64,
    /// How many there are.
    pub count: u64,
}

/// Integer sums over deals.
///
/// ```
/// use riverlab_stats::Ratio;
/// // The win shares of a bot in four deals of two games each, in sixtieths of a game.
/// let mut shares = Ratio::default();
/// for sum in [120, 60, 60, 0] {
///     shares.add(sum, 2);
/// }
/// let share = shares.interval(60.0, 0.0, 1.0);
/// assert_eq!((shares.deals(), share.mean), (4, 0.5));
/// assert!((shares.sd(60.0) - (1.0_f64 / 6.0).sqrt()).abs() < 1e-12);
/// // Four deals say little: nearly everything is possible.
/// assert!(share.lo < 0.2 && share.hi > 0.8);
/// assert_eq!(shares.p(60.0, 0.5, 0.0, 1.0), 1.0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    deals: u64,
    sum: i128,
    count: i128,
    squares: i128,
    products: i128,
    count_squares: i128,
    /// How many deals had each sum over each number of values.
    kinds: BTreeMap<(i64, u64), u64>,
}

impl Ratio {
    /// Adds a deal with so many values and their sum; one without values is no deal of it.
    pub fn add(&mut self, sum: i64, count: u64) {
        self.add_deals(sum, count, 1);
    }

    /// Adds so many deals that are alike.
    #[inline]
    pub fn add_deals(&mut self, sum: i64, count: u64, deals: u64) {
        if count == 0 || deals == 0 {
            return;
        }
        *self.kinds.entry((sum, count)).or_default() += deals;
        self.deals += deals;
        let (sum, count, deals) = (i128::from(sum), i128::from(count), i128::from(deals));
        self.sum += deals * sum;
        self.count += deals * count;
        self.squares += deals * sum * sum;
        self.products += deals * sum * count;
        self.count_squares += deals * count * count;
    }

    /// Adds all deals of another one.
    pub fn merge(&mut self, other: &Ratio) {
        other.kinds().for_each(|((sum, count), deals)| self.add_deals(sum, count, deals));
    }

    /// The other values of the same deals, where each of all the `deals` has `count` values with this sum together. Deals
    /// without values here have all of them there.
    #[must_use]
    pub fn others(&self, sum: i64, count: u64, deals: u64) -> Ratio {
        let mut others = Ratio::default();
        others.add_deals(sum, count, deals - self.deals);
        for ((here, values), alike) in self.kinds() {
            others.add_deals(sum - here, count - values, alike);
        }
        others
    }

    /// So many deals of the same kinds, in the same proportions as nearly as can be: what more deals would look like if they
    /// were like these.
    #[must_use]
    pub fn extended_to(&self, deals: u64) -> Ratio {
        let (mut extended, mut seen) = (Ratio::default(), 0_u128);
        let upto = |seen: u128| (seen * u128::from(deals)).checked_div(u128::from(self.deals)).unwrap_or(0) as u64;
        for ((sum, count), alike) in self.kinds() {
            let before = upto(seen);
            seen += u128::from(alike);
            extended.add_deals(sum, count, upto(seen) - before);
        }
        extended
    }

    /// The number of deals.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The mean value, each divided by `scale`; 0 when there are none.
    pub fn mean(&self, scale: f64) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / (self.count as f64 * scale) }
    }

    /// The standard deviation of a deal's mean value, each divided by `scale`; 0 for fewer than two deals.
    pub fn sd(&self, scale: f64) -> f64 {
        if self.deals < 2 {
            return 0.0;
        }
        let deals = self.deals as f64;
        // Σ(s − r·c)² over (Σc)²/D².
        (self.residuals() * deals / (deals - 1.0)).sqrt() * deals.sqrt() / (self.count as f64 * scale)
    }

    /// The skewness and the kurtosis of what deals differ by from the mean, s − r·c; those of a normal distribution where
    /// they do not.
    pub fn shape(&self) -> [f64; 2] {
        if self.deals < 2 || self.residuals() == 0.0 {
            return [0.0, 3.0];
        }
        let ratio = self.sum as f64 / self.count as f64;
        let deals = self.deals as f64;
        let variance = self.residuals() / deals;
        [3, 4].map(|power| {
            let part = |((sum, count), deals): ((i64, u64), u64)| {
                deals as f64 * (sum as f64 - ratio * count as f64).powi(power)
            };
            self.kinds().map(part).sum::<f64>() / deals / libm::pow(variance, f64::from(power) / 2.0)
        })
    }

    /// Σ(s − r·c)².
    fn residuals(&self) -> f64 {
        let deals = i128::from(self.deals);
        if self.count_squares * deals == self.count * self.count {
            // Equal counts: exact, so that deals without any difference have no spread at all.
            return (deals * self.squares - self.sum * self.sum) as f64 / deals as f64;
        }
        let ratio = self.sum as f64 / self.count as f64;
        let (squares, products, counts) = (self.squares as f64, self.products as f64, self.count_squares as f64);
        (squares - 2.0 * ratio * products + ratio * ratio * counts).max(0.0)
    }

    /// How often each sum came up over a deal, with the number of its values.
    pub fn kinds(&self) -> impl Iterator<Item = ((i64, u64), u64)> {
        self.kinds.iter().map(|(&kind, &deals)| (kind, deals))
    }

    /// The mean value, each divided by `scale`, with its interval; no value can be below `least` or above `most`. A single
    /// deal says nothing.
    pub fn interval(&self, scale: f64, least: f64, most: f64) -> Interval {
        match self.deals {
            0 | 1 => Interval { mean: self.mean(scale), lo: least, hi: most },
            _ => self.bounded_mean(scale, least, most).interval(),
        }
    }

    /// The same with the interval of another level, whose ends are this quantile of the normal distribution away.
    pub fn interval_at(&self, quantile: f64, scale: f64, least: f64, most: f64) -> Interval {
        match self.deals {
            0 | 1 => Interval { mean: self.mean(scale), lo: least, hi: most },
            _ => self.bounded_mean(scale, least, most).interval_at(quantile),
        }
    }

    /// The two-sided p-value of a mean, each value divided by `scale`, within these limits: below 0.05 where the
    /// [interval](Ratio::interval) does not contain it.
    pub fn p(&self, scale: f64, null: f64, least: f64, most: f64) -> f64 {
        if self.deals < 2 { 1.0 } else { self.bounded_mean(scale, least, most).p(null) }
    }

    /// The one-sided p-values of a mean within these limits: that it is at most `null`, small where it is above, and that it
    /// is at least `null`, small where it is below.
    pub fn one_sided_p(&self, scale: f64, null: f64, least: f64, most: f64) -> [f64; 2] {
        if self.deals < 2 {
            return [1.0; 2];
        }
        let mean = self.bounded_mean(scale, least, most);
        [mean.p_above(null), mean.p_below(null)]
    }

    /// The least and the greatest mean value of a deal, each value divided by `scale`; none without a deal.
    pub fn extremes(&self, scale: f64) -> Option<(f64, f64)> {
        let means = self.kinds.keys().map(|&(sum, count)| sum as f64 / (count as f64 * scale));
        means.fold(None, |seen, mean| match seen {
            None => Some((mean, mean)),
            Some((least, most)) => Some((mean.min(least), mean.max(most))),
        })
    }

    /// The mean value, each divided by `scale`, with its interval, for values without limits, such as differences of
    /// scores. Limits are guessed from what was seen, and count for less the more deals were lost: a deal may go as far the
    /// other way of 0 as any that was seen, and a unit from 0 where none went anywhere. A single deal says nothing.
    pub fn interval_without_limits(&self, scale: f64) -> Interval {
        if self.deals < 2 {
            return Interval { mean: self.mean(scale), lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        }
        let size = |&(sum, count): &(i64, u64)| (sum as f64 / (count as f64 * scale)).abs();
        let largest = self.kinds.keys().map(size).fold(0.0, f64::max);
        let limit = if largest == 0.0 { 1.0 } else { largest };
        BoundedMean::with_guessed_limits(self.kinds_on(scale), -limit, limit).interval()
    }

    fn bounded_mean(&self, scale: f64, least: f64, most: f64) -> BoundedMean {
        BoundedMean::new(self.kinds_on(scale), least, most)
    }

    /// The deals that are alike, each value divided by `scale`.
    fn kinds_on(&self, scale: f64) -> Vec<Kind> {
        let kind = |(&(sum, count), &deals): (&(i64, u64), &u64)| Kind {
            sum: sum as f64 / scale,
            values: count as f64,
            deals: deals as f64,
        };
        self.kinds.iter().map(kind).collect()
    }
}

#[cfg(test)]
#[path = "ratio_tests.rs"]
mod tests;
