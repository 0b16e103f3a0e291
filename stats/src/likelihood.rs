//! The exact log-likelihood ratio of two hypotheses about a t-value.
//!
//! Notation: n(i) of N blocks have the score a(i) in [0, 1], p̂(i) = n(i)/N; μ and σ are mean and standard deviation of a
//! distribution on these scores, t = (μ − null)/σ.
//!
//! p₀ and p₁ are the distributions that make the data likeliest among those with the t-value of hypothesis 0 and of
//! hypothesis 1; the ratio is Σ n(i)·ln(p₁(i)/p₀(i)). With t = 0 the hypothesis is that the mean is `null`.
//!
//! The likeliest distribution with a t-value is p(i) = p̂(i)/(1 + θ·g(i)), where g(i) = a(i) − null − (t/2)·((a(i) − μ)²/σ + σ)
//! and μ = null + t·σ; θ and σ are those at which Σ p·g = 0 and Σ p·((a − μ)²/σ² − 1) = 0. Newton's method finds them on the
//! way from the t-value of the data, where θ = 0, to the one asked for. θ has the
//! sign of the t-value of the data less that of the hypothesis; other roots are no maxima. Where the data lie far on the side
//! of 0 of a hypothesis there can be several maxima: then it is the one that grows out of the data.
//!
//! Where that fails, as the data have hardly any spread or are far from the hypothesis, it takes the mixture (1 − q)·p̂ of the
//! data with the weight q at one end of the scale, which is the likeliest where the data have no spread.
//!
//! References: Van den Bergh, "Comments on normalized Elo" and the fishtest mathematics page; Li, Liu and Ying, "Generalized
//! sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33 (2014).
//!
//! Refuses: scores outside of [0, 1], and the `BayesElo` model of draws.

use super::bisect::{Bracket, bisect};

/// How often an end of the scale that never came up is taken to have come up, as fishtest does. It makes every hypothesis
/// possible after any data.
const UNSEEN: f64 = 1e-3;

/// How near to the ends of the scale a hypothesised mean may lie.
const NEAREST: f64 = 1e-9;

/// The largest hypothesised t-value.
const LARGEST_T: f64 = 1e3;

/// Rounds of Newton's method from a solution nearby.
const NEWTON_ROUNDS: u32 = 12;

/// Steps from the t-value of the data to the one asked for, and the shortest of them.
const STEPS: u32 = 200;
const SHORTEST_STEP: f64 = 1e-6;

/// How often an interval is halved to find a root: to the last bit also where it lies next to an end.
const HALVINGS: u32 = 90;

/// Scores of blocks with how often each came up, both ends of the scale among them.
#[derive(Clone, Debug)]
pub struct Scores {
    values: Vec<f64>,
    counts: Vec<f64>,
    total: f64,
}

/// Where the likeliest distribution with a t-value is.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fit {
    sd: f64,
    multiplier: f64,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores { values: vec![0.0, 1.0], counts: vec![UNSEEN; 2], total: 2.0 * UNSEEN }
    }
}

impl Scores {
    /// Adds so many blocks with a score in [0, 1].
    pub fn add(&mut self, score: f64, count: f64) {
        let seen = self.values.iter().position(|&value| value == score);
        let place = seen.unwrap_or_else(|| {
            self.values.push(score);
            self.counts.push(0.0);
            self.values.len() - 1
        });
        if self.counts[place] == UNSEEN {
            self.counts[place] = 0.0;
            self.total -= UNSEEN;
        }
        self.counts[place] += count;
        self.total += count;
    }

    /// The scores, each with its count.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// How much likelier the best distribution of all makes the data than the best with this t-value: the difference of
    /// logarithms.
    pub fn loss(&self, null: f64, t: f64) -> f64 {
        let (null, t) = held(null, t);
        match self.fit(null, t) {
            Some(fit) => self
                .points()
                .map(|(value, count)| count * libm::log1p(fit.multiplier * gap(value, null, t, fit.sd)))
                .sum(),
            None => self
                .points()
                .zip(self.mixed(null, t))
                .map(|((_, count), p)| count * libm::log(count / self.total / p))
                .sum(),
        }
    }

    /// The likeliest distribution with this t-value, in the order of the scores.
    pub fn likeliest(&self, null: f64, t: f64) -> Vec<f64> {
        let (null, t) = held(null, t);
        match self.fit(null, t) {
            Some(fit) => {
                let chance = |(value, count)| count / self.total / (1.0 + fit.multiplier * gap(value, null, t, fit.sd));
                self.points().map(chance).collect()
            }
            None => self.mixed(null, t),
        }
    }

