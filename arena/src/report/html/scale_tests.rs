use super::*;

fn check(values: &[f64], ends: (f64, f64), ticks: &[&str]) {
    let scale = Scale::around(values.iter().copied());
    assert!((scale.ends().0 - ends.0).abs() < 1e-12 && (scale.ends().1 - ends.1).abs() < 1e-12, "{scale:?}");
    assert_eq!(scale.ticks().into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ticks);
}

#[test]
fn axes_end_at_nice_ticks() {
    check(&[0.13, 0.98], (0.0, 1.0), &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    check(&[-0.031, 0.044], (-0.04, 0.06), &["−0.04", "−0.02", "0.00", "0.02", "0.04", "0.06"]);
    check(&[-1088.0, 959.0, f64::INFINITY], (-1500.0, 1000.0), &["−1500", "−1000", "−500", "0", "500", "1000"]);
    check(&[f64::NEG_INFINITY], (0.0, 1.0), &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    check(&[3.0], (2.4, 3.6), &["2.4", "2.6", "2.8", "3.0", "3.2", "3.4", "3.6"]);
}

#[test]
fn places_are_percentages_within_the_axis() {
    let scale = Scale::between(-2.0, 6.0);
    assert_eq!([-9.0, -2.0, 1.0, f64::INFINITY].map(|value| scale.at(value)), ["0%", "0%", "37.5%", "100%"]);
    assert_eq!(scale.span(0.0, 1.0), ("25%".to_owned(), "12.5%".to_owned()));
    assert_eq!(Scale::between(0.0, 3.0).at(1.0), "33.33%");
}
