//! The chance events that are possible now: their moves, their weights, and the stream that they are drawn from.

use crate::Seat;

use super::state::Phase;
use super::{BuildingId, Color, Move, TheRiver, TileKind};

/// All moves of chance with their weights: pieces by their numbers in the bags.
pub(super) fn chance_outcomes(state: &TheRiver, outcomes: &mut Vec<(Move, u32)>) {
    outcomes.clear();
    let rules = state.rules.all;
    match state.phase {
        Phase::DealColors => {
            let free = Color::ALL.into_iter().filter(|&color| state.color_is_free(color));
            outcomes.extend(free.map(|color| (Move::DealColor(color), 1)));
        }
        Phase::DealStart => {
            outcomes.extend(Seat::all(state.players.players()).map(|seat| (Move::DealStart(seat), 1)));
        }
        Phase::DealDraft | Phase::DealTiles => {
            let counts = rules.tile_pieces.counts(&state.tile_stack);
            outcomes.extend(counts.map(|(kind, count)| (Move::DealTile(TileKind(kind)), count)));
        }
        Phase::DealBuildings => {
            let counts = rules.building_pieces.counts(&state.building_stack);
            outcomes.extend(counts.map(|(id, count)| (Move::DealBuilding(BuildingId(id)), count)));
        }
        _ => {}
    }
}

/// Whether chance can move so now.
pub(super) fn is_possible(state: &TheRiver, mv: Move) -> bool {
    let rules = state.rules.all;
    match (state.phase, mv) {
        (Phase::DealColors, Move::DealColor(color)) => state.color_is_free(color),
        (Phase::DealStart, Move::DealStart(seat)) => seat.index() < state.players.players(),
        (Phase::DealDraft | Phase::DealTiles, Move::DealTile(kind)) => {
            kind.index() < rules.tiles.len() && rules.tile_pieces.count(&state.tile_stack, kind.0) > 0
        }
        (Phase::DealBuildings, Move::DealBuilding(id)) => {
            id.index() < rules.buildings.len() && rules.building_pieces.count(&state.building_stack, id.0) > 0
        }
        _ => false,
    }
}

/// Which of `setup`, `tiles` and `buildings` the pending event draws from.
#[inline]
pub(super) fn chance_stream(state: &TheRiver) -> usize {
    match state.phase {
        Phase::DealColors | Phase::DealStart => 0,
        Phase::DealDraft | Phase::DealTiles => 1,
        Phase::DealBuildings => 2,
        _ => panic!("chance is not to act"),
    }
}

impl TheRiver {
    /// Colors of seats before the one to be dealt to; `current` is that seat.
    pub(super) fn color_is_free(&self, color: Color) -> bool {
        self.players.as_slice()[..self.current.index()].iter().all(|player| player.color != color)
    }
}
