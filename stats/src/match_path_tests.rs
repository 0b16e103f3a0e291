use super::*;

/// The deals of the points that are kept of a match of so many.
fn kept(deals: u64) -> Vec<u64> {
    let mut path = MatchPath::default();
    for deals in 1..=deals {
        path.add(MatchPoint { deals, sequence: Interval::point(0.5), llr: None });
    }
    path.points().iter().map(|point| point.deals).collect()
}

#[test]
fn the_first_and_the_last_deal_are_always_there() {
    assert!(kept(0).is_empty());
    assert_eq!(kept(4), [1, 2, 3, 4]);
    for deals in [299, 300, 301, 599, 600, 601, 10_000, 123_456] {
        let kept = kept(deals);
        assert_eq!((kept[0], kept[kept.len() - 1]), (1, deals));
        assert!(kept.len() <= MOST && kept.len() >= MOST.min(deals as usize) / 2, "{deals}: {}", kept.len());
        assert!(kept.is_sorted_by(|one, other| one < other), "{deals}");
    }
}

#[test]
fn points_lie_on_a_grid() {
    assert_eq!(kept(600)[..3], [1, 5, 9]);
    assert_eq!(kept(600)[148..], [593, 597, 600]);
}
