//! The rules table: tiles and numbers, and the stack that follows from them.

use std::sync::OnceLock;

use toml::{Table, Value};

use crate::bag::{Bag, PieceKinds};
use crate::data::{DataFacts, DataTree, GameRules, RulesError, RulesSource, StandardRules};

use super::fitting_tables::FittingTables;
use super::picture::tiles::TileDrawing;
use super::raw::{Flag, Raw, RawPoints, RawTile, TwoTileCity};
use super::rivers::{RiversInPlay, TileSet};
use super::tiles::{Tile, TileIdx};

const EMBEDDED: &str = include_str!("../../../data/carcassonne.toml");
const TILES: &str = include_str!("../../../data/carcassonne-tiles.json");

/// What features bring, completed or incomplete.
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

/// The rules of Carcassonne, read from `engine/data/carcassonne.toml` and `carcassonne-tiles.json`.
#[derive(Debug)]
pub struct CarcassonneRules {
    /// All kinds of tiles, those of sets that are not in play included.
    pub tiles: Vec<Tile>,
    /// The rivers in play.
    pub rivers: RiversInPlay,
    /// The meeples of each player.
    pub meeples: u8,
    pub(super) kinds: PieceKinds<2>,
    /// The tile that lies face up before the first draw.
    pub(super) start: TileIdx,
    /// The tile that comes first of the river.
    pub(super) fork: Option<TileIdx>,
    /// The tiles of the river that are shuffled, between the first and the last one.
    pub(super) river: Bag<2>,
    /// The tile that comes last of the river.
    pub(super) lake: Option<TileIdx>,
    /// The tiles that come after the river.
    pub(super) land: Bag<2>,
    pub(super) completed: Points,
    pub(super) incomplete: Points,
    pub(super) farm_city: u16,
    pub(super) farm_rule: u8,
    pub(super) old_two_tile_city: bool,
    pub(super) pigsty: bool,
    pub(super) fitting: FittingTables,
    /// How each kind of tile looks.
    pub(super) drawings: Vec<TileDrawing>,
    /// What all pictures have in common, once one is drawn.
    pub(super) definitions: OnceLock<String>,
    data: DataFacts,
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

    /// The number of tiles that are drawn in a game.
    pub fn draws(&self) -> u32 {
        self.river.len() + self.land.len() + u32::from(self.fork.is_some()) + u32::from(self.lake.is_some())
    }
}

/// The tiles as a table of tables by name, without notes and without what is null.
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

/// The tiles whose position is fixed: the one that lies face up, the fork that comes first of the river, and the lake
/// that comes last.
fn special_tiles(raw: &Raw) -> (TileIdx, Option<TileIdx>, Option<TileIdx>) {
    let find = |set: TileSet, flag: Flag| {
        let is_it = |tile: &RawTile| tile.set == set && tile.has(flag);
        TileIdx(raw.tile.values().position(is_it).expect("checked") as u8)
    };
    match raw.rivers {
        RiversInPlay::None => (find(TileSet::Base, Flag::Start), None, None),
        RiversInPlay::One => (find(TileSet::River1, Flag::Source), None, Some(find(TileSet::River1, Flag::Lake))),
        RiversInPlay::Two | RiversInPlay::Both => {
            let of_two = |flag| find(TileSet::River2, flag);
            (of_two(Flag::Source), Some(of_two(Flag::Fork)), Some(of_two(Flag::Volcano)))
        }
    }
}

/// A part of the stack that is shuffled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShuffledPart {
    River,
    Land,
}

/// The tiles of a part of the stack. One copy of the start tile never is in the stack: it lies face up or stays in the
/// box.
fn shuffled(raw: &Raw, kinds: &PieceKinds<2>, part: ShuffledPart) -> Bag<2> {
    let is_special = |tile: &RawTile| [Flag::Source, Flag::Lake, Flag::Fork].into_iter().any(|flag| tile.has(flag));
    let is_part = |tile: &RawTile| (tile.set == TileSet::Base) == (part == ShuffledPart::Land);
    let mut bag = Bag::default();
    for (idx, tile) in (0..).zip(raw.tile.values()) {
        if is_part(tile) && !is_special(tile) && raw.rivers.has(tile.set) {
            let copies = tile.count.value() - u8::from(tile.has(Flag::Start));
            (0..copies).for_each(|_| assert!(kinds.put(&mut bag, idx), "there are so many"));
        }
    }
    bag
}

static STANDARD: StandardRules<CarcassonneRules> = StandardRules::new();

impl GameRules for CarcassonneRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let tiles = Table::from_iter([("tile".to_owned(), Value::Table(tiles_by_name()))]);
        let data = DataTree::read_with("carcassonne.toml", EMBEDDED, tiles, source, "rivers=both")?;
        let raw: Raw = data.typed()?;
        raw.check().map_err(|(key, message)| data.error(&key, message))?;
        let (start, fork, lake) = special_tiles(&raw);
        let kinds = PieceKinds::new(raw.tile.values().map(|tile| usize::from(tile.count.value())));
        let [river, land] = [ShuffledPart::River, ShuffledPart::Land].map(|part| shuffled(&raw, &kinds, part));
        if land.is_empty() {
            return Err(data.error("tile", "no land tile is left to draw"));
        }
        Ok(CarcassonneRules {
            tiles: raw.tile.iter().map(|(id, tile)| tile.tile(id)).collect(),
            rivers: raw.rivers,
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
            fitting: FittingTables::default(),
            drawings: raw.tile.values().map(TileDrawing::of).collect(),
            definitions: OnceLock::new(),
            data: DataFacts::of(&data)?,
        })
    }

    fn standard() -> &'static Self {
        STANDARD.get()
    }

    fn data(&self) -> &DataFacts {
        &self.data
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("rivers", self.rivers.name().to_owned())]
    }
}
