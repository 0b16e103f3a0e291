//! The cards in a hand.

use super::cards::Card;
use super::limits::MAX_HAND;

/// Cards in hand, sorted, so that hands with the same cards are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Hand {
    cards: [Card; MAX_HAND],
    len: u8,
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

    #[inline]
    pub(super) fn put(&mut self, card: Card) {
        let mut at = usize::from(self.len);
        while at > 0 && self.cards[at - 1] > card {
            self.cards[at] = self.cards[at - 1];
            at -= 1;
        }
        self.cards[at] = card;
        self.len += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        let at = self.cards().iter().position(|&other| other == card).expect("the card is in hand");
        let len = usize::from(self.len);
        self.cards.copy_within(at + 1..len, at);
        self.cards[len - 1] = Card::default();
        self.len -= 1;
    }

    /// Replaces the hand by as many cards as it has, each of which `draw` gives.
    #[inline]
    pub(super) fn redraw(&mut self, mut draw: impl FnMut() -> Card) {
        for _ in 0..std::mem::take(&mut self.len) {
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
}
