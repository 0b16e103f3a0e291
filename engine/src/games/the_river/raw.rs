//! The component data as it is written, and the checks that make it the box of The River.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::Seat;
use crate::data::Int;

use super::rules::{COLUMN, Limits, MAX_BUILDING_SLOTS, MAX_TILE_SLOTS, TOKENS};
use super::{
    ActionSpace, Building, Bundle, Color, Meadow, Resource, RiverSpace, Symbols, Table, Terrain, Terrains, Tile,
    components::PREFIXES,
};

/// An integer from `-MAX` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Signed<const MAX: i8>(i8);

impl<'de, const MAX: i8> Deserialize<'de> for Signed<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wrong =
            |shown: &dyn fmt::Display| D::Error::custom(format_args!("{shown} is no number from -{MAX} to {MAX}"));
        match toml::Value::deserialize(deserializer)? {
            toml::Value::Integer(value) => {
                let value = i8::try_from(value).ok().filter(|value| (-MAX..=MAX).contains(value)).ok_or(value);
                value.map(Signed).map_err(|value| wrong(&value))
            }
            other => Err(wrong(&other)),
        }
    }
}

/// One value for each number of players.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ByPlayers<T> {
    #[serde(rename = "2")]
    two: T,
    #[serde(rename = "3")]
    three: T,
    #[serde(rename = "4")]
    four: T,
}

