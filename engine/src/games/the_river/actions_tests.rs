use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::{GameRules, Turn};

/// Both lists are those that one gets by numbering each move and sorting.
#[test]
fn legal_actions_are_the_legal_moves_with_their_numbers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut moves, mut actions, mut indexes, mut legal) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut builds = 0;
    for game in 0..100 {
        let mut state = TheRiver::new(RiverRules::standard(), 2 + game % 3);
        while state.turn() != Turn::Over {
            state.legal_moves(&mut legal);
            state.legal_actions(&mut moves, &mut actions);
            assert_eq!(moves, legal);
            let mut expected: Vec<(usize, Move)> = legal.iter().map(|&mv| (state.action_index(mv), mv)).collect();
            expected.sort_unstable_by_key(|&(index, _)| index);
            assert_eq!(actions, expected, "{state}");
            state.legal_indexes(&mut moves, &mut indexes);
            assert!(indexes.iter().eq(expected.iter().map(|(index, _)| index)), "{indexes:?} {state}");
            builds += actions.iter().filter(|(index, _)| *index >= BUILDINGS_FROM).count();
            state.play_unchecked(match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut legal, &mut rng),
            });
        }
    }
    assert!(builds > 1000, "{builds}");
}
