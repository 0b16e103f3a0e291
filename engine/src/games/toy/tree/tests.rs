use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::{Game, Seat};

fn fails(text: &str, expected: &str) {
    assert_eq!(
        TreeRules::parse(text).map(|_| ()).map_err(|error| error.to_string()),
        Err(format!("tree: {expected}")),
        "{text}"
    );
}

#[test]
fn broken_trees_are_refused() {
    fails("", "the text ends too early");
    fails("p1 { a: [1 0]", "the text ends too early");
    fails("p7 { a: [1 0] }", "\"p7\": expected p1 to p6, chance or [");
    fails("p1 { a: [1 0] } b", "\"b\" follows the end");
    fails("p1 { a: [1 x] }", "\"x\": expected a whole number or ]");
    fails("p1 { a: [1 0] b: [1 0 0] }", "points for 3 players");
    fails("p1 { a: [1] }", "1 players: expected 2 to 6");
    fails("p1 { a: [1 0] a: [0 1] }", "\"a\" stands twice");
    fails("p1 { }", "a node has no branch");
    fails("p1 seen { a: [1 0] }", "\"seen\": expected hidden, for or {");
    fails("chance for q1 { a: [1 0] }", "\"q1\": expected p1 to p6 or {");
    let differs = "chance hidden { a: p1 { x: [1 0] } b: p1 { y: [1 0] } }";
    fails(differs, "p1 cannot tell nodes apart that differ, at a turn of p1");
}

#[test]
fn hiding_weighs_by_chance() {
    let rules: &'static TreeRules = Box::leak(Box::new(monty_hall()));
    let mut state = Tree::<2>::new(rules, 2);
    for text in ["car-1", "door-1", "open-3"] {
        state.play(state.parse_move(text).expect("a move")).expect("legal");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let stay_wins = (0..30_000).filter(|_| {
        let mut sample = state;
        sample.resample_hidden(Seat::FIRST, &mut rng);
        sample.play(sample.parse_move("stay").expect("a move")).expect("legal");
        sample.win_shares()[Seat::FIRST] == crate::Share::ALL
    });
    let share = stay_wins.count() as f64 / 30_000.0;
    assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
}
