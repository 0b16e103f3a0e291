//! Tests and intervals for the mean of values between known limits that hold at every look, whenever one stops.
//!
//! Notation: deals x(1), x(2), … lie between `least` and `most`, and given those before each has the mean μ. For a candidate m
//! gamblers start with 1 and bet that the mean is above it. Their capital after n deals is
//!
//! K⁺(m) = Σ w(j) · Π (1 + λ(j, i)·(x(i) − m)), λ(j, i) = min(g(j)/v(i), c/(m − least)),
//!
//! with c = ¾, and K⁻(m) is the same for the mirror image, so for bets that the mean is below m. Where μ ≤ m, K⁺(m) is a
//! supermartingale whatever else is true: a factor has an expectation of at most 1. So it is an *e-process*, which ever
//! reaches 1/α with probability α at most (Ville 1939), and stopping it at any time leaves an e-value.
//!
//! A gambler that bets λ = g/v, with v the variance, grows fastest where the mean is g away from the candidate (Kelly 1956).
//! The distances g(j) are those that matter to what is asked: ¼, ½, 1 and 2 times a distance that the caller names, with
//! the weights 4/9, 2/9, 2/9 and 1/9, so that none costs more than a factor of nine. The smallest has most, as it needs most
//! deals. v(i) comes from the deals before: deals are gathered in *legs*, and within a leg v is fixed, the variance around the
//! mean of all earlier legs together with one pseudo-deal at a quarter of the range from the middle. So capitals depend on
//! how often each value came up in each leg only, and any candidate can be asked for at any time.
//!
//! K⁺ falls and K⁻ rises in m, so the m for which neither is 2/α or more are an interval: a confidence sequence, that is, all
//! intervals of all looks contain μ together, with probability 1 − α.
//!
//! References: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 86 (2024); Ramdas,
//! Grünwald, Vovk and Shafer, "Game-theoretic statistics and safe anytime-valid inference", Statistical Science 38 (2023).
//! Beside [`ConfidenceSequence`](super::ConfidenceSequence), which follows a grid of candidates with one bet for all of
//! them, it is narrower where a distance matters, and keeps the values instead of the candidates.
//!
//! Refuses: values outside of the limits, and deals that are chosen by what they show. It pays for its promise with deals.

use super::bisect::{Bracket, bisect};
use super::interval::Interval;
use super::ratio::Ratio;

/// The largest share of its capital that a gambler stakes.
const MAX_STAKED: f64 = 0.75;

/// What gamblers bet for: a mean so many times the distance that matters away from the candidate, with their shares of the
/// capital at the start.
const GAMBLERS: [(f64, f64); 4] = [(0.25, 4.0 / 9.0), (0.5, 2.0 / 9.0), (1.0, 2.0 / 9.0), (2.0, 1.0 / 9.0)];

/// Halvings of an interval of candidates.
const HALVINGS: u32 = 40;

/// What is known at every look of the mean of values between known limits.
///
/// ```
/// use riverlab_stats::SequentialMean;
/// // 400 deals of two games each, in sixtieths of a win: one in ten is won, where a half is expected.
/// let mut mean = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
/// (0..400).for_each(|deal| mean.add(if deal % 10 == 0 { -60 } else { 0 }, 2));
/// let interval = mean.interval(0.05);
/// assert!((interval.mean + 0.05).abs() < 1e-9 && interval.hi < -0.02);
/// // The e-value of "the mean is at least -0.02", as its logarithm.
/// assert!(mean.log_e_below(-0.02) > (1.0_f64 / 0.025).ln());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SequentialMean {
    /// What values are divided by.
    scale: f64,
    least: f64,
    most: f64,
    /// The distance that matters.
    distance: f64,
    /// All deals.
    all: Ratio,
    legs: Vec<Leg>,
}

/// Deals on which bets were fixed before.
#[derive(Clone, PartialEq, Debug)]
struct Leg {
    /// The variance that bets go by.
    variance: f64,
    deals: Ratio,
}

/// Which way gamblers bet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// That the mean is above the candidate.
    Above,
    /// That it is below.
    Below,
}

impl SequentialMean {
    /// No deals yet. Values, once divided by `scale`, lie between the limits; `distance` is what matters in differences of
    /// the mean, above 0.
    pub fn new(scale: f64, (least, most): (f64, f64), distance: f64) -> SequentialMean {
        debug_assert!(least < most && distance > 0.0, "{least} to {most}, {distance}");
        let mut mean = SequentialMean { scale, least, most, distance, all: Ratio::default(), legs: Vec::new() };
        mean.end_leg();
        mean
    }