impl<T> ByPlayers<T> {
    fn of(&self, players: usize) -> &T {
        match players {
            2 => &self.two,
            3 => &self.three,
            _ => &self.four,
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        [(2, &self.two), (3, &self.three), (4, &self.four)].into_iter()
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRules {
    supply: ByPlayers<RawSupply>,
    display: RawDisplay,
    spaces: RawSpaces,
    pub(super) pioneers: RawPioneers,
    pub(super) river: RawRiver,
    bonus_tokens: ByPlayers<Vec<Int<0, 6>>>,
    pub(super) tile: IndexMap<String, RawTile>,
    pub(super) building: IndexMap<String, RawBuilding>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
struct RawSupply {
    wood: Int<0, 99>,
    clay: Int<0, 99>,
    stone: Int<0, 99>,
    food: Int<0, 99>,
}

impl RawSupply {
    fn amounts(self) -> [u8; BOX.len()] {
        [self.wood, self.clay, self.stone, self.food].map(Int::value)
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawDisplay {
    tiles: ByPlayers<Int<1, { MAX_TILE_SLOTS as u8 }>>,
    draft: ByPlayers<Int<1, { MAX_TILE_SLOTS as u8 }>>,
    buildings: ByPlayers<Int<0, { MAX_BUILDING_SLOTS as u8 }>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawSpaces {
    claim: ByPlayers<RawLimits>,
    build: ByPlayers<RawLimits>,
    reserve: ByPlayers<RawLimits>,
    wood: ByPlayers<RawLimits>,
    clay: ByPlayers<RawLimits>,
    stone: ByPlayers<RawLimits>,
    food: ByPlayers<RawLimits>,
    swap: ByPlayers<RawLimits>,
    start: ByPlayers<RawLimits>,
    first_pioneer_bonus: ByPlayers<Int<0, 9>>,
}

impl RawSpaces {
    fn of(&self, space: ActionSpace) -> &ByPlayers<RawLimits> {
        match space {
            ActionSpace::Wood => &self.wood,
            ActionSpace::Clay => &self.clay,
            ActionSpace::Stone => &self.stone,
            ActionSpace::Food => &self.food,
            ActionSpace::Claim => &self.claim,
            ActionSpace::Build => &self.build,
            ActionSpace::Reserve => &self.reserve,
            ActionSpace::Swap => &self.swap,
            ActionSpace::Start => &self.start,
        }
    }
}

/// Whether the table at a dotted key reads as that table of the box. Of tables whose
/// numbers are all known it says yes.
pub(super) fn fits(at: &str, table: toml::Table) -> bool {
    match at.split('.').collect::<Vec<_>>()[..] {
        ["supply", _] => reads(table, |supply: &RawSupply| {
            BOX.iter().zip(supply.amounts()).all(|((_, most), amount)| amount <= *most)
        }),
        ["display", "tiles"] => reads(table, |_: &ByPlayers<Int<1, { MAX_TILE_SLOTS as u8 }>>| true),
        ["tile", _] => reads(table, |_: &RawTile| true),
        ["building", _] => reads(table, |_: &RawBuilding| true),
        ["building", _, "cost"] => reads(table, |_: &RawCost| true),
        _ => true,
    }
}

fn reads<T: DeserializeOwned>(table: toml::Table, holds: impl Fn(&T) -> bool) -> bool {
    table.try_into().is_ok_and(|read| holds(&read))
}

/// `"unlimited"`, `"1 any"`, `"2 each"`.
#[derive(Clone, Copy, Debug)]
struct RawLimits(Limits);

impl<'de> Deserialize<'de> for RawLimits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let limits = match text.split_once(' ') {
            None if text == "unlimited" => Some(Limits::NONE),
            Some((number, of)) => number
                .parse()
                .ok()
                .filter(|at_most: &u8| *at_most <= 20 && number.starts_with(|c: char| c.is_ascii_digit()))
                .and_then(|number| match of {
                    "any" => Some(Limits { any: number, ..Limits::NONE }),
                    "each" => Some(Limits { each: number, ..Limits::NONE }),
                    _ => None,
                }),
            None => None,
        };
        limits.map(RawLimits).ok_or_else(|| {
            D::Error::custom(format_args!(
                "\"{text}\": expected \"unlimited\", or a number from 0 to 20 and \"any\" or \"each\", such as \"2 each\""
            ))
        })
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPioneers {
    pub(super) on_boat: Int<1, 4>,
    pub(super) with_bonus_token: Int<1, 20>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRiver {
    pub(super) columns: [[Int<1, 12>; COLUMN]; 4],
    pub(super) settle: [Int<1, 12>; 4],
    bonus_slots: ByPlayers<Int<1, { TOKENS as u8 }>>,
    pub(super) printed: RawPrinted,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPrinted {
    black: [RawSymbol; RiverSpace::COUNT],
    blue: [RawSymbol; RiverSpace::COUNT],
    green: [RawSymbol; RiverSpace::COUNT],
    yellow: [RawSymbol; RiverSpace::COUNT],
}

impl RawPrinted {
    pub(super) fn of(&self, color: Color) -> [RawSymbol; RiverSpace::COUNT] {
        match color {
            Color::Black => self.black,
            Color::Blue => self.blue,
            Color::Green => self.green,
            Color::Yellow => self.yellow,
        }
    }
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawSymbol {
    #[serde(rename = "")]
    Nothing,
    Barn,
    Wood,
    Clay,
    Stone,
}

impl RawSymbol {
    pub(super) fn symbols(self) -> Symbols {
        match self {
            RawSymbol::Nothing => Symbols::default(),
            RawSymbol::Barn => Symbols::new(0, 0, 0, 1),
            RawSymbol::Wood => Symbols::new(1, 0, 0, 0),
            RawSymbol::Clay => Symbols::new(0, 1, 0, 0),
            RawSymbol::Stone => Symbols::new(0, 0, 1, 0),
        }
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTile {
    terrain: Vec<Terrain>,
    #[serde(default)]
    wood: Int<0, 5>,
    #[serde(default)]
    clay: Int<0, 5>,
    #[serde(default)]
    stone: Int<0, 5>,
    #[serde(default)]
    barns: Int<0, 5>,
    meadow: Option<RawMeadow>,
    /// Points besides, or less.
    #[serde(default)]
    points: Signed<50>,
    /// Points for each thing that a meadow counts.
    each: Option<Int<0, 9>>,
    count: Int<0, 65>,
}

impl RawTile {
    pub(super) fn compile(&self, id: &str) -> Tile {
        Tile {
            id: id.to_owned(),
            terrains: self.terrain.iter().fold(Terrains::default(), |set, &terrain| set.with(terrain)),
            symbols: Symbols::new(self.wood.0, self.clay.0, self.stone.0, self.barns.0),
            meadow: self.meadow.as_ref().map(RawMeadow::compile),
            points: self.points.0,
            each: self.each.map_or(1, Int::value),
            count: self.count.0,
        }
    }
}

#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum RawMeadow {
    PerTerrain { terrain: Terrain },
    PerProduction { resource: Produced, most: Int<0, 50> },
    Income { resource: Resource, points: Int<0, 50> },
    Take { resource: Resource, amount: Int<1, 13> },
    Swap { times: Int<1, 9> },
    PerPioneer {},
    PerBonusToken {},
}

impl RawMeadow {
    /// Whether it brings points for each of something.
    fn counts(&self) -> bool {
        use RawMeadow::{PerBonusToken, PerPioneer, PerProduction, PerTerrain};
        matches!(self, PerTerrain { .. } | PerProduction { .. } | PerPioneer {} | PerBonusToken {})
    }

    fn compile(&self) -> Meadow {
        match *self {
            RawMeadow::PerTerrain { terrain } => Meadow::PerTerrain(terrain),
            RawMeadow::PerProduction { resource, most } => Meadow::PerProduction { resource: resource.0, most: most.0 },
            RawMeadow::Income { resource, points } => Meadow::Income { resource, points: points.0 },
            RawMeadow::Take { resource, amount } => Meadow::Take { resource, amount: amount.0 },
            RawMeadow::Swap { times } => Meadow::Swap { times: times.0 },
            RawMeadow::PerPioneer {} => Meadow::PerPioneer,
            RawMeadow::PerBonusToken {} => Meadow::PerBonusToken,
        }
    }
}

/// A resource that symbols produce.
#[derive(Clone, Copy, Debug)]
struct Produced(Resource);

impl<'de> Deserialize<'de> for Produced {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Resource::deserialize(deserializer)? {
            Resource::Food => Err(D::Error::custom("no symbol produces food: allowed are wood, clay, stone")),
            resource => Ok(Produced(resource)),
        }
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBuilding {
    cost: RawCost,
    points: Int<0, 50>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawCost {
    #[serde(default)]
    wood: Int<0, 9>,
    #[serde(default)]
    clay: Int<0, 9>,
    #[serde(default)]
    stone: Int<0, 9>,
}

impl RawBuilding {
    pub(super) fn compile(&self, id: &str) -> Building {
        Building {
            id: id.to_owned(),
            cost: Bundle::new(self.cost.wood.0, self.cost.clay.0, self.cost.stone.0, 0),
            points: self.points.0,
        }
    }
}

/// What is wrong with a value.
pub(super) struct Fault {
    pub(super) key: String,
    pub(super) message: String,
}

fn fault(key: impl Into<String>, message: impl Into<String>) -> Result<(), Fault> {
    Err(Fault { key: key.into(), message: message.into() })
}

/// The resources in the box: 44.
const BOX: [(&str, u8); 4] = [("wood", 13), ("clay", 13), ("stone", 13), ("food", 5)];
/// More kinds than there are tiles make no sense but for kinds with a count of 0.
const MAX_TILE_KINDS: usize = 200;
/// The buildings in the box.
const BUILDINGS: usize = 33;

impl RawRules {
    /// The checks that need more than one value, but for the totals of the tiles.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.check_supply()?;
        for (players, draft) in self.display.draft.iter() {
            if usize::from(draft.0) != players + 1 {
                let message = format!("{}: the draft has one tile more than players, {}", draft.0, players + 1);
                return fault(format!("display.draft.{players}"), message);
            }
        }
        let settle = self.river.settle.map(Int::value);
        check_distinct("river.settle", &settle)?;
        if settle.contains(&1) {
            return fault("river.settle", "space 1 is taken in the draft and cannot be framed");
        }
        let columns = self.river.columns.map(|column| column.map(Int::value));
        check_distinct("river.columns", columns.as_flattened())?;
        self.check_tokens()?;
        self.check_pieces()
    }

    fn check_supply(&self) -> Result<(), Fault> {
        for (players, supply) in self.supply.iter() {
            for ((name, most), amount) in BOX.iter().zip(supply.amounts()) {
                let key = format!("supply.{players}.{name}");
                if amount > *most {
                    return fault(key, format!("{amount}: the box has {most}"));
                }
                if players == 4 && amount != *most {
                    return fault(key, format!("{amount}: with 4 players all {most} are used"));
                }
            }
        }
        Ok(())
    }

    fn check_tokens(&self) -> Result<(), Fault> {
        for (players, tokens) in self.bonus_tokens.iter() {
            let key = format!("bonus_tokens.{players}");
            if tokens.len() > TOKENS {
                return fault(key, format!("{} tokens: the box has {TOKENS}", tokens.len()));
            }
            if players > 2 && tokens.len() != TOKENS {
                return fault(key, format!("{} tokens: with {players} players all {TOKENS} are used", tokens.len()));
            }
            if let Some(pair) = tokens.windows(2).find(|pair| pair[0].0 < pair[1].0) {
                return fault(key, format!("{} comes after {}: values must not rise", pair[1].0, pair[0].0));
            }
        }
        Ok(())
    }

    fn check_pieces(&self) -> Result<(), Fault> {
        if self.building.len() != BUILDINGS {
            return fault("building", format!("{} buildings: the box has {BUILDINGS}", self.building.len()));
        }
        if self.tile.len() > MAX_TILE_KINDS {
            return fault("tile", format!("{} kinds: at most {MAX_TILE_KINDS} fit", self.tile.len()));
        }
        for id in self.building.keys() {
            check_name("building", id, self.tile.contains_key(id))?;
        }
        for (id, tile) in &self.tile {
            check_name("tile", id, false)?;
            let terrains = tile.terrain.as_slice();
            if !matches!(terrains, [_] | [_, _]) || (terrains.len() == 2 && terrains[0] == terrains[1]) {
                return fault(
                    format!("tile.{id}.terrain"),
                    "expected one terrain, or two different ones of a mixed tile",
                );
            }
            if tile.each.is_some() && !tile.meadow.as_ref().is_some_and(RawMeadow::counts) {
                return fault(format!("tile.{id}.each"), "is for meadows that bring points for each of something");
            }
            if terrains.contains(&Terrain::Meadow) != tile.meadow.is_some() {
                return fault(format!("tile.{id}.meadow"), "every meadow has an effect, and no other tile has one");
            }
        }
        Ok(())
    }

    /// What differs for this number of players.
    pub(super) fn table(&self, players: usize) -> Table {
        let supply = self.supply.of(players);
        let bonus = self.spaces.first_pioneer_bonus.of(players).0;
        let limits = ActionSpace::ALL.map(|space| self.spaces.of(space).of(players).0);
        let open = |limit: fn(&Limits) -> u8| {
            ActionSpace::ALL.into_iter().filter(|&space| limit(&limits[space as usize]) > 0).map(ActionSpace::bit).sum()
        };
        Table {
            supply: Bundle::new(supply.wood.0, supply.clay.0, supply.stone.0, supply.food.0),
            tile_slots: self.display.tiles.of(players).0,
            draft_slots: self.display.draft.of(players).0,
            building_slots: self.display.buildings.of(players).0,
            open_any: open(|limits| limits.any),
            open_each: open(|limits| limits.each),
            limits,
            first_pioneer_bonus: Bundle::new(bonus, bonus, bonus, 0),
            bonus_slots: self.river.bonus_slots.of(players).0,
            tokens: self.bonus_tokens.of(players).iter().map(|value| value.0).collect(),
        }
    }
}

/// Names stand in moves such as `deal:mill-b`, beside colors and seats.
fn check_name(section: &str, id: &str, is_tile: bool) -> Result<(), Fault> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(allowed) {
        let message = "allowed in names are lower-case letters, digits and hyphens";
        return fault(format!("{section}.{}", id.escape_default()), message);
    }
    if is_tile || Color::ALL.iter().any(|color| color.name() == id) || id.parse::<Seat>().is_ok() {
        return fault(format!("{section}.{id}"), "a tile, a color or a seat has the same name");
    }
    if let Some(prefix) = PREFIXES.iter().find(|prefix| id.starts_with(**prefix)) {
        return fault(format!("{section}.{id}"), format!("names that begin with {prefix} are taken"));
    }
    Ok(())
}

fn check_distinct(key: &str, spaces: &[u8]) -> Result<(), Fault> {
    match spaces.iter().enumerate().find(|(idx, space)| spaces[..*idx].contains(space)) {
        Some((_, space)) => fault(key, format!("space {space} stands twice")),
        None => Ok(()),
    }
}

/// How many tiles there are of each terrain, mixed tiles counted apart.
pub(super) struct TileTotals {
    all: u32,
    plain: [u32; Terrain::ALL.len()],
    mixed: u32,
}

impl TileTotals {
    pub(super) fn of(tiles: &[Tile]) -> TileTotals {
        let count = |test: &dyn Fn(&Tile) -> bool| {
            tiles.iter().filter(|tile| test(tile)).map(|tile| u32::from(tile.count)).sum()
        };
        TileTotals {
            all: count(&|_| true),
            plain: Terrain::ALL.map(|terrain| count(&|tile| tile.terrains == Terrains::default().with(terrain))),
            mixed: count(&|tile| tile.terrains.len() == 2),
        }
    }

    /// The box has 65 tiles: 12 deserts, 10 badlands, 14 forests, 8 mountains, 17 meadows, 4 mixed.
    pub(super) fn check(&self) -> Result<(), String> {
        const PLAIN: [u32; 5] = [12, 10, 14, 8, 17];
        if self.all != 65 {
            return Err(format!("{} tiles: the box has 65", self.all));
        }
        for ((terrain, count), expected) in Terrain::ALL.iter().zip(self.plain).zip(PLAIN) {
            if count != expected {
                return Err(format!("{count} tiles of terrain {terrain}: the box has {expected}"));
            }
        }
        if self.mixed == 4 { Ok(()) } else { Err(format!("{} mixed tiles: the box has 4", self.mixed)) }
    }
}
