use super::*;

#[test]
fn quantiles_interpolate() {
    let mut histogram = Histogram::default();
    for score in [4.0, 1.0, 3.0, 2.0, 2.0] {
        histogram.add(score);
    }
    for (level, expected) in [(0.0, 1.0), (0.25, 2.0), (0.5, 2.0), (0.6, 2.4), (0.95, 3.8), (1.0, 4.0)] {
        assert!((histogram.quantile(level) - expected).abs() < 1e-9, "{level}: {}", histogram.quantile(level));
    }
    assert!((histogram.mean() - 2.4).abs() < 1e-12);
    assert!((histogram.sd() - 1.3_f64.sqrt()).abs() < 1e-12);
    assert_eq!(Histogram::default().quantile(0.5), 0.0);
}

#[test]
fn bins_cover_the_range() {
    let mut histogram = Histogram::default();
    for score in [0.0, 1.0, 2.0, 5.0, 9.0, 10.0, 10.0] {
        histogram.add(score);
    }
    assert_eq!(histogram.bins(0.0, 10.0, 5), [2, 1, 1, 0, 3]);
    assert_eq!(histogram.bins(0.0, 10.0, 1), [7]);
    let mut level = Histogram::default();
    level.add(3.0);
    assert_eq!(level.bins(3.0, 3.0, 4), [1, 0, 0, 0]);
}

#[test]
fn thirds_of_a_point_are_exact() {
    let mut histogram = Histogram::default();
    (0..3).for_each(|_| histogram.add(1.0 / 3.0));
    assert_eq!(histogram.quantile(0.5), 20.0 / 60.0);
}