    /// Adds a deal with so many values and their sum.
    pub fn add(&mut self, sum: i64, count: u64) {
        self.all.add(sum, count);
        self.legs.last_mut().expect("there is one").deals.add(sum, count);
    }

    /// Adds deals, in whatever order.
    pub fn add_all(&mut self, deals: &Ratio) {
        self.all.merge(deals);
        self.legs.last_mut().expect("there is one").deals.merge(deals);
    }

    /// Lets the bets on what is still to come follow from all that was seen.
    pub fn end_leg(&mut self) {
        let is_new = self.legs.last().is_none_or(|leg| leg.deals.deals() > 0);
        if is_new {
            self.legs.push(Leg { variance: self.variance(), deals: Ratio::default() });
        }
    }

    /// The variance of a deal, with a pseudo-deal.
    fn variance(&self) -> f64 {
        let (deals, sd) = (self.all.deals() as f64, self.all.sd(self.scale));
        let pseudo = ((self.most - self.least) / 4.0).powi(2);
        (pseudo + (deals - 1.0).max(0.0) * sd * sd) / (deals + 1.0)
    }

    /// The number of deals.
    pub fn deals(&self) -> u64 {
        self.all.deals()
    }

    /// All deals.
    pub fn values(&self) -> &Ratio {
        &self.all
    }

    /// The mean of all deals, 0 when there are none.
    pub fn mean(&self) -> f64 {
        self.all.mean(self.scale)
    }

    /// The standard deviation of a deal.
    pub fn sd(&self) -> f64 {
        self.all.sd(self.scale)
    }

    /// The natural logarithm of the e-value of the mean being at most `null`: large where it is above.
    pub fn log_e_above(&self, null: f64) -> f64 {
        self.log_capital(null, Side::Above)
    }

    /// The same of the mean being at least `null`: large where it is below.
    pub fn log_e_below(&self, null: f64) -> f64 {
        self.log_capital(null, Side::Below)
    }

    /// The mean with the interval of all looks so far at the level 1 − `alpha`, which lies between 0 and 1.
    pub fn interval(&self, alpha: f64) -> Interval {
        debug_assert!(alpha > 0.0 && alpha < 1.0, "alpha {alpha}");
        let limit = libm::log(2.0 / alpha);
        Interval {
            mean: self.mean(),
            lo: self.end(self.least, limit, Side::Above),
            hi: self.end(self.most, limit, Side::Below),
        }
    }

    /// The end of the candidates, seen from an outer limit, at which the capital of a side gets this large.
    fn end(&self, limit_of_values: f64, limit: f64, side: Side) -> f64 {
        if self.deals() == 0 {
            return limit_of_values;
        }
        let outside_to_inside = Bracket { before: limit_of_values, after: self.mean() };
        bisect(outside_to_inside, HALVINGS, |candidate| self.log_capital(candidate, side) >= limit).before
    }

    fn log_capital(&self, candidate: f64, side: Side) -> f64 {
        let capitals = GAMBLERS.map(|(times, share)| libm::log(share) + self.log_gain(candidate, side, times));
        log_sum(&capitals)
    }

    /// The logarithm of what a gambler makes of 1 who bets for so many times the distance.
    fn log_gain(&self, candidate: f64, side: Side, times: f64) -> f64 {
        let (sign, room) = match side {
            Side::Above => (1.0, candidate - self.least),
            Side::Below => (-1.0, self.most - candidate),
        };
        let of_leg = |leg: &Leg| {
            let bet = (times * self.distance / leg.variance).min(MAX_STAKED / room.max(0.0));
            let gain = |((sum, count), deals): ((i64, u64), u64)| {
                let value = sum as f64 / (count as f64 * self.scale);
                deals as f64 * libm::log1p(bet * sign * (value - candidate))
            };
            leg.deals.kinds().map(gain).sum::<f64>()
        };
        self.legs.iter().map(of_leg).sum()
    }
}

/// The logarithm of the sum of numbers with these logarithms.
pub(super) fn log_sum(logarithms: &[f64]) -> f64 {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_infinite() {
        return most;
    }
    most + libm::log(logarithms.iter().map(|one| libm::exp(one - most)).sum())
}

/// The logarithm of the mean of two numbers with these logarithms.
pub fn log_mean_of_two(one: f64, other: f64) -> f64 {
    log_sum(&[one, other]) - std::f64::consts::LN_2
}

#[cfg(test)]
#[path = "sequential_mean_tests.rs"]
mod tests;
