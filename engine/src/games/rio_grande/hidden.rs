//! What a player cannot know: the hands of the others.

use rand::Rng;

use crate::Seat;

use super::cards::Card;
use super::moves::Move;
use super::state::RioGrande;

/// Puts the hands of all others back into the stack and draws as many cards for each, every assignment of cards being
/// equally likely.
#[inline]
pub(super) fn resample_hidden(state: &mut RioGrande, observer: Seat, rng: &mut impl Rng) {
    let cards = &state.rules.0.cards;
    let others = Seat::all(state.players.players()).filter(|&seat| seat != observer);
    for seat in others.clone() {
        for card in state.players[seat].hand.cards() {
            cards.put(&mut state.stack, card.0);
        }
    }
    for seat in others {
        state.players[seat].hand.redraw(|| {
            let card = cards.draw(&state.stack, rng);
            cards.take(&mut state.stack, card);
            Card(card)
        });
    }
}

/// Everybody sees all moves but cards that are dealt to another hand.
#[inline]
pub(super) fn is_visible_to(state: &RioGrande, observer: Seat, mv: Move) -> bool {
    !matches!(mv, Move::DealCard(_)) || state.current == observer
}

#[cfg(test)]
#[path = "hidden_tests.rs"]
mod tests;
