//! The beta distribution.
//!
//! The probability of a value below x is the regularized incomplete beta function
//!
//! ```text
//! I_x(a, b) = x^a·(1 − x)^b / (a·B(a, b)) · 1/(1 + d₁/(1 + d₂/(1 + …)))
//! d_{2m+1} = −(a + m)(a + b + m)·x / ((a + 2m)(a + 2m + 1)),    d_{2m} = m(b − m)·x / ((a + 2m − 1)(a + 2m))
//! ```
//!
//! whose continued fraction (*NIST Digital Library of Mathematical Functions* 8.17.22) converges fast for
//! x < (a + 1)/(a + b + 2); beyond, `I_x(a, b) = 1 − I_{1−x}(b, a)`. It is computed by the method of Lentz as Thompson and Barnett
//! changed it ("Coulomb and Bessel functions of complex arguments and order", 1986).
//!
//! Functions are those of `libm`, so that results are the same on every processor.

/// More terms than this are only needed where a or b is above 10¹⁰.
const MOST_TERMS: u32 = 1_000_000;
/// What stands for a zero in a denominator.
const TINY: f64 = 1e-300;

/// The probability of a value below `x` for the shapes `a` and `b`. `rest` is 1 − x, which the caller may know better than
/// can be told from x.
pub(super) fn cdf(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    if x <= 0.0 || rest <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    if x < (a + 1.0) / (a + b + 2.0) { lower(a, b, x, rest) } else { 1.0 - lower(b, a, rest, x) }
}

/// The logarithm of the beta function.
pub(super) fn ln_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

fn lower(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    let power = a * ln(x, rest) + b * ln(rest, x) - ln_beta(a, b);
    libm::exp(power) / (a * continued_fraction(a, b, x))
}

/// The logarithm of `x`, by whichever of x and 1 − x tells more.
fn ln(x: f64, rest: f64) -> f64 {
    if x < 0.5 { libm::log(x) } else { libm::log1p(-rest) }
}

/// 1 + d₁/(1 + d₂/(1 + …)).
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    let away_from_zero = |sum: f64| if sum.abs() < TINY { TINY } else { sum };
    for term in 1..=MOST_TERMS {
        let d = coefficient(a, b, term) * x;
        above = away_from_zero(1.0 + d / above);
        below = 1.0 / away_from_zero(1.0 + d * below);
        value *= above * below;
        if (above * below - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    value
}

fn coefficient(a: f64, b: f64, term: u32) -> f64 {
    let m = f64::from(term / 2);
    if term % 2 == 1 {
        -(a + m) * (a + b + m) / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
    } else {
        m * (b - m) / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
    }
}

#[cfg(test)]
#[path = "beta_tests.rs"]
mod tests;
