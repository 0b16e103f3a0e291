//! Intervals for a proportion of independent trials.
//!
//! Notation: k successes in n trials, p = k/n, z the 0.975 quantile of the normal distribution, B(q; a, b) the quantile of
//! the beta distribution.
//!
//! - Wilson (1927): (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n). Covers 95 % on average over p; the one to print.
//! - Clopper and Pearson (1934): from B(0.025; k, n − k + 1) to B(0.975; k + 1, n − k). Covers at least 95 % for every p,
//!   and is wider; the one to promise with.
//!
//! Refuses: split wins and blocks, which are not independent trials of one thing with two outcomes.

use super::beta;
use super::bisect::{Bracket, bisect};
use super::interval::{Interval, NORMAL_QUANTILE};

/// The Wilson interval of 95 %; the complete range, with mean 0, when there are no trials.
///
/// Two of the examples of Newcombe (*Statistics in Medicine* 17, 1998, table I, method 3):
///
/// ```
/// use riverlab_stats::wilson;
///
/// assert_eq!(wilson(81, 263).text(4), "0.2553 .. 0.3662");
/// assert_eq!(wilson(0, 20).text(4), "0.0000 .. 0.1611");
/// ```
///
/// # Panics
/// With more successes than trials.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    let Some(mean) = share(successes, trials) else { return NOTHING_KNOWN };
    let count = trials as f64;
    let pull = NORMAL_QUANTILE * NORMAL_QUANTILE / count;
    let centre = mean + pull / 2.0;
    let half = (pull * (mean * (1.0 - mean) + pull / 4.0)).sqrt();
    let lo = if successes == 0 { 0.0 } else { (centre - half) / (1.0 + pull) };
    let hi = if successes == trials { 1.0 } else { (centre + half) / (1.0 + pull) };
    Interval { mean, lo, hi }
}

/// The Clopper–Pearson interval of at least 95 %; the whole range, with mean 0, when there are no trials.
///
/// The same examples by Newcombe's method 5:
///
/// ```
/// use riverlab_stats::clopper_pearson;
///
/// assert_eq!(clopper_pearson(81, 263).text(4), "0.2527 .. 0.3676");
/// assert_eq!(clopper_pearson(0, 20).text(4), "0.0000 .. 0.1684");
/// ```
///
/// # Panics
/// With more successes than trials.
pub fn clopper_pearson(successes: u64, trials: u64) -> Interval {
    clopper_pearson_at(successes, trials, 0.95)
}

/// The Clopper–Pearson interval of at least another level, for example 0.99.
///
/// # Panics
/// With more successes than trials.
pub fn clopper_pearson_at(successes: u64, trials: u64, level: f64) -> Interval {
    let tail = (1.0 - level) / 2.0;
    let Some(mean) = share(successes, trials) else { return NOTHING_KNOWN };
    let (hits, misses) = (successes as f64, (trials - successes) as f64);
    let lo = if successes == 0 { 0.0 } else { beta_quantile(tail, hits, misses + 1.0) };
    let hi = if successes == trials { 1.0 } else { beta_quantile(1.0 - tail, hits + 1.0, misses) };
    Interval { mean, lo, hi }
}

const NOTHING_KNOWN: Interval = Interval { mean: 0.0, lo: 0.0, hi: 1.0 };

fn share(successes: u64, trials: u64) -> Option<f64> {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    (trials > 0).then(|| successes as f64 / trials as f64)
}

/// Bisection, to the last bit of all but tiny quantiles.
fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    let is_below = |x: f64| beta::cdf(a, b, x, 1.0 - x) < probability;
    bisect(Bracket { before: 0.0, after: 1.0 }, 80, is_below).middle()
}

#[cfg(test)]
#[path = "proportion_tests.rs"]
mod tests;
