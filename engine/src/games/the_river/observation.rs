//! Observations: all of a position is public, so all seats see the same, each from its own place at the table.

use crate::bits::set_bits;
use crate::{Feature, Game, ObservationWriter, Observe, Seat};

use super::columns::WHOLE_COLUMN;
use super::limits::{PLAYERS, RESERVED};
use super::play::LAST_ROUND;
use super::scoring::{Part, RESOURCES_PER_POINT};
use super::state::{Due, Phase};
use super::{
    ActionSpace, Bundle, Color, Meadow, Resource, RiverRules, RiverSpace, Slot, Symbols, Table, TheRiver, Tile,
};

const PHASES: usize = 10;
const STAGES: usize = 3;
const COLORS: usize = Color::ALL.len();
const RESOURCES: usize = Resource::ALL.len();
const PRODUCED: usize = Resource::PRODUCED.len();
const SPACES: usize = RiverSpace::COUNT;

impl Observe for TheRiver {
    fn features(rules: &RiverRules, players: usize) -> Vec<Feature> {
        let mut features = table_features(rules, players).to_vec();
        features.extend(island_features(rules, players));
        features.extend(player_features(rules, players));
        features.extend(point_features(rules, players));
        features
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut writer = ObservationWriter::new(out);
        self.observe_table(seat, &mut writer);
        self.observe_islands(&mut writer);
        self.observe_players(seat, &mut writer);
        self.observe_points(seat, &mut writer);
        writer.finish();
    }
}

/// Whose decision it is, and of what kind.
fn table_features(rules: &RiverRules, players: usize) -> [Feature; 9] {
    let swaps = most_of_meadows(rules, |meadow| if let Meadow::Swap { times } = meadow { times } else { 0 });
    [
        Feature::flags(
            "phase",
            &[PHASES],
            "colors, the start player, draft tiles, buildings, tiles are dealt; a player drafts, places a pioneer, returns \
             resources, swaps tiles; over",
        ),
        Feature::flags("stage", &[STAGES], "what the phase belongs to: the draft, a round, its clean-up"),
        Feature::flags(
            "to_act",
            &[players],
            "who decides or is dealt a color, from the own seat on clockwise; none at other deals and at the end",
        ),
        Feature::flags("first_player", &[players], "who began, from the own seat on clockwise; none before the draw"),
        Feature::flags(
            "start_figure",
            &[players],
            "who holds the start player figure, from the own seat on clockwise; none before the draw",
        ),
        Feature::counts("round", &[1], usize::from(LAST_ROUND), "the round, from 1; 0 in set-up and draft"),
        Feature::flags("last_round", &[1], "whether this round is the last"),
        Feature::counts("due_swaps", &[1], swaps, "swaps that a meadow still grants the player to act"),
        Feature::counts(
            "clean_up",
            &[2],
            SPACES,
            "how far the income has come: players who are done, from the holder of the start figure on, and river spaces \
             of the next one that are done",
        ),
    ]
}

/// What lies on the islands and in the stacks.
fn island_features(rules: &RiverRules, players: usize) -> [Feature; 11] {
    let (table, tiles, buildings) = (rules.table(players), rules.tiles.len(), rules.buildings.len());
    let most_tiles = most(rules.tiles.iter().map(|tile| tile.count));
    [
        Feature::counts(
            "due_take",
            &[RESOURCES],
            most_of_meadows(rules, |meadow| if let Meadow::Take { amount, .. } = meadow { amount } else { 0 }),
            "what a meadow will give the player to act once all fits: wood, clay, stone, food",
        ),
        Feature::counts("supply", &[RESOURCES], most_held(table), "wood, clay, stone, food on the islands"),
        Feature::counts(
            "first_bonus",
            &[RESOURCES],
            most(table.first_pioneer_bonus.to_bytes()),
            "what the first pioneer of the round on each island takes besides: wood, clay, stone, food",
        ),
        Feature::counts(
            "pioneers_on",
            &[ActionSpace::COUNT],
            players * most_pioneers(rules),
            "pioneers of all players on wood, clay, stone, food, claim, build, reserve, swap, start",
        ),
        Feature::flags(
            "tile_display",
            &[tile_slots(table), tiles],
            "the tile in each slot of the display (of the draft, before round 1), by kind in the order of the tables",
        ),
        Feature::flags(
            "building_display",
            &[usize::from(table.building_slots), buildings],
            "the building in each slot of the display, in the order of the tables",
        ),
        Feature::counts("tiles_left", &[tiles], most_tiles, "undealt tiles by kind"),
        Feature::counts("tiles_discarded", &[tiles], most_tiles, "discarded tiles by kind: the next stack"),
        Feature::flags("buildings_left", &[buildings], "whether each building is undealt"),
        Feature::counts("tokens_left", &[1], table.tokens.len(), "bonus tokens that are left"),
        Feature::counts(
            "next_token",
            &[1],
            most(table.tokens.iter().copied()),
            "the points of the next bonus token; 0 without one",
        ),
    ]
}

