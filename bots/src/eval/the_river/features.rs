//! What learned values of The River look at of each player.

use riverlab_engine::games::the_river::{
    Column, Part, Player, Resource, RiverSpace, Slot, Terrains, TheRiver, TileKind,
};
use riverlab_engine::{Game, Seat, Turn};

use super::targets::{DISCOUNT, MAX_SLOTS, Reach, Target, next_token};
use super::value::{share_left, sure_points};
use crate::eval::features::{FeatureRow, FeatureSink, FeatureTable, features};

features! {
    Points: "points", "points", "points that are sure: buildings, bonus tokens, columns, meadows";
    ColumnPoints: "points.columns", "points", "those of columns, which swaps may still change";
    MeadowPoints: "points.meadows", "points", "those of meadows";
    TokenPoints: "points.tokens", "points", "those of bonus tokens";
    Wood: "held.wood", "resources", "wood in the barns";
    Clay: "held.clay", "resources", "clay in the barns";
    Stone: "held.stone", "resources", "stone in the barns";
    Food: "held.food", "resources", "food in the barns";
    BeyondEight: "held.beyond_8", "resources", "what is held beyond eight resources";
    MakesWood: "makes.wood", "symbols", "production symbols of wood, up to two";
    MakesClay: "makes.clay", "symbols", "production symbols of clay, up to two";
    MakesStone: "makes.stone", "symbols", "production symbols of stone, up to two";
    MakesMore: "makes.more", "symbols", "further production symbols, up to two of each resource";
    MakesKinds: "makes.kinds", "resources", "how many of wood, clay and stone have a production symbol";
    Barns: "barns", "barns", "barns";
    FreeBarns: "barns.free", "barns", "empty barns, up to four";
    Pioneers: "pioneers", "pioneers", "pioneers that will be in the game in the next round";
    Boat: "pioneers.boat", "pioneers", "pioneers on the boat: placements left in this round";
    FramedNext: "river.framed_next", "spaces", "whether the next space of the river is framed, so that its tile settles a pioneer";
    Tiles: "river.tiles", "tiles", "tiles on the river";
    TilesSquared: "river.tiles_squared", "tiles", "the square of their number, divided by the number of spaces";
    ColumnsBegun: "columns.begun", "columns", "columns whose upper two tiles match, without a third";
    ColumnsLone: "columns.lone", "columns", "columns with a top tile alone";
    TileFits: "display.tile_fits", "points", "what the best tile of the display adds to its column at once";
    TileMakes: "display.tile_makes", "symbols", "the most production symbols on a tile of the display that are of a resource with fewer than two";
    TileMeadow: "display.meadow", "points", "what the best meadow of the display counts at once";
    Reserved: "reserved", "buildings", "reserved buildings";
    ReservedPoints: "reserved.points", "points", "their points";
    ReservedMissing: "reserved.missing", "resources", "what is missing to pay them, one after the other";
    PayableBest: "build.best", "points", "points of the best building that can be paid";
    PayableCount: "build.count", "buildings", "how many buildings can be paid";
    NearBest: "build.near", "points", "the most points of a building, a quarter less for each resource that is missing";
    Start: "start_figure", "players", "whether the player holds the start player figure";
    ToAct: "to_act", "players", "whether it is the player's turn";
    NextToken: "token.next", "points", "the next bonus token, where a slot is free";
    Tokens: "tokens", "tokens", "bonus tokens";
    FifthPioneer: "tokens.second_next", "tokens", "whether the next bonus token brings the fifth pioneer";
    Incomes: "meadows.income", "tiles", "income meadows";
    CountingMeadows: "meadows.counting", "tiles", "meadows that count what may still grow";
    Hurry: "end.own", "games", "how far the player is to the end of the game, squared";
}

/// A row of features as it is written.
type Row<'a> = FeatureRow<'a, Index>;

/// Writes the features of all players.
pub(super) fn write(state: &TheRiver, table: &mut FeatureTable) {
    table.left = share_left(state) as f32;
    for seat in Seat::all(state.n_players()) {
        write_player(state, seat, &mut table.new_row(seat));
    }
}

