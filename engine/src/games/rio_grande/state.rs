//! The position: what lies where, who holds what, and what has to be decided next.

use crate::bag::Bag;
use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::cards::Card;
use super::hand::Hand;
use super::limits::PLAYERS;
use super::river::Rivers;
use super::rules::RioRules;

/// A position of Rio Grande.
///
/// A plain value: cloning is a memory copy. The hands of the others and the stack are hidden.
#[derive(Clone, PartialEq)]
pub struct RioGrande {
    pub(super) rules: RulesRef<RioRules>,
    pub(super) stack: Bag<3>,
    pub(super) players: PerPlayer<Player, PLAYERS>,
    pub(super) rivers: Rivers,
    /// Who was drawn to begin the game.
    pub(super) first_player: Seat,
    /// Who acts or is dealt cards.
    pub(super) current: Seat,
    pub(super) phase: Phase,
    /// The actions of the current turn that are done.
    pub(super) actions: u8,
    /// The special cards that were laid in the current turn.
    pub(super) specials: u8,
    /// The bridges that were built in the current turn.
    pub(super) bridges: u8,
    /// How many turns in a row, up to the last one, passed without an action.
    pub(super) empty_turns: u8,
    /// The turns that are left in the last round; 0 before it.
    pub(super) turns_left: u8,
    /// The number of the turn, from 1; 0 before the first.
    pub(super) turn: u16,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Chance draws the start player.
    DealStart,
    /// Chance deals the first hands.
    DealHands,
    /// A player acts.
    Act,
    /// Chance refills the hand of the player whose turn has ended.
    Refill,
    Over,
}

/// One player's cards, bridges and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    pub(super) hand: Hand,
    pub(super) bridges: u8,
    pub(super) points: u16,
    /// The bridges that were built in the whole game.
    pub(super) built: u8,
    /// The rivers that were begun in the whole game.
    pub(super) begun: u8,
    /// How often the player laid each card in the whole game.
    pub(super) laid: [u8; Card::COUNT],
}

impl Default for Player {
    fn default() -> Self {
        Player { hand: Hand::default(), bridges: 0, points: 0, built: 0, begun: 0, laid: [0; Card::COUNT] }
    }
}

impl Player {
    /// The cards in hand, in the order of [`Card`].
    #[inline]
    pub fn hand(&self) -> &[Card] {
        self.hand.cards()
    }

    /// The bridges that are not on the table.
    #[inline]
    pub fn bridges(&self) -> u8 {
        self.bridges
    }

    /// The points of the rivers that reached their mouths.
    #[inline]
    pub fn points(&self) -> u16 {
        self.points
    }
}

impl RioGrande {
    /// The rules of this position.
    pub fn rules(&self) -> &'static RioRules {
        self.rules.0
    }

    /// One player's cards, bridges and points.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The rivers on the table.
    #[inline]
    pub fn rivers(&self) -> &Rivers {
        &self.rivers
    }

    /// The number of cards in the stack.
    #[inline]
    pub fn stack_len(&self) -> u32 {
        self.stack.len()
    }

    /// The number of cards in the stack once all hands are dealt.
    pub fn stack_at_start(&self) -> f64 {
        let dealt = self.players.players() * usize::from(self.rules.0.hand);
        f64::from(self.rules.0.card_count) - dealt as f64
    }

    /// The turns that are left, that of the player to act included, once the last round has begun.
    pub fn turns_left(&self) -> Option<u8> {
        (self.turns_left > 0).then_some(self.turns_left)
    }

    /// The player whose turn it is, or whose turn begins as soon as chance has dealt cards.
    #[inline]
    pub fn next_to_act(&self) -> Seat {
        match self.phase {
            Phase::DealStart | Phase::DealHands => self.first_player,
            Phase::Refill => self.current.left(self.players.players()),
            Phase::Act | Phase::Over => self.current,
        }
    }

    /// The actions that the player to act has left in this turn; none while chance is to act.
    #[inline]
    pub fn actions_left(&self) -> u8 {
        if self.phase == Phase::Act { self.rules.0.actions.saturating_sub(self.actions) } else { 0 }
    }

    /// The special cards that may still be laid in this turn.
    #[inline]
    pub fn specials_left(&self) -> u8 {
        self.rules.0.specials.saturating_sub(self.specials)
    }

    /// The bridges that may still be built in this turn, by whoever has that many.
    #[inline]
    pub fn bridges_left(&self) -> u8 {
        self.rules.0.bridges_per_turn.saturating_sub(self.bridges)
    }

    /// Whether the last round begins if the player to act ends the turn now.
    #[inline]
    pub fn end_begins_last_round(&self) -> bool {
        let is_empty = self.phase == Phase::Act && self.actions == 0;
        is_empty && self.turns_left == 0 && usize::from(self.empty_turns) + 1 == self.players.players()
    }

    #[inline]
    pub(super) fn me(&self) -> &Player {
        &self.players[self.current]
    }

    #[inline]
    pub(super) fn me_mut(&mut self) -> &mut Player {
        &mut self.players[self.current]
    }

    /// The left neighbor's turn begins.
    pub(super) fn next_turn(&mut self) {
        self.current = self.current.left(self.players.players());
        self.begin_turn();
    }

    /// The turn of the current player begins.
    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Act;
        (self.actions, self.specials, self.bridges) = (0, 0, 0);
        self.turn += 1;
    }
}