/// What each player has.
fn player_features(rules: &RiverRules, players: usize) -> [Feature; 12] {
    let (table, tiles, buildings) = (rules.table(players), rules.tiles.len(), rules.buildings.len());
    let pioneers = most_pioneers(rules);
    let framed = rules.framed.iter().filter(|framed| **framed).count();
    [
        Feature::flags(
            "color",
            &[players, COLORS],
            "the river board by player: black, blue, green, yellow; none before it is dealt",
        ),
        Feature::counts("boat", &[players], pioneers, "pioneers on the boat by player"),
        Feature::counts(
            "pioneers",
            &[players],
            pioneers,
            "pioneers in the game by player, neither settled nor on a bonus slot",
        ),
        Feature::counts("settling", &[players], framed, "framed spaces covered in this round by player"),
        Feature::counts(
            "sent",
            &[players, ActionSpace::COUNT],
            pioneers,
            "pioneers on wood, clay, stone, food, claim, build, reserve, swap, start, by player",
        ),
        Feature::counts("holds", &[players, RESOURCES], most_held(table), "wood, clay, stone, food by player"),
        Feature::counts(
            "produces",
            &[players, PRODUCED],
            most_symbols(rules),
            "visible production symbols of wood, clay, stone by player",
        ),
        Feature::counts("barns", &[players], most_symbols(rules), "visible barns by player"),
        Feature::flags("tiles", &[players, SPACES, tiles], "the tile on each river space by player, by kind"),
        Feature::flags("built", &[players, buildings], "the buildings that each player has built"),
        Feature::flags(
            "reserved",
            &[players, RESERVED, buildings],
            "the reserved buildings by player, in the order of reserving",
        ),
        Feature::counts("tokens", &[players], usize::from(table.bonus_slots), "bonus tokens by player"),
    ]
}

/// The score parts as the position stands.
fn point_features(rules: &RiverRules, players: usize) -> [Feature; 5] {
    let table = rules.table(players);
    let buildings = rules.buildings.iter().map(|building| usize::from(building.points)).sum();
    let tokens = table.tokens.iter().map(|&points| usize::from(points)).sum();
    let columns = rules.columns.len() * usize::from(WHOLE_COLUMN);
    let resources = usize::from(table.supply.total() / RESOURCES_PER_POINT);
    [
        Feature::counts("points_buildings", &[players], buildings, "points of buildings by player"),
        Feature::counts("points_bonus_tokens", &[players], tokens, "points of bonus tokens by player"),
        Feature::counts(
            "points_resources",
            &[players],
            resources,
            "points of resources by player, as the position stands",
        ),
        Feature::counts("points_columns", &[players], columns, "points of columns by player"),
        Feature::new(
            "points_meadows",
            &[players],
            meadow_bounds(rules, table),
            "points of meadows by player, as the position stands",
        ),
    ]
}

/// Each of twelve tiles brings as little and as much as any tile can.
fn meadow_bounds(rules: &RiverRules, table: &Table) -> [f32; 2] {
    let points = |tile: &Tile| {
        let counted = match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => 0,
            Some(Meadow::Income { points, .. }) => return i32::from(tile.points) + i32::from(points),
            Some(Meadow::PerTerrain(_)) => SPACES,
            Some(Meadow::PerProduction { most, .. }) => usize::from(most),
            Some(Meadow::PerPioneer) => most_pioneers(rules),
            Some(Meadow::PerBonusToken) => usize::from(table.bonus_slots),
        };
        i32::from(tile.points) + i32::from(tile.each) * counted as i32
    };
    let least = rules.tiles.iter().map(|tile| i32::from(tile.points)).min().unwrap_or(0).min(0);
    let most = rules.tiles.iter().map(points).max().unwrap_or(0).max(0);
    [least, most].map(|each| (each * SPACES as i32) as f32)
}

fn most(numbers: impl IntoIterator<Item = u8>) -> usize {
    usize::from(numbers.into_iter().max().unwrap_or(0))
}

fn most_of_meadows(rules: &RiverRules, number: impl Fn(Meadow) -> u8) -> usize {
    most(rules.tiles.iter().filter_map(|tile| tile.meadow).map(number))
}

/// The most of one resource: all that the islands hold at the start, as resources only move to and fro.
fn most_held(table: &Table) -> usize {
    most(table.supply.to_bytes())
}

/// Those on the boat, and one that comes with a bonus token.
fn most_pioneers(rules: &RiverRules) -> usize {
    usize::from(rules.on_boat) + 1
}

