//! What learned policies of Rio Grande look at of each move.
//!
//! The **rival** is the other player to whom a river brings most, and the **leader** is the other player who has the
//! most points if the game ends now. A bridge grows with each card that is laid downstream of it.

use riverlab_engine::games::rio_grande::{Card, CardKind, Move, RioGrande, RiverIdx, Water};

use super::stream::own_rival_rest;
use super::survey::{CardFacts, Survey, contains};
use super::table::BySeat;
use super::table::half;
use crate::eval::features::{FeatureSink, MoveSink, features};

features! {
    End: "kind.end", "moves", "whether it ends the turn early";
    Source: "kind.source", "moves", "whether it begins a river";
    River: "kind.river", "moves", "whether it continues a river with a river card";
    Mouth: "kind.mouth", "moves", "whether it lays a mouth";
    Lake: "kind.lake", "moves", "whether it lays a lake";
    Bend: "kind.bend", "moves", "whether it lays a bend";
    Sandbank: "kind.sandbank", "moves", "whether it lays a sandbank";
    Bridge: "kind.bridge", "moves", "whether it builds a bridge";
    DiscardRiver: "kind.discard_river", "moves", "whether it discards a river card";
    DiscardMouth: "kind.discard_mouth", "moves", "whether it discards a mouth";
    DiscardLake: "kind.discard_lake", "moves", "whether it discards a lake";
    DiscardBend: "kind.discard_bend", "moves", "whether it discards a bend";
    DiscardSandbank: "kind.discard_sandbank", "moves", "whether it discards a sandbank";
    GrowOwn: "grow.own", "points", "what bridges of the player gain by the card laid, without the swap of a bend";
    GrowRival: "grow.rival", "points", "what those of the rival gain by it";
    GrowRest: "grow.rest", "points", "what those of all further players gain by it";
    GrowBare: "grow.bare", "moves", "whether it is laid in a river without bridges";
    GrowMissed: "grow.missed", "points", "how much more it would bring beyond the rival's gain in another river";
    GrowLake: "grow.lake", "points", "for a lake, what the player gains beyond the rival";
    RiverPlace: "river.place", "bridges", "whether a bridge can then be built on the river card, and none before";
    RiverPlaceLead: "river.place_lead", "bridges", "the bridges beyond the rival's, if one can then be built there";
    RiverExposes: "river.exposes", "tens of points", "what a sandbank with its water could not take before";
    RiverMouthLost: "river.mouth_lost", "tens of points", "the lead at a mouth of the hand that no longer fits";
    NextRivers: "next.rivers", "cards", "after a river card or source, the river cards in hand that can follow";
    NextGrow: "next.grow", "points", "what those of them bring beyond the rival's gain that can be laid in this turn";
    NextMouth: "next.mouth", "tens of points", "the lead at a mouth of the hand that can follow in this turn";
    NextMouthLater: "next.mouth_later", "tens of points", "the points at a mouth of the hand that fits it";
    NextLake: "next.lake", "tens of points", "the lead by a lake of the hand that can follow in this turn";
    SourcePlace: "source.place", "bridges", "whether a bridge can then be built on the source, and none before";
    SourceRivers: "source.rivers", "rivers", "the share of the rivers at a time that there are then";
    SourceOwn: "source.own", "bridges", "the bridges of the player on the table when a river is begun";
    SourceMouth: "source.mouth", "moves", "whether a bridge and a mouth can follow the source in this turn";
    MouthOwn: "mouth.own", "tens of points", "what the mouth brings the player";
    MouthRival: "mouth.rival", "tens of points", "what it brings the rival";
    MouthRest: "mouth.rest", "tens of points", "what it brings all further players";
    MouthLeads: "mouth.leads", "moves", "whether it brings the player more than any other";
    MouthHome: "mouth.home", "bridges", "the bridges of the player that come home";
    MouthFreed: "mouth.freed", "bridges", "the same, if none is at home";
    MouthRivalHome: "mouth.rival_home", "bridges", "the most bridges of another player that come home";
    MouthExposed: "mouth.exposed", "tens of points", "what sandbanks could take, times the share of their waters";
    MouthWaits: "mouth.waits", "points", "what a river card of the hand would bring in this turn if it is laid before";
    MouthSkips: "mouth.skips", "bridges", "whether a bridge could have been built in the river before";
    BendOwn: "bend.own", "tens of points", "what the player wins by the swap, negative for a loss";
    BendIdle: "bend.idle", "moves", "whether the player wins nothing by the swap";
    SandbankOwn: "sandbank.own", "tens of points", "what the player loses by the sandbank";
    SandbankRival: "sandbank.rival", "tens of points", "the most that one of the others loses by it";
    SandbankRest: "sandbank.rest", "tens of points", "what all further players lose by it";
    SandbankIdle: "sandbank.idle", "moves", "whether it takes no bridge of another player";
    LeaderLoses: "leader.loses", "tens of points", "what the leader loses by a swap or a sandbank, negative for a gain";
    BridgePoints: "bridge.points", "points", "what the bridge brings as it stands";
    BridgeOwn: "bridge.own", "bridges", "the other bridges of the player in its river";
    BridgeRival: "bridge.rival", "bridges", "the most bridges of another player there";
    BridgeRest: "bridge.rest", "bridges", "the bridges of all further players there";
    BridgeLast: "bridge.last", "bridges", "whether it is the last one at home";
    BridgeFeeds: "bridge.feeds", "cards", "the river cards in hand that continue its river";
    BridgeMouth: "bridge.mouth", "tens of points", "the lead at a mouth of the hand that can follow in this turn";
    BridgeExposed: "bridge.exposed", "waters", "the share of the waters whose sandbanks can take it";
    DiscardUse: "discard.use", "tens of points", "the best lead that the card could bring on this table";
    DiscardReach: "discard.reach", "rivers", "the rivers that the card continues";
    DiscardMatching: "discard.matching", "cards", "the river cards in hand that share a water or a landscape with it";
    EndActions: "end.actions", "actions", "the actions that are given up by the end of the turn";
    EndEmpty: "end.empty", "turns", "whether the turn is then one without an action";
    LastOwn: "last.own", "tens of points", "what the move adds to the points at the end, in the last turn";
    LastLeader: "last.leader", "tens of points", "what it then adds to the points of the leader";
}

