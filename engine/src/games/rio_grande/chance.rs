//! Chance events: the draw of the start player, and cards that go from the stack to hands.

use rand::Rng;

use crate::Seat;

use super::cards::Card;
use super::moves::Move;
use super::state::{Phase, RioGrande};

#[inline]
pub(super) fn chance_stream(state: &RioGrande) -> usize {
    match state.phase {
        Phase::DealStart => 0,
        Phase::DealHands | Phase::Refill => 1 + state.current.index(),
        Phase::Act | Phase::Over => panic!("chance is not to act"),
    }
}

pub(super) fn chance_outcomes(state: &RioGrande, outcomes: &mut Vec<(Move, u32)>) {
    outcomes.clear();
    match state.phase {
        Phase::DealStart => {
            outcomes.extend(Seat::all(state.players.players()).map(|seat| (Move::DealStart(seat), 1)));
        }
        Phase::DealHands | Phase::Refill => {
            let counts = state.rules.0.cards.counts(&state.stack);
            outcomes.extend(counts.map(|(card, count)| (Move::DealCard(Card(card)), count)));
        }
        Phase::Act | Phase::Over => {}
    }
}

/// A card is the first one of its chance stream that is still in the stack: the same stream gives the same card for as
/// long as nobody else is dealt it, whatever else was dealt before.
#[inline]
pub(super) fn draw(state: &RioGrande, rng: &mut impl Rng) -> Move {
    match state.phase {
        Phase::DealHands | Phase::Refill => Move::DealCard(Card(state.rules.0.cards.draw_aligned(&state.stack, rng))),
        Phase::DealStart => Move::DealStart(Seat::draw(state.players.players(), rng)),
        Phase::Act | Phase::Over => panic!("chance is not to act"),
    }
}

/// Whether chance can make this move now.
pub(super) fn is_possible(state: &RioGrande, mv: Move) -> bool {
    match (state.phase, mv) {
        (Phase::DealStart, Move::DealStart(seat)) => seat.index() < state.players.players(),
        (Phase::DealHands | Phase::Refill, Move::DealCard(card)) => {
            card.index() < Card::COUNT && state.rules.0.cards.count(&state.stack, card.0) > 0
        }
        _ => false,
    }
}

/// The start player is drawn, and the first hand is dealt next.
pub(super) fn deal_start(state: &mut RioGrande, seat: Seat) {
    state.first_player = seat;
    state.current = seat;
    state.phase = Phase::DealHands;
}

/// A card goes to the hand that is being filled. When the hand is full, the next one is filled or the next turn begins;
/// when a refill empties the stack, the last round begins.
#[inline]
pub(super) fn deal_card(state: &mut RioGrande, card: Card) {
    let was_there = state.rules.0.cards.take(&mut state.stack, card.0);
    debug_assert!(was_there);
    let me = state.me_mut();
    me.hand.put(card);
    let is_full = me.hand.len() == state.rules.0.hand;
    let players = state.players.players();
    if state.phase == Phase::DealHands {
        if is_full {
            state.current = state.current.left(players);
            if state.current == state.first_player {
                state.begin_turn();
            }
        }
    } else if state.stack.is_empty() {
        state.turns_left = players as u8;
        state.next_turn();
    } else if is_full {
        state.next_turn();
    }
}

#[cfg(test)]
#[path = "chance_tests.rs"]
mod tests;
