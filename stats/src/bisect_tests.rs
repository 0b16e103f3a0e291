use super::*;

#[test]
fn the_change_is_found_in_either_direction() {
    for (before, after) in [(0.0, 1.0), (1.0, 0.0)] {
        let found = bisect(Bracket { before, after }, 60, |x| (x < 0.3) == (before < after));
        assert!((found.middle() - 0.3).abs() < 1e-15, "{found:?}");
        assert_eq!(found.before < 0.3, before < after);
    }
    let whole = Bracket { before: 0.0, after: 1.0 };
    assert_eq!(bisect(whole, 0, |_| true), whole);
}

#[test]
fn the_smallest_number_is_enough_and_no_smaller_one_is() {
    for enough in 1..200 {
        assert_eq!(smallest(1, u64::MAX, |number| number >= enough), enough);
        assert_eq!(smallest(30, u64::MAX, |number| number >= enough), enough.max(30));
    }
    assert_eq!(smallest(2, 100, |_| false), 128);
}
