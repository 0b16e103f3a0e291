//! Weights from samples: the minimum of a convex function, found by L-BFGS.
//!
//! ```text
//! f(a, b) = mean over positions of  - sum over players i of target_i * ln share_i     (cross entropy)
//!         + RIDGE / 2 * (|a|^2 + |b|^2)
//! share_i = exp(value_i) / sum over players j of exp(value_j),   value_i = sum over k of (a_k + b_k * left) * f_ik / scale_k
//! ```
//!
//! `scale_k` is the root mean square of a feature, so that one ridge fits all. L-BFGS: Nocedal, "Updating Quasi-Newton
//! Matrices with Limited Storage" (1980). Sums are taken in the order of samples, logarithms and exponentials from a portable
//! library: the same samples give the same weights on every machine.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::samples::{Sample, Samples};
use crate::error::ArenaError;

/// How much large weights cost: enough to keep features that tell the same from running away against each other.
const RIDGE: f64 = 1e-4;
/// How many steps L-BFGS remembers.
const MEMORY: usize = 10;
/// More steps than a fit has needed.
const MOST_STEPS: u64 = 500;
/// The gradient at which a fit is done.
const GRADIENT: f64 = 1e-6;

/// Finds the weights of all features: at the end of the game, and what is added where all of it is left.
///
/// # Errors
/// When there is nothing to learn from, or the search for the minimum fails.
pub(super) fn fit(samples: &Samples) -> Result<Vec<[f32; 2]>, ArenaError> {
    let problem = Problem::new(samples);
    let (features, scales) = (samples.features, problem.scales.clone());
    let failed = |error: Error| ArenaError::Usage(format!("the weights cannot be fitted: {error}"));
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY).with_tolerance_grad(GRADIENT).map_err(failed)?;
    let start = vec![0.0; 2 * features];
    let found = Executor::new(problem, solver).configure(|state| state.param(start).max_iters(MOST_STEPS)).run();
    let found = found.map_err(failed)?;
    let weights = found.state().get_best_param().expect("at least the start");
    let weight = |k: usize| [weights[k] / scales[k], weights[features + k] / scales[k]].map(|weight| weight as f32);
    Ok((0..features).map(weight).collect())
}

struct Problem<'a> {
    samples: &'a Samples,
    scales: Vec<f64>,
    count: f64,
}

impl Problem<'_> {
    fn new(samples: &Samples) -> Problem<'_> {
        let mut squares = vec![0.0; samples.features];
        for sample in samples.iter() {
            for row in sample.rows.chunks_exact(samples.features) {
                squares.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value) * f64::from(value));
            }
        }
        let rows = (samples.len() * samples.players) as f64;
        let scale = |&sum: &f64| if sum > 0.0 { (sum / rows).sqrt() } else { 1.0 };
        let count = samples.iter().filter(|sample| !sample.held_out).count() as f64;
        Problem { samples, scales: squares.iter().map(scale).collect(), count }
    }

    /// Visits what is learned from, each with its shares under these weights.
    fn each(&self, weights: &[f64], mut visit: impl FnMut(Sample<'_>, &[f64])) {
        let features = self.samples.features;
        let mut now = vec![0.0; features];
        let mut shares = vec![0.0; self.samples.players];
        for sample in self.samples.iter().filter(|sample| !sample.held_out) {
            for (k, now) in now.iter_mut().enumerate() {
                *now = (weights[k] + weights[features + k] * f64::from(sample.left)) / self.scales[k];
            }
            for (share, row) in shares.iter_mut().zip(sample.rows.chunks_exact(features)) {
                *share = row.iter().zip(&now).map(|(&value, weight)| f64::from(value) * weight).sum();
            }
            softmax(&mut shares);
            visit(sample, &shares);
        }
    }
}

/// Values become shares.
pub(super) fn softmax(values: &mut [f64]) {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for value in values.iter_mut() {
        *value = libm::exp(*value - highest);
    }
    let sum: f64 = values.iter().sum();
    for value in values {
        *value /= sum;
    }
}

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, Error> {
        let mut sum = 0.0;
        self.each(weights, |sample, shares| {
            let terms = sample.targets.iter().zip(shares);
            sum -= terms.map(|([target, _], &share)| f64::from(*target) * libm::log(share.max(1e-300))).sum::<f64>();
        });
        Ok(sum / self.count + 0.5 * RIDGE * weights.iter().map(|weight| weight * weight).sum::<f64>())
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let features = self.samples.features;
        let mut gradient = vec![0.0; 2 * features];
        let (end, begin) = gradient.split_at_mut(features);
        self.each(weights, |sample, shares| {
            let rows = sample.rows.chunks_exact(features);
            for ((row, [target, _]), share) in rows.zip(sample.targets).zip(shares) {
                let excess = share - f64::from(*target);
                for (k, &value) in row.iter().enumerate() {
                    let part = excess * f64::from(value) / self.scales[k];
                    end[k] += part;
                    begin[k] += part * f64::from(sample.left);
                }
            }
        });
        for (slope, weight) in gradient.iter_mut().zip(weights) {
            *slope = *slope / self.count + RIDGE * weight;
        }
        Ok(gradient)
    }
}
