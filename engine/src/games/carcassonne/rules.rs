//! The tiles and numbers.

use std::sync::OnceLock;

use toml::{Table, Value};

use crate::bag::{Bag, PieceKinds};
use crate::data::{DataTree, GameRules, ProvenanceCounts, RulesError, RulesSource};

use super::raw::{Flag, Raw, RawPoints, TileSet, TwoTileCity};
use super::tiles::{Tile, TileIdx};

const EMBEDDED: &str = include_str!("../../../data/carcassonne.toml");
const TILES: &str = include_str!("../../../data/carcassonne-tiles.json");

/// The rivers that are played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RiversInPlay {
    /// The base game.
    None,
    /// The River.
    One,
    /// The River II.
    Two,
    /// Both together.
    Both,
}

impl RiversInPlay {
    /// All of them.
    pub const ALL: [RiversInPlay; 4] = [RiversInPlay::None, RiversInPlay::One, RiversInPlay::Two, RiversInPlay::Both];

    /// The name on the command line and in traces.
    pub fn name(self) -> &'static str {
        ["none", "1", "2", "both"][self as usize]
    }

    pub(super) fn has(self, set: TileSet) -> bool {
        match set {
            TileSet::Base => true,
            TileSet::River1 => matches!(self, RiversInPlay::One | RiversInPlay::Both),
            TileSet::River2 => matches!(self, RiversInPlay::Two | RiversInPlay::Both),
        }
    }
}

/// Points of features, in one state of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Points {
    pub(super) road: u16,
    pub(super) city: u16,
    pub(super) shield: u16,
    pub(super) monastery: u16,
}

impl From<RawPoints> for Points {
    fn from(raw: RawPoints) -> Points {
        let [road, city, shield, monastery] =
            [raw.road, raw.city, raw.shield, raw.monastery].map(|points| u16::from(points.value()));
        Points { road, city, shield, monastery }
    }
}

/// The rules of Carcassonne.
#[derive(Debug)]
pub struct CarcassonneRules {
    /// All kinds of tiles, of the sets that are not in play too.
    pub tiles: Vec<Tile>,
    /// The rivers in play.
    pub rivers: RiversInPlay,
    /// The meeples of each player.
    pub meeples: u8,
    pub(super) kinds: PieceKinds<2>,
    /// Lies face up before the first draw.
    pub(super) start: TileIdx,
    /// Comes first of the river.
    pub(super) fork: Option<TileIdx>,
    /// Is shuffled between them.
    pub(super) river: Bag<2>,
    /// Comes last of the river.
    pub(super) lake: Option<TileIdx>,
    /// All that comes after the river.
    pub(super) land: Bag<2>,
    pub(super) completed: Points,
    pub(super) incomplete: Points,
    pub(super) farm_city: u16,
    pub(super) farm_rule: u8,
    pub(super) old_two_tile_city: bool,
    pub(super) pigsty: bool,
    canonical: String,
    provenance_counts: ProvenanceCounts,
}

impl CarcassonneRules {
    /// A kind of tile.
    #[inline]
    pub fn tile(&self, tile: TileIdx) -> &Tile {
        &self.tiles[tile.index()]
    }

    /// The kind of tile with this name.
    pub fn tile_named(&self, id: &str) -> Option<TileIdx> {
        self.tiles.iter().position(|tile| tile.id == id).map(|idx| TileIdx(idx as u8))
    }

    /// The tiles that are drawn in a game.
    pub fn draws(&self) -> u32 {
        self.river.len() + self.land.len() + u32::from(self.fork.is_some()) + u32::from(self.lake.is_some())
    }
}

/// The tiles as a table of tables by name, without notes and what is null.
fn tiles_by_name() -> Table {
    let json: serde_json::Value = serde_json::from_str(TILES).expect("the embedded tiles are JSON");
    let named = |tile: &serde_json::Value| {
        let Some(Value::Table(mut tile)) = toml_of(tile) else { panic!("a tile is a table") };
        let Some(Value::String(id)) = tile.remove("id") else { panic!("a tile has an id") };
        (id, Value::Table(tile))
    };
    json["tiles"].as_array().expect("a list of tiles").iter().map(named).collect()
}

