//! What learned values of River Dragons look at of each player.
//!
//! Most come from the same [way](super::way) and the same [account](super::walk) as the hand-made value, and an
//! observer knows as much of the [programs](super::programs). A way is found once for each player. What a player can do
//! to all others alike, such as a dragon that is still in the hand, is looked at only on the side of who can do it.

use riverlab_engine::games::river_dragons::{Card, Place, RiverDragons, SpanSet};
use riverlab_engine::{Game, PerPlayer, Seat, Turn};

use super::ground::Ground;
use super::memory::LazyGround;
use super::programs::{Programs, Rest, remaining};
use super::surroundings::Surroundings;
use super::walk::{ACTION, LACKING, Reserve, longest_of, reserve_of};
use super::way::Way;
use crate::eval::features::{FeatureRow, FeatureSink, FeatureTable, features};

/// What a player needs who has no way to the goal, in fifths of an action: the hand-made value is 0 there.
pub(super) const NO_WAY: i32 = 225;
/// How far behind the leader a player counts as near, in fifths of an action.
const NEAR: i32 = 2 * ACTION as i32;

features! {
    Points: "points", "points", "the score that is sure: 1 where the card that is carried out can bring the pawn to the goal";
    Needs: "needs", "actions", "what the way costs after the rest of the program, as in the hand-made value";
    NeedsLittle: "needs.little", "shares", "1 where nothing more is needed, 1/2 for one action, 1/3 for two, and so on";
    Lead: "race.lead", "actions", "how much less the player needs than any other, if so";
    Behind: "race.behind", "actions", "how much more the player needs than the leader, up to two";
    Rank: "race.rank", "players", "how many of the others need less";
    WaySteps: "way.steps", "steps", "steps of the way, villages included";
    WayPlanks: "way.planks", "planks", "planks that are missing on the way";
    WayStones: "way.stones", "stones", "stones that are missing on the way";
    WayLacking: "way.lacking", "planks", "missing planks that the reserve does not have";
    WayBlocked: "way.blocked", "spans", "spans of the way where no plank can be laid now";
    WayReady: "way.ready", "steps", "steps of the way before the first plank that is missing";
    WayLayable: "way.layable", "planks", "missing planks of the way whose stones lie";
    WayOccupied: "way.occupied", "spans", "whether other pawns stand on the first span of the way, so that no step leads there";
    WayShared: "way.shared", "planks", "missing planks of the way that somebody else's way misses too";
    Distance: "distance", "steps", "steps to the goal if a plank lay on every span";
    Home: "home", "pawns", "whether the pawn stands on its start village, where it cannot fall";
    OneStep: "near.one_step", "pawns", "whether one step leads to the goal";
    TwoSteps: "near.two_steps", "pawns", "whether two steps over a free plank lead to the goal, and one does not";
    Arrives: "arrives", "pawns", "whether the goal is reached in this round, with the rest of the program and the best cards behind it";
    ArrivesEarly: "arrives.early", "positions", "the positions of the round that are left then";
    ArrivesFirst: "arrives.first", "pawns", "whether nobody else arrives before";
    NextHelps: "next.helps", "actions", "how much of the way the next card of the program does";
    ComingStones: "coming.stones", "stones", "stones that the rest of the program lays";
    ComingPlanks: "coming.planks", "planks", "planks that it lays";
    ComingSteps: "coming.steps", "steps", "steps that it goes";
    ComingRemove: "coming.remove", "cards", "whether it has a remove";
    ComingJump: "coming.jump", "cards", "whether it has a jump";
    ComingDragon: "coming.dragon", "cards", "whether it has a dragon";
    Canceled: "canceled.actions", "actions", "actions of the rest of the program that known dragons cancel";
    Threatened: "canceled.positions", "positions", "positions still to come in which known dragons cancel the card";
    FreeStones: "free.stones", "stones", "stones that cards can lay that may still come into the program, up to two for each open position";
    FreePlanks: "free.planks", "planks", "planks that such cards can lay";
    FreeSteps: "free.steps", "steps", "steps that such cards can go";
    FreeDragon: "free.dragon", "cards", "whether a dragon may still come into the program";
    ShortPlanks: "reserve.short", "planks", "planks 1 and 2 in the reserve";
    MiddlePlanks: "reserve.middle", "planks", "planks 3 and 4 in the reserve";
    LongPlanks: "reserve.long", "planks", "planks 5 and 6 in the reserve";
    Exits: "beside.exits", "places", "places that the pawn can step to";
    Forward: "beside.forward", "places", "those that are nearer to the goal";
    Trapped: "beside.trapped", "pawns", "whether a move would make the pawn fall";
    Layable: "beside.layable", "spans", "spans beside the pawn where a plank of the reserve can be laid at once";
    Order: "order", "players", "how many play before in each position of this round";
    OrderNext: "order.next", "players", "whether the player has the start marker in the next round";
    Acts: "acts", "players", "whether the player is carrying out a card";
}

