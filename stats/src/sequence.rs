//! An interval for a mean that holds at every look: a betting confidence sequence.
//!
//! Notation: x(1), x(2), … lie in [0, 1] and have mean μ given the past. For every candidate m two gamblers start with 1:
//!
//! - K⁺(m) = Π (1 + λ⁺(i)·(x(i) − m)), which grows when m is too low, with λ⁺(i) = min(λ(i), c/m);
//! - K⁻(m) = Π (1 − λ⁻(i)·(x(i) − m)), which grows when m is too high, with λ⁻(i) = min(λ(i), c/(1 − m)).
//!
//! Here c = ½ and λ(i) = √(2·ln(2/α)/(v(i − 1)·i·ln(i + 1))), with v(i) = (¼ + Σ (x(j) − a(j))²)/(i + 1) and
//! a(i) = (½ + Σ x(j))/(i + 1), sums over j ≤ i. At m = μ both are martingales, so that ½·max(K⁺, K⁻) ever reaches 1/α with
//! probability α at most. The m at which it never did contain μ at all times with probability 1 − α, whenever one looks
//! and stops.
//!
//! K⁺ falls and K⁻ rises in m, so these m are an interval. It is followed on a grid of 2,001 candidates, of which those
//! just outside of it are reported.
//!
//! Reference: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 86 (2024), the
//! hedged capital process with predictable plug-in bets.
//!
//! Refuses: values outside of [0, 1]. It pays for its promise with width; to decide early use [`SprtRun`](super::SprtRun).

use super::interval::Interval;

/// The number of steps between candidates from 0 to 1.
const STEPS: usize = 2_000;

/// The largest share of its capital that a gambler stakes.
const MAX_STAKED: f64 = 0.5;

/// Intervals for the mean of values in [0, 1], all of which hold together with probability 1 − α.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    alpha: f64,
    count: u64,
    sum: f64,
    /// ¼ and the squares of the distances from the running mean.
    squares: f64,
    /// Gamblers on candidates being too low.
    lower: Gamblers,
    /// The same for the mirrored values 1 − x, so on candidates 1 − m being too high.
    upper: Gamblers,
}

/// The capital of those who bet that the mean is above their candidate.
#[derive(Clone, Debug)]
struct Gamblers {
    capital: Vec<f64>,
    /// The largest bet of every candidate, c/m.
    most: Vec<f64>,
    /// The number of candidates from 0 on that have been excluded.
    excluded: usize,
}

impl ConfidenceSequence {
    /// A sequence that has seen nothing; `alpha` lies between 0 and 1.
    pub fn new(alpha: f64) -> ConfidenceSequence {
        debug_assert!(alpha > 0.0 && alpha < 1.0, "alpha {alpha}");
        let gamblers = Gamblers::new();
        ConfidenceSequence { alpha, count: 0, sum: 0.0, squares: 0.25, lower: gamblers.clone(), upper: gamblers }
    }

    /// Takes the next value, in [0, 1].
    pub fn add(&mut self, x: f64) {
        debug_assert!((0.0..=1.0).contains(&x), "{x} is not in [0, 1]");
        let bet = self.bet();
        let target = 2.0 / self.alpha;
        self.lower.add(x, bet, self.upper.kept(), target);
        self.upper.add(1.0 - x, bet, self.lower.kept(), target);
        self.count += 1;
        self.sum += x;
        let centre = (0.5 + self.sum) / (self.count + 1) as f64;
        self.squares += (x - centre).powi(2);
    }

    /// The mean of the data, 0 when there are none, with the interval of all looks so far.
    pub fn interval(&self) -> Interval {
        let mean = if self.count == 0 { 0.0 } else { self.sum / self.count as f64 };
        Interval { mean, lo: self.lower.end(), hi: 1.0 - self.upper.end() }
    }

    /// λ of the next value.
    fn bet(&self) -> f64 {
        let next = (self.count + 1) as f64;
        let variance = self.squares / next;
        (2.0 * libm::log(2.0 / self.alpha) / (variance * next * libm::log1p(next))).sqrt()
    }
}

impl Gamblers {
    fn new() -> Gamblers {
        let most = (0..=STEPS).map(|idx| MAX_STAKED / candidate(idx)).collect();
        Gamblers { capital: vec![1.0; STEPS + 1], most, excluded: 0 }
    }

    /// The number of candidates from 1 down that the mirror image still needs.
    fn kept(&self) -> usize {
        STEPS + 1 - self.excluded
    }

    /// Bets on `x` for the candidates kept, of which only the first `kept` count.
    fn add(&mut self, x: f64, bet: f64, kept: usize, target: f64) {
        let range = self.excluded.min(kept)..kept;
        let bets = self.capital[range.clone()].iter_mut().zip(&self.most[range.clone()]);
        for (idx, (capital, &most)) in range.zip(bets) {
            *capital *= 1.0 + if bet < most { bet } else { most } * (x - candidate(idx));
        }
        while self.excluded < kept && self.capital[self.excluded] >= target {
            self.excluded += 1;
        }
    }

    /// The last candidate excluded.
    fn end(&self) -> f64 {
        candidate(self.excluded.saturating_sub(1))
    }
}

fn candidate(idx: usize) -> f64 {
    idx as f64 / STEPS as f64
}

#[cfg(test)]
#[path = "sequence_tests.rs"]
mod tests;
