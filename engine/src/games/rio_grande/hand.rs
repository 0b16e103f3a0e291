//! The cards in a hand.

use super::cards::Card;
use super::limits::MAX_HAND;

/// Cards in hand, sorted, so that hands with the same cards are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hand {
    /// In order; behind the cards stands what is higher than all of them.
    cards: [Card; MAX_HAND],
    len: u8,
}

/// Where there is no card.
const NONE: Card = Card(u8::MAX);

impl Default for Hand {
    fn default() -> Self {
        Hand { cards: [NONE; MAX_HAND], len: 0 }
    }
}

impl Hand {
    #[inline]
    pub(super) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn len(&self) -> u8 {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, card: Card) -> bool {
        self.cards().contains(&card)
    }

    /// Puts a card in its place: each place has the middle one of the card before, the card that was there, and the new
    /// one.
    #[inline]
    pub(super) fn put(&mut self, card: Card) {
        let mut before = Card(0);
        for place in &mut self.cards {
            let here = *place;
            *place = before.max(here.min(card));
            before = here;
        }
        self.len += 1;
    }

    /// Takes a card that is in the hand: from its place on, each place has the card after it.
    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        debug_assert!(self.contains(card), "the card is in hand");
        for place in 0..MAX_HAND {
            let after = if place + 1 < MAX_HAND { self.cards[place + 1] } else { NONE };
            self.cards[place] = if self.cards[place] < card { self.cards[place] } else { after };
        }
        self.len -= 1;
    }

    /// Replaces the hand by as many cards as it has, each of which `draw` gives.
    #[inline]
    pub(super) fn redraw(&mut self, mut draw: impl FnMut() -> Card) {
        for _ in 0..std::mem::take(self).len {
            self.put(draw());
        }
    }
}

#[cfg(test)]
#[path = "hand_tests.rs"]
mod tests;