/// A row of features as it is written.
type Row<'a> = FeatureRow<'a, Index>;

/// Fifths of an action as actions.
pub(super) fn actions(fifths: i32) -> f32 {
    fifths as f32 / f32::from(ACTION)
}

/// How many players play before a seat in each position of this round.
pub(super) fn order(state: &RiverDragons, seat: Seat) -> usize {
    seat.steps_after(state.start(), state.n_players())
}

/// The share of the game that is left: what the shortest way costs of what it costs over an empty river. `cost` is what
/// the way of a player costs, in fifths of an action.
pub(super) fn share_left(state: &RiverDragons, cost: impl Fn(Seat) -> i32) -> f32 {
    let share = |seat| {
        let home = Place::village(state.player(seat).color());
        // A step onto each plank and one into the village; all planks but for the last end on a stone.
        let steps = i32::from(state.distance(home, state.goal(seat)));
        cost(seat) as f32 / (i32::from(ACTION) * (3 * steps - 3).max(1)) as f32
    };
    Seat::all(state.n_players()).map(share).fold(1.0, f32::min).max(0.0)
}

/// What is known of a player before the others are looked at.
#[derive(Default)]
struct Prospect {
    /// What the way costs now, in fifths of an action.
    cost: i32,
    /// What it costs after the rest of the program, as in the hand-made value.
    needs: i32,
    /// The position in which the goal is reached, and how many play before in it.
    arrival: Option<(usize, usize)>,
    /// The spans of the way that planks are missing on.
    gaps: SpanSet,
}

/// Writes the features of all players, as an observer knows the programs, or somebody who knows all of them.
pub(super) fn write(state: &RiverDragons, observer: Option<Seat>, table: &mut FeatureTable) {
    let programs = &Programs::of(state, observer);
    let ways = LazyGround::of(state);
    let mut prospects = PerPlayer::from_fn(state.n_players(), |_| Prospect::default());
    for seat in Seat::all(state.n_players()) {
        let (reserve, rest) = (reserve_of(state, seat), remaining(state, seat));
        let own = Own { state, ground: ways.get(), programs, seat, reserve, rest };
        prospects[seat] = ways.with_way(seat, |way| own.write(way, &mut table.new_row(seat)));
    }
    table.left = share_left(state, |seat| prospects[seat].cost);
    let shared = shared(&prospects);
    for seat in Seat::all(state.n_players()) {
        let row = &mut table.open_row(seat);
        write_race(state, &prospects, seat, row);
        row.set(Index::WayShared, prospects[seat].gaps.both(&shared).len() as f32);
    }
}

/// The spans that planks are missing on in more than one way.
fn shared(prospects: &PerPlayer<Prospect>) -> SpanSet {
    let (mut missing, mut shared) = (SpanSet::default(), SpanSet::default());
    for Prospect { gaps, .. } in prospects {
        shared.add(&missing.both(gaps));
        missing.add(gaps);
    }
    shared
}

