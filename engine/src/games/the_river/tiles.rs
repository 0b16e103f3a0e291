//! Terrain tiles and what meadows do.

use std::fmt;

use serde::Deserialize;

use crate::bits::set_bits;

use super::resources::{Resource, Symbols};

/// A kind of tile: an index into the rules' list of tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileKind(pub u8);

impl TileKind {
    /// The index into the list of tiles.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A terrain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Desert: mostly barns.
    Desert,
    /// Badlands: clay.
    Badlands,
    /// Forest: wood.
    Forest,
    /// Mountain: stone.
    Mountain,
    /// Meadow: special effects.
    Meadow,
}

impl Terrain {
    /// All five.
    pub const ALL: [Terrain; 5] =
        [Terrain::Desert, Terrain::Badlands, Terrain::Forest, Terrain::Mountain, Terrain::Meadow];

    /// The name in data.
    pub fn name(self) -> &'static str {
        ["desert", "badlands", "forest", "mountain", "meadow"][self as usize]
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of terrains: one on most tiles, two on a mixed tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terrains(u8);

impl Terrains {
    /// The set with this terrain besides.
    #[must_use]
    pub fn with(self, terrain: Terrain) -> Terrains {
        Terrains(self.0 | 1 << terrain as u8)
    }

    /// Whether the terrain is in the set.
    #[inline]
    pub fn contains(self, terrain: Terrain) -> bool {
        self.0 & 1 << terrain as u8 != 0
    }

    /// The terrains that are in both.
    #[inline]
    #[must_use]
    pub fn shared(self, other: Terrains) -> Terrains {
        Terrains(self.0 & other.0)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of terrains.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The terrains in the set.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Terrain> {
        set_bits(self.0).map(|idx| Terrain::ALL[usize::from(idx)])
    }
}

/// What a meadow does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meadow {
    /// At the end 1 point for each own tile of a terrain, itself included if it is one.
    PerTerrain(Terrain),
    /// At the end 1 point for each visible production symbol of a resource, for at most `most` of them.
    PerProduction {
        /// The resource whose symbols count.
        resource: Resource,
        /// The most symbols that count.
        most: u8,
    },
    /// 1 resource from the supply in every clean-up; points at the end.
    Income {
        /// The resource that comes in.
        resource: Resource,
        /// The points at the end.
        points: u8,
    },
    /// At once up to `amount` of a resource.
    Take {
        /// The resource to take.
        resource: Resource,
        /// How many, if the island has them.
        amount: u8,
    },
    /// At once up to this many swaps of two own tiles, each optional.
    Swap {
        /// How many swaps.
        times: u8,
    },
    /// At the end 1 point for each pioneer on the own boat.
    PerPioneer,
    /// At the end 1 point for each own bonus token, zeros too.
    PerBonusToken,
}

/// A kind of terrain tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The name in moves and data.
    pub id: String,
    /// Its terrain, or both of a mixed tile.
    pub terrains: Terrains,
    /// What it produces and stores.
    pub symbols: Symbols,
    /// What it does if it is a meadow.
    pub meadow: Option<Meadow>,
    /// Points besides those of the meadow, or less.
    pub points: i8,
    /// Points for each thing that a meadow counts: 1 in the printed game.
    pub each: u8,
    /// How many there are in the box.
    pub count: u8,
}
