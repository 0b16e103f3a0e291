use super::*;
use crate::GameRules;
use crate::games::observation_checks::{begun, check_seats_are_relative, lengths, seen, sees_all};

#[test]
fn all_is_observed() {
    assert_eq!(lengths::<TheRiver>(RiverRules::standard()), [1617, 2267, 2917]);
    sees_all::<TheRiver>(RiverRules::standard(), 5);
}

/// Under tables in which meadows bring more and less, resources are many, and displays are large.
#[test]
fn bounds_follow_from_the_tables() {
    let sets =
        ["tile.forest-wood.points=-7", "tile.forest-wood.wood=5", "building.mill-a.points=50", "display.tiles.3=9"];
    let source = crate::RulesSource { file: None, sets: sets.map(str::to_owned).to_vec() };
    let rules: &'static RiverRules = Box::leak(Box::new(RiverRules::load(&source).expect("tables")));
    sees_all::<TheRiver>(rules, 2);
}

#[test]
fn seats_are_relative() {
    check_seats_are_relative::<TheRiver>(RiverRules::standard(), 3, |players| {
        let colors = Color::ALL.map(|color| format!("deal:{color}"));
        let mut moved = colors[..players].to_vec();
        moved.rotate_right(1);
        [[&colors[..players], &["deal:p1".to_owned()]].concat(), [&moved[..], &["deal:p2".to_owned()]].concat()]
    });
}

#[test]
fn numbers_are_those_of_the_position() {
    let rules = RiverRules::standard();
    let state: TheRiver = begun(rules, 2, &["deal:green", "deal:blue", "deal:p2"]);
    for (name, expected) in [
        ("phase", &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0][..]),
        ("to_act", &[0.0, 0.0]),
        ("start_figure", &[0.0, 1.0]),
        ("supply", &[7.0, 7.0, 7.0, 3.0]),
        ("color", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
        ("boat", &[4.0, 4.0]),
        ("tokens", &[0.0, 0.0]),
    ] {
        assert_eq!(seen(rules, &state, Seat::FIRST, name), expected, "{name}");
    }
}
