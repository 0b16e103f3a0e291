//! One player's pieces.

use crate::bits::set_bits;

use super::board::{ActionSpace, Color, RiverSpace};
use super::buildings::BuildingId;
use super::columns::Columns;
use super::limits::RESERVED;
use super::meadows::Meadows;
use super::resources::{Bundle, Symbols};
use super::tiles::{Terrain, Terrains, TileKind};

/// One player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The buildings that were built, as a set of [`BuildingId`]s.
    pub(super) built: u64,
    pub(super) held: Bundle,
    pub(super) symbols: Symbols,
    pub(super) color: Color,
    pub(super) tiles: [TileKind; RiverSpace::COUNT],
    /// The terrains of the tiles on these spaces; none where no tile lies.
    pub(super) terrains: [Terrains; RiverSpace::COUNT],
    pub(super) tile_count: u8,
    /// How many tiles there are of each terrain, mixed tiles of both of theirs.
    pub(super) of_terrain: [u8; Terrain::ALL.len()],
    pub(super) columns: Columns,
    pub(super) meadows: Meadows,
    pub(super) boat: u8,
    /// Pioneers in the game: not settled, not waiting on a bonus slot.
    pub(super) pioneers: u8,
    /// Framed spaces covered this round.
    pub(super) settling: u8,
    pub(super) reserved: [BuildingId; RESERVED],
    pub(super) reserved_count: u8,
    pub(super) building_points: u16,
    pub(super) tokens: u8,
    pub(super) token_points: u8,
    /// Which bonus tokens these are, as a set of places in the order in which they are taken.
    pub(super) token_set: u32,
    /// Income meadows among the tiles.
    pub(super) incomes: u8,
    pub(super) pioneers_on: [u8; ActionSpace::COUNT],
    /// The action spaces that are not full for this player.
    pub(super) open: u16,
}

impl Player {
    /// The player color, which names the river board.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The tiles on spaces 1, 2, ….
    #[inline]
    pub fn tiles(&self) -> &[TileKind] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    /// The terrains of the tile on each space; none where no tile lies.
    #[inline]
    pub fn terrains(&self) -> &[Terrains; RiverSpace::COUNT] {
        &self.terrains
    }

    /// How many of the tiles have this terrain.
    #[inline]
    pub fn tiles_of(&self, terrain: Terrain) -> u8 {
        self.of_terrain[terrain as usize]
    }

    /// What the columns come to.
    #[inline]
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// What the tiles bring at the end of the game besides columns.
    #[inline]
    pub fn meadows(&self) -> &Meadows {
        &self.meadows
    }

    /// The resources that the player holds.
    #[inline]
    pub fn held(&self) -> Bundle {
        self.held
    }

    /// The visible production symbols and barns, printed and on tiles.
    #[inline]
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The pioneers on the boat.
    pub fn boat(&self) -> u8 {
        self.boat
    }

    /// The pioneers in the game: on the boat or on the islands, neither settled nor waiting on a bonus slot.
    pub fn pioneers(&self) -> u8 {
        self.pioneers
    }

    /// The framed spaces covered this round: so many pioneers settle in the clean-up.
    pub fn settling(&self) -> u8 {
        self.settling
    }

    /// The buildings that were built.
    pub fn built(&self) -> impl Iterator<Item = BuildingId> {
        set_bits(self.built).map(BuildingId)
    }

    /// The reserved buildings in the order of reserving.
    #[inline]
    pub fn reserved(&self) -> &[BuildingId] {
        &self.reserved[..usize::from(self.reserved_count)]
    }

    /// The number of income meadows.
    #[inline]
    pub fn incomes(&self) -> u8 {
        self.incomes
    }

    /// The number of bonus tokens.
    pub fn tokens(&self) -> u8 {
        self.tokens
    }
}
