//! What a player may do. What chance may do stands in `chance.rs`.

use rand::{Rng, RngExt};

use crate::Seat;
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
    if state.phase == Phase::Lay && !state.rules.0.tile(state.drawn).is_river {
        return state.random_place(rng);
    }
    legal_moves(state, buffer);
    let index = rng.random_range(0..buffer.len() as u32) as usize;
    (index, buffer[index])
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

/// Tiles are named on all cells of the table and of two rows and columns around it, whatever lies there; those on farther
/// cells would be too many.
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

/// How many bits a number of four bits has.
const COUNTS: [u32; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

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
        let (mut turns_of, mut count) = ([[0; LANES]; MAX_OPEN / LANES], [0_u16; LANES]);
        for (turns_of, wanted) in turns_of.iter_mut().zip(self.board.wanted()) {
            *turns_of = directions.matching_each(wanted);
            for (count, turns) in count.iter_mut().zip(*turns_of) {
                *count += (turns & 1) + (turns >> 1 & 1) + (turns >> 2 & 1) + (turns >> 3);
            }
        }
        let index = rng.random_range(0..u32::from(count.iter().sum::<u16>()));
        let mut nth = index;
        for (open, &turns) in self.board.open().iter().zip(turns_of.as_flattened()) {
            let here = COUNTS[usize::from(turns) % COUNTS.len()];
            if nth < here {
                let turns = set_bits(turns).nth(nth as usize).expect("there are more");
                return (index as usize, Move::Tile(open.cell, turns));
            }
            nth -= here;
        }
        unreachable!("the place was counted")
    }

    /// Where a meeple may be put on the tile that was laid last.
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
}