/// The most symbols of one kind: each space shows what is printed, one at most, or what its tile shows.
fn most_symbols(rules: &RiverRules) -> usize {
    let kinds = |symbols: Symbols| {
        let [wood, clay, stone] = Resource::PRODUCED.map(|resource| symbols.production(resource));
        [wood, clay, stone, symbols.barns()]
    };
    SPACES * most(rules.tiles.iter().flat_map(|tile| kinds(tile.symbols))).max(1)
}

fn tile_slots(table: &Table) -> usize {
    usize::from(table.tile_slots.max(table.draft_slots))
}

impl TheRiver {
    fn observe_table(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let is_drawn = !matches!(self.phase, Phase::DealColors | Phase::DealStart);
        let acts = self.turn().player().is_some() || self.phase == Phase::DealColors;
        writer.one_hot(PHASES, Some(self.phase as usize));
        writer.one_hot(STAGES, Some(self.stage as usize));
        writer.seat(acts.then_some(self.current), seat, players);
        writer.seat(is_drawn.then_some(self.first_player), seat, players);
        writer.seat(is_drawn.then_some(self.start_figure), seat, players);
        writer.number(self.round);
        writer.flag(self.end_triggered);
        writer.number(if let Some(Due::Swaps(times)) = self.due { times } else { 0 });
        writer.number(self.clean_up.players_done);
        writer.number(self.clean_up.spaces_done);
    }

    fn observe_islands(&self, writer: &mut ObservationWriter) {
        let (rules, table) = (self.rules.all, self.rules.table);
        let due = match self.due {
            Some(Due::Take(resource, amount)) => Bundle::of(resource, amount),
            _ => Bundle::NONE,
        };
        for bundle in [due, self.supply, self.first_bonus] {
            writer.bytes(bundle.to_bytes());
        }
        writer.bytes(self.pioneers_on);
        let (kinds, buildings) = (rules.tiles.len(), rules.buildings.len());
        let tiles = set_bits(self.tile_display.filled()).map(Slot);
        writer.set(
            tile_slots(table) * kinds,
            tiles.map(|slot| slot.index() * kinds + self.tile_display.at(slot).index()),
        );
        let displayed = set_bits(self.building_display.filled()).map(Slot);
        writer.set(
            usize::from(table.building_slots) * buildings,
            displayed.map(|slot| slot.index() * buildings + self.building_display.at(slot).index()),
        );
        for stack in [&self.tile_stack, &self.discarded_tiles] {
            writer.counts(rules.tiles.len(), rules.tile_pieces.counts(stack));
        }
        // There is one piece of each building.
        let [buildings_left] = self.building_stack.words();
        writer.bits(rules.buildings.len(), buildings_left);
        writer.count(self.tokens_left().len());
        writer.number(self.tokens_left().first().copied().unwrap_or(0));
    }

    fn observe_players(&self, seat: Seat, writer: &mut ObservationWriter) {
        let rules = self.rules.all;
        let mut seated = [&self.players[seat]; PLAYERS];
        for (player, seat) in seated.iter_mut().zip(seat.clockwise(self.n_players())) {
            *player = &self.players[seat];
            let is_dealt = self.phase != Phase::DealColors || seat < self.current;
            writer.one_hot(COLORS, is_dealt.then_some(player.color as usize));
        }
        let players = || seated.iter().copied().take(self.n_players());
        players().for_each(|player| writer.number(player.boat));
        players().for_each(|player| writer.number(player.pioneers));
        players().for_each(|player| writer.number(player.settling));
        players().for_each(|player| writer.bytes(player.pioneers_on));
        players().for_each(|player| writer.bytes(player.held.to_bytes()));
        for player in players() {
            let [wood, clay, stone, _] = player.symbols.produced().to_bytes();
            writer.bytes::<PRODUCED>([wood, clay, stone]);
        }
        players().for_each(|player| writer.number(player.symbols.barns()));
        for player in players() {
            let kinds = rules.tiles.len();
            writer.set(
                SPACES * kinds,
                player.tiles().iter().enumerate().map(|(space, kind)| space * kinds + kind.index()),
            );
        }
        players().for_each(|player| writer.bits(rules.buildings.len(), player.built));
        for player in players() {
            let buildings = rules.buildings.len();
            let reserved = player.reserved().iter().enumerate();
            writer.set(RESERVED * buildings, reserved.map(|(idx, id)| idx * buildings + id.index()));
        }
        players().for_each(|player| writer.number(player.tokens));
    }

    fn observe_points(&self, seat: Seat, writer: &mut ObservationWriter) {
        let players = self.n_players();
        let points = writer.zeros(Part::NAMES.len() * players);
        for (place, seat) in seat.clockwise(players).enumerate() {
            for (part, number) in self.score_parts(seat).into_iter().take(Part::NAMES.len()).enumerate() {
                points[part * players + place] = number as f32;
            }
        }
    }
}

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
