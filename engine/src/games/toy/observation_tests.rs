use super::*;
use crate::games::observation_checks::{begun, check_seats_are_relative, first_and_second, lengths, seen, sees_all};

#[test]
fn all_is_observed() {
    assert_eq!(lengths::<ConnectFour>(&FixedRules), [86]);
    sees_all::<ConnectFour>(&FixedRules, 50);
    assert_eq!(lengths::<Dice>(&FixedRules), [12, 15, 18, 21, 24]);
    sees_all::<Dice>(&FixedRules, 20);
}

#[test]
fn seats_are_relative() {
    check_seats_are_relative::<Dice>(&FixedRules, 20, first_and_second);
}

#[test]
fn numbers_are_those_of_the_position() {
    let state: Dice = begun(&FixedRules, 3, &["deal:p2", "roll", "deal:5", "stop", "roll", "deal:3"]);
    for (name, expected) in [
        ("phase", &[0.0, 1.0, 0.0, 0.0][..]),
        ("to_act", &[0.0, 0.0, 1.0]),
        ("first_player", &[0.0, 1.0, 0.0]),
        ("kept", &[0.0, 5.0, 0.0]),
        ("sum", &[3.0]),
        ("turns_left", &[35.0]),
    ] {
        assert_eq!(seen(&FixedRules, &state, Seat::FIRST, name), expected, "{name}");
    }
    assert_eq!(seen(&FixedRules, &state, Seat::new(1), "kept"), [5.0, 0.0, 0.0]);
}
