//! What moves of players do. They are not checked here.

use super::features::SegmentIdx;
use super::moves::Move;
use super::state::{Carcassonne, Phase};
use super::tiles::Spot;
use super::{chance, legal};

#[inline]
pub(super) fn play_unchecked(state: &mut Carcassonne, mv: Move) {
    debug_assert!(legal::is_legal(state, mv), "{mv:?} is not legal in\n{state}");
    match mv {
        Move::DealStart(seat) => chance::deal_start(state, seat),
        Move::DealTile(tile) => chance::deal_tile(state, tile),
        Move::Tile(cell, turns) => {
            let tile = state.drawn;
            state.players[state.current].laid.0[tile.index()] += 1;
            state.lay(cell, tile, turns);
            state.phase = Phase::Claim;
            let may_claim = state.players[state.current].supply() > 0
                && !state.rules.0.tile(tile).has_volcano
                && state.free_segments() != 0;
            if !may_claim {
                state.end_turn();
            }
        }
        Move::Meeple(spot) => {
            state.claim(spot);
            state.end_turn();
        }
        Move::None => state.end_turn(),
    }
}

impl Carcassonne {
    /// Puts a meeple of the current player on the tile that was laid last.
    fn claim(&mut self, spot: Spot) {
        let placed = self.last_placed();
        let turned = self.last_turned_tile();
        let segments = self.rules.0.tile(placed.tile).segments.len();
        let segment = (0..segments).find(|&segment| turned.spot(segment) == spot).expect("the tile has the spot");
        let idx = SegmentIdx(placed.first + segment as u16);
        let root = self.features.root(idx);
        self.features.feature_mut(root).meeples[self.current.index()] += 1;
        let me = &mut self.players[self.current];
        me.claims[spot.kind() as usize] += 1;
        me.put(idx);
    }

    /// Scores what is completed, and begins the next turn: of the same player after a volcano lake.
    fn end_turn(&mut self) {
        self.score_turn();
        if self.stack_len() == 0 {
            return self.finish();
        }
        if !self.rules.0.tile(self.drawn).has_volcano {
            self.current = self.current.left(self.players.players());
        }
        self.begin_turn();
    }
}
