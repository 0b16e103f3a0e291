//! Student's distribution.
//!
//! With ν degrees of freedom a value lies more than t from 0 with the probability `I_x(ν/2, ½)` of the
//! [beta distribution](super::beta), x = ν/(ν + t²). Its density is (1 + t²/ν)^(−(ν + 1)/2) / (√ν·B(ν/2, ½)).
//!
//! A quantile is found by Newton's method. It starts from that of the normal distribution, which lies nearer to 0; as the tail
//! is convex, each step comes nearer to the quantile without going beyond.

use super::{beta, normal};

/// Newton's method ends before: it needs most steps where one degree of freedom meets the smallest tails.
const MOST_STEPS: u32 = 2_000;

/// The probability of a value that lies farther from 0 than `t`, on either side.
pub(super) fn two_sided_p(t: f64, freedom: f64) -> f64 {
    let ratio = t * t / freedom;
    // 1 − x is ratio/(1 + ratio).
    beta::cdf(freedom / 2.0, 0.5, 1.0 / (1.0 + ratio), 1.0 / (1.0 + 1.0 / ratio))
}

/// The value that is exceeded with the probability `tail`; infinite at 0 and 1.
pub(super) fn upper_quantile(tail: f64, freedom: f64) -> f64 {
    if tail > 0.5 {
        return -upper_quantile(1.0 - tail, freedom);
    }
    let mut t = normal::upper_quantile(tail);
    let ln_beta = beta::ln_beta(freedom / 2.0, 0.5);
    for _ in 0..MOST_STEPS {
        let ln_power = f64::midpoint(freedom, 1.0) * libm::log1p(t * t / freedom);
        let density = libm::exp(-ln_power - ln_beta) / freedom.sqrt();
        let step = (two_sided_p(t, freedom) / 2.0 - tail) / density;
        if step.is_nan() || step <= 1e-15 * t {
            break;
        }
        t += step;
    }
    t
}

#[cfg(test)]
#[path = "student_tests.rs"]
mod tests;
