//! Means, intervals of 95 %, and Elo.
//!
//! Sums of whole numbers are kept as integers, so that results do not depend on the order of the data.

use std::cell::Cell;

use super::bisect::{Bracket, bisect};
use super::{normal, student};

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

impl Interval {
    /// A value that is known.
    pub fn point(value: f64) -> Interval {
        Interval { mean: value, lo: value, hi: value }
    }

    /// The mean of values, and Student's interval, which it does not leave on either side with the probability `level` (from
    /// 0.5 to 1); without bounds where there are fewer than two values.
    ///
    /// Student (*Biometrika* 6, 1908): how many hours more ten patients slept after one drug than after the other.
    ///
    /// ```
    /// use riverlab_stats::Interval;
    ///
    /// let hours = Interval::of_mean(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4], 0.975);
    /// assert!((hours.mean - 1.58).abs() < 1e-12);
    /// assert_eq!(hours.text(3), "0.700 .. 2.460");
    /// ```
    pub fn of_mean(values: &[f64], level: f64) -> Interval {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        if values.len() < 2 {
            return Interval { mean, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        }
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let reach = quantile(level, values.len() as u64 - 1) * (squares / (count - 1.0) / count).sqrt();
        Interval { mean, lo: mean - reach, hi: mean + reach }
    }

    /// The same seen from the other side: `whole` less the value.
    #[must_use]
    pub fn mirrored(&self, whole: f64) -> Interval {
        Interval { mean: whole - self.mean, lo: whole - self.hi, hi: whole - self.lo }
    }

    /// An interval on the scale from 0 to 1 as it is on the scale from `least` to `most`.
    #[must_use]
    pub fn on_scale(&self, least: f64, most: f64) -> Interval {
        let on = |value: f64| least + value * (most - least);
        Interval { mean: on(self.mean), lo: on(self.lo), hi: on(self.hi) }
    }

    /// The distance between the ends.
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    /// Both ends with so many decimals.
    ///
    /// ```
    /// use riverlab_stats::Interval;
    /// assert_eq!(Interval { mean: 0.5, lo: 0.25, hi: 0.75 }.text(3), "0.250 .. 0.750");
    /// ```
    pub fn text(&self, decimals: usize) -> String {
        format!("{:.decimals$} .. {:.decimals$}", self.lo, self.hi)
    }

    /// Both ends of a difference with their signs and so many decimals.
    ///
    /// ```
    /// use riverlab_stats::Interval;
    /// assert_eq!(Interval { mean: 0.0, lo: -0.25, hi: 0.25 }.signed_text(3), "-0.250 .. +0.250");
    /// ```
    pub fn signed_text(&self, decimals: usize) -> String {
        format!("{:+.decimals$} .. {:+.decimals$}", self.lo, self.hi)
    }
}

/// Where a bot may truly stand among those it can be compared with, from 1 for the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankInterval {
    /// The best rank that it may have.
    pub lo: usize,
    /// The worst rank that it may have.
    pub hi: usize,
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

    /// Adds all units of another one.
    pub fn merge(&mut self, other: &Sums) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
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
}

/// The 0.975 quantile of the standard normal distribution.
pub(super) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// The 0.975 quantile of Student's distribution. From 1,000 degrees of freedom on it is the series of Cornish and Fisher,
/// right to 1e-11, as the search for it takes longer the more there are.
///
/// From the tables of Fisher and Yates (1963, table III):
///
/// ```
/// use riverlab_stats::t_quantile;
///
/// assert_eq!([1, 9, 30, 120].map(|freedom| format!("{:.3}", t_quantile(freedom))), ["12.706", "2.262", "2.042", "1.980"]);
/// ```
///
/// # Panics
/// When there is no degree of freedom.
pub fn t_quantile(freedom: u64) -> f64 {
    thread_local! {
        /// Many intervals in a row have the same degrees of freedom.
        static LAST: Cell<(u64, f64)> = const { Cell::new((0, 0.0)) };
    }
    assert!(freedom > 0, "no degree of freedom");
    if LAST.get().0 != freedom {
        LAST.set((freedom, quantile(0.975, freedom)));
    }
    LAST.get().1
}

