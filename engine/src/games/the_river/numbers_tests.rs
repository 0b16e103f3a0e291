use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::the_river::RiverRules;
use crate::games::the_river::legal::all_moves;
use crate::{Game, GameRules, Turn};

#[test]
fn payments_of_at_most_eight_are_numbered_without_gaps() {
    let mut places: Vec<u16> = super::super::payments::bundles_up_to(8).into_iter().map(payment_place).collect();
    places.sort_unstable();
    assert!(places.into_iter().eq(0..PAYMENTS));
}

#[test]
fn moves_have_numbers_of_their_own() {
    let state = TheRiver::new(RiverRules::standard(), 4);
    let mut moves = BTreeMap::new();
    let chance = |mv| matches!(mv, Move::DealColor(_) | Move::DealStart(_) | Move::DealTile(_) | Move::DealBuilding(_));
    for mv in all_moves(&state).into_iter().filter(|&mv| !chance(mv)) {
        let number = TheRiver::number_of(mv);
        assert!(usize::from(number) < MOVE_NUMBERS);
        assert_eq!(moves.insert(number, mv), None, "{mv:?} has the number of another move");
    }
    assert!(moves.len() > 1000);
}

#[test]
fn numbers_are_those_of_the_legal_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut legal, mut buffer, mut all) = (Vec::new(), Vec::new(), 0);
    for players in [2, 3, 4].repeat(10) {
        let mut state = TheRiver::new(RiverRules::standard(), players);
        while state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                state.play_unchecked(state.draw(&mut rng));
                continue;
            }
            state.legal_moves(&mut legal);
            let mut chosen = Vec::new();
            for place in 0..legal.len() as u32 {
                let mut number = None;
                let mv = state.choose_by_number(&mut buffer, |numbers| {
                    assert_eq!(numbers.len() as usize, legal.len());
                    number = Some(numbers.at(place).0);
                    numbers.at(place).1
                });
                assert_eq!(number, Some(TheRiver::number_of(mv)));
                chosen.push(mv);
            }
            chosen.sort_unstable();
            let mut expected = legal.clone();
            expected.sort_unstable();
            assert_eq!(chosen, expected, "{state}");
            all += legal.len();
            state.play_unchecked(state.random_move(&mut legal, &mut rng));
        }
    }
    assert!(all > 10_000);
}
