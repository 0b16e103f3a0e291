//! Sequential tests played with blocks of a known distribution: when they stop, and how often they err.
//!
//! Notation: t, γ and κ are t-value, skewness and kurtosis of a block. The log-likelihood ratio of a test of t₀ against t₁
//! moves by about (t₁ − t₀)/√V with a block, V = 1 − γt + t²(κ − 1)/4; so chance alone takes it to a bound B in about
//! (B/(t₁ − t₀))²·V blocks, its time scale.
//!
//! Long tests are looked at every k blocks, k growing with the blocks that were played, with Wald's bounds moved inwards by 0.583·(√k − 1) standard deviations of the
//! move of one block, which makes up for the overshoot of longer steps (Siegmund, *Sequential Analysis*, 1985; Broadie,
//! Glasserman and Kou, Mathematical Finance 7, 1997). That holds for moves that are nearly normal; with their skewness s it
//! is taken 1/(1 + s²) times, as where rare deals make all the difference, the ratio creeps to a bound and does not jump over.
//!
//! The error rates of a test are simulated with the distributions that make the blocks seen likeliest under each
//! hypothesis. They say whether the test keeps its promise with blocks like these; they are no promise themselves.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Binomial, Distribution};

use super::interval::Interval;
use super::likelihood::Scores;
use super::proportion::clopper_pearson;
use super::sprt::{Decision, FIRST_LOOK, Sprt, SprtRun};

/// Looks per time scale of a test, and per blocks that were played so far: a test that ends early is looked at as often.
const LOOKS: f64 = 40.0;

/// No match goes on for more than so many time scales; one in a million would.
const LONGEST: f64 = 12.0;

/// The mean overshoot of a normal random walk, in standard deviations of its step.
const OVERSHOOT: f64 = 0.583;

/// More scores than these are gathered in groups of neighbours.
const MOST_KINDS: usize = 24;

/// The number of simulated matches behind an error rate.
const MATCHES: u32 = 1_000;

/// How often a test errs, each with the interval of its simulations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ErrorRates {
    /// How often it accepts a false claim.
    pub accepts: Interval,
    /// How often it rejects a true claim.
    pub rejects: Interval,
}

/// Where a match stopped.
pub(super) struct Stop {
    pub(super) decision: Decision,
    pub(super) blocks: f64,
    /// The sum of the scores.
    pub(super) sum: f64,
}

/// A test on blocks with these scores, in [0, 1].
pub(super) struct SimulatedTest<'a> {
    sprt: &'a Sprt,
    null: f64,
    values: Vec<f64>,
    /// The longest step, in blocks.
    step: u64,
    /// The number of blocks at which a match ends.
    last: u64,
    /// The mean overshoot of a block.
    overshoot: f64,
}

impl SimulatedTest<'_> {
    /// A test of at most so many blocks whose scores come with about these chances.
    pub(super) fn new<'a>(sprt: &'a Sprt, null: f64, kinds: &[(f64, f64)], most_blocks: u64) -> SimulatedTest<'a> {
        let (t0, t1) = sprt.hypotheses();
        let (lower, upper) = sprt.bounds();
        let (variance, skewness) = moves(kinds, null);
        let scale = (upper.max(-lower) / (t1 - t0)).powi(2) * variance;
        let last = most_blocks.min(FIRST_LOOK + (LONGEST * scale).ceil() as u64);
        let step = (scale.min(last as f64) / LOOKS).max(1.0) as u64;
        let overshoot = OVERSHOOT * (t1 - t0) / variance.sqrt() / (1.0 + skewness * skewness);
        let values = kinds.iter().map(|kind| kind.0).collect();
        SimulatedTest { sprt, null, values, step, last, overshoot }
    }

    /// One match, with these chances of the scores.
    pub(super) fn stop(&self, chances: &[f64], rng: &mut ChaCha8Rng) -> Stop {
        let mut run = SprtRun::new(self.sprt, self.null);
        let mut stop = Stop { decision: Decision::Undecided, blocks: 0.0, sum: 0.0 };
        let (mut next, mut step) = (self.last.min(FIRST_LOOK), 1);
        while stop.decision == Decision::Undecided && next > 0 {
            self.draw(next, chances, rng, |value, blocks| {
                run.count(value, blocks);
                stop.sum += value * blocks as f64;
            });
            stop.blocks += next as f64;
            stop.decision = run.look(self.overshoot * ((step as f64).sqrt() - 1.0));
            step = ((stop.blocks / LOOKS) as u64).clamp(1, self.step);
            next = step.min(self.last - stop.blocks as u64);
        }
        stop
    }

    /// Draws the scores of so many blocks.
    fn draw(&self, blocks: u64, chances: &[f64], rng: &mut ChaCha8Rng, mut count: impl FnMut(f64, u64)) {
        if blocks <= chances.len() as u64 {
            for _ in 0..blocks {
                count(self.values[drawn(chances, rng)], 1);
            }
            return;
        }
        let (mut left, mut chance_left) = (blocks, 1.0_f64);
        for (&value, &chance) in self.values.iter().zip(chances) {
            let part = (chance / chance_left).clamp(0.0, 1.0);
            let of_kind = Binomial::new(left, part).expect("a probability").sample(rng);
            if of_kind > 0 {
                count(value, of_kind);
            }
            left -= of_kind;
            chance_left = (chance_left - chance).max(f64::MIN_POSITIVE);
        }
        if left > 0 {
            count(self.values[self.values.len() - 1], left);
        }
    }

    /// How often matches of such blocks end with this decision.
    fn rate(&self, chances: &[f64], wrong: Decision) -> Interval {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wrong = (0..MATCHES).filter(|_| self.stop(chances, &mut rng).decision == wrong).count() as u64;
        clopper_pearson(wrong, u64::from(MATCHES))
    }
}

