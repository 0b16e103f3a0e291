//! The cards of programs.

use crate::bits::set_bits;

use super::limits::COLORS;
use super::pieces::Color;

/// A card of a hand: eight actions, and a dragon for each opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(super) u8);

impl Card {
    /// Lay one stone.
    pub const STONE1: Card = Card(0);
    /// Lay two stones.
    pub const STONE2: Card = Card(1);
    /// Lay one plank.
    pub const PLANK1: Card = Card(2);
    /// Lay two planks.
    pub const PLANK2: Card = Card(3);
    /// Remove a plank or a stone.
    pub const REMOVE: Card = Card(4);
    /// Go one step.
    pub const MOVE1: Card = Card(5);
    /// Go two steps.
    pub const MOVE2: Card = Card(6);
    /// Jump over a pawn.
    pub const JUMP: Card = Card(7);
    /// The number of cards that are no dragons.
    pub(super) const ACTIONS: usize = 8;
    /// The number of cards that can be named.
    pub(super) const COUNT: usize = Card::ACTIONS + COLORS;
    /// The names of cards that are no dragons.
    pub(super) const NAMES: [&'static str; Card::ACTIONS] =
        ["stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump"];

    /// The dragon of a color.
    #[inline]
    pub fn dragon(color: Color) -> Card {
        Card(Card::ACTIONS as u8 + color.0)
    }

    /// All cards that can be named.
    pub(super) fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card)
    }

    /// Whether it is a dragon.
    #[inline]
    pub fn is_dragon(self) -> bool {
        self.0 >= Card::ACTIONS as u8
    }

    /// The index of the card where all dragons are one.
    #[inline]
    pub(super) fn kind(self) -> usize {
        usize::from(self.0).min(Card::ACTIONS)
    }

    /// The color of a dragon.
    pub fn color(self) -> Option<Color> {
        self.0.checked_sub(Card::ACTIONS as u8).map(Color)
    }

    /// One bit for each card that can be named.
    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.0
    }

    /// How often the action is carried out: twice, once, or never if it is a dragon.
    #[inline]
    pub fn actions(self) -> u8 {
        match self {
            Card::STONE2 | Card::PLANK2 | Card::MOVE2 => 2,
            card if card.is_dragon() => 0,
            _ => 1,
        }
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cards(pub(super) u16);

impl Cards {
    const DRAGONS: u16 = !0 << Card::ACTIONS;

    /// All cards that are no dragons.
    pub(super) const ACTIONS: Cards = Cards(!Cards::DRAGONS);
    /// All dragons.
    pub(super) const ALL_DRAGONS: Cards = Cards(Cards::DRAGONS);

    #[inline]
    pub(super) fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.0)
    }

    #[inline]
    pub(super) fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    #[inline]
    pub(super) fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    #[inline]
    pub(super) fn dragons(self) -> Cards {
        Cards(self.0 & Cards::DRAGONS)
    }

    #[inline]
    pub(super) fn actions(self) -> Cards {
        Cards(self.0 & !Cards::DRAGONS)
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The cards, those that are no dragons first.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Card> {
        set_bits(self.0).map(Card)
    }

    /// The card that has `nth` lower ones in the set.
    #[inline]
    pub(super) fn nth(self, nth: u32) -> Card {
        Card(crate::bag::select_bit(u64::from(self.0), nth) as u8)
    }
}
