use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

const EQUAL: Null = Null::EqualShare { players: 2 };

/// Deals of two games each, given by the wins of the focus bot in halves.
fn tally(null: Null, test: &str, halves: impl Iterator<Item = (i64, i64)>) -> MatchTally {
    let sprt = (!test.is_empty()).then(|| Sprt::parse(test, 0.05, 0.05).expect("a test"));
    let mut tally = MatchTally::new(null, sprt, 1_000, false);
    for (focus, baseline) in halves {
        let decision = tally.add(DealSum { sum: 30 * focus, count: 2 }, DealSum { sum: 30 * baseline, count: 2 });
        if decision.is_some_and(|decision| decision != Decision::Undecided) {
            break;
        }
    }
    tally
}

#[test]
fn degenerate_matches_end() {
    for (what, halves, decision) in [
        ("all wins", 4, Decision::Accepted),
        ("all losses", 0, Decision::Rejected),
        ("all ties", 2, Decision::Rejected),
    ] {
        let tally = tally(EQUAL, "win:0.1", std::iter::repeat_n((halves, 0), 1_000));
        let summary = tally.summary();
        let test = summary.test.expect("a test");
        assert_eq!(test.decision, decision, "{what} after {} deals", summary.deals);
        assert!(summary.deals < 1_000 && test.llr.is_finite() && test.error_rates.is_some(), "{what}");
        for interval in [summary.raw, test.adjusted, summary.sequence] {
            assert!(interval.lo <= interval.mean && interval.mean <= interval.hi, "{what}: {interval:?}");
        }
    }
    let one = tally(EQUAL, "win:0.1", std::iter::once((4, 0))).summary();
    assert_eq!((one.deals, one.raw.lo, one.raw.hi, one.p), (1, 0.0, 1.0, 1.0));
    let none = tally(EQUAL, "equivalence:0.1", std::iter::empty()).summary();
    assert_eq!((none.deals, none.raw.lo, none.raw.hi), (0, 0.0, 1.0));
}

#[test]
fn a_baseline_counts_differences() {
    let halves = [(4, 2), (3, 3), (2, 0), (1, 2), (4, 4)];
    let summary = tally(Null::NoDifference, "", halves.into_iter()).summary();
    // Differences of shares: 1/2, 0, 1/2, -1/4, 0.
    assert!((summary.raw.mean - 0.15).abs() < 1e-12);
    let sd = (0.35_f64.powi(2) * 2.0 + 0.15_f64.powi(2) * 2.0 + 0.4_f64.powi(2)) / 4.0;
    assert!((summary.t - 0.15 / sd.sqrt()).abs() < 1e-9, "{}", summary.t);
    assert!(summary.p > 0.3 && summary.p < 0.9, "{}", summary.p);
    assert!(summary.elo().is_none() && summary.test.is_none());
}

/// What is printed as the interval of a fixed match covers the truth as often as it says; what stays valid at every look
/// covers it at all looks at once.
#[test]
fn intervals_of_matches_cover_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut raw, mut always) = (0, 0);
    for _ in 0..1_000 {
        let mut tally = MatchTally::new(EQUAL, None, 150, false);
        let mut held = true;
        for _ in 0..150 {
            let wins = (0..2).filter(|_| rng.random::<f64>() < 0.6).count() as i64;
            tally.add(DealSum { sum: 60 * wins, count: 2 }, DealSum::default());
            let interval = tally.sequence();
            held &= interval.lo <= 0.6 && 0.6 <= interval.hi;
        }
        let interval = tally.summary().raw;
        raw += u32::from(interval.lo <= 0.6 && 0.6 <= interval.hi);
        always += u32::from(held);
    }
    assert!((930..=970).contains(&raw) && always >= 950, "{raw} and {always} of 1,000");
}
