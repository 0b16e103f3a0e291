//! Moves of players and of chance.

use crate::Seat;

use super::cards::{Card, Water};
use super::river::RiverIdx;

/// A move; [`super::RioGrande`] writes and reads them in the notation of `RULES.md`. The cards of a
/// river are counted from its head: from 0 here, from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the start player.
    DealStart(Seat),
    /// Chance: a card to the hand that is being filled.
    DealCard(Card),
    /// Lay a river card as the source of a new river.
    Source(Card),
    /// Lay a river card, mouth or lake at the end of a river.
    Lay(Card, RiverIdx),
    /// Lay a bend at the end of a river and swap the bridges on two of its cards, the one nearer to the head first.
    Bend(Card, RiverIdx, u8, u8),
    /// Lay a sandbank onto a card of a river.
    Sandbank(Water, RiverIdx, u8),
    /// Build a bridge on a card of a river.
    Bridge(RiverIdx, u8),
    /// Discard a card.
    Discard(Card),
    /// End the turn.
    End,
}

impl Move {
    /// The card of the hand that a player lays or discards.
    #[inline]
    pub fn card(self) -> Option<Card> {
        match self {
            Move::Source(card) | Move::Lay(card, _) | Move::Bend(card, ..) | Move::Discard(card) => Some(card),
            Move::Sandbank(water, ..) => Some(Card::sandbank(water)),
            Move::DealStart(_) | Move::DealCard(_) | Move::Bridge(..) | Move::End => None,
        }
    }
}
