//! What a player may do. What chance may do stands in `chance.rs`.

use rand::{Rng, RngExt};

use crate::Seat;
use crate::bag::select_bit;
use crate::bits::set_bits;

use super::board::{Cell, LANES, MAX_OPEN};
use super::chance;
use super::features::SegmentIdx;
use super::moves::Move;
use super::state::{Carcassonne, Phase};
use super::tiles::{Spot, TileIdx};

#[inline]
pub(super) fn legal_moves(state: &Carcassonne, moves: &mut Vec<Move>) {
    moves.clear();
    match state.phase {
        Phase::Lay => state.list_places(moves),
        Phase::Claim => {
            moves.extend(state.free_spots().map(Move::Meeple));
            moves.push(Move::None);
        }
        Phase::DealStart | Phase::Deal | Phase::Over => {}
    }
}

#[inline]
pub(super) fn random_indexed_move(state: &Carcassonne, buffer: &mut Vec<Move>, rng: &mut impl Rng) -> (usize, Move) {
    match state.phase {
        Phase::Claim => state.random_claim(rng),
        Phase::Lay if !state.rules.0.tile(state.drawn).is_river => state.random_place(rng),
        _ => {
            legal_moves(state, buffer);
            let index = rng.random_range(0..buffer.len() as u32) as usize;
            (index, buffer[index])
        }
    }
}

#[inline]
pub(super) fn is_legal(state: &Carcassonne, mv: Move) -> bool {
    match (state.phase, mv) {
        (Phase::Lay, Move::Tile(cell, turns)) => {
            let tile = state.rules.0.tile(state.drawn);
            turns < tile.rotations
                && state.board.open_at(cell).is_some_and(|&open| state.fits(open, tile, usize::from(turns)))
        }
        (Phase::Claim, Move::Meeple(spot)) => state.free_spots().any(|other| other == spot),
        (Phase::Claim, Move::None) => true,
        (Phase::DealStart | Phase::Deal, _) => chance::is_possible(state, mv),
        _ => false,
    }
}

/// Tiles are named on all cells of the table and of two rows and columns around it, whatever lies there; those on
/// farther cells would be too many.
pub(super) fn all_moves(state: &Carcassonne) -> Vec<Move> {
    let mut all = vec![Move::None];
    all.extend(Seat::all(state.players.players()).map(Move::DealStart));
    all.extend((0..state.rules.0.tiles.len()).map(|idx| Move::DealTile(TileIdx(idx as u8))));
    all.extend(Spot::all().map(Move::Meeple));
    let around = |coordinate: fn(Cell) -> i8| {
        let all = state.board.placed().iter().map(|placed| coordinate(placed.cell));
        all.clone().min().unwrap_or(0) - 2..=all.max().unwrap_or(0) + 2
    };
    let rows = around(|cell| cell.y);
    let cells = around(|cell| cell.x).flat_map(|x| rows.clone().map(move |y| Cell { x, y }));
    all.extend(cells.flat_map(|cell| (0..4).map(move |turns| Move::Tile(cell, turns))));
    all
}

/// Four numbers as one, the first one lowest.
#[inline]
fn word(numbers: [u16; 4]) -> u64 {
    let bytes = numbers.map(u16::to_le_bytes);
    u64::from_le_bytes(*bytes.as_flattened().first_chunk().expect("eight bytes"))
}

impl Carcassonne {
    fn list_places(&self, moves: &mut Vec<Move>) {
        let tile = self.rules.0.tile(self.drawn);
        let directions = tile.directions();
        for (open, wanted) in self.board.open().chunks(LANES).zip(self.board.wanted()) {
            // Four bits for each cell: on most cells nothing fits, so the bits are looked for in all of them together.
            let turns =
                directions.matching_each(wanted).iter().rev().fold(0, |all, &turns| all << 4 | u32::from(turns));
            for bit in set_bits(turns) {
                let (open, turns) = (open[usize::from(bit / 4)], bit % 4);
                if self.river_allows(open, tile, usize::from(turns)) {
                    moves.push(Move::Tile(open.cell, turns));
                }
            }
        }
    }

    /// A place for the tile that was drawn, which is no river, as by [`list_places`](Self::list_places) without a list.
    #[inline]
    fn random_place(&self, rng: &mut impl Rng) -> (usize, Move) {
        let directions = self.rules.0.tile(self.drawn).directions();
        let mut turns_of = [[0; LANES]; MAX_OPEN / LANES];
        for (turns_of, wanted) in turns_of.iter_mut().zip(self.board.wanted()) {
            *turns_of = directions.matching_each(wanted);
        }
        let turns_of = &turns_of.as_flattened().as_chunks().0[..self.board.open().len().div_ceil(4)];
        let index = rng.random_range(0..turns_of.iter().map(|&turns| word(turns).count_ones()).sum());
        let mut nth = index;
        for (turns, open) in turns_of.iter().zip(self.board.open().chunks(4)) {
            let here = word(*turns).count_ones();
            if nth < here {
                let bit = select_bit(word(*turns), nth) as u8;
                return (index as usize, Move::Tile(open[usize::from(bit / 16)].cell, bit % 16));
            }
            nth -= here;
        }
        unreachable!("the place was counted")
    }

    /// The segments of the tile that was laid last on which a meeple may be put, one bit each.
    #[inline]
    pub(super) fn free_segments(&self) -> u16 {
        let placed = self.last_placed();
        let is_free = |segment: u16| {
            let root = self.features.root(SegmentIdx(placed.first + segment));
            !self.features.feature(root).is_claimed()
        };
        let segments = 0..self.features.len() - placed.first;
        segments.fold(0, |free, segment| free | u16::from(is_free(segment)) << segment)
    }

    /// Where a meeple may be put on the tile that was laid last.
    #[inline]
    fn free_spots(&self) -> impl Iterator<Item = Spot> {
        let turned = self.last_turned_tile();
        set_bits(self.free_segments()).map(|segment| turned.spot(usize::from(segment)))
    }

    /// A meeple on the tile that was laid last, or none, as by [`free_spots`](Self::free_spots) without a list.
    #[inline]
    fn random_claim(&self, rng: &mut impl Rng) -> (usize, Move) {
        let free = self.free_segments();
        let nth = rng.random_range(0..free.count_ones() + 1);
        let mv = if nth == free.count_ones() {
            Move::None
        } else {
            let segment = select_bit(u64::from(free), nth);
            Move::Meeple(self.last_turned_tile().spot(segment as usize))
        };
        (nth as usize, mv)
    }
}
