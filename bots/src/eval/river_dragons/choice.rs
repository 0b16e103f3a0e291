//! The quick choice, for rollouts: the card that helps most, and then what carries it out along the way.

use rand::Rng;
use rand::seq::IteratorRandom;
use riverlab_engine::games::river_dragons::{Card, Move, Place, RiverDragons};
use riverlab_engine::{Game, Seat};

use super::memory::LazyGround;
use super::walk::Walk;
use super::way::Way;

/// A choice of the player to act among the legal moves, if there is one that the way asks for.
pub(super) fn quick_choice(state: &RiverDragons, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
    let seat = state.turn().player()?;
    let (ground, program) = (LazyGround::of(state), state.player(seat).program());
    match state.progress().map(|(position, _)| program[position]) {
        None => ground.with_way(seat, |way| next_card(state, seat, way?.walk, legal, rng)),
        Some(Card::REMOVE) => removal(state, seat, &ground.way(seat)?, legal, rng),
        Some(card) => ground.with_way(seat, |way| along(state, seat, way?, card, legal)),
    }
}

/// The card that helps most after those that are programmed; of several, any.
fn next_card(state: &RiverDragons, seat: Seat, mut walk: Walk, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
    state.player(seat).program().iter().for_each(|&card| walk.carry_out(card, card.actions()));
    let needs = |mv: Move| match mv {
        Move::Program(card) => walk.needs_after(card),
        _ => i32::MAX,
    };
    let least = legal.iter().map(|&mv| needs(mv)).min()?;
    legal.iter().copied().filter(|&mv| needs(mv) == least).choose(rng)
}

/// The move that carries out a card along the way, if there is one.
fn along(state: &RiverDragons, seat: Seat, way: &Way, card: Card, legal: &[Move]) -> Option<Move> {
    let span_of = |place: Place| place.as_plank().and_then(|plank| state.span_of(plank));
    let first = |fits: &dyn Fn(Move) -> bool| legal.iter().copied().find(|&mv| fits(mv));
    match card {
        Card::STONE1 | Card::STONE2 => {
            let islands = way.spans().iter().filter_map(|(_, to)| to.island());
            islands.filter(|&island| !state.has_stone(island)).map(Move::Stone).next()
        }
        // In the list of legal moves, shorter planks come first.
        Card::PLANK1 | Card::PLANK2 => {
            let mut missing = way.spans().iter().filter(|&&(over, _)| !state.is_bridged(over));
            missing.find_map(|&(over, _)| first(&|mv| matches!(mv, Move::Plank(_, span) if span == over)))
        }
        Card::MOVE1 | Card::MOVE2 => match way.start.village() {
            Some(village) if state.player(seat).pawn() != Place::village(village) => {
                first(&|mv| mv == Move::Step(Place::village(village)))
            }
            _ => {
                let &(over, _) = way.spans().first()?;
                first(&|mv| matches!(mv, Move::Step(place) if span_of(place) == Some(over)))
            }
        },
        _ => None,
    }
}

/// The removal of a plank that is none of the own way, if there is one: one of the way of some other player if
/// possible.
fn removal(state: &RiverDragons, seat: Seat, way: &Way, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
    let others = Seat::all(state.n_players()).filter(|&other| other != seat);
    let rival = LazyGround::of(state).way(others.choose(rng)?)?;
    // The span that a move lays open.
    let opened = |mv: Move| match mv {
        Move::RemovePlank(plank) => state.span_of(plank).filter(|&span| !way.goes_over(span)),
        _ => None,
    };
    let hinders = |mv: Move| opened(mv).is_some_and(|span| rival.goes_over(span));
    let first = |fits: &dyn Fn(Move) -> bool| legal.iter().copied().find(|&mv| fits(mv));
    first(&hinders).or_else(|| first(&|mv| opened(mv).is_some()))
}
