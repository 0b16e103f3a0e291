//! The mean score of a block after a sequential test has stopped, without the bias of stopping.
//!
//! A test stops when the mean happens to be high or low, so the mean seen is on average too far from the middle. Notation:
//! p(i) are the shares of the scores a(i) that were seen, with pseudo-deals as in [`bounded_mean`](super::bounded_mean): for
//! the lower end those of its bad side, for the upper end the mirror image, and for the estimate half of both. A distribution
//! of this family has the chances p(i)·exp(k·a(i)) but for a factor, and the mean θ(k), which rises with k. The
//! *median-unbiased estimate* is the θ under which a test that runs by the same rule stops with a mean above that seen with
//! probability ½, where a mean as high counts by half; the ends of its 95 % interval have 0.025 and 0.975 there. This orders
//! outcomes by the estimate seen (Emerson and Fleming, Biometrika 77, 1990), and holds for every form and for running out of
//! deals. The ends are stretched as Student's quantile is by the normal one: the spread is estimated too.
//!
//! The probability is found by [simulating the rule](super::simulated_test) with blocks of that distribution. Whatever the
//! stopping rule, a match that stopped after N blocks with the sum S is exp((k′ − k)·S − N·(ψ(k′) − ψ(k))) times as likely
//! under k′, where ψ(k) = ln Σ p·exp(k·a), so one set of matches gives the probability near k; it is drawn anew at the root
//! found. All draws have the same seed, so results repeat.
//!
//! Refuses: precision. 1,000 matches leave an error of about a thirtieth of the interval's width.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::bisect::{Bracket, bisect};
use super::interval::{Interval, NORMAL_QUANTILE, t_quantile};
use super::pseudo_deals::pseudo_deals_of_both_sides;
use super::simulated_test::{SimulatedTest, Stop, gathered};
use super::sprt::Sprt;

/// The number of matches of every round of the search; only the last needs precision.
const MATCHES: [usize; 2] = [300, 1_000];

/// Halvings of an interval of parameters.
const HALVINGS: u32 = 16;

/// Means that are this near are equal.
const NEAR: f64 = 1e-9;

/// What a match has come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stopped<'a> {
    /// The mean score of a bot without a difference.
    pub null: f64,
    /// The scores of the blocks, in [0, 1], each with how often it came up.
    pub kinds: &'a [(f64, f64)],
    /// The number of games of a block that the bot sat in.
    pub size: f64,
    /// The number of blocks at which it would have stopped without a decision.
    pub most_blocks: u64,
}

/// The median-unbiased estimate of the mean score, with its 95 % interval, after a test ended by a decision or because the
/// match had that many blocks. Without a block it is the whole scale.
pub fn adjusted(sprt: &Sprt, stopped: &Stopped) -> Interval {
    let kinds = gathered(stopped.kinds);
    let blocks: f64 = kinds.iter().map(|kind| kind.1).sum();
    if blocks == 0.0 {
        return Interval { mean: stopped.null, lo: 0.0, hi: 1.0 };
    }
    let seen = kinds.iter().map(|kind| kind.0 * kind.1).sum::<f64>() / blocks;
    let family = |parts| Family::new(sprt, stopped, &kinds, seen, pseudo(&kinds, stopped.size, parts));
    let [lower, upper] = [[1.0, 0.0], [0.0, 1.0]].map(family);
    let mean = if seen == 0.0 || seen == 1.0 { seen } else { family([0.5, 0.5]).mean_for(0.5) };
    let stretch = t_quantile((blocks as u64).max(2) - 1) / NORMAL_QUANTILE;
    let end = |limit: f64, family: &Family, probability| {
        if seen == limit { limit } else { (mean + (family.mean_for(probability) - mean) * stretch).clamp(0.0, 1.0) }
    };
    Interval { mean, lo: end(0.0, &lower, 0.025).min(mean), hi: end(1.0, &upper, 0.975).max(mean) }
}

