//! Where tiles lie and where the next one may lie.

use crate::bits::set_bits;

use super::features::SegmentIdx;
use super::limits::MAX_TILES;
use super::rules::CarcassonneRules;
use super::tiles::{FeatureKind, Side, TileIdx, Turned, terrain};

/// The largest number of empty cells around tiles: `n` tiles have `4n` sides, and at least `n - 1` pairs of them touch.
pub(super) const MAX_OPEN: usize = (2 * MAX_TILES + 2).next_multiple_of(LANES);
/// So many empty cells are looked at together.
pub(super) const LANES: usize = 8;
/// A cell that no tile can reach.
const NOWHERE: Cell = Cell { x: i8::MIN, y: i8::MIN };
/// What is wanted on no cell: several terrains at one side.
const NOTHING_FITS: u16 = u16::MAX;
/// Stands for no tile, as a neighbor.
pub(super) const NO_TILE: u8 = u8::MAX;

/// A cell of the table: x to the east, y to the south, the first tile at 0, 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell {
    /// To the east.
    pub x: i8,
    /// To the south.
    pub y: i8,
}

impl Cell {
    /// The neighbor at a side.
    #[inline]
    #[must_use]
    pub fn at(self, side: Side) -> Cell {
        let Cell { x, y } = self;
        match side {
            Side::N => Cell { x, y: y - 1 },
            Side::E => Cell { x: x + 1, y },
            Side::S => Cell { x, y: y + 1 },
            Side::W => Cell { x: x - 1, y },
        }
    }

    /// Both coordinates in one number.
    #[inline]
    pub(super) fn key(self) -> u16 {
        u16::from_le_bytes([self.x as u8, self.y as u8])
    }

    /// Whether it is the same cell or one of the eight around.
    #[inline]
    pub fn is_near(self, other: Cell) -> bool {
        ((self.x - other.x).unsigned_abs() <= 1) & ((self.y - other.y).unsigned_abs() <= 1)
    }

    /// Whether tiles in a row can come so far.
    pub(super) fn is_in_reach(self) -> bool {
        i16::from(self.x).abs() + i16::from(self.y).abs() <= MAX_TILES as i16
    }
}

/// A tile that lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placed {
    /// Where.
    pub cell: Cell,
    /// Which kind.
    pub tile: TileIdx,
    /// After how many clockwise quarter turns.
    pub turns: u8,
    /// The number of its first segment; the others follow.
    pub first: u16,
}

impl Placed {
    /// The segment that is its monastery.
    #[inline]
    pub(super) fn monastery(self, rules: &CarcassonneRules) -> Option<SegmentIdx> {
        let segment = rules.tile(self.tile).monastery()?;
        Some(SegmentIdx(self.first + segment as u16))
    }
}

/// An empty cell beside tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenCell {
    /// Where.
    pub cell: Cell,
    /// The terrains that a tile must have there, four bits for each side; no bit where nothing lies.
    pub(super) wanted: u16,
    /// The tiles around, by side.
    pub(super) neighbors: [u8; 4],
}

impl Default for OpenCell {
    fn default() -> Self {
        OpenCell { cell: Cell::default(), wanted: 0, neighbors: [NO_TILE; 4] }
    }
}

impl OpenCell {
    /// No table has more of them.
    pub const MAX: usize = MAX_OPEN;

    /// Whether all sides match.
    #[inline]
    pub(super) fn matches(self, tile: &Turned) -> bool {
        tile.terrains & self.wanted == self.wanted
    }

    /// How many rivers end here.
    #[inline]
    pub(super) fn rivers(self) -> u32 {
        const RIVERS: u16 = terrain::RIVER * 0x1111;
        (self.wanted & RIVERS).count_ones()
    }

    /// The terrains that it wants once this tile lies beyond a side, where nothing lies yet. The tile is not among its
    /// [neighbors](Self::neighbor).
    #[inline]
    #[must_use]
    pub fn beside(self, side: Side, turned: &Turned) -> OpenCell {
        let wanted = self.wanted | turned.terrain(side.opposite()) << (terrain::BITS * side.index());
        OpenCell { wanted, ..self }
    }

    /// The sides where roads and cities end, one bit each, the north lowest.
    #[inline]
    pub fn ends(self) -> u8 {
        let both = u32::from((self.wanted / terrain::ROAD) | (self.wanted / terrain::CITY)) & 0x1111;
        // Each of these bits comes to the highest four of sixteen by one factor; the others stay apart from them.
        ((both * 0x1248) >> 12 & 15) as u8
    }

    /// The kind of what ends at one of these sides.
    #[inline]
    pub fn kind_of_end(self, side: Side) -> FeatureKind {
        let is_road = self.wanted >> (terrain::BITS * side.index()) & terrain::ROAD != 0;
        if is_road { FeatureKind::Road } else { FeatureKind::City }
    }

    /// The tile beyond a side, a number in the order of laying.
    #[inline]
    pub fn neighbor(self, side: Side) -> Option<usize> {
        let idx = self.neighbors[side.index()];
        (idx != NO_TILE).then_some(usize::from(idx))
    }
}