/// What the others need compared with a player, and who arrives first.
fn write_race(state: &RiverDragons, prospects: &PerPlayer<Prospect>, seat: Seat, row: &mut Row<'_>) {
    let own = &prospects[seat];
    let (mut least, mut rank, mut is_first) = (i32::MAX, 0, true);
    for other in Seat::all(state.n_players()).filter(|&other| other != seat) {
        let other = &prospects[other];
        least = least.min(other.needs);
        rank += i32::from(other.needs < own.needs);
        is_first &= other.arrival.is_none_or(|theirs| own.arrival.is_some_and(|own| own < theirs));
    }
    row.set(Index::Lead, actions((least - own.needs).max(0)));
    row.set(Index::Behind, actions((own.needs - least).clamp(0, NEAR)));
    row.set_count(Index::Rank, rank);
    if let Some(arrival) = own.arrival {
        let left = usize::from(state.rules().program) - 1 - arrival.0;
        row.set_flag(Index::Arrives, true);
        row.set(Index::ArrivesEarly, left as f32);
        row.set_flag(Index::ArrivesFirst, is_first);
    }
}

/// What the way still lacks.
fn write_way(way: &Way, row: &mut Row<'_>) {
    let walk = &way.walk;
    let (planks, stones) = (walk.planks.count_ones(), walk.stones.count_ones());
    let plain = i32::from(ACTION) * (walk.steps + planks + stones) as i32;
    row.set(Index::WaySteps, walk.steps as f32);
    row.set(Index::WayPlanks, planks as f32);
    row.set(Index::WayStones, stones as f32);
    // Spans that are blocked cost as much more as planks that are lacking.
    row.set_count(Index::WayLacking, (way.needs - plain) / i32::from(LACKING) - way.blocked);
    row.set_count(Index::WayBlocked, way.blocked);
    row.set(Index::WayReady, walk.planks.trailing_zeros().min(walk.steps) as f32);
    row.set(Index::WayLayable, walk.layable().count_ones() as f32);
}

/// What the features of one player are written from.
struct Own<'a> {
    state: &'a RiverDragons,
    ground: &'a Ground,
    programs: &'a Programs<'a>,
    seat: Seat,
    reserve: Reserve,
    rest: Rest,
}