fn write_player(state: &TheRiver, seat: Seat, row: &mut Row<'_>) {
    let player = state.player(seat);
    let parts = state.score_parts(seat);
    row.set(Index::Points, sure_points(state, player) as f32);
    row.set(Index::ColumnPoints, parts[Part::Columns as usize] as f32);
    row.set(Index::MeadowPoints, parts[Part::Meadows as usize] as f32);
    row.set(Index::TokenPoints, parts[Part::BonusTokens as usize] as f32);

    let held = player.held();
    let count = |resource| f32::from(held.get(resource));
    row.set(Index::Wood, count(Resource::Wood));
    row.set(Index::Clay, count(Resource::Clay));
    row.set(Index::Stone, count(Resource::Stone));
    row.set(Index::Food, count(Resource::Food));
    row.set(Index::BeyondEight, f32::from(held.total().saturating_sub(8)));

    let made = Resource::PRODUCED.map(|resource| player.symbols().production(resource));
    row.set(Index::MakesWood, f32::from(made[0].min(2)));
    row.set(Index::MakesClay, f32::from(made[1].min(2)));
    row.set(Index::MakesStone, f32::from(made[2].min(2)));
    row.set(Index::MakesMore, made.iter().map(|&symbols| f32::from(symbols.saturating_sub(2).min(2))).sum());
    row.set(Index::MakesKinds, made.iter().filter(|&&symbols| symbols > 0).count() as f32);
    let barns = player.symbols().barns();
    row.set(Index::Barns, f32::from(barns.min(10)));
    row.set(Index::FreeBarns, f32::from(barns.saturating_sub(held.total()).min(4)));

    row.set(Index::Pioneers, f32::from(player.pioneers().saturating_sub(player.settling())));
    row.set(Index::Boat, f32::from(player.boat()));
    let (tiles, spaces) = (player.tiles().len(), RiverSpace::COUNT);
    row.set_flag(Index::FramedNext, tiles < spaces && state.rules().framed[tiles]);
    row.set(Index::Tiles, tiles as f32);
    row.set(Index::TilesSquared, (tiles * tiles) as f32 / spaces as f32);
    row.set(Index::ColumnsBegun, f32::from(player.columns().begun()));
    row.set(Index::ColumnsLone, f32::from(player.columns().lone()));
    if tiles < spaces {
        let offer = Offer::of(state, player, wanted(state, player), made);
        row.set(Index::TileFits, offer.fits);
        row.set(Index::TileMakes, offer.makes);
        row.set(Index::TileMeadow, offer.meadow);
    }

    let buildings = Buildings::of(state, player);
    row.set(Index::Reserved, player.reserved().len() as f32);
    row.set(Index::ReservedPoints, buildings.reserved_points);
    row.set(Index::ReservedMissing, buildings.reserved_missing);
    row.set(Index::PayableBest, buildings.best.payable);
    row.set(Index::PayableCount, buildings.payable);
    row.set(Index::NearBest, buildings.best.near);

    row.set_flag(Index::Start, state.start_figure() == seat);
    row.set_flag(Index::ToAct, state.turn() == Turn::Player(seat));
    row.set(Index::NextToken, next_token(state, player).unwrap_or(0.0));
    row.set(Index::Tokens, f32::from(player.tokens()));
    row.set_flag(Index::FifthPioneer, player.tokens() == 1);
    row.set(Index::Incomes, f32::from(player.incomes()));
    row.set(Index::CountingMeadows, f32::from(player.meadows().counting()));
    let way = (tiles as f32 / spaces as f32).max(f32::from(player.tokens()) / f32::from(state.table().bonus_slots));
    row.set(Index::Hurry, way * way);
}

/// The terrains of which the next tile should have one, and what that brings; none where it begins a column.
fn wanted(state: &TheRiver, player: &Player) -> Option<(Terrains, f32)> {
    let (number, place) = state.rules().place(RiverSpace(player.tiles().len() as u8));
    let column = Column::of(&state.rules().columns[number], player.terrains());
    match place {
        1 if column.is_lone() => Some((column.0[0], 2.0)),
        2 if column.is_begun() => Some((column.upper(), 4.0)),
        _ => None,
    }
}

/// What the tiles of the display would bring.
#[derive(Default)]
struct Offer {
    fits: f32,
    makes: f32,
    meadow: f32,
}

impl Offer {
    fn of(state: &TheRiver, player: &Player, wanted: Option<(Terrains, f32)>, made: [u8; 3]) -> Offer {
        let mut offer = Offer::default();
        let shown = |slot| state.displayed_tile(Slot(slot));
        for kind in (0..MAX_SLOTS.min(state.table().tile_slots)).filter_map(shown) {
            let tile = &state.rules().tiles[kind.index()];
            if let Some((terrains, points)) = wanted
                && !tile.terrains.shared(terrains).is_empty()
            {
                offer.fits = offer.fits.max(points);
            }
            let lacking =
                |(&made, resource): (&u8, Resource)| tile.symbols.production(resource).min(2_u8.saturating_sub(made));
            let makes: u8 = made.iter().zip(Resource::PRODUCED).map(lacking).sum();
            offer.makes = offer.makes.max(f32::from(makes));
            offer.meadow = offer.meadow.max(meadow_points(state, player, kind));
        }
        offer
    }
}

/// What a meadow of the display would count if it were claimed.
fn meadow_points(state: &TheRiver, player: &Player, kind: TileKind) -> f32 {
    if state.rules().tiles[kind.index()].meadow.is_none() { 0.0 } else { state.meadow_points(player, kind) as f32 }
}

/// What a player can build now or soon.
#[derive(Default)]
struct Buildings {
    reserved_points: f32,
    reserved_missing: f32,
    payable: f32,
    best: Reach,
}

impl Buildings {
    fn of(state: &TheRiver, player: &Player) -> Buildings {
        let mut buildings = Buildings::default();
        for &id in player.reserved() {
            let target = Target::of(state, id, DISCOUNT, 0.0);
            let missing = target.missing(player.held());
            buildings.reserved_points += target.points;
            buildings.reserved_missing += f32::from(missing);
            buildings.weigh(&target, missing);
        }
        let shown = |slot| state.displayed_building(Slot(slot));
        for id in (0..MAX_SLOTS.min(state.table().building_slots)).filter_map(shown) {
            let target = Target::of(state, id, 0, 0.0);
            buildings.weigh(&target, target.missing(player.held()));
        }
        buildings
    }

    fn weigh(&mut self, target: &Target, missing: u8) {
        self.payable += f32::from(u8::from(missing == 0));
        self.best = self.best.max(target.reach(missing));
    }
}
