use riverlab_stats::Interval;

use super::*;
use crate::tune::goal::logit;

#[test]
fn objectives_are_written_as_they_are_read() {
    for text in ["share", "first-seat-share", "first-seat-share:0.45"] {
        assert_eq!(text.parse::<Objective>().map(|objective| objective.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "shares", "share:0.5", "first-seat-share:1", "first-seat-share:x", "effect-spread:0.1"] {
        assert!(text.parse::<Objective>().is_err_and(|why| why.starts_with("expected share,")), "{text}");
    }
    assert_eq!("effect-spread".parse::<Objective>(), Err(INSTEAD_OF_SPREAD.to_owned()));
}

#[test]
fn what_is_near_the_target_is_good() {
    let goal = Objective::FirstSeatShare(Some(0.4)).goal(2);
    let worth = [0.2, 0.35, 0.4, 0.41, 0.9].map(|share| goal.worth(logit(share)));
    assert!(worth[2] == 0.0 && worth[3] > worth[1] && worth[1] > worth[0] && worth[0] > worth[4], "{worth:?}");
    assert_eq!(Objective::FirstSeatShare(None).goal(4).target, Some(0.25));
    let interval = |lo, hi| Interval { mean: 0.0, lo, hi };
    for ((lo, hi), expected) in [((0.3, 0.6), [0.0, 0.2]), ((0.5, 0.6), [0.1, 0.2]), ((0.1, 0.3), [0.1, 0.3])] {
        let distances = Goal::distances(0.4, &interval(lo, hi));
        assert!(distances.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{distances:?}");
    }
}
