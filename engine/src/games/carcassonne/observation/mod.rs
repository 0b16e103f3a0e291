//! Observations: all of a position is public, so all seats see the same, each from its own place at the table.
//!
//! The tiles stand in rows in the order of laying. Everybody has seen that order, and it is a part of the position,
//! whose tiles lie in it; a row keeps its place for the whole game, and the last one is the tile that may be claimed.
//! Rows hold tiles wherever they lie. Planes of a part of the table are an addition that is asked for, see
//! [`observe_window`](Carcassonne::observe_window).

mod window;

use crate::bag::Bag;
use crate::{Feature, Game, ObservationWriter, Observe, Seat};

use super::limits::MAX_TILES;
use super::rules::CarcassonneRules;
use super::scoring::Part;
use super::state::{Carcassonne, Phase, Pile};
use super::tiles::{FeatureKind, Spot, Tile, TileIdx};

const PHASES: usize = 5;
const PILES: usize = 4;
/// The numbers of a row of a tile.
const ROW: usize = 6;

/// Who has a meeple on a tile, and where: counted from 1 as in rows, zeros for none.
type Standing = [(u8, u8); MAX_TILES];

impl Observe for Carcassonne {
    fn features(rules: &CarcassonneRules, players: usize) -> Vec<Feature> {
        let mut features = turn_features(rules, players).to_vec();
        features.extend(stack_features(rules));
        features.push(Feature::counts(
            "meeples",
            &[players],
            rules.meeples.into(),
            "meeples that are not on the table by player, from the own seat on clockwise",
        ));
        features.extend(point_features(rules, players));
        features.extend(tile_features(rules));
        features
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut writer = ObservationWriter::new(out);
        self.observe_turn(seat, &mut writer);
        self.observe_stack(&mut writer);
        self.observe_players(seat, &mut writer);
        self.observe_tiles(seat, &mut writer);
        writer.finish();
    }
}

/// Whose turn it is, and what is to be decided.
fn turn_features(rules: &CarcassonneRules, players: usize) -> [Feature; 5] {
    [
        Feature::flags(
            "phase",
            &[PHASES],
            "the start player is drawn, a tile is drawn, a player lays the tile, the player may put a meeple on it, over",
        ),
        Feature::flags(
            "to_act",
            &[players],
            "whose turn it is, from the draw of the tile on, from the own seat on clockwise; none before and after the game",
        ),
        Feature::flags("first_player", &[players], "who began, from the own seat on clockwise; none before the draw"),
        Feature::counts("turn", &[1], rules.draws() as usize, "the number of the turn, from 1; 0 before the first"),
        Feature::flags(
            "tile",
            &[rules.tiles.len()],
            "the tile to be laid, or the one that was laid and may be claimed, by kind in the order of the tables",
        ),
    ]
}

/// What is not drawn yet.
fn stack_features(rules: &CarcassonneRules) -> [Feature; 3] {
    let most = rules.tiles.iter().map(|tile| tile.count).max().unwrap_or(0);
    [
        Feature::flags(
            "pile",
            &[PILES],
            "the part of the stack that is drawn from: the fork, the river, the lake, the land",
        ),
        Feature::counts("stack", &[1], rules.draws() as usize, "tiles that are not drawn yet"),
        Feature::counts("left", &[rules.tiles.len()], most.into(), "tiles that are not drawn yet by kind"),
    ]
}

fn point_features(rules: &CarcassonneRules, players: usize) -> [Feature; 4] {
    let points = |name, kind, meaning| Feature::counts(name, &[players], most_points(rules, kind), meaning);
    [
        points("points_roads", FeatureKind::Road, "points of roads by player, as far as they are scored"),
        points("points_cities", FeatureKind::City, "points of cities by player, as far as they are scored"),
        points(
            "points_monasteries",
            FeatureKind::Monastery,
            "points of monasteries by player, as far as they are scored",
        ),
        points("points_farms", FeatureKind::Farm, "points of farms by player, which score at the end"),
    ]
}

fn tile_features(rules: &CarcassonneRules) -> [Feature; 2] {
    let reach = rules.draws() as f32;
    // No tile lies farther from the first one than there are tiles between; kinds, seats and spots count from 1.
    let most = reach.max(rules.tiles.len() as f32).max(f32::from(Spot::COUNT));
    [
        Feature::counts("placed", &[1], rules.draws() as usize + 1, "the tiles on the table: so many rows are used"),
        Feature::new(
            "tiles",
            &[rules.draws() as usize + 1, ROW],
            [-reach, most],
            "a row for each tile on the table in the order of laying, and rows of zeros behind them: x, to the east of the \
             first tile; y, to the south of it; kind, from 1 in the order of the tables; clockwise quarter turns; seat of the \
             meeple on it, 1 for the own, then clockwise, 0 for none; its spot, from 1: roads N E S W, cities N E S W, farms \
             Nw Ne En Es Se Sw Ws Wn, monastery",
        ),
    ]
}

