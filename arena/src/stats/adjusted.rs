//! The t-value after a sequential test has stopped, without the bias of stopping.
//!
//! A test stops when t happens to be high or low, so the t seen is on average too far from the middle. Notation:
//! y = √2·asinh(t/√2) is the scale on which t has about variance 1/N after N blocks (exactly t for small t); θ is a
//! true y. The *median-unbiased estimate* is the θ for which a test that runs by the same rule stops with a y at least as
//! high as that seen with probability ½; the ends of its 95 % interval have 0.025 and 0.975 there. This orders outcomes by
//! the estimate seen (Emerson and Fleming, Biometrika 77, 1990), and holds for every form and for running out of deals.
//!
//! The probability is found by simulating the rule: sums S of N normal blocks with mean θ₀ and variance 1. Whatever the
//! stopping rule, a path that stopped with (N, S) is exp((θ − θ₀)·S − (θ² − θ₀²)·N/2) times as likely under θ, so one set of
//! paths gives the probability near θ₀; it is drawn anew at the root found. All draws have the same seed, so results repeat.
//!
//! Long tests are looked at every k blocks, with Wald's bounds moved inwards by 0.583·(√k − 1) standard deviations of one
//! block's contribution, which makes up for the overshoot of longer steps (Siegmund, *Sequential Analysis*, 1985; Broadie,
//! Glasserman and Kou, Mathematical Finance 7, 1997).
//!
//! Refuses: precision. 3,000 paths leave an error of about a fiftieth of the interval's width; and blocks are taken to be
//! normal, which they are not when t is beyond 1.

use std::f64::consts::SQRT_2;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::interval::{Interval, NORMAL_QUANTILE, t_quantile};
use super::sprt::{FIRST_LOOK, Sprt};

/// The number of paths of every round of the search; only the last needs precision.
const PATHS: [usize; 2] = [500, 3_000];

/// Looks per time scale of a test, which is the number of blocks in which chance alone moves the ratio to a bound.
const LOOKS: f64 = 200.0;

/// No path goes on for more than so many time scales; one in a million would.
const LONGEST: f64 = 12.0;

/// The mean overshoot of a normal random walk, in standard deviations of its step.
const OVERSHOOT: f64 = 0.583;

