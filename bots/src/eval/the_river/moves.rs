//! What learned policies of The River look at of each move.

use riverlab_engine::games::the_river::{
    ActionSpace, BuildFrom, Bundle, Meadow, Move, Resource, RiverSpace, Slot, Symbols, TheRiver, Tile, TileKind,
};
use riverlab_engine::{Game, Turn};

use super::board::{Claims, Made};
use super::position::{Position, resource_kinds};
use super::targets::Reach;
use crate::eval::features::{FeatureSink, MoveSink, features};

features! {
    Points: "points", "points", "points that the move brings for sure: buildings, bonus tokens, columns, meadows";
    Gain: "gain", "resources", "resources that are taken and fit in the barns";
    Overflow: "overflow", "resources", "resources that have to be returned after the move";
    Kinds: "kinds", "resources", "change of the number of kinds of resources that are held";
    Near: "build.near", "points", "change of the most that a building is worth, a quarter less for each resource that is missing";
    Pays: "build.pays", "points", "change of the most that a building is worth that can be paid";
    PaysNow: "build.pays_now", "points", "the same where a pioneer is left on the boat to build it in this round";
    Ends: "end", "moves", "whether the move triggers the end of the game";
    EndsLead: "end.lead", "10 points", "how far the player leads after the move that triggers the end, from -3 to 3";

    Claim: "claim", "moves", "whether a tile is claimed or drafted";
    ClaimRest: "claim.rest", "pioneers", "for a claim, the pioneers that are left on the boat";
    ClaimOthers: "claim.others", "pioneers", "for a claim, the pioneers that the others have on their boats, on average";
    ClaimDenies: "claim.denies", "points", "points of columns and meadows that the tile would bring to another who has a pioneer on the boat";
    MakesFirst: "claim.makes_first", "symbols", "resources that get their first production symbol, less those that lose it";
    MakesSecond: "claim.makes_second", "symbols", "resources that get their second production symbol, less those that lose it";
    MakesMore: "claim.makes_more", "symbols", "change of the further production symbols";
    MakesShort: "claim.makes_short", "symbols", "change of the production symbols, times what a building lacks of the resource on average";
    Barns: "claim.barns", "barns", "change of the number of barns";
    BarnsFull: "claim.barns_full", "barns", "the same, times the share of the barns that is full";
    ColumnUpper: "claim.column_upper", "columns", "whether the tile is the second of a column and matches the first";
    ColumnWhole: "claim.column_whole", "columns", "whether the tile makes a column whole";
    ColumnSpoiled: "claim.column_spoiled", "columns", "whether the tile does not match its column, whose tiles matched so far";
    Framed: "claim.framed", "pioneers", "whether a pioneer settles";
    FramedShare: "claim.framed_share", "pioneers", "the share of the player's pioneers that settles";
    MeadowIncome: "claim.income", "tiles", "whether the tile is an income meadow";
    MeadowSwaps: "claim.swaps", "tiles", "whether the tile is a meadow that swaps tiles";
    MeadowCounts: "claim.counts", "tiles", "whether the tile is a meadow that counts what may still grow";

    Produce: "produce", "moves", "whether wood, clay or stone is produced";
    ProduceRest: "produce.rest", "pioneers", "for producing, the pioneers that are left on the boat";
    ProduceContested: "produce.contested", "resources", "resources that fit, where the island has room for one pioneer only and another player could come";
    ProduceDenies: "produce.denies", "resources", "the most that another with a pioneer on the boat can produce less of it in this round";
    Food: "food", "moves", "whether one food, or another resource for it, is taken";
    FoodRest: "food.rest", "pioneers", "for taking food, the pioneers that are left on the boat";
    FoodHeld: "food.held", "resources", "for taking food, the food that the player has";
    Trade: "trade", "moves", "whether three resources are traded for one food";
    TradeMade: "trade.made", "symbols", "production symbols of the resources that are handed in, each up to two, on average";

    Reserve: "reserve", "moves", "whether a building is reserved";
    ReserveOthers: "reserve.others", "pioneers", "for reserving, the pioneers that the others have on their boats, on average";
    ReservePoints: "reserve.points", "points", "points of the building that is reserved";
    ReserveMissing: "reserve.missing", "resources", "what is missing to pay it after the discount";
    ReservePays: "reserve.pays", "points", "points of the building that is reserved, if it can be paid after the discount";
    ReserveSecond: "reserve.second", "buildings", "whether the player has a reserved building already";
    DeniesBuilding: "denies_building", "points", "points of the building that leaves the display, if another player can pay it";

    Build: "build", "moves", "whether a building is built";
    BuildRest: "build.rest", "pioneers", "for building, the pioneers that are left on the boat";
    BuildOthers: "build.others", "pioneers", "for building, the pioneers that the others have on their boats, on average";
    BuildToken: "build.token", "points", "the bonus token that comes with the building";
    BuildFifth: "build.fifth", "pioneers", "whether the bonus token brings the fifth pioneer";
    BuildReserved: "build.reserved", "buildings", "whether a reserved building is built";
    BuildFood: "build.food", "resources", "food that is paid";
    BuildWaste: "build.waste", "resources", "food that is paid although the player has what it replaces";
    BuildNext: "build.next", "points", "the most that another building is worth after that, a quarter less for each resource that is missing";
    BuildBelow: "build.below", "points", "how much less the building is worth than the best that can be paid";

    Start: "start", "moves", "whether the start player figure is taken";
    StartRest: "start.rest", "pioneers", "for taking it, the pioneers that are left on the boat";
    StartOthers: "start.others", "pioneers", "for taking it, the pioneers that the others have on their boats, on average";
    StartPlaces: "start.places", "players", "the share of the others who come before the player as the figure stands";
    Swap: "swap", "moves", "whether a pioneer swaps two tiles";
    SwapOfMeadow: "swap.meadow", "moves", "whether two tiles are swapped by a meadow";
    SwapGains: "swap.gains", "moves", "whether a swap brings points";
    SwapBegun: "swap.begun", "columns", "change of the columns whose upper two tiles match, without a third, by a swap";

    ReturnFood: "return.food", "moves", "whether food is returned";
    ReturnHeld: "return.held", "resources", "how many resources of the kind the player has that is returned";
    ReturnMade: "return.made", "symbols", "production symbols of the resource that is returned, up to two";
}

