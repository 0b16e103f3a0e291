//! The standard normal distribution.
//!
//! Φ(x) = erfc(−x/√2)/2 and φ(x) = exp(−x²/2)/√(2π). A quantile starts from the approximation 26.2.23 of Abramowitz and
//! Stegun, *Handbook of Mathematical Functions* (1964), which is right to 4.5e-4, and is found by Halley's method on Φ, each
//! step of which triples the number of digits.
//!
//! Functions are those of `libm`, so that results are the same on every processor.

use std::f64::consts::{SQRT_2, TAU};

/// The probability Φ(x) of a value below `x`.
///
/// ```
/// use riverlab_stats::normal::cdf;
///
/// // Abramowitz and Stegun (1964, table 26.1).
/// assert!((cdf(1.0) - 0.841_344_746_068_543).abs() < 1e-15);
/// ```
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The density φ(x).
pub fn density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0) / TAU.sqrt()
}

/// The value that is exceeded with the probability `tail`; infinite at 0 and 1.
///
/// ```
/// use riverlab_stats::normal::upper_quantile;
///
/// // Fisher and Yates (1963, table I): both sides together have 5 %.
/// assert_eq!(format!("{:.6}", upper_quantile(0.025)), "1.959964");
/// ```
pub fn upper_quantile(tail: f64) -> f64 {
    if tail > 0.5 {
        return -upper_quantile(1.0 - tail);
    }
    if tail <= 0.0 {
        return f64::INFINITY;
    }
    (0..3).fold(approximate_upper_quantile(tail), |z, _| {
        let error = (cdf(-z) - tail) / density(z);
        z + error / (1.0 - error * z / 2.0)
    })
}

/// For tails from 0 to ½.
fn approximate_upper_quantile(tail: f64) -> f64 {
    let t = (-2.0 * libm::log(tail)).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

#[cfg(test)]
#[path = "normal_tests.rs"]
mod tests;
