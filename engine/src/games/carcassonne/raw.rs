//! The tiles and numbers as they are written, and the checks that make them the box of Carcassonne.

use std::fmt;

use indexmap::IndexMap;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::Seat;
use crate::data::Int;

use super::board::TILES;
use super::features::ALL_SEGMENTS;
use super::rules::RiversInPlay;
use super::state::KINDS;
use super::tiles::{FeatureKind, HALVES, NO_SEGMENT, SEGMENTS, Segment, Side, Spot, Tile, Turned, terrain};

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
    pub(super) meeples: Int<1, 7>,
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
    /// As any other.
    Normal,
    /// As if it were incomplete.
    Old,
}

/// A number or a word, as both can be typed after `rivers=`.
impl<'de> Deserialize<'de> for RiversInPlay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let known = RiversInPlay::ALL.into_iter().find(|rivers| rivers.name() == text);
        known.ok_or_else(|| D::Error::custom(format_args!("\"{text}\": allowed are none, 1, 2 and both")))
    }
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum TileSet {
    Base,
    River1,
    River2,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum RawTerrain {
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
enum RawSide {
    N,
    E,
    S,
    W,
}

/// The half of a side, an index clockwise from the north-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Half(usize);

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
    edges: [RawTerrain; 4],
    pub(super) flags: Vec<Flag>,
    cities: Vec<RawCity>,
    roads: Vec<RawRoad>,
    rivers: Vec<RawRiver>,
    farms: Vec<RawFarm>,
    #[serde(default)]
    bridge: Option<Bridge>,
    rotations: Int<1, 4>,
    #[serde(rename = "c2_garden_copies")]
    _gardens: Int<0, 20>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
enum Bridge {
    RoadOverRiver,
    CityOverRiver,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct RawCity {
    edges: Vec<RawSide>,
    shields: Int<0, 3>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct RawRoad {
    edges: Vec<RawSide>,
    #[serde(default)]
    end: Option<String>,
    #[serde(default)]
    inn: bool,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct RawRiver {
    edges: Vec<RawSide>,
    #[serde(default)]
    end: Option<String>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct RawFarm {
    half_edges: Vec<Half>,
    cities: Vec<usize>,
    #[serde(default)]
    pigsty: bool,
}

/// The bag has room for so many tiles, also of sets that are not in play.
const BOX: usize = 108;
/// What features count in bytes.
const MAX_COUNTED: usize = u8::MAX as usize;

/// What is wrong at a key.
pub(super) type Fault = (String, String);

impl Raw {
    /// The first thing that is wrong, and its key.
    pub(super) fn check(&self) -> Result<(), Fault> {
        for (id, tile) in &self.tile {
            let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
            if id.is_empty() || !plain || id.parse::<Seat>().is_ok() {
                let allowed = "allowed are letters, digits, - and _, but no name of a seat";
                return Err(("tile".into(), format!("id \"{id}\": {allowed}")));
            }
            tile.check().map_err(|(key, message)| (format!("tile.{id}.{key}"), message))?;
        }
        let all = |message: String| Err(("tile".to_owned(), message));
        if self.tile.len() > KINDS {
            return all(format!("{} kinds: at most {KINDS} are allowed", self.tile.len()));
        }
        let sum = |fits: &dyn Fn(&RawTile) -> bool, of: &dyn Fn(&RawTile) -> usize| -> usize {
            let tiles = self.tile.values().filter(|tile| fits(tile));
            tiles.map(|tile| usize::from(tile.count.value()) * of(tile)).sum()
        };
        let in_play = |tile: &RawTile| self.rivers.has(tile.set);
        let (tiles, segments) = (sum(&in_play, &|_| 1), sum(&in_play, &|tile| tile.segments().len()));
        if tiles > TILES || segments > ALL_SEGMENTS {
            return all(format!(
                "{tiles} tiles with {segments} segments in play: at most {TILES} with {ALL_SEGMENTS} are allowed"
            ));
        }
        let in_all = sum(&|_| true, &|_| 1);
        if in_all > BOX {
            return all(format!("{in_all} tiles of all sets: at most {BOX} are allowed"));
        }
        let shields = sum(&in_play, &|tile| tile.cities.iter().map(|city| usize::from(city.shields.value())).sum());
        let farms = sum(&in_play, &|tile| tile.farms.len());
        if shields > MAX_COUNTED || farms > MAX_COUNTED {
            return all(format!(
                "{shields} shields, {farms} parts of farms: at most {MAX_COUNTED} are allowed of each"
            ));
        }
        for (set, flags) in [
            (TileSet::Base, &[Flag::Start][..]),
            (TileSet::River1, &[Flag::Source, Flag::Lake]),
            (TileSet::River2, &[Flag::Source, Flag::Fork, Flag::Lake, Flag::Volcano]),
        ] {
            let special = [Flag::Start, Flag::Source, Flag::Fork, Flag::Lake, Flag::Volcano];
            for (id, tile) in self.tile.iter().filter(|(_, tile)| tile.set == set) {
                if let Some(flag) = tile.flags.iter().find(|flag| special.contains(flag) && !flags.contains(flag)) {
                    return Err((format!("tile.{id}.flags"), format!("{flag:?} is for no tile of {set:?}")));
                }
            }
            for flag in flags {
                self.check_special(set, *flag)?;
            }
        }
        if self.edition.pigsty && self.farm.rule.value() != 3 {
            return Err(("edition.pigsty".into(), "counts under farm.rule = 3 only".into()));
        }
        Ok(())
    }

    /// The start tile is one of several alike; the special tiles of rivers are single.
    fn check_special(&self, set: TileSet, flag: Flag) -> Result<(), Fault> {
        let with_flag: Vec<_> =
            self.tile.iter().filter(|(_, tile)| tile.set == set && tile.flags.contains(&flag)).collect();
        match with_flag[..] {
            [(_, tile)] if tile.count.value() == 1 || (flag == Flag::Start && tile.count.value() > 0) => Ok(()),
            [(id, tile)] => Err((format!("tile.{id}.count"), format!("{}: the game needs one", tile.count.value()))),
            _ => Err(("tile".into(), format!("{} tiles of {set:?} have the flag {flag:?}: one must", with_flag.len()))),
        }
    }
}

fn sides(edges: &[RawSide]) -> impl Iterator<Item = usize> {
    edges.iter().map(|&side| side as usize)
}

impl RawTile {
    fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// That segments cover all sides once, each with its terrain, and what else hangs together.
    fn check(&self) -> Result<(), Fault> {
        let wrong = |key: &str, message: String| Err((key.to_owned(), message));
        let of_kind = [
            ("cities", RawTerrain::City, self.cities.iter().map(|city| &city.edges).collect::<Vec<_>>()),
            ("roads", RawTerrain::Road, self.roads.iter().map(|road| &road.edges).collect()),
            ("rivers", RawTerrain::River, self.rivers.iter().map(|river| &river.edges).collect()),
        ];
        for (key, terrain, segments) in of_kind {
            if segments.iter().any(|edges| edges.is_empty()) {
                return wrong(key, "have one without sides".into());
            }
            let mut covered: Vec<usize> = segments.into_iter().flat_map(|edges| sides(edges)).collect();
            covered.sort_unstable();
            let expected: Vec<usize> = (0..4).filter(|&side| self.edges[side] == terrain).collect();
            if covered != expected {
                return wrong(key, format!("do not cover the sides that are {terrain:?}, each once"));
            }
        }
        if self.farms.iter().any(|farm| farm.half_edges.is_empty()) {
            return wrong("farms", "have one without halves of sides".into());
        }
        let mut halves: Vec<usize> = self.farms.iter().flat_map(|farm| &farm.half_edges).map(|half| half.0).collect();
        halves.sort_unstable();
        let expected: Vec<usize> = (0..8).filter(|half| self.edges[half / 2] != RawTerrain::City).collect();
        if halves != expected {
            return wrong("farms", "do not cover the halves of all sides that are no city, each once".into());
        }
        if let Some(city) = self.farms.iter().flat_map(|farm| &farm.cities).find(|&&city| city >= self.cities.len()) {
            return wrong("farms", format!("touch city {city}, of {}", self.cities.len()));
        }
        if self.segments().len() > SEGMENTS {
            return wrong("farms", format!("make {} segments: at most {SEGMENTS} are allowed", self.segments().len()));
        }
        self.check_marks()?;
        let differ = self.directions();
        if usize::from(self.rotations.value()) != differ {
            return wrong("rotations", format!("{}: {differ} directions differ", self.rotations.value()));
        }
        Ok(())
    }

    /// That flags say what segments show.
    fn check_marks(&self) -> Result<(), Fault> {
        let river_ends = |name: &str| self.rivers.iter().any(|river| river.end.as_deref() == Some(name));
        let shown = [
            (Flag::Shield, self.cities.iter().any(|city| city.shields.value() > 0)),
            (Flag::Inn, self.roads.iter().any(|road| road.inn)),
            (Flag::Pigsty, self.farms.iter().any(|farm| farm.pigsty)),
            (Flag::Source, river_ends("source")),
            (Flag::Lake, river_ends("lake")),
            (Flag::CityEnd, river_ends("city")),
            (Flag::Fork, self.rivers.iter().any(|river| river.edges.len() == 3)),
        ];
        if let Some((flag, _)) = shown.into_iter().find(|&(flag, shown)| self.has(flag) != shown) {
            return Err(("flags".into(), format!("{flag:?} does not fit what lies on the tile")));
        }
        if self.has(Flag::Volcano) && !self.has(Flag::Lake) {
            return Err(("flags".into(), "Volcano needs Lake".into()));
        }
        if self.rivers.is_empty() != (self.set == TileSet::Base) {
            return Err(("rivers".into(), "are on all tiles of the river sets and on no other".into()));
        }
        let crosses = |segments: usize| segments > 0 && !self.rivers.is_empty();
        let over = match self.bridge {
            Some(Bridge::RoadOverRiver) => crosses(self.roads.len()),
            Some(Bridge::CityOverRiver) => crosses(self.cities.len()),
            None => true,
        };
        if !over {
            return Err(("bridge".into(), format!("{:?}: nothing crosses", self.bridge)));
        }
        if self.roads.iter().any(|road| road.end.is_some() && road.edges.len() > 1) {
            return Err(("roads".into(), "have an end although they go through".into()));
        }
        Ok(())
    }

    /// How many directions can be told apart.
    fn directions(&self) -> usize {
        let looks = |turns| {
            let turned = self.turned(turns);
            let groups = |segments: &[u8]| -> Vec<Option<usize>> {
                // Segments by the first place they have: their numbers say nothing.
                segments
                    .iter()
                    .map(|segment| segments.iter().position(|other| other == segment && *other != NO_SEGMENT))
                    .collect()
            };
            // What they carry, and which cities touch a farm, by a side of each.
            let all = self.segments();
            let side_of = |segment: usize| turned.side_segments.iter().position(|&other| usize::from(other) == segment);
            let marks = |segments: &[u8]| -> Vec<Option<(u8, bool, Vec<usize>)>> {
                let mark = |&segment: &u8| {
                    let segment = all.get(usize::from(segment))?;
                    let mut cities: Vec<usize> =
                        (0..SEGMENTS).filter(|city| segment.cities >> city & 1 == 1).filter_map(side_of).collect();
                    cities.sort_unstable();
                    Some((segment.shields, segment.pigsty, cities))
                };
                segments.iter().map(mark).collect()
            };
            let both = |segments: &[u8]| (groups(segments), marks(segments));
            (turned.terrains, turned.rivers, both(&turned.side_segments), both(&turned.half_segments))
        };
        (1..4).find(|&turns| looks(turns) == looks(0)).unwrap_or(4)
    }

    /// The segments: roads, cities, the monastery, farms.
    fn segments(&self) -> Vec<Segment> {
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

    fn turned(&self, turns: usize) -> Turned {
        let mut turned = Turned {
            terrains: 0,
            rivers: 0,
            side_segments: [NO_SEGMENT; 4],
            half_segments: [NO_SEGMENT; 8],
            spots: [Spot::default(); SEGMENTS],
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

    pub(super) fn tile(&self, id: &str) -> Tile {
        let segments = self.segments();
        let monastery = segments.iter().position(|segment| segment.kind == FeatureKind::Monastery);
        Tile {
            id: id.to_owned(),
            count: self.count.value(),
            monastery: monastery.map_or(NO_SEGMENT, |idx| idx as u8),
            segments,
            rotations: self.rotations.value(),
            turned: std::array::from_fn(|turns| self.turned(turns)),
            is_river: !self.rivers.is_empty(),
            has_volcano: self.has(Flag::Volcano),
        }
    }
}

impl fmt::Display for RiversInPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
