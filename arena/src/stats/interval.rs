//! Means with 95 % intervals, and Elo.
//!
//! Notation: x(1) … x(D) are independent, and each is a whole number s(d) over the same u; m is their mean, sd their
//! standard deviation. The interval is m ± t·sd/√D, t the 0.975 quantile of Student's distribution with D − 1 degrees of
//! freedom. Sums of s(d) and s(d)² are kept as integers, so results do not depend on the order of the data.
//!
//! Refuses: weights, and an interval for fewer than two units (it is the whole range then).

use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

/// Sums over independent units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sums {
    /// Adds one unit.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The number of units.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of the units divided by `scale`; 0 when there are none.
    pub fn mean(&self, scale: f64) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / (self.count as f64 * scale) }
    }

    /// The standard deviation of the units divided by `scale`; 0 for fewer than two.
    pub fn sd(&self, scale: f64) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = i128::from(self.count);
        let spread = (count * self.squares - self.sum * self.sum) as f64;
        (spread / (count * (count - 1)) as f64).sqrt() / scale
    }

    /// The mean of the units divided by `scale` with its interval, within `least` and `most`.
    pub fn interval(&self, scale: f64, least: f64, most: f64) -> Interval {
        let mean = self.mean(scale);
        if self.count < 2 {
            return Interval { mean, lo: least, hi: most };
        }
        let half = t_quantile(self.count - 1) * self.sd(scale) / (self.count as f64).sqrt();
        Interval { mean, lo: (mean - half).max(least), hi: (mean + half).min(most) }
    }
}

/// The 0.975 quantile of Student's distribution.
fn t_quantile(freedom: u64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).expect("there is a degree of freedom").inverse_cdf(0.975)
}

/// The Elo difference of a bot with this share to a field of `players - 1` equals: 0 at 1/n, the usual Elo for two,
/// infinite at 0 and 1 (from the Plackett–Luce model).
pub fn elo(share: f64, players: usize) -> f64 {
    400.0 * (share * (players - 1) as f64 / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[i64]) -> Sums {
        let mut sums = Sums::default();
        for &value in values {
            sums.add(value);
        }
        sums
    }

    fn near(seen: f64, expected: f64) {
        assert!((seen - expected).abs() < 1e-6, "{seen} is not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, expected) in [(1, 12.706_204_7), (4, 2.776_445_1), (30, 2.042_272_5), (999, 1.962_341_5)] {
            near(t_quantile(freedom), expected);
        }
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let data = sums(&[30, 60, 30, 0, 60]);
        near(data.mean(60.0), 0.6);
        near(data.sd(60.0), 0.418_330_013);
        let interval = data.interval(60.0, 0.0, 1.0);
        near(interval.lo, 0.6 - 2.776_445_1 * 0.418_330_013 / 5_f64.sqrt());
        near(interval.hi, 1.0);
    }

    #[test]
    fn degenerate_data_ends() {
        assert_eq!(sums(&[]).interval(1.0, 0.0, 1.0), Interval { mean: 0.0, lo: 0.0, hi: 1.0 });
        assert_eq!(sums(&[1]).interval(1.0, 0.0, 1.0), Interval { mean: 1.0, lo: 0.0, hi: 1.0 });
        assert_eq!(sums(&[30; 9]).interval(60.0, 0.0, 1.0), Interval { mean: 0.5, lo: 0.5, hi: 0.5 });
    }

    #[test]
    fn elo_is_zero_at_an_equal_share() {
        for players in 2..=6 {
            near(elo(1.0 / players as f64, players), 0.0);
        }
        near(elo(0.75, 2), 190.848_501_9);
        assert_eq!(elo(1.0, 2), f64::INFINITY);
        assert_eq!(elo(0.0, 4), f64::NEG_INFINITY);
    }
}
