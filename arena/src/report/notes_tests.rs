use super::*;

#[test]
fn savings_are_told_either_way() {
    let text = |mean, lo, hi| pairing_efficiency_text(Interval { mean, lo, hi });
    assert!(text(2.0, 1.0, 4.0).ends_with("saved 50 % of the games (95 %: 0 to 75 %)"));
    assert!(text(0.8, 0.5, 1.25).ends_with("took 25 % more games than separate deals would (95 %: -20 to 100 %)"));
    assert!(text(f64::INFINITY, f64::INFINITY, f64::INFINITY).ends_with("left no luck at all"));
}