/// The pseudo-deals of the lower and of the upper end, with so much of their weights.
fn pseudo(kinds: &[(f64, f64)], size: f64, parts: [f64; 2]) -> Vec<(f64, f64)> {
    let weighed = pseudo_deals_of_both_sides(kinds, 0.0, 1.0, size).into_iter().zip(parts);
    let all = weighed.flat_map(|(deals, part)| deals.map(|(value, shape)| (value, part * shape)));
    all.filter(|deal| deal.1 > 0.0).collect()
}

/// Distributions of the scores of blocks, one for each k, and a test on them.
struct Family<'a> {
    test: SimulatedTest<'a>,
    values: Vec<f64>,
    /// The chances of the scores for k = 0.
    chances: Vec<f64>,
    seen: f64,
    /// A difference of k that moves the mean by about a standard error.
    spread: f64,
}

impl<'a> Family<'a> {
    fn new(sprt: &'a Sprt, stopped: &Stopped, kinds: &[(f64, f64)], seen: f64, pseudo: Vec<(f64, f64)>) -> Family<'a> {
        let blocks: f64 = kinds.iter().map(|kind| kind.1).sum();
        let all: Vec<(f64, f64)> = kinds.iter().copied().chain(pseudo).collect();
        let total: f64 = all.iter().map(|kind| kind.1).sum();
        let chances: Vec<f64> = all.iter().map(|kind| kind.1 / total).collect();
        let values: Vec<f64> = all.iter().map(|kind| kind.0).collect();
        let expect =
            |of: &dyn Fn(f64) -> f64| values.iter().zip(&chances).map(|(&value, p)| p * of(value)).sum::<f64>();
        let mean = expect(&|value| value);
        let sd = expect(&|value| (value - mean).powi(2)).sqrt();
        let test = SimulatedTest::new(sprt, stopped.null, &all, stopped.most_blocks.max(blocks as u64));
        Family { test, values, chances, seen, spread: 1.0 / (sd * blocks.sqrt()) }
    }

    /// ψ(k), and the chances.
    fn tilted(&self, k: f64) -> (f64, Vec<f64>) {
        // The values are at most 1, so the exponents stay small.
        let weights: Vec<f64> =
            self.values.iter().zip(&self.chances).map(|(value, p)| p * libm::exp(k * (value - 1.0))).collect();
        let total: f64 = weights.iter().sum();
        (libm::log(total) + k, weights.into_iter().map(|weight| weight / total).collect())
    }

    /// The mean under which the mean at the stop is above that seen with this probability.
    fn mean_for(&self, probability: f64) -> f64 {
        let mut k = normal_quantile(probability) * self.spread;
        for (round, matches) in MATCHES.into_iter().enumerate() {
            let (psi, chances) = self.tilted(k);
            let mut rng = ChaCha8Rng::seed_from_u64(round as u64);
            let stops: Vec<Stop> = (0..matches).map(|_| self.test.stop(&chances, &mut rng)).collect();
            let tail = |other: f64| tail(&stops, other - k, self.tilted(other).0 - psi, self.seen);
            let nearby = Bracket { before: k - self.spread, after: k + self.spread };
            k = bisect(nearby, HALVINGS, |other| tail(other) - probability < 0.0).middle();
        }
        self.tilted(k).1.iter().zip(&self.values).map(|(p, value)| p * value).sum()
    }
}

/// The probability that the mean at the stop is above `seen`, where k is larger by `shift` than it was for these matches, and
/// ψ by `rise`.
fn tail(stops: &[Stop], shift: f64, rise: f64, seen: f64) -> f64 {
    let (mut above, mut all) = (0.0, 0.0);
    for stop in stops {
        let weight = libm::exp(shift * stop.sum - rise * stop.blocks);
        let distance = stop.sum / stop.blocks - seen;
        all += weight;
        above += weight * if distance.abs() < NEAR { 0.5 } else { f64::from(u8::from(distance > 0.0)) };
    }
    above / all
}

/// The quantile of the normal distribution at the three probabilities asked for.
fn normal_quantile(probability: f64) -> f64 {
    NORMAL_QUANTILE * (probability - 0.5) / 0.475
}

#[cfg(test)]
#[path = "adjusted_tests.rs"]
mod tests;
