//! What learned values of River Dragons look at of each player.
//!
//! Most come from the same [way](super::way) and the same [account](super::walk) as the hand-made value, and an observer
//! knows as much of the [programs](super::programs). A way is found once for each player. What a player can do to all others
//! alike, such as a dragon that is still in the hand, is looked at only on the side of who can do it.

use riverlab_engine::games::river_dragons::{Card, Place, RiverDragons, SpanSet};
use riverlab_engine::{Game, PerPlayer, Seat, Turn};

use super::ground::Ground;
use super::memory::LazyGround;
use super::programs::{Programs, Rest, remaining};
use super::surroundings::Surroundings;
use super::walk::{ACTION, LACKING, Reserve, Walk, longest_of, reserve_of};
use super::way::Way;
use crate::eval::features::{FeatureTable, features};

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

/// Fifths of an action as actions.
pub(super) fn actions(fifths: i32) -> f32 {
    fifths as f32 / f32::from(ACTION)
}

/// What the planner says of a player.
#[derive(Default)]
struct Outlook<'a> {
    way: Option<&'a Way>,
    /// What the way costs now, in fifths of an action.
    cost: i32,
    /// What it costs after the rest of the program, as in the hand-made value.
    needs: i32,
    /// How many play before in each position.
    order: usize,
    reserve: Reserve,
    rest: Rest,
    /// The position in which the goal is reached, and how many play before in it.
    arrival: Option<(usize, usize)>,
}

impl<'a> Outlook<'a> {
    fn of(state: &RiverDragons, programs: &Programs<'_>, seat: Seat, way: Option<&'a Way>) -> Outlook<'a> {
        let (order, reserve, rest) = (order(state, seat), reserve_of(state, seat), remaining(state, seat));
        let (mut cost, mut needs, mut arrival) = (NO_WAY, NO_WAY, None);
        if let Some(way) = way {
            let mut walk = way.walk;
            arrival = programs.carry_out(seat, rest, 0, &mut walk).map(|position| (position, order));
            (cost, needs) = (way.needs, walk.needs());
        }
        Outlook { way, cost, needs, order, reserve, rest, arrival }
    }
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

/// What the features of all players are written from.
struct Source<'a> {
    state: &'a RiverDragons,
    ground: &'a Ground,
    programs: &'a Programs<'a>,
    outlooks: PerPlayer<Outlook<'a>>,
    /// The spans that more than one way goes over.
    shared: SpanSet,
}

/// Writes the features of all players, as an observer knows the programs, or somebody who knows all of them.
pub(super) fn write(state: &RiverDragons, observer: Option<Seat>, table: &mut FeatureTable) {
    let programs = &Programs::of(state, observer);
    let lazy = LazyGround::of(state);
    let (ways, ground) = (lazy.ways(), lazy.get());
    let outlook = |seat| Outlook::of(state, programs, seat, ways[seat].as_ref());
    let outlooks = PerPlayer::from_fn(state.n_players(), outlook);
    let source = Source { state, ground, programs, outlooks, shared: shared(&ways) };
    table.left = share_left(state, |seat| source.outlooks[seat].cost);
    for seat in Seat::all(state.n_players()) {
        source.write_player(seat, &mut table.new_row(seat));
    }
}

/// The spans that more than one way goes over.
fn shared(ways: &PerPlayer<Option<Way>>) -> SpanSet {
    let (mut gone, mut shared) = (SpanSet::default(), SpanSet::default());
    for &(over, _) in ways.iter().flatten().flat_map(Way::spans) {
        let set = if gone.contains(over) { &mut shared } else { &mut gone };
        set.insert(over);
    }
    shared
}