    fn fit(&self, null: f64, t: f64) -> Option<Fit> {
        // Of blocks that are all alike the mixture is the likeliest, and Newton's method finds nothing.
        if self.counts.iter().filter(|&&count| count != UNSEEN).count() < 2 {
            return None;
        }
        let (mean, sd) = self.mean_and_sd();
        let seen = (mean - null) / sd;
        let (mut place, aim) = (libm::asinh(seen), libm::asinh(t));
        let (mut fit, mut step) = (Fit { sd, multiplier: 0.0 }, (aim - place).abs());
        for _ in 0..STEPS {
            let left = aim - place;
            let next = if left.abs() <= step { aim } else { place + step.copysign(left) };
            let t = if next == aim { t } else { libm::sinh(next) };
            match self.newton(fit, null, t, seen >= t) {
                Some(found) if next == aim => return Some(found),
                Some(found) => (fit, place, step) = (found, next, 1.5 * step),
                None if step < SHORTEST_STEP => return None,
                None => step *= 0.4,
            }
        }
        None
    }

    fn mean_and_sd(&self) -> (f64, f64) {
        let mean = self.points().map(|(value, count)| value * count).sum::<f64>() / self.total;
        let square = self.points().map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>() / self.total;
        (mean, square.sqrt())
    }

    /// Newton's method from a solution nearby; `above` says whether the data have a larger t-value than asked for.
    fn newton(&self, Fit { mut sd, mut multiplier }: Fit, null: f64, t: f64, above: bool) -> Option<Fit> {
        for _ in 0..NEWTON_ROUNDS {
            let mean = null + t * sd;
            let [mut first, mut second, mut size] = [0.0; 3];
            let [mut first_by_multiplier, mut first_by_sd, mut second_by_multiplier, mut second_by_sd] = [0.0; 4];
            for (value, count) in self.points() {
                let z = (value - mean) / sd;
                let (g, h) = (gap(value, null, t, sd), z * z - 1.0);
                let (g_by_sd, h_by_sd) = (t * t * z + 0.5 * t * h, -2.0 * z * (t + z) / sd);
                let quotient = 1.0 + multiplier * g;
                let weight = count / self.total / quotient;
                first += weight * g;
                second += weight * h;
                size += weight * g * g;
                first_by_multiplier -= weight * g * g / quotient;
                first_by_sd += weight * g_by_sd / quotient;
                second_by_multiplier -= weight * g * h / quotient;
                second_by_sd += weight * (h_by_sd - multiplier * g_by_sd * h / quotient);
            }
            if first * first <= 1e-22 * size && second.abs() < 1e-11 {
                let right = multiplier.abs() < 1e-9 || (multiplier > 0.0) == above;
                return right.then_some(Fit { sd, multiplier });
            }
            let determinant = first_by_multiplier * second_by_sd - first_by_sd * second_by_multiplier;
            let steps = [
                (first_by_sd * second - first * second_by_sd) / determinant,
                (first * second_by_multiplier - first_by_multiplier * second) / determinant,
            ];
            (multiplier, sd) = self.damped(multiplier, sd, steps, null, t)?;
        }
        None
    }

    /// A step, or the part of it that keeps all chances positive.
    fn damped(&self, multiplier: f64, sd: f64, [along, aside]: [f64; 2], null: f64, t: f64) -> Option<(f64, f64)> {
        let mut part = 1.0;
        while part > 1e-4 {
            let (multiplier, next) = (multiplier + part * along, sd + part * aside);
            let positive = |&value: &f64| 1.0 + multiplier * gap(value, null, t, next) > 1e-9;
            if next > 0.2 * sd && next < 5.0 * sd && self.values.iter().all(positive) {
                return Some((multiplier, next));
            }
            part *= 0.5;
        }
        None
    }

    /// The mixture of the data and an end of the scale that has this t-value.
    fn mixed(&self, null: f64, t: f64) -> Vec<f64> {
        let (mean, sd) = self.mean_and_sd();
        let above = mean - null >= t * sd;
        let end = if above { 0.0 } else { 1.0 };
        let is_above = |part: f64| {
            let mixed = mean + part * (end - mean);
            let variance = (1.0 - part) * sd * sd + part * (1.0 - part) * (end - mean).powi(2);
            mixed - null >= t * variance.sqrt()
        };
        let part = bisect(Bracket { before: 0.0, after: 1.0 }, HALVINGS, |part| is_above(part) == above).before;
        let chance =
            |(value, count): (f64, f64)| (1.0 - part) * count / self.total + if value == end { part } else { 0.0 };
        self.points().map(|point| chance(point).max(f64::MIN_POSITIVE)).collect()
    }
}

/// A hypothesis within what can be computed.
fn held(null: f64, t: f64) -> (f64, f64) {
    (null.clamp(NEAREST, 1.0 - NEAREST), t.clamp(-LARGEST_T, LARGEST_T))
}

/// g of a score, for a standard deviation.
fn gap(value: f64, null: f64, t: f64, sd: f64) -> f64 {
    let distance = value - null - t * sd;
    value - null - 0.5 * t * (distance * distance / sd + sd)
}

#[cfg(test)]
#[path = "likelihood_tests.rs"]
mod tests;
