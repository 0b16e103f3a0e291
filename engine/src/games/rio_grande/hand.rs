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
mod tests {
    use super::*;

    #[test]
    fn equal_hands_are_equal() {
        let (mut one, mut other) = (Hand::default(), Hand::default());
        for card in [7, 3, 50, 3] {
            one.put(Card(card));
        }
        for card in [3, 50, 3, 9, 7] {
            other.put(Card(card));
        }
        other.take(Card(9));
        assert_eq!(one, other);
        assert_eq!(one.cards(), [3, 3, 7, 50].map(Card));
    }

    #[test]
    fn hands_are_in_order() {
        for sequence in 0..10_000_u32 {
            let (mut hand, mut list) = (Hand::default(), Vec::new());
            for digit in sequence.to_string().bytes() {
                let card = Card(digit % 6);
                if let Some(place) = list.iter().position(|&other| other == card) {
                    list.remove(place);
                    hand.take(card);
                } else {
                    list.extend([card, card]);
                    list.sort_unstable();
                    hand.put(card);
                    hand.put(card);
                }
                assert_eq!((hand.cards(), usize::from(hand.len())), (&list[..], list.len()));
            }
        }
    }
}
