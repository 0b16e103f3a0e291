//! The component tables: read from data, validated, and laid out for fast play.

use crate::bag::PieceKinds;
use crate::data::{DataFacts, DataTree, GameRules, RulesError, RulesSource, StandardRules};

use super::board::{Color, Printed, RiverSpace};
use super::buildings::{Building, BuildingId};
use super::limits::COLUMN;
use super::raw::{RawRules, RawSymbol, fits};
use super::resources::Bundle;
use super::table::Table;
use super::tiles::{Tile, TileKind};
use super::validity::{TileTotals, check};

const EMBEDDED: &str = include_str!("../../../data/the-river.toml");

/// The rules of The River: the box, and what differs by the number of players.
#[derive(Debug)]
pub struct RiverRules {
    /// The kinds of terrain tiles.
    pub tiles: Vec<Tile>,
    /// The buildings.
    pub buildings: Vec<Building>,
    /// What is printed on the river board of each color.
    pub printed: [Printed; Color::ALL.len()],
    /// The four columns of the river board, their spaces from top to bottom.
    pub columns: [[RiverSpace; COLUMN]; 4],
    /// For each river space whether it is framed.
    pub framed: [bool; RiverSpace::COUNT],
    /// Pioneers on the boat at the start.
    pub on_boat: u8,
    /// The number of the bonus token with which the fifth pioneer comes.
    pub with_bonus_token: u8,
    /// The column of each space, and its place in it from the top.
    places: [(u8, u8); RiverSpace::COUNT],
    /// The costs of the buildings once more, close together.
    costs: [Bundle; 64],
    /// The total cost of the cheapest building.
    pub(super) cheapest: u8,
    pub(super) tile_pieces: PieceKinds<2>,
    pub(super) building_pieces: PieceKinds<1>,
    tables: [Table; 3],
    data: DataFacts,
}

impl RiverRules {
    /// The table for `players` players, 2 to 4.
    #[inline]
    pub fn table(&self, players: usize) -> &Table {
        &self.tables[players - 2]
    }

    /// The kind of tile with this name.
    pub fn tile_named(&self, id: &str) -> Option<TileKind> {
        self.tiles.iter().position(|tile| tile.id == id).map(|idx| TileKind(idx as u8))
    }

    /// The building with this name.
    pub fn building_named(&self, id: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|building| building.id == id).map(|idx| BuildingId(idx as u8))
    }

    /// The index of the column in which a space lies, and its place in it from the top, from 0.
    #[inline]
    pub fn place(&self, space: RiverSpace) -> (usize, usize) {
        let (column, place) = self.places[space.index()];
        (usize::from(column), usize::from(place))
    }

    #[inline]
    pub(super) fn tile(&self, kind: TileKind) -> &Tile {
        &self.tiles[kind.index()]
    }

    #[inline]
    pub(super) fn cost(&self, id: BuildingId) -> Bundle {
        self.costs[id.index() % 64]
    }

    #[inline]
    pub(super) fn building(&self, id: BuildingId) -> &Building {
        &self.buildings[id.index()]
    }
}

static STANDARD: StandardRules<RiverRules> = StandardRules::new();

impl GameRules for RiverRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let data = DataTree::read("the-river.toml", EMBEDDED, source, "building.mill-a.points=6")?;
        let raw: RawRules = data.typed()?;
        check(&raw).map_err(|fault| data.error(&fault.key, fault.message))?;
        let tiles: Vec<Tile> = raw.tile.iter().map(|(id, tile)| tile.compile(id)).collect();
        TileTotals::of(&tiles).check().map_err(|message| data.error("tile", message))?;
        let buildings: Vec<Building> = raw.building.iter().map(|(id, building)| building.compile(id)).collect();
        let columns = raw.river.columns.map(|column| column.map(|space| RiverSpace(space.value() - 1)));
        let mut places = [(0, 0); RiverSpace::COUNT];
        for (number, column) in (0..).zip(&columns) {
            for (place, space) in (0..).zip(column) {
                places[space.index()] = (number, place);
            }
        }
        Ok(RiverRules {
            columns,
            places,
            printed: Color::ALL.map(|color| raw.river.printed.of(color).map(RawSymbol::symbols)),
            framed: std::array::from_fn(|idx| {
                raw.river.settle.iter().any(|space| usize::from(space.value()) == idx + 1)
            }),
            on_boat: raw.pioneers.on_boat.value(),
            with_bonus_token: raw.pioneers.with_bonus_token.value(),
            tile_pieces: PieceKinds::new(tiles.iter().map(|tile| usize::from(tile.count))),
            building_pieces: PieceKinds::new(buildings.iter().map(|_| 1)),
            costs: std::array::from_fn(|id| buildings.get(id).map_or(Bundle::NONE, |building| building.cost)),
            cheapest: buildings.iter().map(|building| building.cost.total()).min().unwrap_or(0),
            tables: [2, 3, 4].map(|players| raw.table(players)),
            data: DataFacts::of(&data)?.with_alternatives(data.alternatives(fits)?),
            tiles,
            buildings,
        })
    }

    fn standard() -> &'static Self {
        STANDARD.get()
    }

    fn data(&self) -> &DataFacts {
        &self.data
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
