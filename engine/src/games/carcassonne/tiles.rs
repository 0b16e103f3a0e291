//! Tiles: their sides, their segments, and how both lie when the tile is turned.

use crate::bits::set_bits;
use std::fmt;

use super::limits::MAX_TILE_SEGMENTS;

/// Terrains of the sides of a tile, one bit each, so that a side that must match is a bit that must be there.
pub(super) mod terrain {
    pub(crate) const FIELD: u16 = 1;
    pub(crate) const ROAD: u16 = 2;
    pub(crate) const CITY: u16 = 4;
    pub(crate) const RIVER: u16 = 8;
    /// The number of bits for each side.
    pub(crate) const BITS: usize = 4;
}

/// A side of a tile, as the board lies: clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}

impl Side {
    /// All sides, clockwise.
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side of the neighbor that touches this one.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Side {
        self.turned(2)
    }

    /// The side where this one is after so many clockwise quarter turns.
    #[inline]
    pub(super) fn turned(self, turns: usize) -> Side {
        Side::ALL[(self.index() + turns) % 4]
    }

    pub(super) fn name(self) -> &'static str {
        ["N", "E", "S", "W"][self.index()]
    }
}

/// The names of the halves of sides, clockwise from the north-west corner.
pub(super) const HALVES: [&str; 8] = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];
/// The half of the neighbor's side that touches each half.
pub const ACROSS: [usize; 8] = [5, 4, 7, 6, 1, 0, 3, 2];

/// The kinds of features, in the order of the score parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FeatureKind {
    /// A road.
    Road,
    /// A city.
    City,
    /// A monastery.
    Monastery,
    /// A farm.
    Farm,
}

impl FeatureKind {
    /// All kinds, in the order of the score parts.
    pub const ALL: [FeatureKind; 4] = [FeatureKind::Road, FeatureKind::City, FeatureKind::Monastery, FeatureKind::Farm];

    /// The name in moves.
    pub fn name(self) -> &'static str {
        ["road", "city", "monastery", "farm"][self as usize]
    }

    /// The name of the meeple on it.
    pub fn role(self) -> &'static str {
        ["highwayman", "knight", "monk", "farmer"][self as usize]
    }
}

/// Where a meeple is put on a tile as it lies: the kind of feature and the first of the segment's sides (N E S W), of
/// farms the first of its halves of sides (Nw Ne En Es Se Sw Ws Wn).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot(u8);

impl Spot {
    const CITIES: u8 = 4;
    const FARMS: u8 = 8;
    const MONASTERY: u8 = 16;
    /// The number of spots.
    pub(super) const COUNT: u8 = 17;

    /// The spot of a segment with these sides, or halves of sides if it is a farm's.
    pub(super) fn of(kind: FeatureKind, places: impl Iterator<Item = usize>) -> Spot {
        let first = places.min().unwrap_or_default() as u8;
        Spot(match kind {
            FeatureKind::Road => first,
            FeatureKind::City => Spot::CITIES + first,
            FeatureKind::Farm => Spot::FARMS + first,
            FeatureKind::Monastery => Spot::MONASTERY,
        })
    }

    /// All spots that can be named.
    pub(super) fn all() -> impl Iterator<Item = Spot> {
        (0..Spot::COUNT).map(Spot)
    }

    /// The index, below [`Spot::COUNT`]: roads, cities, farms, the monastery.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The spot of an index, if there are so many.
    #[inline]
    pub(super) fn at(index: usize) -> Option<Spot> {
        (index < usize::from(Spot::COUNT)).then_some(Spot(index as u8))
    }

    /// The kind of feature.
    #[inline]
    pub fn kind(self) -> FeatureKind {
        match self.0 {
            0..Spot::CITIES => FeatureKind::Road,
            Spot::CITIES..Spot::FARMS => FeatureKind::City,
            Spot::FARMS..Spot::MONASTERY => FeatureKind::Farm,
            _ => FeatureKind::Monastery,
        }
    }

    /// The side, or the half of a side, that it is named by: an index, clockwise.
    pub(super) fn place(self) -> usize {
        usize::from(match self.kind() {
            FeatureKind::Road => self.0,
            FeatureKind::City => self.0 - Spot::CITIES,
            FeatureKind::Farm => self.0 - Spot::FARMS,
            FeatureKind::Monastery => 0,
        })
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        f.write_str(kind.name())?;
        match kind {
            FeatureKind::Road | FeatureKind::City => write!(f, ":{}", Side::ALL[self.place()].name()),
            FeatureKind::Farm => write!(f, ":{}", HALVES[self.place()]),
            FeatureKind::Monastery => Ok(()),
        }
    }
}

