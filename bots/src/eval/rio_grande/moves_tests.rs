use rand::{RngExt, SeedableRng};
use riverlab_engine::{Game, GameRules, Seat, Turn};

use super::*;
use crate::eval::features::MoveTable;
use crate::rng::SearchRng;

/// What all seats have if the game ends now.
fn standing(state: &RioGrande) -> Vec<i32> {
    Seat::all(state.n_players()).map(|seat| state.score_parts(seat).iter().sum()).collect()
}

/// Compares what moves add to the points at the end with what is added when they are made. Returns how many add any
/// points.
fn check_last_turns(rng: &mut SearchRng) -> usize {
    let (mut legal, mut seen) = (Vec::new(), 0);
    let mut state = RioGrande::new(GameRules::standard(), 3);
    while state.turn() != Turn::Over {
        if state.turn() == Turn::Chance {
            state.play_unchecked(state.draw(rng));
            continue;
        }
        state.legal_moves(&mut legal);
        let mut table = MoveTable::default();
        tell(&state, &legal, &mut table);
        let rows = if state.turns_left().is_some() { table.rows() } else { &[] };
        let (before, survey) = (standing(&state), Survey::of(&state));
        for (row, &mv) in rows.iter().zip(&legal) {
            let mut next = state.clone();
            next.play_unchecked(mv);
            let added = |seat: usize| tens(standing(&next)[seat] - before[seat]);
            let expected = [added(survey.me), added(survey.leader)];
            assert_eq!([row[Index::LastOwn as usize], row[Index::LastLeader as usize]], expected, "{mv:?} {state}");
            seen += usize::from(expected != [0.0; 2]);
        }
        state.play_unchecked(legal[rng.random_range(0..legal.len())]);
    }
    seen
}

#[test]
fn points_of_last_turns_are_those_of_the_rules() {
    let mut rng = SearchRng::seed_from_u64(4);
    let seen: usize = (0..50).map(|_| check_last_turns(&mut rng)).sum();
    assert!(seen > 100, "{seen}");
}
