//! The rules tables as they are written. What this file refuses to do: to compare one value with another (see
//! `validity.rs`).

use std::fmt;

use indexmap::IndexMap;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::data::{Int, typed};

use super::board::{ActionSpace, Color, RiverSpace};
use super::buildings::Building;
use super::limits::{BOX, COLUMN, MAX_BUILDING_SLOTS, MAX_TILE_SLOTS, TOKENS};
use super::resources::{Bundle, Resource, Symbols};
use super::table::Limits;
use super::table::Table;
use super::tiles::{Meadow, Terrain, Terrains, Tile};

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

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        [(2, &self.two), (3, &self.three), (4, &self.four)].into_iter()
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRules {
    pub(super) supply: ByPlayers<RawSupply>,
    pub(super) display: RawDisplay,
    spaces: RawSpaces,
    pub(super) pioneers: RawPioneers,
    pub(super) river: RawRiver,
    pub(super) bonus_tokens: ByPlayers<Vec<Int<0, 6>>>,
    pub(super) tile: IndexMap<String, RawTile>,
    pub(super) building: IndexMap<String, RawBuilding>,
}

impl RawRules {
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

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSupply {
    wood: Int<0, 99>,
    clay: Int<0, 99>,
    stone: Int<0, 99>,
    food: Int<0, 99>,
}

impl RawSupply {
    pub(super) fn amounts(self) -> [u8; BOX.len()] {
        [self.wood, self.clay, self.stone, self.food].map(Int::value)
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDisplay {
    tiles: ByPlayers<Int<1, { MAX_TILE_SLOTS as u8 }>>,
    pub(super) draft: ByPlayers<Int<1, { MAX_TILE_SLOTS as u8 }>>,
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
    typed::read(toml::Value::Table(table)).is_ok_and(|read| holds(&read))
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
    pub(super) terrain: Vec<Terrain>,
    #[serde(default)]
    wood: Int<0, 5>,
    #[serde(default)]
    clay: Int<0, 5>,
    #[serde(default)]
    stone: Int<0, 5>,
    #[serde(default)]
    barns: Int<0, 5>,
    pub(super) meadow: Option<RawMeadow>,
    /// Points besides, or less.
    #[serde(default)]
    points: Signed<50>,
    /// Points for each thing that a meadow counts.
    pub(super) each: Option<Int<0, 9>>,
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
pub(super) enum RawMeadow {
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
    pub(super) fn counts(&self) -> bool {
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
pub(super) struct Produced(Resource);

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
