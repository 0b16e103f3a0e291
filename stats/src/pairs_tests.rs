use super::*;

#[test]
fn copies_are_no_hypotheses() {
    let q = |hypotheses: &[((PlayerIdx, PlayerIdx), f64)]| {
        without_copies(&hypotheses.iter().map(|&(pair, p)| Hypothesis { pair, p }).collect::<Vec<_>>())
    };
    let alone = q(&[((0, 1), 0.03), ((0, 2), 0.332), ((1, 2), 0.2)]);
    // Bot 3 is a copy of bot 0: it met bots 1 and 2 as well, and its original.
    let copied = q(&[((0, 1), 0.03), ((0, 2), 0.332), ((0, 0), 1.0), ((1, 2), 0.2), ((0, 1), 0.03), ((0, 2), 0.01)]);
    assert_eq!([copied[0], copied[1], copied[3], copied[4]], [alone[0], alone[1], alone[2], alone[0]]);
    assert_eq!(copied[2], 1.0);
    assert!((copied[5] - 0.03).abs() < 1e-12, "{copied:?}");
}

#[test]
fn no_interval_has_zero_width_unless_it_is_known() {
    let mut tally = PairTally::default();
    for _ in 0..20 {
        tally.end_deal(&mut OpenPair { meetings: 2, ranked: 2, halves: 4, difference: 120 });
    }
    let (above, difference) = tally.intervals(false);
    assert!(above.lo > 0.8 && above.lo < 0.9 && above.hi == 1.0, "{above:?}");
    // As far the other way as seen: one point.
    assert!((difference.lo - (2.0 * above.lo - 1.0)).abs() < 1e-9 && difference.hi == 1.0, "{difference:?}");
    let mut level = PairTally::default();
    (0..20).for_each(|_| level.end_deal(&mut OpenPair { meetings: 2, ranked: 2, halves: 2, difference: 0 }));
    assert!(level.intervals(false).1.width() > 0.15);
    assert_eq!(level.intervals(true), (Interval::point(0.5), Interval::point(0.0)));
}

#[test]
fn meetings_of_unknown_order_count_for_scores_only() {
    let (mut tally, mut open) = (PairTally::default(), OpenPair::default());
    for deal in 0..30 {
        assert!(open.add(Some([1.0, 2.5]), [60, 0]));
        assert!(!open.add(None, [0, 0]));
        if deal % 3 == 0 {
            open.add(Some([2.5, 1.0]), [0, 60]);
        }
        tally.end_deal(&mut open);
    }
    let (above, difference) = tally.intervals(false);
    assert_eq!((tally.meetings, above.mean, difference.mean), (70, 0.75, 20.0 / 70.0));
    let mut unknown = PairTally::default();
    open.add(None, [0, 0]);
    unknown.end_deal(&mut open);
    assert_eq!((unknown.intervals(true).0, unknown.p()), (Interval { mean: 0.5, lo: 0.0, hi: 1.0 }, 1.0));
}
