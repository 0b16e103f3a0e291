use super::*;

#[test]
fn rows_fail_when_their_interval_misses_the_promise() {
    for (happened, holds) in [(1_820, false), (1_870, true), (1_900, true), (1_950, true), (1_970, false)] {
        assert_eq!(Row::new("", "", happened, 2_000, INTERVALS.coverage).holds(), holds, "{happened}");
    }
    assert!(Row::new("", "", 2_000, 2_000, INTERVALS_OF_FEW.coverage).holds());
    assert!(!Row::new("", "", 160, 2_000, ERRORS).holds());
}

#[test]
fn shares_are_averaged() {
    let row = Row::of_shares("", "", &[0.5, 0.0, 0.25, 0.25], ERRORS);
    assert_eq!((row.rate.mean, row.studies), (0.25, 4));
    assert!(row.rate.lo < 0.01 && row.rate.hi > 0.85);
}