/// Points are counted in tens where there are many.
const TENTH: f32 = 0.1;

/// Tells the features of each move of the player to act, as far as that player knows.
pub(super) fn tell(state: &RioGrande, moves: &[Move], sink: &mut impl MoveSink<Index>) {
    let survey = Survey::of(state);
    let mut cards = CardCache { survey: &survey, latest: None };
    for &mv in moves {
        sink.take(|row| tell_move(&survey, &mut cards, mv, row));
    }
}

#[inline]
fn tell_move(survey: &Survey<'_>, cards: &mut CardCache<'_>, mv: Move, row: &mut impl FeatureSink<Index>) {
    match mv {
        Move::Source(card) => tell_source(survey, &cards.facts(card), row),
        Move::Lay(card, river) => {
            let facts = cards.facts(card);
            match card.kind() {
                CardKind::Mouth => tell_mouth(survey, &facts, river, row),
                CardKind::Lake => tell_lake(survey, &facts, river, row),
                _ => tell_river_card(survey, &facts, river, row),
            }
        }
        Move::Bend(card, river, first, second) => {
            tell_bend(survey, &cards.facts(card), river, [first, second], row);
        }
        Move::Sandbank(_, river, place) => tell_sandbank(survey, river, place, row),
        Move::Bridge(river, place) => tell_bridge(survey, river, place, row),
        Move::Discard(card) => tell_discard(survey, &cards.facts(card), row),
        Move::End => tell_end(survey, row),
        Move::DealStart(_) | Move::DealCard(_) => {}
    }
}

/// The facts of the cards in hand. Moves with the same card follow each other, so those of the latest card are kept.
struct CardCache<'a> {
    survey: &'a Survey<'a>,
    latest: Option<CardFacts>,
}

impl CardCache<'_> {
    #[inline]
    fn facts(&mut self, card: Card) -> CardFacts {
        match self.latest {
            Some(facts) if facts.card == card => facts,
            _ => *self.latest.insert(self.survey.facts(card)),
        }
    }
}

fn tell_source(survey: &Survey<'_>, facts: &CardFacts, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::Source, true);
    row.set(Index::NextRivers, f32::from(facts.matching));
    row.set_flag(Index::SourcePlace, survey.may_build_next() && survey.places == 0);
    row.set(Index::SourceRivers, f32::from(survey.rivers + 1) / f32::from(survey.state.rules().rivers));
    row.set_count(Index::SourceOwn, survey.own);
    let has_time = survey.may_build && survey.may_lay_special && survey.actions > 2;
    row.set_flag(Index::SourceMouth, has_time && facts.has_mouth);
}

