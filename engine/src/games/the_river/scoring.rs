//! What a score consists of. Points of buildings and tokens are counted when these are taken, in `play`; this adds them
//! up.

use crate::{MAX_PARTS, Outcome, Parts, PerPlayer, Seat};

use super::player::Player;
use super::state::Phase;
use super::state::TheRiver;
use super::tiles::{Meadow, Tile, TileKind};

/// A player gets a point for every so many resources.
pub(super) const RESOURCES_PER_POINT: u8 = 3;

/// A part of a player's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Points of the buildings that were built.
    Buildings,
    /// Values of the bonus tokens.
    BonusTokens,
    /// Points for resources that are left.
    Resources,
    /// Points for columns of one terrain.
    Columns,
    /// Points of meadows.
    Meadows,
}

impl Part {
    /// The names in the order of the parts.
    pub const NAMES: [&'static str; 5] = ["buildings", "bonus_tokens", "resources", "columns", "meadows"];
}

/// The parts of a player's score as the position stands.
#[inline]
pub(super) fn score_parts(state: &TheRiver, seat: Seat) -> Parts {
    let player = &state.players[seat];
    let mut parts = [0; MAX_PARTS];
    parts[Part::Buildings as usize] = i32::from(player.building_points);
    parts[Part::BonusTokens as usize] = i32::from(player.token_points);
    parts[Part::Resources as usize] = i32::from(player.held.total() / RESOURCES_PER_POINT);
    parts[Part::Columns as usize] = i32::from(player.columns.points());
    parts[Part::Meadows as usize] = state.points_of_meadows(player);
    parts
}

/// The result, once the game is over.
#[inline]
pub(super) fn outcome(state: &TheRiver) -> Option<Outcome> {
    let parts = |seat| score_parts(state, seat);
    (state.phase == Phase::Over).then(|| Outcome::from_parts(PerPlayer::from_fn(state.players.players(), parts)))
}

impl TheRiver {
    /// The points of a player with these pieces as the position stands, but for those of resources.
    #[inline]
    pub fn points_but_resources(&self, player: &Player) -> i32 {
        i32::from(player.building_points)
            + i32::from(player.token_points)
            + i32::from(player.columns.points())
            + self.points_of_meadows(player)
    }

    /// The points of all meadows of a player.
    #[inline]
    fn points_of_meadows(&self, player: &Player) -> i32 {
        let points = player.meadows.points_but_production(player.of_terrain, player.boat, player.tokens);
        if player.meadows.by_production() == 0 { points } else { points + self.production_points(player) }
    }

    fn production_points(&self, player: &Player) -> i32 {
        let points = |&kind: &TileKind| match self.tile(kind) {
            Tile { meadow: Some(Meadow::PerProduction { resource, most }), each, .. } => {
                i32::from(player.symbols.production(*resource).min(*most)) * i32::from(*each)
            }
            _ => 0,
        };
        player.tiles().iter().map(points).sum()
    }

    /// The points that one of the player's tiles brings as a meadow, as the position stands.
    pub fn meadow_points(&self, player: &Player, kind: TileKind) -> i32 {
        let tile = self.tile(kind);
        let counted = match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => 0,
            Some(Meadow::Income { points, .. }) => return i32::from(points) + i32::from(tile.points),
            Some(Meadow::PerTerrain(terrain)) => player.tiles_of(terrain),
            Some(Meadow::PerProduction { resource, most }) => player.symbols.production(resource).min(most),
            Some(Meadow::PerPioneer) => player.boat,
            Some(Meadow::PerBonusToken) => player.tokens,
        };
        i32::from(counted) * i32::from(tile.each) + i32::from(tile.points)
    }
}
