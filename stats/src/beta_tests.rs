use statrs::function::beta::beta_reg;

use super::*;

#[test]
fn values_are_those_of_another_implementation() {
    for (a, b) in [(0.5, 0.5), (1.0, 3.0), (2.5, 0.5), (12.0, 7.0), (0.25, 40.0), (300.0, 0.5), (499.5, 480.0)] {
        for x in (1..100).map(|step| f64::from(step) / 100.0) {
            let (seen, expected) = (cdf(a, b, x, 1.0 - x), beta_reg(a, b, x));
            assert!((seen - expected).abs() < 1e-11 * expected + 1e-14, "{a} {b} {x}: {seen} is not {expected}");
        }
    }
}

#[test]
fn known_values_come_out() {
    // I_x(1, 1) = x, I_x(a, 1) = x^a, and I_½(a, a) = ½.
    assert!((cdf(1.0, 1.0, 0.3, 0.7) - 0.3).abs() < 1e-15);
    assert!((cdf(40.0, 1.0, 0.5, 0.5) / libm::exp2(-40.0) - 1.0).abs() < 1e-13);
    assert!((cdf(1e6, 1e6, 0.5, 0.5) - 0.5).abs() < 1e-8);
    assert_eq!([cdf(2.0, 3.0, 0.0, 1.0), cdf(2.0, 3.0, 1.0, 0.0)], [0.0, 1.0]);
}
