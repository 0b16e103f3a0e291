//! Laying tiles: where one fits, and which features it joins.

use super::board::{Cell, LANES, OpenCell, Placed};
use super::features::SegmentIdx;
use super::state::Carcassonne;
use super::tiles::{ACROSS, FeatureKind, Side, Tile, TileIdx, Turned};

/// For each side by which neighbors touch, the sides through which rivers of both must not go together, one bit each:
/// north and south for neighbors to the east and west, east and west for the others.
const ACROSS_RIVER: [u8; 4] = [0b1010, 0b0101, 0b1010, 0b0101];

impl Carcassonne {
    /// How a tile on the table lies.
    #[inline]
    pub(super) fn turned_tile(&self, idx: usize) -> &'static Turned {
        let placed = self.board.placed()[idx];
        &self.rules.0.tile(placed.tile).turned[usize::from(placed.turns)]
    }

    /// How the tile lies that was laid last.
    #[inline]
    pub(super) fn last_turned_tile(&self) -> &'static Turned {
        self.turned_tile(self.board.placed().len() - 1)
    }

    /// Whether a tile can be laid on a cell after so many quarter turns.
    #[inline]
    pub(super) fn fits(&self, open: OpenCell, tile: &Tile, turns: usize) -> bool {
        open.matches(&tile.turned[turns]) && self.river_allows(open, tile, turns)
    }

    /// Whether the river may go on so; of other tiles it allows all.
    #[inline]
    pub(super) fn river_allows(&self, open: OpenCell, tile: &Tile, turns: usize) -> bool {
        !tile.is_river || self.river_may_go(open, &tile.turned[turns])
    }

    /// A new river tile continues the river at one of its sides, and along no shared side both rivers point the same
    /// way.
    fn river_may_go(&self, open: OpenCell, turned: &Turned) -> bool {
        open.rivers() == 1
            && Side::ALL.into_iter().all(|side| match open.neighbor(side) {
                None => true,
                Some(neighbor) => {
                    let other = self.turned_tile(neighbor);
                    turned.rivers & other.rivers & ACROSS_RIVER[side.index()] == 0
                }
            })
    }

    /// Whether a tile can be laid anywhere.
    #[inline]
    pub(super) fn fits_somewhere(&self, tile: TileIdx) -> bool {
        let tile = self.rules.0.tile(tile);
        let directions = tile.directions();
        if !tile.is_river {
            return self.board.wanted().iter().any(|wanted| directions.matching_each(wanted) != [0; LANES]);
        }
        let fits =
            |&open: &OpenCell| directions.matching(open.wanted).any(|turns| self.river_allows(open, tile, turns));
        self.board.open().iter().any(fits)
    }

    /// Lays a tile and joins its segments with those beside it.
    #[inline]
    pub(super) fn lay(&mut self, cell: Cell, tile: TileIdx, turns: u8) {
        let rules = self.rules.0;
        let kind = rules.tile(tile);
        let turned = &kind.turned[usize::from(turns)];
        let first = self.features.len();
        let idx = self.board.placed().len() as u8;
        let here = self.board.lay(Placed { cell, tile, turns, first }, turned);
        kind.segments.iter().for_each(|&segment| self.features.add(idx, segment));
        let segment = |first: u16, number: usize| SegmentIdx(first + number as u16);
        for side in Side::ALL {
            let Some(neighbor) = here.neighbor(side) else { continue };
            let (theirs, back) = (self.turned_tile(neighbor), side.opposite());
            let their_first = self.board.placed()[neighbor].first;
            if let (Some(mine), Some(other)) = (turned.at_side(side), theirs.at_side(back)) {
                let kind = kind.segments[mine].kind;
                let root = self.features.join(kind, segment(first, mine), segment(their_first, other));
                self.features.feature_mut(root).open -= 2;
            }
            for half in [2 * side.index(), 2 * side.index() + 1] {
                if let (Some(mine), Some(other)) = (turned.at_half(half), theirs.at_half(ACROSS[half])) {
                    self.features.join(FeatureKind::Farm, segment(first, mine), segment(their_first, other));
                }
            }
        }
        self.count_around_monasteries(cell);
    }

    /// The tile that was just laid there counts for the monasteries around, and those around for its own.
    #[inline]
    fn count_around_monasteries(&mut self, cell: Cell) {
        let rules = self.rules.0;
        for placed in self.board.monasteries() {
            let monastery = placed.monastery(rules).expect("the tile has one");
            self.features.feature_mut(monastery).tiles += u8::from(placed.cell.is_near(cell));
        }
        if let Some(own) = self.last_placed().monastery(rules) {
            self.board.note_monastery();
            let (_, others) = self.board.placed().split_last().expect("a tile was laid");
            let around = others.iter().filter(|placed| placed.cell.is_near(cell)).count();
            self.features.feature_mut(own).tiles += around as u8;
        }
    }
}
