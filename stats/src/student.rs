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
mod tests {
    use statrs::distribution::{ContinuousCDF, StudentsT};

    use super::*;

    const FREEDOMS: [f64; 9] = [1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 99.0, 400.0, 999.0];

    fn student(freedom: f64) -> StudentsT {
        StudentsT::new(0.0, 1.0, freedom).expect("a degree of freedom")
    }

    #[test]
    fn probabilities_are_those_of_another_implementation() {
        for freedom in FREEDOMS {
            for t in (0..=80).map(|step| f64::from(step) / 10.0) {
                let (seen, expected) = (two_sided_p(t, freedom), 2.0 * student(freedom).cdf(-t));
                assert!((seen - expected).abs() < 1e-11 * expected, "{t} {freedom}: {seen} is not {expected}");
            }
        }
    }

    #[test]
    fn quantiles_are_those_of_another_implementation() {
        for freedom in FREEDOMS {
            for tail in [1e-5, 0.000_25, 0.005, 0.025, 0.05, 0.3] {
                let (seen, expected) = (upper_quantile(tail, freedom), -student(freedom).inverse_cdf(tail));
                assert!((seen - expected).abs() < 1e-10 * expected, "{tail} {freedom}: {seen} is not {expected}");
            }
        }
    }

    #[test]
    fn quantiles_have_their_tails_even_where_they_are_far_out() {
        // With one degree of freedom the tail beyond t is arctan(1/t)/π, with two (1 − t/√(2 + t²))/2.
        for tail in [1e-100, 1e-30, 1e-8, 0.1, 0.4] {
            let t = upper_quantile(tail, 1.0);
            assert!((libm::atan(1.0 / t) / std::f64::consts::PI / tail - 1.0).abs() < 1e-13, "{tail} {t}");
            let t = upper_quantile(tail, 2.0);
            let root = (2.0 + t * t).sqrt();
            assert!((1.0 / (root * (root + t)) / tail - 1.0).abs() < 1e-13, "{tail} {t}");
        }
        assert_eq!([0.0, 1.0].map(|tail| upper_quantile(tail, 3.0)), [f64::INFINITY, f64::NEG_INFINITY]);
        assert!(upper_quantile(0.5, 3.0).abs() < 1e-15);
    }
}
