//! A mean over games whose independent units are deals.
//!
//! Notation: deal d has c(d) values with the sum s(d); the mean is r = Σs/Σc. Its variance is that of the linearized
//! ratio, D/(D − 1) · Σ(s(d) − r·c(d))² / (Σc)², with D the number of deals that have a value (Cochran 1977, §6.3; the
//! cluster-robust variance of a mean). Where every deal has the same number of values, this is the textbook variance of a
//! mean of deals. The interval is r ± t·se, with D − 1 degrees of freedom. Sums are integers, so they do not depend on the
//! order of the deals.
//!
//! Where no deal differs from another, the spread tells nothing. But if other values have the probability p, all D deals
//! are alike with probability (1 − p)^D, so p is at most 1 − 0.025^(1/D), and the mean lies within that share of the way to
//! either end of its range. At an end this is the interval of Clopper and Pearson. Without a range it is a point.

use super::{Interval, t_quantile};

/// Integer sums over deals.
///
/// ```
/// use riverlab_arena::stats::Ratio;
/// // The win shares of a bot in four deals of two games each, in sixtieths of a game.
/// let mut shares = Ratio::default();
/// for sum in [120, 60, 60, 0] {
///     shares.add(sum, 2);
/// }
/// let share = shares.interval(60.0, 0.0, 1.0);
/// assert_eq!((shares.deals(), share.mean), (4, 0.5));
/// // ± the 0.975 quantile of Student's distribution with 3 degrees of freedom · 0.408 / √4, cut at the ends.
/// assert!((shares.sd(60.0) - (1.0_f64 / 6.0).sqrt()).abs() < 1e-12);
/// assert_eq!((share.lo, share.hi), (0.0, 1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    deals: u64,
    sum: i128,
    count: i128,
    squares: i128,
    products: i128,
    count_squares: i128,
}

impl Ratio {
    /// Adds a deal with so many values and their sum; one without values is no deal of it.
    pub fn add(&mut self, sum: i64, count: u64) {
        if count == 0 {
            return;
        }
        let (sum, count) = (i128::from(sum), i128::from(count));
        self.deals += 1;
        self.sum += sum;
        self.count += count;
        self.squares += sum * sum;
        self.products += sum * count;
        self.count_squares += count * count;
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

    /// The mean value, each divided by `scale`, with its interval within `least` and `most`.
    pub fn interval(&self, scale: f64, least: f64, most: f64) -> Interval {
        let mean = self.mean(scale);
        if self.deals < 2 {
            return Interval { mean, lo: least, hi: most };
        }
        let half = t_quantile(self.deals - 1) * self.sd(scale) / (self.deals as f64).sqrt();
        if half == 0.0 && (most - least).is_finite() {
            let other = 1.0 - 0.025_f64.powf(1.0 / self.deals as f64);
            return Interval { mean, lo: mean - other * (mean - least), hi: mean + other * (most - mean) };
        }
        Interval { mean, lo: (mean - half).max(least), hi: (mean + half).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(deals: &[(i64, u64)]) -> Ratio {
        let mut ratio = Ratio::default();
        for &(sum, count) in deals {
            ratio.add(sum, count);
        }
        ratio
    }

    fn near(seen: f64, expected: f64) {
        assert!((seen - expected).abs() < 1e-6, "{seen} is not {expected}");
    }

    #[test]
    fn equal_counts_give_the_textbook_interval() {
        let data = ratio(&[(30, 1), (60, 1), (30, 1), (0, 1), (60, 1)]);
        near(data.mean(60.0), 0.6);
        near(data.sd(60.0), 0.418_330_013);
        let interval = data.interval(60.0, 0.0, 1.0);
        near(interval.lo, 0.6 - 2.776_445_1 * 0.418_330_013 / 5_f64.sqrt());
        near(interval.hi, 1.0);
        let twice = ratio(&[(60, 2), (120, 2), (60, 2), (0, 2), (120, 2)]);
        assert_eq!(twice.interval(60.0, 0.0, 1.0), interval);
    }

    #[test]
    fn unequal_counts_give_the_ratio_estimate() {
        // By hand: r = 10/6; residuals 1 − r, 4 − 2r, 5 − 3r with squares 4/9, 4/9, 0.
        let data = ratio(&[(1, 1), (4, 2), (5, 3), (0, 0)]);
        assert_eq!(data.deals(), 3);
        near(data.mean(1.0), 10.0 / 6.0);
        let se = (3.0 / 2.0 * (8.0 / 9.0) / 36.0_f64).sqrt();
        near(data.sd(1.0) / 3_f64.sqrt(), se);
        near(data.interval(1.0, -9.0, 9.0).hi, 10.0 / 6.0 + 4.302_652_7 * se);
    }

    #[test]
    fn degenerate_data_ends() {
        assert_eq!(ratio(&[]).interval(1.0, 0.0, 1.0), Interval { mean: 0.0, lo: 0.0, hi: 1.0 });
        assert_eq!(ratio(&[(1, 1)]).interval(1.0, 0.0, 1.0), Interval { mean: 1.0, lo: 0.0, hi: 1.0 });
        let alike = ratio(&[(15, 1); 10]).interval(60.0, 0.0, 1.0);
        near(alike.lo, 0.25 - 0.25 * (1.0 - 0.691_502_9));
        near(alike.hi, 0.25 + 0.75 * (1.0 - 0.691_502_9));
        // Ten wins of ten: Clopper and Pearson give .6915 to 1.
        let wins = ratio(&[(60, 1); 10]).interval(60.0, 0.0, 1.0);
        near(wins.lo, 0.691_502_9);
        assert_eq!(wins.hi, 1.0);
        let losses = ratio(&[(0, 1); 10]).interval(60.0, 0.0, 1.0);
        near(losses.hi, 1.0 - 0.691_502_9);
        let unbounded = ratio(&[(7, 1); 10]).interval(1.0, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!((unbounded.lo, unbounded.hi), (7.0, 7.0));
    }
}
