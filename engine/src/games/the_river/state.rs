//! The position: what lies where, and what has to be decided next.

use crate::bag::Bag;
use crate::{PerPlayer, Seat};

use super::board::ActionSpace;
use super::buildings::BuildingId;
use super::costs::Costs;
use super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS, PLAYERS};
use super::player::Player;
use super::resources::{Bundle, Resource};
use super::rules::RiverRules;
use super::slots::Display;
use super::slots::Slot;
use super::table::Table;
use super::tiles::{Meadow, Tile, TileKind};

/// A position of The River.
///
/// A plain value: cloning is a memory copy. All information is public; undealt tiles and buildings are bags.
#[derive(Clone, PartialEq)]
pub struct TheRiver {
    pub(super) rules: Rules,
    pub(super) tile_stack: Bag<2>,
    pub(super) discarded_tiles: Bag<2>,
    pub(super) building_stack: Bag<1>,
    pub(super) players: PerPlayer<Player, PLAYERS>,
    pub(super) supply: Bundle,
    pub(super) tile_display: Display<TileKind, MAX_TILE_SLOTS>,
    pub(super) building_display: Display<BuildingId, MAX_BUILDING_SLOTS>,
    /// What these buildings cost by the rules in force.
    pub(super) building_costs: Costs,
    /// Pioneers on each action space.
    pub(super) pioneers_on: [u8; ActionSpace::COUNT],
    /// The action spaces that are not full for everybody.
    pub(super) open: u16,
    /// What the first pioneer of this round on each island will take besides.
    pub(super) first_bonus: Bundle,
    /// Bonus tokens that have been taken.
    pub(super) tokens_taken: u8,
    /// The round, from 1; 0 in set-up and draft.
    pub(super) round: u8,
    pub(super) end_triggered: bool,
    /// Who was drawn to begin the game.
    pub(super) first_player: Seat,
    /// Who holds the start player figure.
    pub(super) start_figure: Seat,
    /// The player whose decision or action it is.
    pub(super) current: Seat,
    pub(super) phase: Phase,
    pub(super) stage: Stage,
    /// What a meadow still has to do before the turn goes on.
    pub(super) due: Option<Due>,
    pub(super) clean_up: CleanUp,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    DealColors,
    DealStart,
    DealDraft,
    DealBuildings,
    DealTiles,
    Draft,
    Place,
    Return,
    Swap,
    Over,
}

/// What goes on once returns and swaps are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Draft,
    Round,
    CleanUp,
}

/// An effect that a meadow has once the player's resources fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    Take(Resource, u8),
    Swaps(u8),
}

/// How far the income of a clean-up has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct CleanUp {
    /// Players who are done, counted from the holder of the start figure.
    pub(super) players_done: u8,
    /// River spaces of the next player that are done.
    pub(super) spaces_done: u8,
}

/// The rules that a position refers to; positions under other rules are never equal.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) all: &'static RiverRules,
    pub(super) table: &'static Table,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self.all, other.all)
    }
}

impl TheRiver {
    /// The rules of this position.
    pub fn rules(&self) -> &'static RiverRules {
        self.rules.all
    }

    /// What the rules say for this number of players.
    pub fn table(&self) -> &'static Table {
        self.rules.table
    }

    /// One player's pieces.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The resources on the islands.
    pub fn supply(&self) -> Bundle {
        self.supply
    }

    /// The round, from 1; 0 in set-up and draft.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Whether this round is the last.
    pub fn end_triggered(&self) -> bool {
        self.end_triggered
    }

    /// Who holds the start player figure.
    pub fn start_figure(&self) -> Seat {
        self.start_figure
    }

    /// The tile in a slot of the display (of the draft, before round 1).
    pub fn displayed_tile(&self, slot: Slot) -> Option<TileKind> {
        self.tile_display.get(slot)
    }

    /// The building in a slot of the display.
    pub fn displayed_building(&self, slot: Slot) -> Option<BuildingId> {
        self.building_display.get(slot)
    }

    /// For how many more pioneers an action space has room in this round, of all players together: very many where
    /// there is no limit for all.
    #[inline]
    pub fn room(&self, space: ActionSpace) -> u8 {
        self.rules.table.limits[space as usize].any - self.pioneers_on[space as usize]
    }

    /// The kinds of undealt tiles with their numbers.
    pub fn undealt_tiles(&self) -> impl Iterator<Item = (TileKind, u32)> {
        self.rules.all.tile_pieces.counts(&self.tile_stack).map(|(kind, count)| (TileKind(kind), count))
    }

    /// The kinds of discarded tiles with their numbers.
    pub fn discarded_tiles(&self) -> impl Iterator<Item = (TileKind, u32)> {
        self.rules.all.tile_pieces.counts(&self.discarded_tiles).map(|(kind, count)| (TileKind(kind), count))
    }

    /// The undealt buildings.
    pub fn undealt_buildings(&self) -> impl Iterator<Item = BuildingId> {
        self.rules.all.building_pieces.counts(&self.building_stack).map(|(id, _)| BuildingId(id))
    }

    /// The bonus tokens that are left, in the order in which they will be taken.
    pub fn tokens_left(&self) -> &'static [u8] {
        &self.rules.table.tokens[usize::from(self.tokens_taken)..]
    }

    /// Whether no move of the player to act changes the pieces of others: nobody's turn ends the round.
    #[inline]
    pub fn others_stay(&self) -> bool {
        let boats: u8 = self.players.iter().map(|player| player.boat).sum();
        self.stage != Stage::CleanUp && (self.phase == Phase::Draft || boats > 1)
    }

    #[inline]
    pub(super) fn me(&self) -> &Player {
        &self.players[self.current]
    }

    #[inline]
    pub(super) fn tile(&self, kind: TileKind) -> &'static Tile {
        self.rules.all.tile(kind)
    }

    /// The income meadow's resource, if the tile is one.
    #[inline]
    pub(super) fn income_of(&self, kind: TileKind) -> Option<Resource> {
        match self.tile(kind).meadow {
            Some(Meadow::Income { resource, .. }) => Some(resource),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
