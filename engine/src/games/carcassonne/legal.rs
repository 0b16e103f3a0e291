//! What a player may do.

use super::board::OpenCell;
use super::features::SegmentIdx;
use super::state::Phase;
use super::tiles::{Side, Spot, Tile, TileIdx, Turned};
use super::{Carcassonne, Move};

/// The sides that lie across the river's way along a shared side: for neighbors to the east and west north and south, one
/// bit each, and the other way round.
const ACROSS: [u8; 4] = [0b1010, 0b0101, 0b1010, 0b0101];

impl Carcassonne {
    pub(super) fn list_legal(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match self.phase {
            Phase::Lay => self.list_places(moves),
            Phase::Claim => {
                moves.extend(self.free_spots().map(Move::Meeple));
                moves.push(Move::None);
            }
            Phase::DealStart | Phase::Deal | Phase::Over => {}
        }
    }

    fn list_places(&self, moves: &mut Vec<Move>) {
        let tile = self.rules.0.tile(self.drawn);
        for &open in self.board.open() {
            for turns in 0..tile.rotations {
                if self.fits(open, tile, usize::from(turns)) {
                    moves.push(Move::Tile(open.cell, turns));
                }
            }
        }
    }

    /// Whether a tile can be laid there so.
    #[inline]
    fn fits(&self, open: OpenCell, tile: &Tile, turns: usize) -> bool {
        let turned = &tile.turned[turns];
        open.matches(turned) && (!tile.is_river || self.river_may_go(open, turned))
    }

    /// A new river tile continues the river at one place, and along no shared side both rivers point the same way.
    fn river_may_go(&self, open: OpenCell, turned: &Turned) -> bool {
        open.rivers() == 1
            && Side::ALL.into_iter().all(|side| match open.neighbor(side) {
                None => true,
                Some(neighbor) => {
                    let other = self.turned_tile(neighbor);
                    turned.rivers & other.rivers & ACROSS[side.index()] == 0
                }
            })
    }

    #[inline]
    pub(super) fn fits_somewhere(&self, tile: TileIdx) -> bool {
        let tile = self.rules.0.tile(tile);
        let directions = 0..usize::from(tile.rotations);
        self.board.open().iter().any(|&open| directions.clone().any(|turns| self.fits(open, tile, turns)))
    }

    /// The tile that was laid last may be claimed there.
    #[inline]
    pub(super) fn free_spots(&self) -> impl Iterator<Item = Spot> {
        let placed = self.last_placed();
        let tile = self.rules.0.tile(placed.tile);
        let turned = &tile.turned[usize::from(placed.turns)];
        let is_free = move |segment: &usize| {
            let root = self.features.root(SegmentIdx(placed.first + *segment as u16));
            !self.features.feature(root).is_claimed()
        };
        (0..tile.segments.len()).filter(is_free).map(|segment| turned.spot(segment))
    }

    pub(super) fn check_legal(&self, mv: Move) -> bool {
        match (self.phase, mv) {
            (Phase::Lay, Move::Tile(cell, turns)) => {
                let tile = self.rules.0.tile(self.drawn);
                turns < tile.rotations
                    && self.board.open_at(cell).is_some_and(|&open| self.fits(open, tile, usize::from(turns)))
            }
            (Phase::Claim, Move::Meeple(spot)) => self.free_spots().any(|other| other == spot),
            (Phase::Claim, Move::None) => true,
            (Phase::DealStart | Phase::Deal, _) => self.deal_is_legal(mv),
            _ => false,
        }
    }
}
