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
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rayon::prelude::*;

    use super::*;
    use crate::long::studied;
    use crate::proportion::clopper_pearson;

    /// Deals of two games, in sixtieths, less an equal share: how often each comes up where nothing is worth anything.
    const DEALS: [[(i64, f64); 5]; 3] = [
        [(-60, 0.02), (-30, 0.005), (0, 0.95), (30, 0.005), (60, 0.02)],
        [(-60, 0.16), (-30, 0.04), (0, 0.6), (30, 0.04), (60, 0.16)],
        [(-60, 0.002), (-30, 0.0), (0, 0.98), (30, 0.016), (60, 0.002)],
    ];

    fn mean_of(deals: &[(i64, f64)]) -> f64 {
        deals.iter().map(|(sum, chance)| *sum as f64 / 120.0 * chance).sum()
    }

    fn drawn(deals: &[(i64, f64)], rng: &mut ChaCha8Rng) -> i64 {
        let mut left: f64 = rng.random();
        let kind = deals.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        kind.map_or(0, |(sum, _)| *sum)
    }

    /// The formula of the module, deal by deal.
    fn plain(values: &[f64], legs: &[usize], candidate: f64, distance: f64, sign: f64) -> f64 {
        let mut capitals = GAMBLERS.map(|(_, share)| share);
        let mut variance = 0.0625;
        for (idx, value) in values.iter().enumerate() {
            if legs.contains(&idx) {
                let mean = values[..idx].iter().sum::<f64>() / idx as f64;
                let squares: f64 = values[..idx].iter().map(|value| (value - mean).powi(2)).sum();
                variance = (0.0625 + squares) / (idx + 1) as f64;
            }
            for (capital, (times, _)) in capitals.iter_mut().zip(GAMBLERS) {
                let bet = (times * distance / variance).min(0.75 / (0.5 + sign * candidate));
                *capital *= 1.0 + bet * sign * (value - candidate);
            }
        }
        libm::log(capitals.iter().sum())
    }

    #[test]
    fn capitals_are_those_of_the_formula() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let sums: Vec<i64> = (0..300).map(|_| drawn(&DEALS[1], &mut rng)).collect();
        let values: Vec<f64> = sums.iter().map(|sum| *sum as f64 / 120.0).collect();
        let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
        for (idx, sum) in sums.iter().enumerate() {
            if [50, 120].contains(&idx) {
                seen.end_leg();
                seen.end_leg();
            }
            seen.add(*sum, 2);
        }
        for candidate in [-0.4, -0.02, 0.0, 0.02, 0.45] {
            let above = plain(&values, &[50, 120], candidate, 0.02, 1.0);
            let below = plain(&values, &[50, 120], candidate, 0.02, -1.0);
            assert!((seen.log_e_above(candidate) - above).abs() < 1e-9, "{candidate}");
            assert!((seen.log_e_below(candidate) - below).abs() < 1e-9, "{candidate}");
        }
    }

    #[test]
    fn intervals_end_where_capitals_reach_their_limit() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
        assert_eq!(seen.interval(0.05), Interval { mean: 0.0, lo: -0.5, hi: 0.5 });
        for look in 0..8 {
            (0..200).for_each(|_| seen.add(drawn(&DEALS[1], &mut rng), 2));
            let Interval { mean, lo, hi } = seen.interval(0.05);
            let limit = libm::log(40.0);
            assert!((seen.log_e_above(lo) - limit).abs() < 1e-6 && (seen.log_e_below(hi) - limit).abs() < 1e-6);
            assert!(lo < mean && mean < hi && seen.log_e_above(mean) < limit, "look {look}");
            assert!(seen.log_e_above(lo - 0.01) > limit && seen.log_e_above(lo + 0.01) < limit);
            seen.end_leg();
        }
    }

    /// How many of these runs ever reach the limit of 5 %, or have an interval without the truth, at any of many looks.
    fn errors(deals: &[(i64, f64)], looks: usize, runs: u64) -> [u64; 2] {
        let truth = mean_of(deals);
        let run = |seed: u64| {
            let (mut rng, mut ever) = (ChaCha8Rng::seed_from_u64(seed), [false; 2]);
            let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
            for _ in 0..looks {
                (0..20).for_each(|_| seen.add(drawn(deals, &mut rng), 2));
                let (above, below) = (seen.log_e_above(truth), seen.log_e_below(truth));
                ever[0] |= above >= libm::log(20.0);
                ever[1] |= above.max(below) >= libm::log(40.0);
                if seen.legs[seen.legs.len() - 1].deals.deals() * 4 > seen.deals() {
                    seen.end_leg();
                }
            }
            ever
        };
        let all: Vec<[bool; 2]> = (0..runs).into_par_iter().map(run).collect();
        [0, 1].map(|which| all.iter().filter(|ever| ever[which]).count() as u64)
    }

    /// Looked at again and again: at most 5 % of runs are ever wrong, also where deals are lopsided.
    #[test]
    fn errors_are_rare_at_any_number_of_looks() {
        let (looks, runs) = studied((60, 400), (500, 4_000));
        for deals in &DEALS {
            for wrong in errors(deals, looks, runs) {
                let text = format!("{deals:?}: {wrong} of {runs}");
                println!("{text}");
                assert!(clopper_pearson(wrong, runs).lo < 0.05, "{text}");
            }
        }
    }

    /// An effect of twice the distance that matters, against that distance: the e-value needs no more than one and a half
    /// times the deals of a test of fixed size with 90 % power at the same level.
    #[test]
    fn effects_are_found_nearly_as_soon_as_by_a_fixed_size() {
        let mut deals = DEALS[1];
        deals[0].1 += 0.04;
        deals[4].1 -= 0.04;
        let (truth, variance) = (mean_of(&deals), 0.3 / 4.0 + 0.08 / 16.0);
        assert!((truth + 0.04).abs() < 1e-9);
        let deals_until = |seed: u64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
            while seen.log_e_below(-0.02) < libm::log(1_000.0) {
                (0..50).for_each(|_| seen.add(drawn(&deals, &mut rng), 2));
                if seen.legs[seen.legs.len() - 1].deals.deals() * 4 > seen.deals() {
                    seen.end_leg();
                }
            }
            seen.deals()
        };
        let mut needed: Vec<u64> = (0..100_u64).into_par_iter().map(deals_until).collect();
        needed.sort_unstable();
        let fixed = (3.090_f64 + 1.282).powi(2) * variance / 0.02_f64.powi(2);
        let (middle, mean) = (needed[50] as f64, needed.iter().sum::<u64>() as f64 / 100.0);
        println!("median {middle}, mean {mean}, fixed {fixed}");
        assert!(mean < 1.5 * fixed && middle < 1.3 * fixed, "{middle} {mean} {fixed}");
    }
}