impl Source<'_> {
    fn write_player(&self, seat: Seat, row: &mut Row<'_>) {
        let (state, outlook) = (self.state, &self.outlooks[seat]);
        row.set(Index::Needs, actions(outlook.needs));
        row.set(Index::NeedsLittle, 1.0 / (1.0 + actions(outlook.needs.max(0))));
        self.write_race(seat, row);
        if let Some(way) = outlook.way {
            self.write_way(way, outlook.cost, row);
            self.write_next(seat, way.walk, row);
        }
        self.write_surroundings(seat, row);
        self.write_coming(seat, row);
        self.write_free(seat, row);

        for (idx, lengths) in
            [Index::ShortPlanks, Index::MiddlePlanks, Index::LongPlanks].into_iter().zip(outlook.reserve.chunks(2))
        {
            row.set_count(idx, lengths.iter().copied().map(i32::from).sum());
        }
        row.set(Index::Distance, f32::from(state.distance(state.player(seat).pawn(), state.goal(seat))));
        row.set(Index::Order, outlook.order as f32);
        row.set_flag(Index::OrderNext, outlook.order == 1);
        row.set_flag(Index::Acts, self.acts_with(seat).is_some());
    }

    /// What the others need compared with the player, and who arrives first.
    fn write_race(&self, seat: Seat, row: &mut Row<'_>) {
        let own = &self.outlooks[seat];
        let others =
            || Seat::all(self.state.n_players()).filter(|&other| other != seat).map(|other| &self.outlooks[other]);
        let least = others().map(|other| other.needs).min().unwrap_or(own.needs);
        row.set(Index::Lead, actions((least - own.needs).max(0)));
        row.set(Index::Behind, actions((own.needs - least).clamp(0, NEAR)));
        row.set(Index::Rank, others().filter(|other| other.needs < own.needs).count() as f32);
        if let Some(arrival) = own.arrival {
            let left = usize::from(self.state.rules().program) - 1 - arrival.0;
            row.set_flag(Index::Arrives, true);
            row.set(Index::ArrivesEarly, left as f32);
            row.set_flag(
                Index::ArrivesFirst,
                others().all(|other| other.arrival.is_none_or(|theirs| arrival < theirs)),
            );
        }
    }

    /// What the way still lacks.
    fn write_way(&self, way: &Way, cost: i32, row: &mut Row<'_>) {
        let walk = &way.walk;
        let (planks, stones) = (walk.planks.count_ones(), walk.stones.count_ones());
        let plain = i32::from(ACTION) * (walk.steps + planks + stones) as i32;
        let (mut blocked, mut shared) = (0, 0);
        for &(over, _) in way.spans() {
            if !self.ground.is_bridged(over) {
                blocked += i32::from(self.ground.is_blocked(over));
                shared += i32::from(self.shared.contains(over));
            }
        }
        row.set(Index::WaySteps, walk.steps as f32);
        row.set(Index::WayPlanks, planks as f32);
        row.set(Index::WayStones, stones as f32);
        // Spans that are blocked cost as much more as planks that are lacking.
        row.set(Index::WayLacking, ((cost - plain) / i32::from(LACKING) - blocked) as f32);
        row.set(Index::WayBlocked, blocked as f32);
        row.set(Index::WayReady, walk.planks.trailing_zeros().min(walk.steps) as f32);
        row.set(Index::WayLayable, walk.layable().count_ones() as f32);
        row.set(Index::WayShared, shared as f32);
    }

    /// How much the next card of the program helps, if it is known.
    fn write_next(&self, seat: Seat, walk: Walk, row: &mut Row<'_>) {
        let (first, left) = self.outlooks[seat].rest;
        if let Some(&card) = self.programs.known(seat).get(first)
            && !self.programs.is_canceled(seat, first)
        {
            let mut after = walk;
            after.carry_out(card, left.unwrap_or(card.actions()));
            row.set(Index::NextHelps, actions(self.outlooks[seat].cost - after.needs()));
        }
    }

    /// What lies and stands beside the pawn, and whether that makes the score sure.
    fn write_surroundings(&self, seat: Seat, row: &mut Row<'_>) {
        let pawn = self.state.player(seat).pawn();
        let way = self.outlooks[seat].way;
        let next = way.and_then(|way| way.first_span(pawn));
        let beside = Surroundings::of(self.state, self.ground, seat, longest_of(self.outlooks[seat].reserve), next);
        let is_home = pawn == Place::village(self.state.player(seat).color());
        row.set_flag(Index::WayOccupied, next.is_some_and(|next| self.ground.is_bridged(next)) && !beside.is_next_free);
        row.set_flag(Index::Home, is_home);
        row.set_flag(Index::OneStep, beside.to_goal == Some(1));
        row.set_flag(Index::TwoSteps, beside.to_goal == Some(2));
        row.set(Index::Exits, f32::from(beside.exits));
        row.set(Index::Forward, f32::from(beside.forward));
        row.set_flag(Index::Trapped, beside.exits == 0 && !is_home);
        row.set(Index::Layable, f32::from(beside.layable));
        let wins = match self.acts_with(seat) {
            Some((Card::MOVE1 | Card::MOVE2, left)) => beside.to_goal.is_some_and(|steps| steps <= left),
            Some((Card::JUMP, _)) => beside.jump,
            _ => false,
        };
        row.set_flag(Index::Points, wins);
    }

    /// The card that a player is carrying out, and how often still. Everybody has seen it.
    fn acts_with(&self, seat: Seat) -> Option<(Card, u8)> {
        let (position, left) = self.state.progress().filter(|_| self.state.turn() == Turn::Player(seat))?;
        self.state.player(seat).program().get(position).map(|&card| (card, left))
    }

    /// What is known of the rest of the program.
    fn write_coming(&self, seat: Seat, row: &mut Row<'_>) {
        let (first, left) = self.outlooks[seat].rest;
        let known = self.programs.known(seat);
        let (mut stones, mut planks, mut steps, mut canceled, mut threatened) = (0, 0, 0, 0, 0);
        for position in first..usize::from(self.state.rules().program) {
            let is_canceled = self.programs.is_canceled(seat, position);
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
    fn write_free(&self, seat: Seat, row: &mut Row<'_>) {
        let (first, _) = self.outlooks[seat].rest;
        let known = self.programs.known(seat);
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
