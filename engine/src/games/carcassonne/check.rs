//! The checks that make tiles and numbers, as they are written, a box of Carcassonne that a position has room for.

use crate::Seat;

use super::limits::{MAX_BOX, MAX_COUNTED, MAX_KINDS, MAX_SEGMENTS, MAX_TILE_SEGMENTS, MAX_TILES};
use super::raw::{Bridge, Flag, Raw, RawTerrain, RawTile, sides};
use super::rivers::TileSet;
use super::tiles::NO_SEGMENT;

/// The key of a value, and what is wrong with it.
pub(super) type Fault = (String, String);

/// The flags that exactly one kind of tile of a set must have; no tile of another set may.
const SPECIAL_TILES: [(TileSet, &[Flag]); 3] = [
    (TileSet::Base, &[Flag::Start]),
    (TileSet::River1, &[Flag::Source, Flag::Lake]),
    (TileSet::River2, &[Flag::Source, Flag::Fork, Flag::Lake, Flag::Volcano]),
];

impl Raw {
    /// The first thing that is wrong, and its key.
    pub(super) fn check(&self) -> Result<(), Fault> {
        for (id, tile) in &self.tile {
            check_id(id)?;
            tile.check().map_err(|(key, message)| (format!("tile.{id}.{key}"), message))?;
        }
        self.check_counts().map_err(|message| ("tile".to_owned(), message))?;
        for (set, flags) in SPECIAL_TILES {
            self.check_set(set, flags)?;
        }
        if self.edition.pigsty && self.farm.rule.value() != 3 {
            return Err(("edition.pigsty".into(), "counts under farm.rule = 3 only".into()));
        }
        Ok(())
    }

    /// The positions have room for all tiles and for what they show.
    fn check_counts(&self) -> Result<(), String> {
        if self.tile.len() > MAX_KINDS {
            return Err(format!("{} kinds: at most {MAX_KINDS} are allowed", self.tile.len()));
        }
        let sum = |fits: &dyn Fn(&RawTile) -> bool, of: &dyn Fn(&RawTile) -> usize| -> usize {
            let tiles = self.tile.values().filter(|tile| fits(tile));
            tiles.map(|tile| usize::from(tile.count.value()) * of(tile)).sum()
        };
        let in_play = |tile: &RawTile| self.rivers.has(tile.set);
        let (tiles, segments) = (sum(&in_play, &|_| 1), sum(&in_play, &|tile| tile.segments().len()));
        if tiles > MAX_TILES || segments > MAX_SEGMENTS {
            return Err(format!(
                "{tiles} tiles with {segments} segments in play: at most {MAX_TILES} with {MAX_SEGMENTS} are allowed"
            ));
        }
        let in_all = sum(&|_| true, &|_| 1);
        if in_all > MAX_BOX {
            return Err(format!("{in_all} tiles of all sets: at most {MAX_BOX} are allowed"));
        }
        let shields = sum(&in_play, &|tile| tile.cities.iter().map(|city| usize::from(city.shields.value())).sum());
        let farms = sum(&in_play, &|tile| tile.farms.len());
        if shields > MAX_COUNTED || farms > MAX_COUNTED {
            return Err(format!(
                "{shields} shields, {farms} parts of farms: at most {MAX_COUNTED} are allowed of each"
            ));
        }
        Ok(())
    }

