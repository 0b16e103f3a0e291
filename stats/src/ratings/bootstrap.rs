//! Fractional random weights: a bootstrap that keeps every piece of evidence in every replicate.
//!
//! Each group of deals gets a weight of the exponential distribution with mean 1, divided by the mean of these weights;
//! so do, undivided, each bot's pseudo-win and pseudo-loss and each term of the prior, so that a bot that won every game
//! has an interval of some width. The model is fitted again for each replicate. The number of threads does not matter:
//! the weights of a replicate are those of the `ChaCha8` stream with its number.
//!
//! With D groups, weights spread estimates by √((D − 1)/(D + 1)) of their standard error: intervals are stretched by the
//! inverse, and by the ratio of the quantiles of Student's distribution with D − 1 degrees of freedom and the normal
//! one.
//!
//! Rubin, The Bayesian bootstrap, 1981. Xu, Gotwalt, Hong, King, Meeker, Applications of the fractional-random-weight
//! bootstrap, 2020.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::fit::{Fit, Model, PSEUDO, Weights};
use crate::interval::Interval;
use crate::interval::{NORMAL_QUANTILE as Z, stretched};
use crate::parallel_map::parallel_map;

/// Replicates, unless the model is large.
const REPLICATES: usize = 500;
/// Replicates of the largest models.
const MIN_REPLICATES: usize = 100;
/// Floating-point operations that all replicates may take: some seconds.
const WORK: usize = 20_000_000_000;
/// The key of the random weights.
const SEED: u64 = 0x7269_7665_726c_6162;

/// The spread of estimates.
pub(super) struct Bootstrap {
    /// Parameters of each replicate, of which the strengths and the effects of turn order have been centred.
    pub(super) replicates: Vec<Vec<f64>>,
    /// The number of groups of deals.
    pub(super) clusters: usize,
}

impl Bootstrap {
    /// Fits replicates, each followed by `centre`. There are none with fewer than two groups of deals.
    pub(super) fn new(model: &Model, full: &Fit, centre: impl Fn(&mut [f64]) + Sync) -> Bootstrap {
        let replicate = |number: usize| {
            let mut parameters = model.refit(full, random_weights(model, number));
            centre(&mut parameters);
            parameters
        };
        let count = if model.clusters < 2 { 0 } else { replicates(model) };
        Bootstrap { replicates: parallel_map(count, replicate), clusters: model.clusters }
    }

    /// The 95 % interval of a quantity, `whole` if nothing is known.
    pub(super) fn interval(&self, mean: f64, whole: Interval, of: impl Fn(&[f64]) -> f64) -> Interval {
        if self.replicates.is_empty() {
            return Interval { mean, ..whole };
        }
        let mut values: Vec<f64> = self.replicates.iter().map(|replicate| of(replicate)).collect();
        values.sort_unstable_by(f64::total_cmp);
        let end = |chance| mean + (quantile(&values, chance) - mean) * self.stretched(Z) / Z;
        Interval { mean, lo: end(0.025).min(mean), hi: end(0.975).max(mean) }
    }

    /// What stands for so many normal standard deviations, in standard deviations of replicates.
    pub(super) fn stretched(&self, deviations: f64) -> f64 {
        stretched(deviations, self.clusters)
    }
}

/// How many replicates are worth their time: fewer for hundreds of bots. Each weighs the counts of all groups of deals,
/// looks at all sets about ten times and, now and then, decomposes a matrix.
fn replicates(model: &Model) -> usize {
    let work = model.sets() * (model.clusters + 150) + model.parameters().pow(3) / 6;
    (WORK / work.max(1)).clamp(MIN_REPLICATES, REPLICATES)
}

fn random_weights(model: &Model, replicate: usize) -> Weights {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    rng.set_stream(replicate as u64);
    let mut weights = Weights::plain(model, PSEUDO);
    for list in [&mut weights.clusters, &mut weights.wins, &mut weights.losses, &mut weights.priors] {
        for weight in list {
            *weight *= exponential(&mut rng);
        }
    }
    let mean = weights.clusters.iter().sum::<f64>() / model.clusters as f64;
    weights.clusters.iter_mut().for_each(|weight| *weight /= mean);
    weights
}

/// A draw of the exponential distribution with mean 1; at least 2⁻⁵⁴.
fn exponential(rng: &mut ChaCha8Rng) -> f64 {
    let uniform = ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    -libm::log(uniform)
}

/// The quantile of sorted values, between the two nearest: the r-th of R values stands for r/(R + 1).
pub(super) fn quantile(sorted: &[f64], chance: f64) -> f64 {
    let position = (chance * (sorted.len() + 1) as f64 - 1.0).clamp(0.0, (sorted.len() - 1) as f64);
    let (below, part) = (position as usize, position.fract());
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + part * (sorted[above] - sorted[below])
}

#[cfg(test)]
#[path = "bootstrap_tests.rs"]
mod tests;
