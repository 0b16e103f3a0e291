use super::*;
use crate::GameRules;
use crate::games::observation_checks::{begun, check_seats_are_relative, first_and_second, lengths, seen, sees_all};

#[test]
fn all_is_observed() {
    assert_eq!(lengths::<RioGrande>(RioRules::standard()), [2768, 2907, 3046, 3185]);
    sees_all::<RioGrande>(RioRules::standard(), 5);
}

#[test]
fn bounds_follow_from_the_tables() {
    let sets = ["turn.actions=9", "players.hand=9", "rivers.at_most=2", "turn.bridges=5", "turn.specials=4"];
    let source = crate::RulesSource { file: None, sets: sets.map(str::to_owned).to_vec() };
    let rules: &'static RioRules = Box::leak(Box::new(RioRules::load(&source).expect("tables")));
    sees_all::<RioGrande>(rules, 5);
}

#[test]
fn seats_are_relative() {
    check_seats_are_relative::<RioGrande>(RioRules::standard(), 3, first_and_second);
}

/// The hand of another is exchanged for cards of the stack, and two hands of others for one another.
#[test]
fn cards_of_others_are_not_seen() {
    let rules = RioRules::standard();
    let deal = |hands: [&str; 3]| -> RioGrande {
        let cards = hands.iter().flat_map(|&card| std::iter::repeat_n(format!("deal:{card}"), 5));
        begun(rules, 3, &["deal:p1".to_owned()].into_iter().chain(cards).collect::<Vec<_>>())
    };
    let seen = |hands| crate::games::observation_checks::observation(rules, &deal(hands), Seat::FIRST);
    let one = seen(["river-rock-blue", "river-grass-green", "river-forest-brown"]);
    assert_eq!(one, seen(["river-rock-blue", "river-forest-brown", "river-grass-green"]));
    assert_eq!(one, seen(["river-rock-blue", "river-steppe-blue", "river-steppe-green"]));
    assert_ne!(one, seen(["river-rock-green", "river-grass-green", "river-forest-brown"]));
}

#[test]
fn numbers_are_those_of_the_position() {
    let rules = RioRules::standard();
    let mut texts = vec!["deal:p1"];
    texts.extend(["deal:river-forest-blue", "deal:river-forest-green", "deal:bend-rock-blue"]);
    texts.extend(["deal:lake-rock-blue"; 1]);
    texts.extend(["deal:river-grass-brown"; 6]);
    texts.extend(["river:forest-blue:new", "bridge:1:1"]);
    let state: RioGrande = begun(rules, 2, &texts);
    let row =
        [&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0][..], &[0.0, 1.0]];
    let see = |name: &str| seen(rules, &state, Seat::new(1), name);
    assert_eq!(see("rivers")[..20], row.concat());
    assert!(see("rivers")[20..].iter().all(|&number| number == 0.0));
    for (name, expected) in [
        ("to_act", &[0.0, 1.0][..]),
        ("actions", &[2.0]),
        ("bridges_built", &[1.0]),
        ("stack", &[155.0]),
        ("cards", &[5.0, 4.0]),
        ("bridges", &[4.0, 3.0]),
        ("bridge_points", &[0.0, 1.0]),
    ] {
        assert_eq!(see(name), expected, "{name}");
    }
    assert_eq!((see("hand").iter().sum::<f32>(), see("unseen").iter().sum::<f32>()), (5.0, 159.0));
}
