use rand::SeedableRng;
use riverlab_engine::games::carcassonne::CarcassonneRules;
use riverlab_engine::{Game, GameRules, Turn};

use super::*;
use crate::rng::SearchRng;

/// What ends at a side, from the tile that lies there.
fn end_at(state: &Carcassonne, open: OpenCell, side: Side) -> Option<(Side, FeatureKind, SegmentIdx)> {
    let placed = state.board().placed()[open.neighbor(side)?];
    let tile = state.rules().tile(placed.tile);
    let segment = tile.turned[usize::from(placed.turns)].at_side(side.opposite())?;
    let root = state.features().root(SegmentIdx(placed.first + segment as u16));
    Some((side, tile.segments[segment].kind, root))
}

fn check(state: &Carcassonne) {
    for cells in state.board().open().chunks(CELLS) {
        let all: Vec<usize> = each(of_cells(cells)).collect();
        let mut expected = Vec::new();
        for (at, &open) in cells.iter().enumerate() {
            let ends: Vec<_> = Side::ALL.into_iter().filter_map(|side| end_at(state, open, side)).collect();
            assert_eq!(ends_at(state, open).collect::<Vec<_>>(), ends, "{state}");
            expected.extend(ends.iter().map(|(side, ..)| 4 * at + side.index()));
        }
        assert_eq!(all, expected, "{state}");
    }
}

#[test]
fn ends_are_those_of_the_tiles_around() {
    let mut rng = SearchRng::seed_from_u64(1);
    for _ in 0..4 {
        let mut state = Carcassonne::new(CarcassonneRules::standard(), 2);
        while state.turn() != Turn::Over {
            check(&state);
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                state.random_move(&mut Vec::new(), &mut rng)
            };
            state.play_unchecked(mv);
        }
    }
}