/// How often a test errs with blocks like those seen, in matches of at most so many blocks.
pub fn error_rates(sprt: &Sprt, null: f64, kinds: &[(f64, f64)], most_blocks: u64) -> ErrorRates {
    let mut scores = Scores::default();
    for (value, count) in gathered(kinds) {
        scores.add(value, count);
    }
    let rate = |t: f64, wrong: Decision| {
        let chances = scores.likeliest(null, t);
        let kinds: Vec<(f64, f64)> = scores.points().map(|point| point.0).zip(chances.iter().copied()).collect();
        SimulatedTest::new(sprt, null, &kinds, most_blocks).rate(&chances, wrong)
    };
    let (against, claim) = sprt.hypotheses();
    let worst = |t: f64, wrong: Decision| {
        let rates = sprt.signs().iter().map(|sign| rate(sign * t, wrong));
        rates.max_by(|a, b| a.mean.total_cmp(&b.mean)).expect("a test has a side")
    };
    ErrorRates { accepts: worst(against, Decision::Accepted), rejects: worst(claim, Decision::Rejected) }
}

/// At most a couple of dozen kinds: neighbours count as their mean.
pub(super) fn gathered(kinds: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if kinds.len() <= MOST_KINDS {
        return kinds.to_vec();
    }
    let mut sorted = kinds.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The ends of the scale stay what they are.
    let bin = |value: f64| if value >= 1.0 { MOST_KINDS } else { (value * (MOST_KINDS - 2) as f64).ceil() as usize };
    let mean = |group: &[(f64, f64)]| {
        let count = group.iter().map(|kind| kind.1).sum::<f64>();
        (group.iter().map(|kind| kind.0 * kind.1).sum::<f64>() / count, count)
    };
    sorted.chunk_by(|a, b| bin(a.0) == bin(b.0)).map(mean).collect()
}

/// The variance of √N·t for blocks whose scores come with these chances, or are as frequent, and the skewness of what one
/// block does to t: z − t(z² − 1)/2 for a score z standard deviations from the mean.
fn moves(kinds: &[(f64, f64)], null: f64) -> (f64, f64) {
    let total: f64 = kinds.iter().map(|kind| kind.1).sum();
    let expect = |of: &dyn Fn(f64) -> f64| kinds.iter().map(|kind| of(kind.0) * kind.1).sum::<f64>() / total;
    let mean = expect(&|score| score);
    let sd = expect(&|score| (score - mean).powi(2)).sqrt();
    if sd == 0.0 {
        return (1.0, 0.0);
    }
    let t = (mean - null) / sd;
    let influence = |score: f64| {
        let z = (score - mean) / sd;
        z - t * (z * z - 1.0) / 2.0
    };
    let variance = expect(&|score| influence(score).powi(2));
    (variance.max(0.1), expect(&|score| influence(score).powi(3)) / libm::pow(variance.max(1e-9), 1.5))
}

/// The place of one score, drawn with these chances.
pub(super) fn drawn(chances: &[f64], rng: &mut ChaCha8Rng) -> usize {
    let mut left: f64 = rng.random();
    let place = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    place.unwrap_or(chances.len() - 1)
}

#[cfg(test)]
#[path = "simulated_test_tests.rs"]
mod tests;