/// Tells the features of each of these moves of the player to act.
pub(super) fn tell(state: &TheRiver, moves: &[Move], sink: &mut impl MoveSink<Index>) {
    let Turn::Player(seat) = state.turn() else { return };
    let position = Position::of(state, seat);
    // Most swaps of a position are alike, and stand together.
    let mut last_swap = None;
    for &mv in moves {
        if let Move::Swap(lower, upper) = mv {
            let changed = position.board().swapped(lower, upper);
            if last_swap == Some(changed) {
                sink.repeat();
            } else {
                sink.take(|row| position.swap(changed, row));
                last_swap = Some(changed);
            }
        } else {
            last_swap = None;
            sink.take(|row| position.tell_move(mv, row));
        }
    }
}

impl Position<'_> {
    #[inline]
    fn tell_move(&self, mv: Move, row: &mut impl FeatureSink<Index>) {
        match mv {
            Move::Draft(slot) | Move::Claim(slot) => self.claim(slot, row),
            Move::Produce(resource) => self.produce(resource, row),
            Move::Food(instead) => self.take_food(instead.unwrap_or(Resource::Food), row),
            Move::Trade(bundle) => self.trade(bundle, row),
            Move::Reserve(slot) => self.reserve(slot, row),
            Move::Build { from, payment } => self.build(from, payment, row),
            Move::Start => self.take_start_figure(row),
            Move::Return(resource) => self.put_back(resource, row),
            // The moves that are legal beside `idle` and `keep` differ from these zeros by `trade` and `swap.meadow`.
            Move::Idle | Move::Keep => {}
            Move::Swap(lower, upper) => self.swap(self.board().swapped(lower, upper), row),
            mv => debug_assert!(false, "{mv:?} is a move of chance"),
        }
    }

    fn claim(&self, slot: Slot, row: &mut impl FeatureSink<Index>) {
        let (Some(kind), Some(claims)) = (self.state.displayed_tile(slot), self.claims()) else {
            return self.claim_at_all(row);
        };
        let (tile, next) = (&self.state.rules().tiles[kind.index()], &claims.next);
        let before = self.player.symbols();
        let after = before.covered_by(next.printed, tile.symbols);
        let settled = i32::from(claims.settled);

        let (points, completes) = (next.wanted.points(tile.terrains), next.wanted.completes(tile.terrains));
        let pioneers = claims.staying - claims.settled;
        let meadows = self.board().meadow_points(tile, [before, after], pioneers, self.player.tokens());
        let brings = i32::from(points) + meadows - settled * i32::from(self.player.meadows().per_pioneer());
        row.set_count(Index::Points, brings);
        let taken = match tile.meadow {
            Some(Meadow::Take { resource, amount }) => {
                Bundle::of(resource, amount.min(self.state.supply().get(resource)))
            }
            _ => Bundle::NONE,
        };
        self.take(taken, after.barns(), row);
        if self.player.tiles().len() + 1 == RiverSpace::COUNT {
            self.end(brings as f32, row);
        }
        self.claim_at_all(row);
        row.set(Index::ClaimDenies, self.claim_denies(claims, tile, kind));
        self.claim_symbols(claims, after, row);
        row.set_flag(Index::ColumnUpper, points > 0 && !completes);
        row.set_flag(Index::ColumnWhole, completes);
        row.set_flag(Index::ColumnSpoiled, next.spoils(tile.terrains));
        if next.is_framed {
            row.set_flag(Index::Framed, true);
            row.set(Index::FramedShare, settled as f32 / f32::from(claims.staying.max(1)));
        }
        match tile.meadow {
            None | Some(Meadow::Take { .. }) => {}
            Some(Meadow::Income { .. }) => row.set_flag(Index::MeadowIncome, true),
            Some(Meadow::Swap { .. }) => row.set_flag(Index::MeadowSwaps, true),
            _ => row.set_flag(Index::MeadowCounts, true),
        }
    }

    /// What holds for any claim.
    #[inline]
    fn claim_at_all(&self, row: &mut impl FeatureSink<Index>) {
        row.set_flag(Index::Claim, true);
        row.set(Index::ClaimRest, f32::from(self.rest));
        row.set(Index::ClaimOthers, self.others);
    }

    /// What the tile would bring to another who can still claim in this round.
    fn claim_denies(&self, claims: &Claims<'_>, tile: &Tile, kind: TileKind) -> f32 {
        let mut most = 0;
        for (wanted, rival) in claims.rivals.iter().flatten() {
            let meadow = if tile.meadow.is_some() { self.state.meadow_points(rival, kind) } else { 0 };
            most = most.max(i32::from(wanted.points(tile.terrains)) + meadow);
        }
        most as f32
    }

    fn claim_symbols(&self, claims: &Claims<'_>, after: Symbols, row: &mut impl FeatureSink<Index>) {
        let (before, after_barns) = (&claims.made, after.barns());
        let after = Made::of(after);
        row.set_count(Index::MakesFirst, after.first - before.first);
        row.set_count(Index::MakesSecond, after.second - before.second);
        row.set_count(Index::MakesMore, after.more - before.more);
        let mut short = 0.0;
        for (resource, shortage) in Resource::PRODUCED.into_iter().zip(self.targets().shortage) {
            short += f32::from(i16::from(after.all.get(resource)) - i16::from(before.all.get(resource))) * shortage;
        }
        row.set(Index::MakesShort, short);
        let barns = f32::from(after_barns) - f32::from(self.player.symbols().barns());
        row.set(Index::Barns, barns);
        row.set(Index::BarnsFull, barns * claims.full);
    }

    /// What is taken comes into so many barns.
    fn take(&self, taken: Bundle, barns: u8, row: &mut impl FeatureSink<Index>) {
        let held = self.player.held();
        let after = held + taken;
        row.set(Index::Gain, f32::from(taken.total().min(barns.saturating_sub(held.total()))));
        row.set(Index::Overflow, f32::from(after.total().saturating_sub(barns)));
        if taken != Bundle::NONE {
            self.hold(after, self.rest, row);
        }
    }

    /// What is held after the move, with so many pioneers on the boat.
    fn hold(&self, after: Bundle, boat: u8, row: &mut impl FeatureSink<Index>) {
        row.set_count(Index::Kinds, resource_kinds(after) - resource_kinds(self.player.held()));
        self.reach(self.targets().reach(after, None), boat, row);
    }

    /// How far the player is with buildings after the move.
    fn reach(&self, after: Reach, boat: u8, row: &mut impl FeatureSink<Index>) {
        let now = self.targets().now;
        row.set(Index::Near, after.near - now.near);
        row.set(Index::Pays, after.payable - now.payable);
        row.set(Index::PaysNow, if boat > 0 { after.payable - now.payable } else { 0.0 });
    }

    /// The move triggers the end, unless it is triggered already, and brings so many points.
    fn end(&self, points: f32, row: &mut impl FeatureSink<Index>) {
        if !self.state.end_triggered() {
            row.set_flag(Index::Ends, true);
            row.set(Index::EndsLead, ((self.lead() + points) / 10.0).clamp(-3.0, 3.0));
        }
    }

    fn produce(&self, resource: Resource, row: &mut impl FeatureSink<Index>) {
        let taken = self.state.yield_of(resource);
        self.take(Bundle::of(resource, taken), self.player.symbols().barns(), row);
        row.set_flag(Index::Produce, true);
        row.set(Index::ProduceRest, f32::from(self.rest));

        let is_last = self.state.room(ActionSpace::of(resource)) <= 1;
        let supply = self.state.supply().get(resource);
        let left = if is_last { 0 } else { supply.saturating_sub(taken) };
        let made = self.rivals().filter(|(_, rival)| rival.boat() > 0);
        let most = made.map(|(_, rival)| rival.symbols().production(resource)).max().unwrap_or(0);
        if is_last && most > 0 {
            let free = self.player.symbols().barns().saturating_sub(self.player.held().total());
            row.set(Index::ProduceContested, f32::from(taken.min(free)));
        }
        row.set(Index::ProduceDenies, f32::from(most.min(supply) - most.min(left)));
    }

    fn take_food(&self, taken: Resource, row: &mut impl FeatureSink<Index>) {
        self.take(Bundle::of(taken, 1), self.player.symbols().barns(), row);
        row.set_flag(Index::Food, true);
        row.set(Index::FoodRest, f32::from(self.rest));
        row.set(Index::FoodHeld, f32::from(self.player.held().get(Resource::Food)));
    }

    fn trade(&self, bundle: Bundle, row: &mut impl FeatureSink<Index>) {
        self.hold(self.player.held() - bundle + Bundle::of(Resource::Food, 1), self.player.boat(), row);
        row.set_flag(Index::Trade, true);
        let made = |resource| f32::from(bundle.get(resource) * self.symbols(resource));
        let made: f32 = Resource::PRODUCED.into_iter().map(made).sum();
        row.set(Index::TradeMade, made / f32::from(bundle.total().max(1)));
    }

    fn reserve(&self, slot: Slot, row: &mut impl FeatureSink<Index>) {
        let place = self.targets().place(BuildFrom::Display(slot));
        let target = self.targets().at(place).reserved();
        let missing = target.missing(self.player.held());
        self.reach(self.targets().now.max(target.reach(missing)), self.rest, row);
        row.set_flag(Index::Reserve, true);
        row.set(Index::ReserveOthers, self.others);
        row.set(Index::ReservePoints, target.points);
        row.set(Index::ReserveMissing, f32::from(missing));
        row.set(Index::ReservePays, if missing == 0 { target.points } else { 0.0 });
        row.set_flag(Index::ReserveSecond, !self.player.reserved().is_empty());
        row.set(Index::DeniesBuilding, self.denied_points(place));
    }

    fn build(&self, from: BuildFrom, payment: Bundle, row: &mut impl FeatureSink<Index>) {
        let (targets, held, token) = (self.targets(), self.player.held(), self.next_token());
        let place = targets.place(from);
        let target = targets.at(place);
        let tokens = self.player.tokens() + u8::from(token.is_some());
        let brings_pioneer = token.is_some() && tokens == self.state.rules().with_bonus_token;
        let per_pioneer = if brings_pioneer { f32::from(self.player.meadows().per_pioneer()) } else { 0.0 };
        let points = target.worth + per_pioneer;
        row.set(Index::Points, points);
        row.set_count(Index::Kinds, resource_kinds(held - payment) - resource_kinds(held));
        if token.is_some() && tokens == self.state.table().bonus_slots {
            self.end(points, row);
        }
        if let BuildFrom::Display(_) = from {
            row.set(Index::DeniesBuilding, self.denied_points(place));
        }
        row.set_flag(Index::Build, true);
        row.set(Index::BuildRest, f32::from(self.rest));
        row.set(Index::BuildOthers, self.others);
        row.set(Index::BuildToken, token.unwrap_or(0.0));
        row.set_flag(Index::BuildFifth, brings_pioneer);
        row.set_flag(Index::BuildReserved, matches!(from, BuildFrom::Reserved(_)));
        let food = payment.get(Resource::Food);
        row.set(Index::BuildFood, f32::from(food));
        row.set(Index::BuildWaste, f32::from(food.saturating_sub(target.missing_without_food(held))));
        row.set(Index::BuildNext, targets.reach(held - payment, Some(place)).near);
        row.set(Index::BuildBelow, targets.now.payable - target.worth);
    }

    fn take_start_figure(&self, row: &mut impl FeatureSink<Index>) {
        row.set_flag(Index::Start, true);
        row.set(Index::StartRest, f32::from(self.rest));
        row.set(Index::StartOthers, self.others);
        let players = self.state.n_players();
        let places = (players + self.seat.index() - self.state.start_figure().index()) % players;
        row.set(Index::StartPlaces, places as f32 / (players - 1) as f32);
    }

    /// A swap that changes the points and the [begun](Column::is_begun) columns so.
    fn swap(&self, (points, begun): (i32, i32), row: &mut impl FeatureSink<Index>) {
        row.set_count(Index::Points, points);
        row.set_flag(if self.meadow_swaps { Index::SwapOfMeadow } else { Index::Swap }, true);
        row.set_flag(Index::SwapGains, points > 0);
        row.set_count(Index::SwapBegun, begun);
    }

    fn put_back(&self, resource: Resource, row: &mut impl FeatureSink<Index>) {
        let held = self.player.held();
        self.hold(held - Bundle::of(resource, 1), self.player.boat(), row);
        row.set_flag(Index::ReturnFood, resource == Resource::Food);
        row.set(Index::ReturnHeld, f32::from(held.get(resource)));
        row.set(Index::ReturnMade, f32::from(self.symbols(resource)));
    }
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
