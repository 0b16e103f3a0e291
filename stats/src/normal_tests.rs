use statrs::distribution::{Continuous, ContinuousCDF, Normal};

use super::*;

#[test]
fn values_are_those_of_another_implementation() {
    let normal = Normal::standard();
    for x in (-800..=800).map(|step| f64::from(step) / 100.0) {
        assert!((cdf(x) / normal.cdf(x) - 1.0).abs() < 1e-9, "{x}");
        assert!((density(x) / normal.pdf(x) - 1.0).abs() < 1e-12, "{x}");
    }
    for tail in [1e-300, 1e-20, 1e-9, 0.0005, 0.024, 0.025, 0.1, 0.3, 0.499_999] {
        assert!((upper_quantile(tail) + normal.inverse_cdf(tail)).abs() < 1e-13, "{tail}");
    }
}

#[test]
fn quantiles_are_those_of_tables() {
    assert!((upper_quantile(0.025) - 1.959_963_984_540_054).abs() < 1e-15);
    assert!((upper_quantile(0.001) - 3.090_232_306_167_813_5).abs() < 2e-15);
    assert!((upper_quantile(0.95) + 1.644_853_626_951_472_7).abs() < 1e-15);
    assert!(upper_quantile(0.5).abs() < 1e-15);
    assert_eq!([0.0, 1.0].map(upper_quantile), [f64::INFINITY, f64::NEG_INFINITY]);
}
