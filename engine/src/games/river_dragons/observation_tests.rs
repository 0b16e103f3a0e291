use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::games::observation_checks::{begun, lengths, observation, seen, sees_all};
use crate::{GameRules, Turn};

#[test]
fn all_is_observed() {
    assert_eq!(lengths::<RiverDragons>(DragonRules::standard()), [815, 1157, 1533, 1943, 2387]);
    sees_all::<RiverDragons>(DragonRules::standard(), 2);
}

#[test]
fn bounds_follow_from_the_tables() {
    let sets = ["limits.load=36", "limits.rounds=12", "limits.stones=9", "cards.program=3", "cards.dragons=2"];
    let source = crate::RulesSource { file: None, sets: sets.map(str::to_owned).to_vec() };
    let rules: &'static DragonRules = Box::leak(Box::new(DragonRules::load(&source).expect("tables")));
    sees_all::<RiverDragons>(rules, 4);
}

/// Whatever cards the others have that are not revealed, legal or not, also when the game is over.
#[test]
fn cards_that_are_not_revealed_are_not_seen() {
    let rules = DragonRules::standard();
    let (mut rng, mut buffer, mut swapped) = (Xoshiro256PlusPlus::seed_from_u64(5), Vec::new(), 0);
    for game in 0..10 {
        let mut state = RiverDragons::new(rules, 2 + game % 5);
        loop {
            for seat in Seat::all(state.n_players()) {
                let mut other = state.clone();
                for hidden in seat.clockwise(state.n_players()).skip(1) {
                    for idx in state.seen_cards()..usize::from(state.players[hidden].programmed) {
                        other.players[hidden].program[idx] = Card(rng.random_range(0..Card::COUNT as u8));
                        swapped += 1;
                    }
                }
                assert!(observation(rules, &state, seat) == observation(rules, &other, seat), "{state}");
            }
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                Turn::Player(_) => state.random_move(&mut buffer, &mut rng),
                Turn::Over => break,
            };
            state.play_unchecked(mv);
        }
    }
    assert!(swapped > 1000, "{swapped}");
}

#[test]
fn numbers_are_those_of_the_position() {
    let rules = DragonRules::standard();
    let second = ["program:dragon-pink", "program:stone2", "program:plank1", "program:plank2", "program:move1"];
    let own = ["program:jump", "program:dragon-black", "program:stone1"];
    let state: RiverDragons = begun(rules, 2, &[&["deal:p2"], &second[..], &own[..]].concat());
    let see = |seat: Seat, name: &str| seen(rules, &state, seat, name);
    let cards = |places: &[usize]| {
        let mut cards = vec![0.0; 10];
        for &place in places {
            cards[place] = 1.0;
        }
        cards
    };
    let own = [&[7][..], &[9], &[0], &[], &[]].map(cards).concat();
    let unknown = vec![0.0; 50];
    assert_eq!(see(Seat::FIRST, "programs"), [&own[..], &unknown].concat());
    assert_eq!(see(Seat::FIRST, "hand"), cards(&[1, 2, 3, 4, 5, 6]));
    let others = [&[9][..], &[1], &[2], &[3], &[5]].map(cards).concat();
    assert_eq!(see(Seat::new(1), "programs"), [&others[..], &unknown].concat());
    for (name, expected) in [
        ("phase", &[0.0, 1.0, 0.0, 0.0][..]),
        ("to_act", &[1.0, 0.0]),
        ("start", &[0.0, 1.0]),
        ("programmed", &[3.0, 5.0]),
        ("distance", &[5.0, 5.0]),
        ("stones_left", &[27.0]),
    ] {
        assert_eq!(see(Seat::FIRST, name), expected, "{name}");
    }
}
