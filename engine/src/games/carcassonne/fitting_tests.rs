use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::{Game, GameRules, Turn};

#[test]
fn patterns_are_numbered() {
    for pattern in 0..PATTERNS {
        assert_eq!(pattern_of(wanted_in(pattern)), pattern);
    }
}

/// Compares the tables with the rules on all empty cells; the river is finished.
fn check_tables(state: &Carcassonne) {
    let rules = state.rules.0;
    for &open in state.board.open() {
        let fits = |&(kind, _): &(u8, u32)| {
            let tile = &rules.tiles[usize::from(kind)];
            (0..4).any(|turns| state.fits(open, tile, turns))
        };
        let expected: u32 = rules.kinds.counts(&state.land).filter(fits).map(|(_, count)| count).sum();
        let found = state.fitting_tiles(open);
        assert_eq!(found.all(), expected, "{open:?}");
        assert!(FeatureKind::ALL.into_iter().all(|kind| found.closing(kind) <= expected), "{open:?}");
    }
}

#[test]
fn tables_agree_with_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = Carcassonne::new(CarcassonneRules::standard(), 2);
    let mut legal = Vec::new();
    while state.turn() != Turn::Over {
        if state.river.is_empty() {
            check_tables(&state);
        }
        let mv = if state.turn() == Turn::Chance {
            state.draw(&mut rng)
        } else {
            state.legal_moves(&mut legal);
            legal[rng.random_range(0..legal.len())]
        };
        state.play_unchecked(mv);
    }
}