/// A kind of tile, as an index into [`CarcassonneRules::tiles`](super::CarcassonneRules::tiles).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileIdx(pub u8);

impl TileIdx {
    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Stands for no segment, at a side without one.
pub(super) const NO_SEGMENT: u8 = u8::MAX;

/// The part of a feature on one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The kind of its feature.
    pub kind: FeatureKind,
    /// The number of its sides; 0 for farms and monasteries.
    pub sides: u8,
    /// The shields that it carries.
    pub shields: u8,
    /// For farms: the segments of this tile that are cities which touch it, one bit each.
    pub cities: u16,
    /// Whether the pigsty stands on it.
    pub pigsty: bool,
}

/// A tile that lies in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned {
    /// The terrains of the four sides, four bits each, from the north.
    pub(super) terrains: u16,
    /// The sides that the river goes through, one bit each.
    pub(super) rivers: u8,
    /// The road or city at each side.
    pub(super) side_segments: [u8; 4],
    /// The farm at each half of a side.
    pub(super) half_segments: [u8; 8],
    /// Where meeples stand.
    pub(super) spots: [Spot; MAX_TILE_SEGMENTS],
}

impl Turned {
    /// The largest number of segments of a tile.
    pub const MAX_SEGMENTS: usize = MAX_TILE_SEGMENTS;

    /// The segment that is a road or city at a side.
    #[inline]
    pub fn at_side(&self, side: Side) -> Option<usize> {
        let segment = self.side_segments[side.index()];
        (segment != NO_SEGMENT).then_some(usize::from(segment))
    }

    /// The segment that is a farm at a half of a side.
    #[inline]
    pub fn at_half(&self, half: usize) -> Option<usize> {
        let segment = self.half_segments[half];
        (segment != NO_SEGMENT).then_some(usize::from(segment))
    }

    /// Whether the river goes through a side.
    #[inline]
    pub fn has_river(&self, side: Side) -> bool {
        self.rivers >> side.index() & 1 == 1
    }

    /// The spot of a segment.
    #[inline]
    pub fn spot(&self, segment: usize) -> Spot {
        self.spots[segment]
    }

    /// The bits of the terrain of a side.
    #[inline]
    pub(super) fn terrain(&self, side: Side) -> u16 {
        self.terrains >> (terrain::BITS * side.index()) & 15
    }
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The name in moves and data.
    pub id: String,
    /// The number of tiles of this kind in the box.
    pub count: u8,
    /// The segments: roads, cities, the monastery, farms.
    pub segments: Vec<Segment>,
    /// The number of directions that can be told apart.
    pub rotations: u8,
    /// How it lies after each number of clockwise quarter turns.
    pub turned: [Turned; 4],
    /// The number of segments that are roads or cities, which come first.
    pub(super) roads_and_cities: usize,
    /// The segment that is a monastery, or [`NO_SEGMENT`].
    pub(super) monastery: u8,
    /// Whether the river goes over it.
    pub(super) is_river: bool,
    /// Whether its player has another turn at once and may put no meeple on it.
    pub has_volcano: bool,
}

impl Tile {
    /// The segment that is a monastery.
    #[inline]
    pub fn monastery(&self) -> Option<usize> {
        (self.monastery != NO_SEGMENT).then_some(usize::from(self.monastery))
    }

    /// The directions in which the tile can lie.
    #[inline]
    pub(super) fn directions(&self) -> Directions {
        Directions {
            terrains: std::array::from_fn(|turns| self.turned[turns].terrains),
            bits: std::array::from_fn(|turns| u16::from(turns < usize::from(self.rotations)) << turns),
        }
    }
}

/// The terrains of a tile in all its directions, for comparisons with several cells at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directions {
    terrains: [u16; 4],
    /// One bit for each direction that can be told apart, none for the others.
    bits: [u16; 4],
}

impl Directions {
    /// For each cell the quarter turns after which the tile has all terrains that are
    /// [wanted](super::board::OpenCell), one bit each.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "in a loop the directions are spread over vectors once")]
    pub(super) fn matching_each<const N: usize>(&self, wanted: &[u16; N]) -> [u16; N] {
        let mut found = [0; N];
        for (terrains, bit) in self.terrains.into_iter().zip(self.bits) {
            for (found, &wanted) in found.iter_mut().zip(wanted) {
                *found |= if terrains & wanted == wanted { bit } else { 0 };
            }
        }
        found
    }

    /// The quarter turns after which the tile has all these terrains, ascending.
    #[inline]
    pub(super) fn matching(&self, wanted: u16) -> impl Iterator<Item = usize> + use<> {
        let [found] = self.matching_each(&[wanted]);
        set_bits(found).map(usize::from)
    }
}
