//! The tiles and numbers as they are written in TOML and JSON, and the typed tiles that they make.

use indexmap::IndexMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::data::Int;

use super::limits::{MAX_MEEPLES, MAX_TILE_SEGMENTS};
use super::rivers::{RiversInPlay, TileSet};
use super::tiles::{FeatureKind, HALVES, NO_SEGMENT, Segment, Side, Spot, Tile, Turned, terrain};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub(super) rivers: RiversInPlay,
    pub(super) players: RawPlayers,
    pub(super) completed: RawPoints,
    pub(super) incomplete: RawPoints,
    pub(super) farm: RawFarmRule,
    pub(super) edition: RawEdition,
    pub(super) tile: IndexMap<String, RawTile>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlayers {
    pub(super) meeples: Int<1, { MAX_MEEPLES as u8 }>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPoints {
    pub(super) road: Int<0, 20>,
    pub(super) city: Int<0, 20>,
    pub(super) shield: Int<0, 20>,
    pub(super) monastery: Int<0, 20>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFarmRule {
    pub(super) city: Int<0, 20>,
    pub(super) rule: Int<1, 3>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEdition {
    pub(super) two_tile_city: TwoTileCity,
    pub(super) pigsty: bool,
}

/// What a completed city of two tiles brings.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum TwoTileCity {
    /// It brings what any other completed city brings.
    Normal,
    /// It brings what an incomplete city brings.
    Old,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawTerrain {
    Field,
    Road,
    City,
    River,
}

impl RawTerrain {
    fn bits(self) -> u16 {
        match self {
            RawTerrain::Field => terrain::FIELD,
            RawTerrain::Road => terrain::ROAD,
            RawTerrain::City => terrain::CITY,
            RawTerrain::River => terrain::RIVER,
        }
    }
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Flag {
    Start,
    Monastery,
    Shield,
    Source,
    Lake,
    Fork,
    Volcano,
    CityEnd,
    Inn,
    Pigsty,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RawSide {
    N,
    E,
    S,
    W,
}

/// The half of a side, an index clockwise from the north-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Half(pub(super) usize);

impl<'de> Deserialize<'de> for Half {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let idx = HALVES.iter().position(|half| *half == name);
        idx.map(Half).ok_or_else(|| D::Error::custom(format_args!("\"{name}\" is none of {}", HALVES.join(", "))))
    }
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTile {
    pub(super) set: TileSet,
    pub(super) count: Int<0, 20>,
    #[serde(rename = "name")]
    _title: String,
    pub(super) edges: [RawTerrain; 4],
    pub(super) flags: Vec<Flag>,
    pub(super) cities: Vec<RawCity>,
    pub(super) roads: Vec<RawRoad>,
    pub(super) rivers: Vec<RawRiver>,
    pub(super) farms: Vec<RawFarm>,
    #[serde(default)]
    pub(super) bridge: Option<Bridge>,
    pub(super) rotations: Int<1, 4>,
    #[serde(rename = "c2_garden_copies")]
    _gardens: Int<0, 20>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Bridge {
    RoadOverRiver,
    CityOverRiver,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCity {
    pub(super) edges: Vec<RawSide>,
    pub(super) shields: Int<0, 3>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRoad {
    pub(super) edges: Vec<RawSide>,
    #[serde(default)]
    pub(super) end: Option<String>,
    #[serde(default)]
    pub(super) inn: bool,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRiver {
    pub(super) edges: Vec<RawSide>,
    #[serde(default)]
    pub(super) end: Option<String>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFarm {
    pub(super) half_edges: Vec<Half>,
    pub(super) cities: Vec<usize>,
    #[serde(default)]
    pub(super) pigsty: bool,
}

/// The sides as indexes, clockwise from the north.
pub(super) fn sides(edges: &[RawSide]) -> impl Iterator<Item = usize> {
    edges.iter().map(|&side| side as usize)
}

impl RawTile {
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// The segments: roads, cities, the monastery, farms.
    pub(super) fn segments(&self) -> Vec<Segment> {
        let plain = |kind| Segment { kind, sides: 0, shields: 0, cities: 0, pigsty: false };
        let first_city = self.roads.len();
        let roads = self.roads.iter().map(|road| Segment { sides: road.edges.len() as u8, ..plain(FeatureKind::Road) });
        let cities = self.cities.iter().map(|city| Segment {
            sides: city.edges.len() as u8,
            shields: city.shields.value(),
            ..plain(FeatureKind::City)
        });
        let monastery = self.has(Flag::Monastery).then(|| plain(FeatureKind::Monastery));
        let farms = self.farms.iter().map(|farm| Segment {
            cities: farm.cities.iter().fold(0, |cities, city| cities | 1 << (first_city + city)),
            pigsty: farm.pigsty,
            ..plain(FeatureKind::Farm)
        });
        roads.chain(cities).chain(monastery).chain(farms).collect()
    }

    /// How the tile lies after so many clockwise quarter turns.
    pub(super) fn turned(&self, turns: usize) -> Turned {
        let mut turned = Turned {
            terrains: 0,
            rivers: 0,
            side_segments: [NO_SEGMENT; 4],
            half_segments: [NO_SEGMENT; 8],
            spots: [Spot::default(); MAX_TILE_SEGMENTS],
        };
        let side_after = |side: usize| Side::ALL[side].turned(turns).index();
        for (side, terrain) in self.edges.iter().enumerate() {
            turned.terrains |= terrain.bits() << (terrain::BITS * side_after(side));
        }
        for river in &self.rivers {
            sides(&river.edges).for_each(|side| turned.rivers |= 1 << side_after(side));
        }
        let roads = self.roads.iter().map(|road| (FeatureKind::Road, &road.edges));
        let cities = self.cities.iter().map(|city| (FeatureKind::City, &city.edges));
        for (idx, (kind, edges)) in roads.chain(cities).enumerate() {
            sides(edges).for_each(|side| turned.side_segments[side_after(side)] = idx as u8);
            turned.spots[idx] = Spot::of(kind, sides(edges).map(side_after));
        }
        let mut idx = self.roads.len() + self.cities.len();
        if self.has(Flag::Monastery) {
            turned.spots[idx] = Spot::of(FeatureKind::Monastery, std::iter::empty());
            idx += 1;
        }
        for (idx, farm) in (idx..).zip(&self.farms) {
            let halves = || farm.half_edges.iter().map(|half| (half.0 + 2 * turns) % 8);
            halves().for_each(|half| turned.half_segments[half] = idx as u8);
            turned.spots[idx] = Spot::of(FeatureKind::Farm, halves());
        }
        turned
    }

    /// The typed tile.
    pub(super) fn tile(&self, id: &str) -> Tile {
        let segments = self.segments();
        let monastery = segments.iter().position(|segment| segment.kind == FeatureKind::Monastery);
        Tile {
            id: id.to_owned(),
            count: self.count.value(),
            roads_and_cities: self.roads.len() + self.cities.len(),
            monastery: monastery.map_or(NO_SEGMENT, |idx| idx as u8),
            segments,
            rotations: self.rotations.value(),
            turned: std::array::from_fn(|turns| self.turned(turns)),
            is_river: !self.rivers.is_empty(),
            has_volcano: self.has(Flag::Volcano),
        }
    }
}