impl Own<'_> {
    fn write(&self, way: Option<&Way>, row: &mut Row<'_>) -> Prospect {
        let (state, order) = (self.state, order(self.state, self.seat));
        let mut prospect = Prospect { cost: NO_WAY, needs: NO_WAY, ..Prospect::default() };
        if let Some(way) = way {
            let mut walk = way.walk;
            let arrival = self.programs.carry_out(self.seat, self.rest, 0, &mut walk);
            prospect.arrival = arrival.map(|position| (position, order));
            (prospect.cost, prospect.needs) = (way.needs, walk.needs());
            prospect.gaps = way.gaps;
            write_way(way, row);
            self.write_next(way, row);
        }
        row.set(Index::Needs, actions(prospect.needs));
        row.set(Index::NeedsLittle, 1.0 / (1.0 + actions(prospect.needs.max(0))));
        self.write_surroundings(way, row);
        self.write_coming(row);
        self.write_free(row);

        for (idx, lengths) in
            [Index::ShortPlanks, Index::MiddlePlanks, Index::LongPlanks].into_iter().zip(self.reserve.chunks(2))
        {
            row.set_count(idx, lengths.iter().copied().map(i32::from).sum());
        }
        row.set(Index::Distance, f32::from(state.distance(state.player(self.seat).pawn(), state.goal(self.seat))));
        row.set(Index::Order, order as f32);
        row.set_flag(Index::OrderNext, order == 1);
        row.set_flag(Index::Acts, self.acts_with().is_some());
        prospect
    }

    /// How much the next card of the program helps, if it is known.
    fn write_next(&self, way: &Way, row: &mut Row<'_>) {
        let Rest { first, left } = self.rest;
        if let Some(&card) = self.programs.known(self.seat).get(first)
            && !self.programs.is_canceled(self.seat, first)
        {
            let mut after = way.walk;
            after.carry_out(card, left.unwrap_or(card.actions()));
            row.set(Index::NextHelps, actions(way.needs - after.needs()));
        }
    }

    /// What lies and stands beside the pawn, and whether that makes the score sure.
    fn write_surroundings(&self, way: Option<&Way>, row: &mut Row<'_>) {
        let player = self.state.player(self.seat);
        let pawn = player.pawn();
        let next = way.and_then(|way| way.first_span(pawn));
        let beside = Surroundings::of(self.state, self.ground, self.seat, longest_of(self.reserve), next);
        let is_home = pawn == Place::village(player.color());
        row.set_flag(Index::WayOccupied, next.is_some_and(|next| self.ground.is_bridged(next)) && !beside.is_next_free);
        row.set_flag(Index::Home, is_home);
        row.set_flag(Index::OneStep, beside.to_goal == Some(1));
        row.set_flag(Index::TwoSteps, beside.to_goal == Some(2));
        row.set(Index::Exits, f32::from(beside.exits));
        row.set(Index::Forward, f32::from(beside.forward));
        row.set_flag(Index::Trapped, beside.exits == 0 && !is_home);
        row.set(Index::Layable, f32::from(beside.layable));
        let wins = match self.acts_with() {
            Some((Card::MOVE1 | Card::MOVE2, left)) => beside.to_goal.is_some_and(|steps| steps <= left),
            Some((Card::JUMP, _)) => beside.jump,
            _ => false,
        };
        row.set_flag(Index::Points, wins);
    }

    /// The card that the player is carrying out, and how often still. Everybody has seen it.
    fn acts_with(&self) -> Option<(Card, u8)> {
        let (position, left) = self.state.progress().filter(|_| self.state.turn() == Turn::Player(self.seat))?;
        self.state.player(self.seat).program().get(position).map(|&card| (card, left))
    }

    /// What is known of the rest of the program.
    fn write_coming(&self, row: &mut Row<'_>) {
        let Rest { first, left } = self.rest;
        let known = self.programs.known(self.seat);
        let (mut stones, mut planks, mut steps, mut canceled, mut threatened) = (0, 0, 0, 0, 0);
        for position in first..usize::from(self.state.rules().program) {
            let is_canceled = self.programs.is_canceled(self.seat, position);
            threatened += u8::from(is_canceled);
            let Some(&card) = known.get(position) else { continue };
            let times = left.filter(|_| position == first).unwrap_or(card.actions());
            match card {
                _ if card.is_dragon() => row.set_flag(Index::ComingDragon, true),
                _ if is_canceled => canceled += times,
                Card::STONE1 | Card::STONE2 => stones += times,
                Card::PLANK1 | Card::PLANK2 => planks += times,
                Card::MOVE1 | Card::MOVE2 => steps += times,
                Card::REMOVE => row.set_flag(Index::ComingRemove, true),
                _ => row.set_flag(Index::ComingJump, true),
            }
        }
        row.set(Index::ComingStones, f32::from(stones));
        row.set(Index::ComingPlanks, f32::from(planks));
        row.set(Index::ComingSteps, f32::from(steps));
        row.set(Index::Canceled, f32::from(canceled));
        row.set(Index::Threatened, f32::from(threatened));
    }

    /// What may still come into the positions of this round of which nothing is known.
    fn write_free(&self, row: &mut Row<'_>) {
        let first = self.rest.first;
        let known = self.programs.known(self.seat);
        let open = usize::from(self.state.rules().program).saturating_sub(first.max(known.len()));
        let used = known.iter().fold(0, |used, &card| used | card.bit());
        let free = |cards: [Card; 2]| {
            let unused = cards.into_iter().filter(|card| used & card.bit() == 0);
            unused.map(|card| usize::from(card.actions())).sum::<usize>().min(2 * open)
        };
        let dragons = known.iter().filter(|card| card.is_dragon()).count();
        row.set(Index::FreeStones, free([Card::STONE1, Card::STONE2]) as f32);
        row.set(Index::FreePlanks, free([Card::PLANK1, Card::PLANK2]) as f32);
        row.set(Index::FreeSteps, free([Card::MOVE1, Card::MOVE2]) as f32);
        row.set_flag(Index::FreeDragon, open > 0 && dragons < usize::from(self.state.rules().dragons));
    }
}