/// Every segment of a kind in play scores by itself, and for all players; features of several segments bring no more.
fn most_points(rules: &CarcassonneRules, kind: FeatureKind) -> usize {
    let (one, other) = (rules.completed, rules.incomplete);
    let of_tile = |tile: &Tile| -> usize {
        let segments = tile.segments.iter().filter(|segment| segment.kind == kind);
        let points = segments.map(|segment| match kind {
            FeatureKind::Road => one.road.max(other.road),
            FeatureKind::City => one.city.max(other.city) + one.shield.max(other.shield) * u16::from(segment.shields),
            FeatureKind::Monastery => 9 * one.monastery.max(other.monastery),
            FeatureKind::Farm => (rules.farm_city + u16::from(rules.pigsty)) * segment.cities.count_ones() as u16,
        });
        points.map(usize::from).sum()
    };
    let in_play = (0..).zip(&rules.tiles).map(|(idx, tile)| in_play(rules, TileIdx(idx)) * of_tile(tile));
    in_play.sum()
}

/// How many tiles of a kind can come to lie on the table.
fn in_play(rules: &CarcassonneRules, tile: TileIdx) -> usize {
    let shuffled = [&rules.river, &rules.land].map(|part: &Bag<2>| rules.kinds.count(part, tile.0) as usize);
    let special = [Some(rules.start), rules.fork, rules.lake];
    shuffled.iter().sum::<usize>() + special.iter().filter(|&&special| special == Some(tile)).count()
}

impl Carcassonne {
    fn observe_turn(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let first = (self.phase != Phase::DealStart).then_some(self.first_player);
        let tile = match self.phase {
            Phase::Lay => Some(self.drawn),
            Phase::Claim => Some(self.last_placed().tile),
            Phase::DealStart | Phase::Deal | Phase::Over => None,
        };
        writer.one_hot(PHASES, Some(self.phase as usize));
        writer.seat(self.current(), seat, players);
        writer.seat(first, seat, players);
        writer.number(self.turn);
        writer.one_hot(self.rules.0.tiles.len(), tile.map(TileIdx::index));
    }

    fn observe_stack(&self, writer: &mut ObservationWriter) {
        let rules = self.rules.0;
        writer.one_hot(PILES, Some(self.pile as usize));
        writer.count(self.stack_len() as usize);
        let left = writer.zeros(rules.tiles.len());
        for part in [&self.river, &self.land] {
            rules.kinds.counts(part).for_each(|(tile, count)| left[usize::from(tile)] += count as f32);
        }
        let fork = rules.fork.filter(|_| self.pile == Pile::Fork);
        let lake = rules.lake.filter(|_| self.pile != Pile::Land);
        fork.into_iter().chain(lake).for_each(|tile| left[tile.index()] += 1.0);
    }

    fn observe_players(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = || seat.clockwise(self.n_players()).map(|seat| &self.players[seat]);
        players().for_each(|player| writer.number(player.supply()));
        for part in 0..Part::NAMES.len() {
            players().for_each(|player| writer.number(player.points[part]));
        }
    }

    fn observe_tiles(&self, seat: Seat, writer: &mut ObservationWriter) {
        let (placed, standing) = (self.board.placed(), self.standing(seat));
        writer.count(placed.len());
        for (placed, (owner, spot)) in placed.iter().zip(standing) {
            writer.number(placed.cell.x);
            writer.number(placed.cell.y);
            writer.count(placed.tile.index() + 1);
            writer.number(placed.turns);
            writer.number(owner);
            writer.number(spot);
        }
        let rows = self.rules.0.draws() as usize + 1;
        writer.zeros((rows - placed.len()) * ROW);
    }

    /// Who has a meeple on each tile, and where: no tile ever holds two.
    fn standing(&self, observer: Seat) -> Standing {
        let mut standing = [(0, 0); MAX_TILES];
        for (owner, seat) in (1..).zip(observer.clockwise(self.n_players())) {
            for &segment in self.players[seat].meeples() {
                let idx = self.features.tile_of(segment);
                let spot = self.turned_tile(idx).spot(usize::from(segment.0 - self.board.placed()[idx].first));
                standing[idx] = (owner, spot.index() as u8 + 1);
            }
        }
        standing
    }
}

#[cfg(test)]
mod tests;