/// The tiles on the table and the empty cells beside them.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    placed: [Placed; MAX_TILES],
    open: [OpenCell; MAX_OPEN],
    /// The [keys](Cell::key) of the open cells once more, close together; that of [`NOWHERE`] behind them.
    keys: [u16; MAX_OPEN],
    /// What is wanted on the open cells once more, close together; [`NOTHING_FITS`] behind them.
    wanted: [u16; MAX_OPEN],
    placed_len: u8,
    open_len: u8,
    /// The tiles with a monastery, one bit each.
    monasteries: [u64; 2],
}

impl Board {
    /// A board without tiles; the first one goes to 0, 0.
    pub(super) fn empty() -> Board {
        Board {
            placed: [Placed::default(); MAX_TILES],
            open: [OpenCell::default(); MAX_OPEN],
            placed_len: 0,
            keys: std::array::from_fn(|at| if at == 0 { Cell::default().key() } else { NOWHERE.key() }),
            wanted: [NOTHING_FITS; MAX_OPEN],
            open_len: 1,
            monasteries: [0; 2],
        }
    }

    /// The tiles in the order of laying.
    #[inline]
    pub fn placed(&self) -> &[Placed] {
        &self.placed[..usize::from(self.placed_len)]
    }

    /// The empty cells beside tiles, in no special order.
    #[inline]
    pub fn open(&self) -> &[OpenCell] {
        &self.open[..usize::from(self.open_len)]
    }

    /// The tiles with a monastery, in the order of laying.
    #[inline]
    pub(super) fn monasteries(&self) -> impl Iterator<Item = Placed> {
        let [first, second] = self.monasteries;
        let tiles = set_bits(first).chain(set_bits(second).map(|bit| 64 + bit));
        tiles.map(|idx| self.placed[usize::from(idx)])
    }

    /// The tile that was laid last has a monastery.
    #[inline]
    pub(super) fn note_monastery(&mut self) {
        let idx = usize::from(self.placed_len) - 1;
        self.monasteries[idx / 64] |= 1 << (idx % 64);
    }

    /// What is wanted on the open cells, in their order; on those behind the last one no tile fits.
    #[inline]
    pub(super) fn wanted(&self) -> &[[u16; LANES]] {
        self.chunks_of(&self.wanted)
    }

    /// The places of cells among the open ones, where they are open.
    #[inline]
    fn places_of<const N: usize>(&self, cells: [Cell; N]) -> [Option<usize>; N] {
        let keys = cells.map(Cell::key);
        // Without a way out of the loop, so that it is made of vector instructions: most cells that are asked for are
        // new.
        let mut found = [0; N];
        for (number, &other) in (1..).zip(self.chunks_of(&self.keys).as_flattened()) {
            for (found, key) in found.iter_mut().zip(keys) {
                *found = i16::max(*found, if other == key { number } else { 0 });
            }
        }
        found.map(|number| usize::try_from(number - 1).ok())
    }

    /// The part of a list of all cells that is in use.
    #[inline]
    fn chunks_of<'a>(&self, list: &'a [u16; MAX_OPEN]) -> &'a [[u16; LANES]] {
        &list.as_chunks().0[..usize::from(self.open_len).div_ceil(LANES)]
    }

    /// An empty cell beside tiles.
    #[inline]
    pub(super) fn open_at(&self, cell: Cell) -> Option<&OpenCell> {
        let [place] = self.places_of([cell]);
        place.map(|place| &self.open[place])
    }

    /// Lays a tile on an open cell, and returns what that cell was.
    #[inline]
    pub(super) fn lay(&mut self, placed: Placed, turned: &Turned) -> OpenCell {
        let around = Side::ALL.map(|side| placed.cell.at(side));
        let [north, east, south, west] = around;
        let [here, places @ ..] = self.places_of([placed.cell, north, east, south, west]);
        let at = here.expect("the cell is open");
        let (here, last) = (self.open[at], self.close(at));
        let idx = self.placed_len;
        self.placed[usize::from(idx)] = placed;
        self.placed_len += 1;
        for side in Side::ALL {
            if here.neighbors[side.index()] == NO_TILE {
                let place = places[side.index()].map(|place| if place == last { at } else { place });
                self.open_beside(idx, around[side.index()], side.opposite(), turned.terrain(side), place);
            }
        }
        here
    }

    /// Takes a cell out of the open ones; the last of these, whose place is returned, comes there.
    #[inline]
    fn close(&mut self, at: usize) -> usize {
        self.open_len -= 1;
        let last = usize::from(self.open_len);
        self.open[at] = self.open[last];
        self.keys[at] = self.keys[last];
        self.wanted[at] = self.wanted[last];
        self.open[last] = OpenCell::default();
        self.keys[last] = NOWHERE.key();
        self.wanted[last] = NOTHING_FITS;
        last
    }

    /// A tile lies beyond a side of a cell that is open, in this place, or opens now.
    #[inline]
    fn open_beside(&mut self, tile: u8, cell: Cell, side: Side, terrain: u16, place: Option<usize>) {
        let at = place.unwrap_or(usize::from(self.open_len));
        self.open_len += u8::from(place.is_none());
        let open = &mut self.open[at];
        open.cell = cell;
        open.wanted |= terrain << (terrain::BITS * side.index());
        open.neighbors[side.index()] = tile;
        self.wanted[at] = open.wanted;
        self.keys[at] = cell.key();
    }
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
