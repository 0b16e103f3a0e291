//! Weights from samples: the minimum of a convex function, found by L-BFGS.
//!
//! ```text
//! f(a, b) = mean over groups of  - sum over rows i of target_i * ln share_i     (cross entropy)
//!         + RIDGE / 2 * (|a|^2 + |b|^2)
//! share_i = exp(value_i) / sum over rows j of exp(value_j),   value_i = sum over k of (a_k + b_k * left) * f_ik / scale_k
//! ```
//!
//! A group is a position with a row for each player, or a decision with a row for each move.
//!
//! `scale_k` is the root mean square of a feature, so that one ridge fits all. L-BFGS: Nocedal, "Updating Quasi-Newton
//! Matrices with Limited Storage" (1980). Sums are taken in the order of samples, logarithms and exponentials from a portable
//! library: the same samples give the same weights on every machine.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use riverlab_arena::error::ArenaError;
use riverlab_stats::conditional_logit::{add_slopes, write_shares};

use super::samples::{Group, Groups};

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
pub(super) fn fit(groups: &Groups) -> Result<Vec<[f32; 2]>, ArenaError> {
    let problem = Problem::new(groups);
    let (features, scales) = (groups.features, problem.scales.clone());
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
    groups: &'a Groups,
    scales: Vec<f64>,
    count: f64,
}

impl Problem<'_> {
    fn new(groups: &Groups) -> Problem<'_> {
        let (mut squares, mut rows) = (vec![0.0; groups.features], 0);
        for group in groups.iter() {
            rows += group.targets.len();
            for row in group.rows.chunks_exact(groups.features) {
                squares.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value) * f64::from(value));
            }
        }
        let scale = |&sum: &f64| if sum > 0.0 { (sum / rows as f64).sqrt() } else { 1.0 };
        let count = groups.iter().filter(|group| !group.held_out).count().max(1) as f64;
        Problem { groups, scales: squares.iter().map(scale).collect(), count }
    }

    /// Visits what is learned from, each with its shares under these weights.
    fn each(&self, weights: &[f64], mut visit: impl FnMut(Group<'_>, &[f64])) {
        let (end, begin) = weights.split_at(self.groups.features);
        let (mut now, mut shares) = (vec![0.0; self.groups.features], Vec::new());
        for group in self.groups.iter().filter(|group| !group.held_out) {
            for (k, now) in now.iter_mut().enumerate() {
                *now = (end[k] + begin[k] * f64::from(group.left)) / self.scales[k];
            }
            shares.clear();
            shares.resize(group.targets.len(), 0.0);
            write_shares(group.rows, &now, &mut shares);
            visit(group, &shares);
        }
    }
}

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, Error> {
        let mut sum = 0.0;
        self.each(weights, |group, shares| {
            let terms = group.targets.iter().zip(shares).filter(|(target, _)| **target > 0.0);
            sum -= terms.map(|(&target, &share)| f64::from(target) * libm::log(share.max(1e-300))).sum::<f64>();
        });
        Ok(sum / self.count + 0.5 * RIDGE * weights.iter().map(|weight| weight * weight).sum::<f64>())
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let features = self.groups.features;
        let mut gradient = vec![0.0; 2 * features];
        let (end, begin) = gradient.split_at_mut(features);
        self.each(weights, |group, shares| {
            add_slopes(group.rows, group.targets, shares, &self.scales, group.left, end, begin);
        });
        for (slope, weight) in gradient.iter_mut().zip(weights) {
            *slope = *slope / self.count + RIDGE * weight;
        }
        Ok(gradient)
    }
}
