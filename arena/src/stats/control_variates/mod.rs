//! A mean over deals, adjusted by control variates: quantities whose mean is known to be zero.
//!
//! ```text
//! adjusted sum of deal d   s'(d) = s(d) - b(f(d)) . z(d)
//! adjusted mean            r'    = sum of s'(d) / sum of c(d)
//! ```
//!
//! Deal d has c(d) values with the sum s(d), as in [`Ratio`](super::Ratio), and the variates z(d), a vector of mean zero. Its
//! fold is f(d) = d mod 10, and b(f) is fitted on the deals of all other folds: so it is independent of z(d), and r' has the
//! mean of r whatever z and b are. In a fit, r is the mean of these deals, and b is what ridge regression gives without
//! an intercept:
//!
//! ```text
//! b = (Z'Z + p W^-2 D)^-1 Z'(s - r c)      D: the diagonal of Z'Z, each entry at least what it was expected to be
//! ```
//!
//! W are the weights of the variates. The penalty p, in deals per deal seen, is chosen among a few by the squared error on
//! three folds of the fit, each left out in turn. Where less luck was seen than there was to be expected, as of values that
//! are huge for outcomes which hardly ever come up, D is larger accordingly, so that b is next to zero: what was seen of
//! such variates says little.
//!
//! The *gain* is the variance of r over that of r': how many times as many deals would be as precise. Its interval is that of
//! its logarithm by the infinitesimal jackknife over deals. Where its lower end is not above 1, the raw mean stands.
//!
//! Refuses: fewer than [`MIN_DEALS`] deals, for which the raw mean stands; variates whose mean is not zero.
//!
//! References: Lavenberg and Welch, "A perspective on the use of control variables to increase the efficiency of Monte Carlo
//! simulations" (1981); Glasserman, "Monte Carlo Methods in Financial Engineering" (2003), §4.1; cross-fitting: Chernozhukov
//! et al., "Double/debiased machine learning for treatment and structural parameters" (2018); the infinitesimal jackknife:
//! Efron, "The Jackknife, the Bootstrap and Other Resampling Plans" (1982).

mod deal;
mod estimate;
mod fit;
mod moments;
#[cfg(test)]
mod tests;

pub use deal::{FOLDS, MIN_DEALS, VariateDeal, VariateScales, fold_of};
pub use estimate::{AdjustedMean, Figure, Gain, RawMean, adjusted_mean};
