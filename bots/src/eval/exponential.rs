//! The exponential function, of which search computes one or two for each new move.

use std::f32::consts::LOG2_E;

/// `e` to the power x: bit for bit [`libm::expf`], which is FreeBSD's `e_expf.c`, but without its branches on x. These
/// cannot be foretold, and keep the compiler from computing several at a time.
///
/// ```text
/// k = x / ln 2, rounded;  r = x - k * ln 2, of which a high and a low part are kept;  e^x = 2^k * e^r
/// e^r = 1 + r + r * c / (2 - c);  c = r - r^2 * (P1 + r^2 * P2), from a Remez approximation of r * (e^r + 1) / (e^r - 1)
/// ```
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    if x.abs() <= LARGEST { exp_of_small(x) } else { libm::expf(x) }
}

/// Replaces each number by its [exponential](exp).
#[inline]
pub(crate) fn exp_all(numbers: &mut [f32]) {
    // The first loop computes several at a time.
    if numbers.iter().fold(true, |all, x| all & (x.abs() <= LARGEST)) {
        for x in numbers {
            *x = exp_of_small(*x);
        }
    } else {
        for x in numbers {
            *x = exp(*x);
        }
    }
}

/// Up to here all powers of two and their multiples are normal numbers.
const LARGEST: f32 = 87.0;

#[inline]
fn exp_of_small(x: f32) -> f32 {
    const LN2_HI: f32 = 0.693_145_75;
    const LN2_LO: f32 = 1.428_606_8e-6;
    const P1: f32 = 0.166_666_25;
    const P2: f32 = -0.002_766_733_3;
    /// Down from here it is `1 + x`.
    const SMALLEST: f32 = 1.0 / (1 << 13) as f32;
    /// Whole numbers are added to it exactly, and stand in the lowest bits of the sum.
    const WHOLE: f32 = 3.0 * (1 << 22) as f32;
    let k = (LOG2_E * x + 0.5_f32.copysign(x)).trunc();
    let (high, low) = (x - k * LN2_HI, k * LN2_LO);
    let r = high - low;
    let square = r * r;
    let c = r - square * (P1 + square * P2);
    let reduced = 1.0 + (r * c / (2.0 - c) - low + high);
    let reduced = if x.abs() <= SMALLEST { 1.0 + x } else { reduced };
    reduced * f32::from_bits(((WHOLE + k).to_bits() << 23).wrapping_add(127 << 23))
}

#[cfg(test)]
#[path = "exponential_tests.rs"]
mod tests;