fn tell_river_card(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::River, true);
    tell_growth(survey, facts, river, row);
    let stream = survey.stream(river);
    if survey.may_build_next() {
        row.set_flag(Index::RiverPlace, survey.places == 0);
        row.set_count(Index::RiverPlaceLead, stream.growth());
    }
    row.set(Index::RiverExposes, tens(stream.newly_exposed(facts.card.water())));
    if survey.has_mouth(river) && !facts.has_mouth {
        row.set(Index::RiverMouthLost, tens(stream.lead().max(0)));
    }
    tell_next(survey, facts, river, row);
    tell_last(survey, growth_at_end(survey, facts, river), row);
}

/// What can follow a river card in a river.
fn tell_next(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx, row: &mut impl FeatureSink<Index>) {
    let (stream, growth) = (survey.stream(river), survey.stream(river).growth());
    row.set(Index::NextRivers, f32::from(facts.matching));
    let in_time = facts.matching.min(survey.actions.saturating_sub(1));
    row.set_count(Index::NextGrow, i32::from(in_time) * growth.max(0));
    let may_lay_special = survey.may_lay_special_next();
    if facts.has_mouth {
        if may_lay_special {
            row.set(Index::NextMouth, tens(stream.lead() + growth));
        }
        row.set(Index::NextMouthLater, tens(stream.own_points));
    }
    if facts.has_lake && may_lay_special {
        row.set(Index::NextLake, tens(growth * survey.points_per_bridge(CardKind::Lake)));
    }
}

fn tell_lake(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::Lake, true);
    tell_growth(survey, facts, river, row);
    let growth = survey.stream(river).growth();
    row.set_count(Index::GrowLake, growth * survey.points_per_bridge(CardKind::Lake));
    tell_last(survey, growth_at_end(survey, facts, river), row);
}

/// What a card at the end of a river brings the bridges upstream.
fn tell_growth(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx, row: &mut impl FeatureSink<Index>) {
    let (stream, points) = (survey.stream(river), survey.points_per_bridge(facts.card.kind()));
    row.set_count(Index::GrowOwn, points * stream.own);
    row.set_count(Index::GrowRival, points * stream.rival);
    row.set_count(Index::GrowRest, points * stream.rest);
    row.set_flag(Index::GrowBare, survey.state.rivers().bridges(river) == 0);
    row.set_count(Index::GrowMissed, points * (facts.best_growth - stream.growth()));
}

/// What a card at the end of a river brings a seat at the end of the game, in tens of points.
fn growth_at_end(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx) -> impl Fn(usize) -> f32 {
    let (stream, points) = (survey.stream(river), survey.points_per_bridge(facts.card.kind()));
    move |seat| tens(stream.growth_at_end(seat, points))
}

fn tell_mouth(survey: &Survey<'_>, facts: &CardFacts, river: RiverIdx, row: &mut impl FeatureSink<Index>) {
    let stream = survey.stream(river);
    row.set_flag(Index::Mouth, true);
    row.set(Index::MouthOwn, tens(stream.own_points));
    row.set(Index::MouthRival, tens(stream.rival_points));
    row.set(Index::MouthRest, tens(stream.rest_points));
    row.set_flag(Index::MouthLeads, stream.lead() > 0);
    row.set_count(Index::MouthHome, stream.own);
    row.set_count(Index::MouthFreed, if survey.home == 0 { stream.own } else { 0 });
    row.set_count(Index::MouthRivalHome, stream.rival);
    row.set(Index::MouthExposed, TENTH * stream.exposed());
    if survey.actions > 1 && contains(facts.rivers_of_matching, river) {
        row.set_count(Index::MouthWaits, stream.growth().max(0));
    }
    row.set_flag(Index::MouthSkips, survey.may_build_next() && contains(survey.places, river));
    tell_last(survey, |seat| tens(stream.mouth_over_end(seat)), row);
}

/// The bridge nearer to the head brings more, so its owner loses by the swap. The card itself brings both the same.
fn tell_bend(
    survey: &Survey<'_>,
    facts: &CardFacts,
    river: RiverIdx,
    places: [u8; 2],
    row: &mut impl FeatureSink<Index>,
) {
    row.set_flag(Index::Bend, true);
    tell_growth(survey, facts, river, row);
    let cards = survey.state.rivers().len(river) as i32;
    let mut bridges = [(0, 0); 2];
    survey.state.rivers().each_bridge(river, |seat, length, lakes| {
        for (bridge, _) in bridges.iter_mut().zip(places).filter(|&(_, place)| cards - length == i32::from(place)) {
            *bridge = (seat.index(), survey.state.points_of_bridge(length, lakes));
        }
    });
    let [(loser, before), (winner, after)] = bridges;
    let won = |seat| i32::from(seat == winner) - i32::from(seat == loser);
    let points = won(survey.me) * (before - after);
    row.set(Index::BendOwn, tens(points));
    row.set_flag(Index::BendIdle, points <= 0);
    row.set(Index::LeaderLoses, tens(-won(survey.leader) * (before - after)));
    let growth = growth_at_end(survey, facts, river);
    tell_last(survey, |seat| growth(seat) + tens(won(seat) * (half(before + 1) - half(after + 1))), row);
}

