//! What learned values of Rio Grande look at of each player.

use riverlab_engine::games::rio_grande::{CardKind, RioGrande, RiverIdx};
use riverlab_engine::{Game, Seat, Turn};

use super::hand::Outlook;
use super::table::{Table, Tally};
use crate::eval::features::{FeatureRow, FeatureSink, FeatureTable, features};

features! {
    Points: "points", "points", "points that are sure: those of rivers that reached their mouths";
    PointsAtEnd: "points.at_the_end", "points", "what the bridges bring if the game ends now";
    Length: "bridges.length", "cards", "the cards from each bridge down to the last card of its river";
    Lakes: "bridges.lakes", "points", "the points of lakes downstream of bridges";
    Largest: "bridges.largest", "points", "what the best bridge brings, by the cards that lie there";
    Short: "bridges.short", "bridges", "bridges that bring no more than two points yet";
    Home: "bridges.home", "bridges", "bridges that are not on the table";
    NoneHome: "bridges.none_home", "players", "whether all bridges are on the table";
    Exposed: "bridges.exposed", "points", "the points of each bridge, times the share of waters whose sandbank can take it";
    Safe: "bridges.safe", "points", "the points of bridges that no sandbank can take";
    SwapRisk: "bridges.swap_risk", "points", "the most that a bend can take";
    Rivers: "rivers.own", "rivers", "rivers with a bridge of the player";
    Longest: "rivers.longest", "cards", "the cards of the longest of them";
    Alone: "rivers.alone", "points", "the points at the mouth in rivers where nobody else has a bridge";
    Company: "rivers.company", "bridges", "bridges of others in rivers with a bridge of the player";
    Lead: "rivers.lead", "points", "at the mouths of all rivers, the points beyond the most of another player";
    Led: "rivers.led", "rivers", "the rivers with such a lead";
    BestLead: "rivers.best_lead", "points", "the largest lead at one mouth";
    HandRivers: "hand.rivers", "cards", "river cards in hand or to be drawn at the end of the turn";
    HandMouths: "hand.mouths", "cards", "mouths likewise";
    HandLakes: "hand.lakes", "cards", "lakes likewise";
    HandBends: "hand.bends", "cards", "bends likewise";
    HandSandbanks: "hand.sandbanks", "cards", "sandbanks likewise";
    Reach: "hand.reach", "rivers", "rivers that river cards of the hand continue";
    Feeds: "hand.feeds", "points", "what the river cards of the hand add to leads, each where it adds most";
    Pair: "hand.pair", "players", "whether a mouth of the hand fits a river card of the hand";
    MouthPoints: "gain.mouth_points", "points", "the most points by a mouth of the hand";
    GainMouth: "gain.mouth", "points", "the best lead by a mouth of the hand";
    GainTwo: "gain.two", "points", "the best lead by a river card and a mouth of the hand, with a bridge where there is one";
    GainLake: "gain.lake", "points", "what a lake of the hand adds to leads at best";
    GainBend: "gain.bend", "points", "what a bend of the hand takes at best";
    GainSandbank: "gain.sandbank", "points", "by how much a sandbank of the hand hurts another player more, at best";
    GainBest: "gain.best", "points", "the largest of these gains";
    GainNow: "gain.now", "points", "the largest that is possible in what is left of the turn of the player";
    GainSoon: "gain.soon", "points", "the largest in the turn of the player to act; the less the later the turn of the others comes";
    ToAct: "turn.to_act", "players", "whether it is the player's turn";
    Actions: "turn.actions", "actions", "the actions left in it";
    Special: "turn.special", "cards", "whether a special card may still be laid in it";
    Bridge: "turn.bridge", "points", "what the best bridge brings that may still be built in it; 1 where a card must be laid first";
    Soon: "turn.soon", "turns", "how soon the player acts: 1 for the next one, and less for each further one";
    LastTurn: "turns.last", "players", "whether the player has one turn left, which may be going on";
    NoTurn: "turns.none", "players", "whether the player has no turn left";
}

/// A row of features as it is written.
type Row<'a> = FeatureRow<'a, Index>;

/// Writes the features of all players, as far as the observer can know if there is one.
pub(super) fn write(state: &RioGrande, observer: Option<Seat>, features: &mut FeatureTable) {
    features.left = share_left(state);
    let table = Table::of(state);
    for seat in Seat::all(state.n_players()) {
        let mut row = features.new_row(seat);
        let is_known = observer.is_none_or(|observer| observer == seat);
        write_table(state, seat, &table.tallies[seat.index()], &mut row);
        let when = When::of(state, seat);
        let outlook =
            if when.turns_left == Some(0) { Outlook::default() } else { Outlook::of(state, &table, seat, is_known) };
        write_hand(&outlook, &mut row);
        write_gains(state, seat, &outlook, when.soon, &mut row);
        write_turn(state, seat, &when, &mut row);
    }
}

/// The actions that all players together can still do, of those from the start, if every action takes a card.
pub(super) fn share_left(state: &RioGrande) -> f32 {
    let per_turn = f32::from(state.rules().actions);
    let round = state.n_players() as f32 * per_turn;
    let left = state.turns_left().map_or(state.stack_len() as f32 + round, |turns| {
        f32::from(turns.saturating_sub(1)) * per_turn + f32::from(state.actions_left())
    });
    (left / (state.stack_at_start() as f32 + round)).min(1.0)
}

