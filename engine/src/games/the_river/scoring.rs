//! What a score consists of. Points of buildings and tokens are counted when these are taken, in `play`; this adds them up.

use crate::{MAX_PARTS, Outcome, Parts, PerPlayer, Seat};

use super::state::Phase;
use super::{Meadow, Player, Terrain, Terrains, TheRiver, TileKind};

/// A player gets a point for every so many resources.
const RESOURCES_PER_POINT: u8 = 3;
/// The points of a column whose three tiles share a terrain.
const WHOLE_COLUMN: i32 = 6;
/// The points of a column of which only the upper two tiles share a terrain.
const UPPER_COLUMN: i32 = 2;

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
    parts[Part::Columns as usize] = state.column_points(player);
    parts[Part::Meadows as usize] = player.tiles().iter().map(|&kind| state.meadow_points(player, kind)).sum();
    parts
}

/// The result, once the game is over.
#[inline]
pub(super) fn outcome(state: &TheRiver) -> Option<Outcome> {
    let parts = |seat| score_parts(state, seat);
    (state.phase == Phase::Over).then(|| Outcome::from_parts(PerPlayer::from_fn(state.players.players(), parts)))
}

impl TheRiver {
    fn column_points(&self, player: &Player) -> i32 {
        self.columns_of(player).map(|(points, _)| points).sum()
    }

    /// The points of each column, with the terrains that its tiles share.
    pub(super) fn columns_of(&self, player: &Player) -> impl Iterator<Item = (i32, Terrains)> {
        let terrains = |space: super::RiverSpace| {
            player.tiles().get(space.index()).map_or(Terrains::default(), |&kind| self.tile(kind).terrains)
        };
        self.rules.all.columns.iter().map(move |column| {
            let [top, middle, bottom] = column.map(terrains);
            let upper = top.shared(middle);
            let whole = upper.shared(bottom);
            if !whole.is_empty() {
                (WHOLE_COLUMN, whole)
            } else if !upper.is_empty() {
                (UPPER_COLUMN, upper)
            } else {
                (0, upper)
            }
        })
    }

    /// How many of the player's tiles have this terrain.
    pub fn tiles_of(&self, player: &Player, terrain: Terrain) -> u8 {
        player.tiles().iter().filter(|&&kind| self.tile(kind).terrains.contains(terrain)).count() as u8
    }

    /// The points that one of the player's tiles brings as a meadow, as the position stands.
    pub fn meadow_points(&self, player: &Player, kind: TileKind) -> i32 {
        let tile = self.tile(kind);
        let counted = match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => 0,
            Some(Meadow::Income { points, .. }) => return i32::from(points) + i32::from(tile.points),
            Some(Meadow::PerTerrain(terrain)) => self.tiles_of(player, terrain),
            Some(Meadow::PerProduction { resource, most }) => player.symbols.production(resource).min(most),
            Some(Meadow::PerPioneer) => player.boat,
            Some(Meadow::PerBonusToken) => player.tokens,
        };
        i32::from(counted) * i32::from(tile.each) + i32::from(tile.points)
    }
}