/// The median-unbiased estimate of the t-value, with its 95 % interval, after a test ended at `blocks` with `t`, by a
/// decision or because the match had `most_blocks`; give the blocks seen for a match that somebody else ended.
///
/// When all blocks were equal, t is infinite; so are then the estimate and the nearer end, and the other end is that of
/// the t from which on the ratio rises no more.
pub fn adjusted(sprt: &Sprt, blocks: u64, t: f64, most_blocks: u64) -> Interval {
    if blocks == 0 {
        return Interval { mean: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    }
    let rule = Rule::new(sprt, most_blocks.max(blocks));
    let (t0, t1) = sprt.hypotheses();
    let rises_for = ((t1 - t0) / 2.0).hypot(1.0);
    let held = if t.is_infinite() { f64::midpoint(t0, t1) + rises_for.copysign(t) } else { t };
    let quantile = |probability| rule.mean_for(blocks, to_scale(held), probability);
    let middle = quantile(0.5);
    // The standard deviation is estimated too.
    let stretch = t_quantile(blocks.max(2) - 1) / NORMAL_QUANTILE;
    let end = |infinity: f64, probability| {
        if t == infinity { t } else { from_scale(middle + (quantile(probability) - middle) * stretch) }
    };
    let mean = if t.is_infinite() { t } else { from_scale(middle) };
    Interval { mean, lo: end(f64::NEG_INFINITY, 0.025).min(mean), hi: end(f64::INFINITY, 0.975).max(mean) }
}

fn to_scale(t: f64) -> f64 {
    SQRT_2 * (t / SQRT_2).asinh()
}

fn from_scale(y: f64) -> f64 {
    SQRT_2 * (y / SQRT_2).sinh()
}

/// When a path stops.
struct Rule {
    signs: &'static [f64],
    looks: Vec<Look>,
}

/// What is compared after some of the blocks.
struct Look {
    /// The number of blocks since the look before.
    step: f64,
    /// The sum from which on the claim of a one-sided test is accepted.
    accept: f64,
    /// The sum down from which it is rejected.
    reject: f64,
}

/// Where a path stopped.
struct Stop {
    blocks: f64,
    sum: f64,
}

impl Rule {
    fn new(sprt: &Sprt, most_blocks: u64) -> Rule {
        let (t0, t1) = sprt.hypotheses();
        let (lower, upper) = sprt.bounds();
        let scale = (upper.max(-lower) / (t1 - t0)).powi(2);
        let last = (most_blocks as f64).min(FIRST_LOOK as f64 + (LONGEST * scale).ceil());
        let step = (scale.min(last) / LOOKS).floor().max(1.0);
        let inwards = (OVERSHOOT * (step.sqrt() - 1.0) * (t1 - t0)).min(0.5 * upper.min(-lower));
        let mut looks = Vec::new();
        let (mut before, mut blocks) = (0.0, last.min(FIRST_LOOK as f64));
        while before < last {
            looks.push(Look {
                step: blocks - before,
                accept: blocks * to_scale(least_t(upper - inwards, blocks, t0, t1)),
                reject: -blocks * to_scale(least_t(-lower - inwards, blocks, -t1, -t0)),
            });
            (before, blocks) = (blocks, last.min(blocks + step));
        }
        Rule { signs: sprt.signs(), looks }
    }

    /// The θ for which y at the stop is at least `seen` with this probability.
    fn mean_for(&self, blocks: u64, seen: f64, probability: f64) -> f64 {
        let spread = 1.0 / (blocks as f64).sqrt();
        let mut theta = seen + normal_quantile(probability) * spread;
        for (round, paths) in PATHS.into_iter().enumerate() {
            let stops = self.stops(theta, paths, round as u64);
            let tail = |other: f64| tail(&stops, theta, other, seen);
            theta = root(|other| tail(other) - probability, theta - spread, theta + spread);
        }
        theta
    }

    fn stops(&self, theta: f64, paths: usize, seed: u64) -> Vec<Stop> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..paths).map(|_| self.stop(theta, &mut rng)).collect()
    }

    /// One path, to the end of the looks at most. Every one-sided test is open until it accepts.
    fn stop(&self, theta: f64, rng: &mut ChaCha8Rng) -> Stop {
        let mut stop = Stop { blocks: 0.0, sum: 0.0 };
        let mut open = [true, self.signs.len() == 2];
        for look in &self.looks {
            let normal: f64 = StandardNormal.sample(rng);
            stop.blocks += look.step;
            stop.sum += theta * look.step + look.step.sqrt() * normal;
            for (open, sign) in open.iter_mut().zip(self.signs) {
                if *open && sign * stop.sum <= look.reject {
                    return stop;
                }
                *open &= sign * stop.sum < look.accept;
            }
            if open == [false; 2] {
                return stop;
            }
        }
        stop
    }
}

/// The least t after so many blocks at which the ratio of `t1` over `t0` is at least `llr`: ∞ when there is none.
///
/// With u and h as in the closed form, (1 + (u + h)²)/(1 + (u − h)²) ≥ exp(2·llr/blocks) where u² − 2cu + 1 + h² ≤ 0,
/// c = h/tanh(llr/blocks).
fn least_t(llr: f64, blocks: f64, t0: f64, t1: f64) -> f64 {
    let half = (t1 - t0) / 2.0;
    let c = half / (llr / blocks).tanh();
    let product = 1.0 + half * half;
    let u = if c * c < product { f64::INFINITY } else { product / (c + (c * c - product).sqrt()) };
    f64::midpoint(t0, t1) + u
}

/// The probability under `other` that y at the stop is at least `seen`, from paths drawn under `theta`.
fn tail(stops: &[Stop], theta: f64, other: f64, seen: f64) -> f64 {
    let shift = other - theta;
    let (mut above, mut all) = (0.0, 0.0);
    for stop in stops {
        let weight = (shift * (stop.sum - f64::midpoint(other, theta) * stop.blocks)).exp();
        all += weight;
        above += if stop.sum >= seen * stop.blocks { weight } else { 0.0 };
    }
    above / all
}

