use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::carcassonne::Carcassonne;
use crate::{Game, GameRules, Turn};

#[test]
fn cells_are_found_where_they_lie() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = Carcassonne::new(CarcassonneRules::standard(), 2);
    while state.turn() != Turn::Over {
        let board = state.board();
        for &open in board.open() {
            assert_eq!(board.open_at(open.cell), Some(&open));
        }
        assert!(board.placed().iter().all(|placed| board.open_at(placed.cell).is_none()), "{state}");
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut Vec::new(), &mut rng),
        };
        state.play_unchecked(mv);
    }
}