fn toml_of(json: &serde_json::Value) -> Option<Value> {
    Some(match json {
        serde_json::Value::Null => return None,
        serde_json::Value::Bool(value) => Value::Boolean(*value),
        serde_json::Value::Number(number) => Value::Integer(number.as_i64()?),
        serde_json::Value::String(text) => Value::String(text.clone()),
        serde_json::Value::Array(items) => Value::Array(items.iter().filter_map(toml_of).collect()),
        serde_json::Value::Object(fields) => {
            let field = |(key, value): (&String, _)| Some((key.clone(), toml_of(value)?));
            Value::Table(fields.iter().filter_map(field).collect())
        }
    })
}

impl GameRules for CarcassonneRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let tiles = Table::from_iter([("tile".to_owned(), Value::Table(tiles_by_name()))]);
        let data = DataTree::read_with("carcassonne.toml", EMBEDDED, tiles, source, "rivers=both")?;
        let raw: Raw = data.typed()?;
        raw.check().map_err(|(key, message)| data.error(&key, message))?;
        let rivers = raw.rivers;
        let find = |set: TileSet, flag: Flag| {
            let is_it = |tile: &super::raw::RawTile| tile.set == set && tile.flags.contains(&flag);
            TileIdx(raw.tile.values().position(is_it).expect("checked") as u8)
        };
        let (start, fork, lake) = match rivers {
            RiversInPlay::None => (find(TileSet::Base, Flag::Start), None, None),
            RiversInPlay::One => (find(TileSet::River1, Flag::Source), None, Some(find(TileSet::River1, Flag::Lake))),
            RiversInPlay::Two | RiversInPlay::Both => {
                let of_two = |flag| find(TileSet::River2, flag);
                (of_two(Flag::Source), Some(of_two(Flag::Fork)), Some(of_two(Flag::Volcano)))
            }
        };
        // One copy of the start tile never is in the stack: it lies face up or stays in the box.
        let in_stack = |land: bool, tile: &super::raw::RawTile| -> u8 {
            let special = [Flag::Source, Flag::Lake, Flag::Fork].iter().any(|flag| tile.flags.contains(flag));
            if (tile.set == TileSet::Base) != land || special || !rivers.has(tile.set) {
                return 0;
            }
            tile.count.value() - u8::from(tile.flags.contains(&Flag::Start))
        };
        let kinds = PieceKinds::new(raw.tile.values().map(|tile| usize::from(tile.count.value())));
        let bag = |land: bool| {
            let mut bag = Bag::default();
            for (idx, tile) in raw.tile.values().enumerate() {
                (0..in_stack(land, tile)).for_each(|_| assert!(kinds.put(&mut bag, idx as u8), "there are so many"));
            }
            bag
        };
        let (river, land) = (bag(false), bag(true));
        if land.is_empty() {
            return Err(data.error("tile", "no land tile is left to draw"));
        }
        Ok(CarcassonneRules {
            tiles: raw.tile.iter().map(|(id, tile)| tile.tile(id)).collect(),
            rivers,
            meeples: raw.players.meeples.value(),
            start,
            fork,
            lake,
            river,
            land,
            kinds,
            completed: raw.completed.into(),
            incomplete: raw.incomplete.into(),
            farm_city: u16::from(raw.farm.city.value()),
            farm_rule: raw.farm.rule.value(),
            old_two_tile_city: raw.edition.two_tile_city == TwoTileCity::Old,
            pigsty: raw.edition.pigsty,
            canonical: data.canonical(),
            provenance_counts: data.provenance_counts()?,
        })
    }

    fn standard() -> &'static Self {
        static STANDARD: OnceLock<CarcassonneRules> = OnceLock::new();
        STANDARD.get_or_init(|| Self::load(&RulesSource::default()).expect("the embedded rules are valid"))
    }

    fn canonical(&self) -> &str {
        &self.canonical
    }

    fn provenance_counts(&self) -> ProvenanceCounts {
        self.provenance_counts.clone()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("rivers", self.rivers.name().to_owned())]
    }
}