/// The root of a rising function, or the end nearer to it.
fn root(rising: impl Fn(f64) -> f64, mut lo: f64, mut hi: f64) -> f64 {
    for _ in 0..16 {
        let middle = f64::midpoint(lo, hi);
        if rising(middle) < 0.0 { lo = middle } else { hi = middle }
    }
    f64::midpoint(lo, hi)
}

/// The quantile of the normal distribution at the three probabilities asked for.
fn normal_quantile(probability: f64) -> f64 {
    NORMAL_QUANTILE * (probability - 0.5) / 0.475
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::long::scaled;
    use crate::stats::{Decision, SprtRun, closed_llr};

    fn sprt(text: &str) -> Sprt {
        Sprt::parse(text, 0.05, 0.05).expect("the form is allowed")
    }

    /// Plays normal blocks until a decision or the last block; the mean is the t-value.
    fn play(sprt: &Sprt, t: f64, most_blocks: u64, rng: &mut ChaCha8Rng) -> (Decision, u64, f64) {
        let mut run = SprtRun::new(sprt);
        let mut sum = 0.0;
        for blocks in 1..=most_blocks {
            let normal: f64 = StandardNormal.sample(rng);
            sum += t + normal;
            let seen = sum / blocks as f64;
            if run.look(blocks, seen) != Decision::Undecided || blocks == most_blocks {
                return (run.decision(), blocks, seen);
            }
        }
        unreachable!("a match has blocks")
    }

    fn near(seen: f64, expected: f64, tolerance: f64) {
        assert!((seen - expected).abs() <= tolerance, "{seen} is not {expected}");
    }

    #[test]
    fn the_least_t_is_where_the_ratio_is_reached() {
        for (t0, t1) in [(0.0, 0.1), (-0.2, 0.0), (-1.0, 3.0)] {
            for blocks in [60, 100, 1_000, 100_000] {
                let t = least_t(2.9, blocks as f64, t0, t1);
                near(closed_llr(blocks, t, t0, t1), 2.9, 1e-9);
            }
        }
        assert_eq!(least_t(2.9, 30.0, 0.0, 0.1), f64::INFINITY);
    }

    #[test]
    fn a_fixed_number_of_blocks_needs_no_adjustment() {
        let interval = adjusted(&sprt("win:0.01"), 400, 0.1, 400);
        near(interval.mean, 0.1, 0.003);
        near(interval.lo, 0.1 - 0.098, 0.005);
        near(interval.hi, 0.1 + 0.098, 0.005);
    }

    #[test]
    fn an_accepted_claim_is_pulled_back() {
        let early = adjusted(&sprt("win:0.1"), 150, 0.25, 100_000);
        assert!(early.lo < early.mean && early.mean < 0.25 && early.hi > 0.25, "{early:?}");
        let rejected = adjusted(&sprt("win:0.1"), 150, -0.15, 100_000);
        near(rejected.mean, 0.1 - early.mean, 0.01);
    }

    /// Steps of k blocks with moved bounds stop where single blocks do.
    #[test]
    fn coarse_steps_keep_the_distribution() {
        let test = sprt("win:0.05");
        let rule = Rule::new(&test, 1_000_000);
        assert!(rule.looks[1].step >= 8.0);
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let plays: Vec<_> = (0..1_000).map(|_| play(&test, 0.05, 1_000_000, &mut rng)).collect();
        let stops = rule.stops(0.05, 4_000, 9);
        let mean_of_plays = plays.iter().map(|play| play.1 as f64).sum::<f64>() / 1e3;
        let mean_of_stops = stops.iter().map(|stop| stop.blocks).sum::<f64>() / 4e3;
        near(mean_of_stops / mean_of_plays, 1.0, 0.08);
        let high = plays.iter().filter(|play| play.2 >= 0.07).count() as f64 / 1e3;
        near(tail(&stops, 0.05, 0.05, 0.07), high, 0.06);
    }

    /// The estimate is above the truth in half of all matches, and the interval contains it in 95 %, within three standard
    /// errors. The estimate of accepted ones without adjustment is too high.
    #[test]
    fn estimates_are_median_unbiased() {
        let (matches, half, most) = scaled((50, 15..=35, 43), (200, 79..=121, 184));
        for (text, t, most_blocks) in [("win:0.1", 0.1, 600), ("win:0.1", 0.05, 600), ("equivalence:0.2", 0.1, 10_000)]
        {
            let test = sprt(text);
            let mut rng = ChaCha8Rng::seed_from_u64(5);
            let (mut above, mut covered) = (0, 0);
            let mut raw_of_accepted = Vec::new();
            for _ in 0..matches {
                let (decision, blocks, seen) = play(&test, t, most_blocks, &mut rng);
                let interval = adjusted(&test, blocks, seen, most_blocks);
                above += u32::from(interval.mean > t);
                covered += u32::from(interval.lo <= t && t <= interval.hi);
                raw_of_accepted.extend((decision == Decision::Accepted).then_some(seen));
            }
            assert!(half.contains(&above), "{text} {t}: {above} of {matches} are above");
            assert!(covered >= most, "{text} {t}: {covered} of {matches} cover");
            let raw = raw_of_accepted.iter().sum::<f64>() / raw_of_accepted.len() as f64;
            assert!(if text == "win:0.1" { raw > t + 0.03 } else { raw < t - 0.03 }, "{text} {t}: raw {raw}");
        }
    }

    #[test]
    fn degenerate_matches_end() {
        let won = adjusted(&sprt("win:0.1"), 59, f64::INFINITY, 1_000);
        assert_eq!((won.mean, won.hi), (f64::INFINITY, f64::INFINITY));
        assert!(won.lo > 0.5 && won.lo.is_finite(), "{won:?}");
        let lost = adjusted(&sprt("equivalence:0.5"), 30, f64::NEG_INFINITY, 1_000);
        assert_eq!((lost.lo, lost.mean), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(lost.hi < -0.3 && lost.hi.is_finite(), "{lost:?}");
        let none = adjusted(&sprt("win:0.1"), 0, 0.0, 1_000);
        assert_eq!(none, Interval { mean: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY });
        for (text, blocks, t, most) in [
            ("win:0.1", 1, 0.0, 1),
            ("win:0.1", 2, 3.0, 2),
            ("win:0.1", 29, -20.0, 29),
            ("win:0.001", 40, 0.3, 40),
            ("win:0.001", 5_000_000, 0.0015, u64::MAX),
            ("-10,10", 30, 8.0, 100),
            ("9,10", 30, -8.0, 100),
            ("equivalence:0.001", 1_000, 0.0, 1_000),
        ] {
            let interval = adjusted(&sprt(text), blocks, t, most);
            assert!(interval.lo <= interval.mean && interval.mean <= interval.hi, "{text} {blocks} {t}: {interval:?}");
            assert!(interval.lo.is_finite() && interval.hi.is_finite(), "{text} {blocks} {t}: {interval:?}");
        }
    }

    #[test]
    fn lopsided_error_rates_end() {
        for (alpha, beta) in [(1e-6, 0.49), (0.49, 1e-6), (0.49, 0.49)] {
            let test = Sprt::parse("win:0.1", alpha, beta).expect("the rates are allowed");
            let interval = adjusted(&test, 500, 0.1, 5_000);
            assert!(interval.lo < interval.mean && interval.mean < interval.hi, "{alpha} {beta}: {interval:?}");
            assert!(interval.lo > -0.2 && interval.hi < 0.4, "{alpha} {beta}: {interval:?}");
        }
    }

    #[test]
    fn results_repeat() {
        let estimate = || adjusted(&sprt("no-loss:0.1"), 400, 0.02, 1_000);
        assert_eq!(estimate(), estimate());
    }
}