    /// The set has each of its special tiles, and none of another set.
    fn check_set(&self, set: TileSet, flags: &[Flag]) -> Result<(), Fault> {
        let is_special = |flag: &Flag| SPECIAL_TILES.iter().any(|(_, flags)| flags.contains(flag));
        for (id, tile) in self.tile.iter().filter(|(_, tile)| tile.set == set) {
            if let Some(flag) = tile.flags.iter().find(|flag| is_special(flag) && !flags.contains(flag)) {
                return Err((format!("tile.{id}.flags"), format!("{flag:?} is for no tile of {set:?}")));
            }
        }
        flags.iter().try_for_each(|&flag| self.check_special(set, flag))
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

fn check_id(id: &str) -> Result<(), Fault> {
    let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if id.is_empty() || !plain || id.parse::<Seat>().is_ok() {
        let allowed = "allowed are letters, digits, - and _, but no name of a seat";
        return Err(("tile".into(), format!("id \"{id}\": {allowed}")));
    }
    Ok(())
}

/// What is wrong at a key of a tile.
fn wrong(key: &str, message: impl Into<String>) -> Result<(), Fault> {
    Err((key.to_owned(), message.into()))
}

impl RawTile {
    fn check(&self) -> Result<(), Fault> {
        self.check_sides()?;
        self.check_farms()?;
        let segments = self.segments().len();
        if segments > MAX_TILE_SEGMENTS {
            return wrong("farms", format!("make {segments} segments: at most {MAX_TILE_SEGMENTS} are allowed"));
        }
        self.check_marks()?;
        let directions = self.directions();
        if usize::from(self.rotations.value()) != directions {
            return wrong("rotations", format!("{}: {directions} directions differ", self.rotations.value()));
        }
        Ok(())
    }

    /// Cities, roads and rivers cover all sides of their terrain once.
    fn check_sides(&self) -> Result<(), Fault> {
        let of_kind = [
            ("cities", RawTerrain::City, self.cities.iter().map(|city| &city.edges).collect::<Vec<_>>()),
            ("roads", RawTerrain::Road, self.roads.iter().map(|road| &road.edges).collect()),
            ("rivers", RawTerrain::River, self.rivers.iter().map(|river| &river.edges).collect()),
        ];
        for (key, terrain, segments) in of_kind {
            if segments.iter().any(|edges| edges.is_empty()) {
                return wrong(key, "have one without sides");
            }
            let mut covered: Vec<usize> = segments.into_iter().flat_map(|edges| sides(edges)).collect();
            covered.sort_unstable();
            let expected: Vec<usize> = (0..4).filter(|&side| self.edges[side] == terrain).collect();
            if covered != expected {
                return wrong(key, format!("do not cover the sides that are {terrain:?}, each once"));
            }
        }
        Ok(())
    }

    /// Farms cover the halves of all other sides once, and touch cities that there are.
    fn check_farms(&self) -> Result<(), Fault> {
        if self.farms.iter().any(|farm| farm.half_edges.is_empty()) {
            return wrong("farms", "have one without halves of sides");
        }
        let mut halves: Vec<usize> = self.farms.iter().flat_map(|farm| &farm.half_edges).map(|half| half.0).collect();
        halves.sort_unstable();
        let expected: Vec<usize> = (0..8).filter(|half| self.edges[half / 2] != RawTerrain::City).collect();
        if halves != expected {
            return wrong("farms", "do not cover the halves of all sides that are no city, each once");
        }
        if let Some(city) = self.farms.iter().flat_map(|farm| &farm.cities).find(|&&city| city >= self.cities.len()) {
            return wrong("farms", format!("touch city {city}, of {}", self.cities.len()));
        }
        Ok(())
    }

    /// Flags say what segments show.
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
            return wrong("flags", format!("{flag:?} does not fit what lies on the tile"));
        }
        if self.has(Flag::Volcano) && !self.has(Flag::Lake) {
            return wrong("flags", "Volcano needs Lake");
        }
        if self.rivers.is_empty() != (self.set == TileSet::Base) {
            return wrong("rivers", "are on all tiles of the river sets and on no other");
        }
        let crosses = |segments: usize| segments > 0 && !self.rivers.is_empty();
        let over = match self.bridge {
            Some(Bridge::RoadOverRiver) => crosses(self.roads.len()),
            Some(Bridge::CityOverRiver) => crosses(self.cities.len()),
            None => true,
        };
        if !over {
            return wrong("bridge", format!("{:?}: nothing crosses", self.bridge));
        }
        if self.roads.iter().any(|road| road.end.is_some() && road.edges.len() > 1) {
            return wrong("roads", "have an end although they go through");
        }
        Ok(())
    }

    /// How many directions can be told apart.
    fn directions(&self) -> usize {
        let first = self.look(0);
        (1..4).find(|&turns| self.look(turns) == first).unwrap_or(4)
    }

    /// All that can be seen of the tile after so many quarter turns. Numbers of segments say nothing, so a segment
    /// stands as the first place that it has.
    fn look(&self, turns: usize) -> impl PartialEq + use<> {
        let turned = self.turned(turns);
        let all = self.segments();
        let side_of = |segment: usize| turned.side_segments.iter().position(|&other| usize::from(other) == segment);
        // What a segment carries, and by which of their sides the cities that touch it are known.
        let mark = |&segment: &u8| {
            let segment = all.get(usize::from(segment))?;
            let mut cities: Vec<usize> =
                (0..MAX_TILE_SEGMENTS).filter(|city| segment.cities >> city & 1 == 1).filter_map(side_of).collect();
            cities.sort_unstable();
            Some((segment.shields, segment.pigsty, cities))
        };
        let shown = |segments: &[u8]| {
            let first = |segment| segments.iter().position(|other| other == segment && *other != NO_SEGMENT);
            segments.iter().map(|segment| (first(segment), mark(segment))).collect::<Vec<_>>()
        };
        (turned.terrains, turned.rivers, shown(&turned.side_segments), shown(&turned.half_segments))
    }
}