/// When a player acts.
struct When {
    /// From 1 for the player whose turn it is, down to 0 where there is no turn left.
    soon: f32,
    /// The turns that the player has left, once the last round has begun.
    turns_left: Option<u8>,
}

impl When {
    fn of(state: &RioGrande, seat: Seat) -> When {
        let players = state.n_players();
        let steps = seat.steps_after(state.next_to_act(), players);
        let turns_left = state.turns_left().map(|turns| u8::from(steps < usize::from(turns)));
        let soon = if turns_left == Some(0) { 0.0 } else { 1.0 - steps as f32 / players as f32 };
        When { soon, turns_left }
    }
}

fn write_table(state: &RioGrande, seat: Seat, tally: &Tally, row: &mut Row<'_>) {
    let player = state.player(seat);
    row.set(Index::Points, f32::from(player.points()));
    row.set_count(Index::PointsAtEnd, tally.at_the_end);
    row.set_count(Index::Length, tally.length);
    row.set_count(Index::Lakes, tally.lakes);
    row.set_count(Index::Largest, tally.largest);
    row.set_count(Index::Short, tally.short);
    row.set(Index::Home, f32::from(player.bridges()));
    row.set_flag(Index::NoneHome, player.bridges() == 0);
    row.set(Index::Exposed, tally.exposed as f32 / 3.0);
    row.set_count(Index::Safe, tally.safe);
    row.set_count(Index::SwapRisk, tally.swap_risk);
    row.set_count(Index::Rivers, tally.rivers);
    row.set_count(Index::Longest, tally.longest);
    row.set_count(Index::Alone, tally.alone);
    row.set_count(Index::Company, tally.company);
    row.set_count(Index::Lead, tally.lead);
    row.set_count(Index::Led, tally.led);
    row.set_count(Index::BestLead, tally.best_lead);
}

fn write_hand(outlook: &Outlook, row: &mut Row<'_>) {
    let [rivers, mouths, bends, lakes, sandbanks] = outlook.counts;
    row.set(Index::HandRivers, rivers);
    row.set(Index::HandMouths, mouths);
    row.set(Index::HandLakes, lakes);
    row.set(Index::HandBends, bends);
    row.set(Index::HandSandbanks, sandbanks);
    row.set(Index::Reach, outlook.reach);
    row.set(Index::Feeds, outlook.feeds);
    row.set(Index::Pair, outlook.pair);
}

fn write_gains(state: &RioGrande, seat: Seat, outlook: &Outlook, soon: f32, row: &mut Row<'_>) {
    let has_bridge = state.player(seat).bridges() > 0;
    let (best, now) = (outlook.best(has_bridge), outlook.now(state, seat));
    row.set(Index::MouthPoints, outlook.mouth_points);
    row.set(Index::GainMouth, outlook.mouth);
    row.set(Index::GainTwo, outlook.two + outlook.bridge_at_mouth(has_bridge));
    row.set(Index::GainLake, outlook.lake);
    row.set(Index::GainBend, outlook.bend);
    row.set(Index::GainSandbank, outlook.sandbank);
    row.set(Index::GainBest, best);
    row.set(Index::GainNow, now);
    row.set(Index::GainSoon, if state.turn() == Turn::Player(seat) { now } else { soon * best });
}

fn write_turn(state: &RioGrande, seat: Seat, when: &When, row: &mut Row<'_>) {
    let actions = if state.turn() == Turn::Player(seat) { state.actions_left() } else { 0 };
    row.set_flag(Index::ToAct, actions > 0);
    row.set(Index::Actions, f32::from(actions));
    row.set_flag(Index::Special, actions > 0 && state.specials_left() > 0);
    row.set_count(Index::Bridge, best_new_bridge(state, seat, actions));
    row.set(Index::Soon, when.soon);
    row.set_flag(Index::LastTurn, when.turns_left == Some(1));
    row.set_flag(Index::NoTurn, when.turns_left == Some(0));
}

/// What the best bridge brings that a player can build with so many actions: on a card of this turn, else on one to be
/// laid.
fn best_new_bridge(state: &RioGrande, seat: Seat, actions: u8) -> i32 {
    if actions == 0 || state.bridges_left() == 0 || state.player(seat).bridges() == 0 {
        return 0;
    }
    let on_table = state.rivers().iter().map(|river| best_fresh_place(state, river)).max().unwrap_or(0);
    on_table.max(i32::from(actions > 1))
}

/// What a bridge on the best card of this turn brings in a river, or 0.
fn best_fresh_place(state: &RioGrande, river: RiverIdx) -> i32 {
    let (mut lakes, mut best) = (0, 0);
    let fresh = state.rivers().fresh(river);
    for (length, laid) in (1..).zip(state.rivers().cards(river).iter().rev().take(fresh)) {
        if laid.is_free() {
            best = state.points_of_bridge(length, lakes);
        }
        lakes += i32::from(laid.card().kind() == CardKind::Lake);
    }
    best
}