fn tell_sandbank(survey: &Survey<'_>, river: RiverIdx, place: u8, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::Sandbank, true);
    let downstream = (survey.state.rivers().len(river) - usize::from(place)) as i32;
    let (mut lost, mut lost_at_end) = (BySeat::default(), BySeat::default());
    survey.state.rivers().each_bridge(river, |seat, length, lakes| {
        if length > downstream {
            let points = survey.state.points_of_bridge(length, lakes);
            lost[seat.index()] += points;
            lost_at_end[seat.index()] += half(points);
        }
    });
    let (own, rival, rest) = own_rival_rest(&lost, survey.me);
    row.set(Index::SandbankOwn, tens(own));
    row.set(Index::SandbankRival, tens(rival));
    row.set(Index::SandbankRest, tens(rest));
    row.set_flag(Index::SandbankIdle, rival == 0);
    row.set(Index::LeaderLoses, tens(lost[survey.leader]));
    tell_last(survey, |seat| tens(-lost_at_end[seat]), row);
}

fn tell_bridge(survey: &Survey<'_>, river: RiverIdx, place: u8, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::Bridge, true);
    let downstream = &survey.state.rivers().cards(river)[usize::from(place) + 1..];
    let (mut lakes, mut waters) = (0, 0u8);
    for laid in downstream {
        lakes += i32::from(laid.card().kind() == CardKind::Lake);
        waters |= u8::from(laid.is_free()) << laid.card().water() as u8;
    }
    let points = survey.state.points_of_bridge(downstream.len() as i32 + 1, lakes);
    let stream = survey.stream(river);
    row.set_count(Index::BridgePoints, points);
    row.set_count(Index::BridgeOwn, stream.own);
    row.set_count(Index::BridgeRival, stream.rival);
    row.set_count(Index::BridgeRest, stream.rest);
    row.set_flag(Index::BridgeLast, survey.home == 1);
    row.set(Index::BridgeFeeds, f32::from(survey.feeders(river)));
    if survey.may_lay_special_next() && survey.has_mouth(river) {
        row.set(Index::BridgeMouth, tens(stream.lead() + points + 1));
    }
    row.set(Index::BridgeExposed, waters.count_ones() as f32 / Water::ALL.len() as f32);
    tell_last(survey, |seat| if seat == survey.me { tens(half(points)) } else { 0.0 }, row);
}

fn tell_discard(survey: &Survey<'_>, facts: &CardFacts, row: &mut impl FeatureSink<Index>) {
    let kind = match facts.card.kind() {
        CardKind::River => Index::DiscardRiver,
        CardKind::Mouth => Index::DiscardMouth,
        CardKind::Lake => Index::DiscardLake,
        CardKind::Bend => Index::DiscardBend,
        CardKind::Sandbank => Index::DiscardSandbank,
    };
    row.set_flag(kind, true);
    row.set(Index::DiscardUse, tens(survey.best_use(facts)));
    if facts.card.kind() != CardKind::Sandbank {
        row.set_count(Index::DiscardReach, facts.rivers.count_ones() as i32);
    }
    row.set(Index::DiscardMatching, f32::from(facts.matching));
}

fn tell_end(survey: &Survey<'_>, row: &mut impl FeatureSink<Index>) {
    row.set_flag(Index::End, true);
    row.set(Index::EndActions, f32::from(survey.actions));
    row.set_flag(Index::EndEmpty, survey.actions == survey.state.rules().actions);
}

/// What a move brings each seat at the end of the game, in tens of points, if the player has no later turn.
#[inline]
fn tell_last(survey: &Survey<'_>, brings: impl Fn(usize) -> f32, row: &mut impl FeatureSink<Index>) {
    if survey.is_last_turn {
        row.set(Index::LastOwn, brings(survey.me));
        row.set(Index::LastLeader, brings(survey.leader));
    }
}

#[inline]
fn tens(points: i32) -> f32 {
    TENTH * points as f32
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