/// Any quantile of Student's distribution, for levels from 0.5 to 1; that of the normal distribution in the limit. The
/// same way as [`t_quantile`], which remembers the last one.
///
/// ```
/// use riverlab_stats::quantile;
///
/// // Fisher and Yates (1963, table III): 1 % of both sides together, 9 degrees of freedom.
/// assert_eq!(format!("{:.3}", quantile(0.995, 9)), "3.250");
/// ```
///
/// # Panics
/// When there is no degree of freedom.
pub fn quantile(level: f64, freedom: u64) -> f64 {
    assert!(freedom > 0, "no degree of freedom");
    if freedom < 1_000 {
        return student::upper_quantile(1.0 - level, freedom as f64);
    }
    series_quantile(normal::upper_quantile(1.0 - level), freedom as f64)
}

fn series_quantile(z: f64, freedom: f64) -> f64 {
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + (first + (second + third / freedom) / freedom) / freedom
}

/// What stands for so many deviations of the normal distribution where a mean is spread by exponential weights of so few
/// groups of deals: the weights spread it by √((D − 1)/(D + 1)) of its standard error, which itself is estimated with D − 1
/// degrees of freedom.
pub fn stretched(deviations: f64, groups: usize) -> f64 {
    let groups = groups as f64;
    student::upper_quantile(normal::cdf(-deviations), groups - 1.0) * ((groups + 1.0) / (groups - 1.0)).sqrt()
}

/// The Elo difference of a bot with this share to a field of `players - 1` equals: 0 at 1/n, the usual Elo for two,
/// infinite at 0 and 1 (from the Plackett–Luce model).
///
/// ```
/// use riverlab_stats::elo;
///
/// // Elo, *The Rating of Chessplayers* (1978): 200 points more are a share of 0.76, odds of √10 to 1.
/// assert!((elo(0.76, 2) - 200.0).abs() < 0.5);
/// // Three equal players win a third each.
/// assert!(elo(1.0 / 3.0, 3).abs() < 1e-9);
/// ```
pub fn elo(share: f64, players: usize) -> f64 {
    400.0 * libm::log10(share * (players - 1) as f64 / (1.0 - share))
}

/// The Elo difference of a bot with this share of a seat to equal others, when it had k of the `players` seats in
/// `games[k]` games: the one at which copies of its strength win this share (from the Plackett–Luce model, in which k
/// copies of strength e^d among n − k others win with probability k·e^d/(k·e^d + n − k)). Infinite where it won all that it
/// could, or nothing that it need not; [`elo`] where it always had one seat.
pub fn elo_among_copies(share: f64, players: usize, games: &[u64]) -> f64 {
    if games.iter().skip(2).all(|&games| games == 0) {
        return elo(share, players);
    }
    let counted = || (0..=players).zip(games).map(|(seats, &games)| (seats as f64, games as f64));
    let seats: f64 = counted().map(|(seats, games)| seats * games).sum();
    let (least, most) = (games[players] as f64 / seats, counted().map(|(_, games)| games).sum::<f64>() / seats);
    if least == most {
        return 0.0;
    }
    let expected = |strength: f64| {
        let odds = libm::exp(strength);
        let won = |(seats, games): (f64, f64)| games * seats * odds / (seats * odds + (players as f64 - seats));
        counted().map(won).sum::<f64>() / seats
    };
    // Beyond e⁴⁰ to 1 the share cannot be told from a limit.
    let limits = Bracket { before: -40.0, after: 40.0 };
    if share <= expected(limits.before) || share <= least {
        return f64::NEG_INFINITY;
    }
    if share >= expected(limits.after) || share >= most {
        return f64::INFINITY;
    }
    400.0 / std::f64::consts::LN_10 * bisect(limits, 60, |strength| expected(strength) < share).middle()
}

#[cfg(test)]
#[path = "interval_tests.rs"]
mod tests;
