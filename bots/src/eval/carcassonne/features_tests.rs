use rand::{RngExt, SeedableRng};
use riverlab_engine::games::carcassonne::{CarcassonneRules, Move};
use riverlab_engine::{GameRules, Turn};

use super::*;
use crate::rng::SearchRng;

/// The points of a position if the game ended as it is, from the features.
fn points_now(row: &[f32]) -> f32 {
    let indexes = [
        Index::Points,
        Index::RoadsNow,
        Index::CitiesNow,
        Index::MonasteriesNow,
        Index::FarmsNow,
        Index::SharedNow,
        Index::SharedFarms,
    ];
    indexes.into_iter().map(|index| row[index as usize]).sum()
}

/// Checks the features of a position; returns whether it is one before the game ends with a move that puts no
/// meeple, where what features bring now is also compared with the final score.
fn check(state: &Carcassonne, legal: &[Move], table: &mut FeatureTable) -> bool {
    write(state, table);
    assert!((0.0..=1.0).contains(&table.left));
    for seat in Seat::all(state.n_players()) {
        let row = table.row(seat);
        assert!(row.iter().all(|value| value.is_finite()), "{row:?}");
        assert!(row[FEATURES.len()..].iter().all(|&value| value == 0.0), "{row:?}");
    }
    if state.stack_len() > 0 || !legal.contains(&Move::None) {
        return false;
    }
    let mut ended = state.clone();
    ended.play_unchecked(Move::None);
    let scores = ended.outcome().expect("the game is over").scores;
    for seat in Seat::all(state.n_players()) {
        assert_eq!(f64::from(points_now(table.row(seat))), scores[seat], "{state}");
    }
    true
}

#[test]
fn what_features_bring_now_adds_up_to_the_final_score() {
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut legal, mut table, mut compared) = (Vec::new(), FeatureTable::default(), 0);
    for game in 0..40 {
        let mut state = Carcassonne::new(CarcassonneRules::standard(), 2 + game % 4);
        while state.turn() != Turn::Over {
            state.legal_moves(&mut legal);
            compared += u32::from(check(&state, &legal, &mut table));
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                legal[rng.random_range(0..legal.len())]
            };
            state.play_unchecked(mv);
        }
    }
    assert!(compared > 0);
}
