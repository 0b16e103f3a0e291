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
