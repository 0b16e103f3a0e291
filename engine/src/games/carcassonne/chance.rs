//! Chance events: the draw of the start player, and of tiles from the parts of the stack, from the fork to the last
//! land tile.

use rand::Rng;

use crate::Seat;
use crate::bag::Bag;

use super::moves::Move;
use super::state::{Carcassonne, Phase, Pile};
use super::tiles::TileIdx;

#[inline]
pub(super) fn chance_stream(state: &Carcassonne) -> usize {
    match (state.phase, state.pile) {
        (Phase::DealStart, _) => 0,
        (Phase::Deal, Pile::Land) => 2,
        (Phase::Deal, _) => 1,
        _ => panic!("chance is not to act"),
    }
}

pub(super) fn chance_outcomes(state: &Carcassonne, outcomes: &mut Vec<(Move, u32)>) {
    outcomes.clear();
    match state.phase {
        Phase::DealStart => {
            outcomes.extend(Seat::all(state.players.players()).map(|seat| (Move::DealStart(seat), 1)));
        }
        Phase::Deal => {
            if let Some(tile) = state.known_top() {
                return outcomes.push((Move::DealTile(tile), 1));
            }
            let counts = state.rules.0.kinds.counts(state.bag());
            outcomes.extend(counts.map(|(tile, count)| (Move::DealTile(TileIdx(tile)), count)));
        }
        Phase::Lay | Phase::Claim | Phase::Over => {}
    }
}

/// A tile is the first one of its chance stream that is in the stack: tiles that a modified game lacks shift no others.
#[inline]
pub(super) fn draw(state: &Carcassonne, rng: &mut impl Rng) -> Move {
    match state.phase {
        Phase::DealStart => Move::DealStart(Seat::draw(state.players.players(), rng)),
        Phase::Deal => Move::DealTile(
            state.known_top().unwrap_or_else(|| TileIdx(state.rules.0.kinds.draw_aligned(state.bag(), rng))),
        ),
        Phase::Lay | Phase::Claim | Phase::Over => panic!("chance is not to act"),
    }
}

/// Whether chance can make this move now.
pub(super) fn is_possible(state: &Carcassonne, mv: Move) -> bool {
    match (state.phase, mv) {
        (Phase::DealStart, Move::DealStart(seat)) => seat.index() < state.players.players(),
        (Phase::Deal, Move::DealTile(tile)) => match state.known_top() {
            Some(top) => tile == top,
            None => tile.index() < state.rules.0.tiles.len() && state.rules.0.kinds.count(state.bag(), tile.0) > 0,
        },
        _ => false,
    }
}

/// The start player is drawn, and the first turn begins.
pub(super) fn deal_start(state: &mut Carcassonne, seat: Seat) {
    state.first_player = seat;
    state.current = seat;
    state.begin_turn();
}

/// A tile leaves the stack for the current player, who lays it next. If it fits nowhere it leaves the game, and the
/// next one is drawn.
#[inline]
pub(super) fn deal_tile(state: &mut Carcassonne, tile: TileIdx) {
    match state.pile {
        Pile::Fork => state.pile = Pile::River,
        Pile::Lake => state.pile = Pile::Land,
        Pile::River => assert!(state.rules.0.kinds.take(&mut state.river, tile.0), "the tile is in the stack"),
        Pile::Land => assert!(state.rules.0.kinds.take(&mut state.land, tile.0), "the tile is in the stack"),
    }
    state.go_to_next_pile();
    if state.fits_somewhere(tile) {
        state.drawn = tile;
        state.phase = Phase::Lay;
    } else if state.stack_len() == 0 {
        state.finish();
    }
}

impl Carcassonne {
    /// The tile on top of the stack, if everybody knows it.
    #[inline]
    fn known_top(&self) -> Option<TileIdx> {
        match self.pile {
            Pile::Fork => self.rules.0.fork,
            Pile::Lake => self.rules.0.lake,
            Pile::River | Pile::Land => None,
        }
    }

    /// The shuffled tiles that are drawn from.
    #[inline]
    pub(super) fn bag(&self) -> &Bag<2> {
        if self.pile == Pile::River { &self.river } else { &self.land }
    }
}
