//! Distributions tilted to another mean.
//!
//! The chance of a value v is multiplied by exp(θ·(v − ½)) and all are brought to a sum of 1: of all distributions on the
//! same values that have the mean asked for, this is the one nearest to the given one in relative entropy (Csiszár 1975). θ is
//! found by bisection.

use super::bisect::{Bracket, bisect};

/// The greatest θ either way, for values on the scale from 0 to 1.
const MOST: f64 = 40.0;

/// Values on the scale from 0 to 1 with their chances, tilted until `of` the distribution is `aim`, or as near to it as it
/// gets; `of` must rise with the tilt. Each kind is a value and how often it came up.
pub fn tilted(kinds: &[(f64, f64)], aim: f64, of: impl Fn(&[(f64, f64)]) -> f64) -> Vec<(f64, f64)> {
    let at = |tilt: f64| {
        let weights = kinds.iter().map(|&(value, count)| (value, count * libm::exp(tilt * (value - 0.5))));
        let total: f64 = weights.clone().map(|kind| kind.1).sum();
        weights.map(|(value, weight)| (value, weight / total)).collect::<Vec<_>>()
    };
    at(bisect(Bracket { before: -MOST, after: MOST }, 80, |tilt| of(&at(tilt)) < aim).before)
}

/// The mean of a distribution.
pub fn mean_of(kinds: &[(f64, f64)]) -> f64 {
    kinds.iter().map(|kind| kind.0 * kind.1).sum()
}

/// How many standard deviations the mean of a distribution lies above the null.
pub fn t_of(kinds: &[(f64, f64)], null: f64) -> f64 {
    let mean = mean_of(kinds);
    (mean - null) / kinds.iter().map(|kind| (kind.0 - mean).powi(2) * kind.1).sum::<f64>().sqrt()
}

#[cfg(test)]
#[path = "tilting_tests.rs"]
mod tests;
