//! The position: what lies where, who holds what, and what has to be decided next.

use rand::Rng;

use crate::bag::Bag;
use crate::data::RulesRef;
use crate::{Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn, UnknownMove};

use super::cards::Card;
use super::river::Rivers;
use super::scoring::Part;
use super::{Move, RioRules};

/// The largest number of players.
pub(super) const PLAYERS: usize = 5;
/// The largest hand that a position can hold.
pub(super) const HAND: usize = 9;

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
    /// Of the current turn.
    pub(super) actions: u8,
    pub(super) specials: u8,
    pub(super) bridges: u8,
    /// The last turns in a row in which nothing was done.
    pub(super) empty_turns: u8,
    /// The turns that are left in the last round, 0 before it.
    pub(super) turns_left: u8,
    /// The number of the turn, from 1; 0 before the first.
    pub(super) turn: u16,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    DealStart,
    DealHands,
    Act,
    Refill,
    Over,
}

/// One player's cards, bridges and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    pub(super) hand: Hand,
    pub(super) bridges: u8,
    pub(super) points: u16,
    /// Bridges built in the whole game.
    pub(super) built: u8,
    /// Rivers begun in the whole game.
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

/// Cards in hand, sorted, so that equal hands are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Hand {
    cards: [Card; HAND],
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
}

impl Hand {
    /// As many other cards, each as `deal` says.
    #[inline]
    pub(super) fn deal_again(&mut self, mut deal: impl FnMut() -> Card) {
        for _ in 0..std::mem::take(&mut self.len) {
            self.put(deal());
        }
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

    /// The cards in the stack.
    #[inline]
    pub fn stack_len(&self) -> u32 {
        self.stack.len()
    }

    /// The cards in the stack once all hands are dealt.
    pub fn stack_at_start(&self) -> f64 {
        let dealt = self.players.players() * usize::from(self.rules.0.hand);
        f64::from(self.rules.0.card_count) - dealt as f64
    }

    /// The turns that are left, that of the player to act included, once the last round has begun.
    pub fn turns_left(&self) -> Option<u8> {
        (self.turns_left > 0).then_some(self.turns_left)
    }

    #[inline]
    pub(super) fn me(&self) -> &Player {
        &self.players[self.current]
    }

    #[inline]
    pub(super) fn me_mut(&mut self) -> &mut Player {
        &mut self.players[self.current]
    }
}

impl Game for RioGrande {
    type Move = Move;
    type Rules = RioRules;

    const NAME: &'static str = "rio-grande";
    const TITLE: &'static str = "Rio Grande";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=PLAYERS;
    // The cards that a seat is dealt come from a stream of its own, so that they are the same ones whoever sits there.
    const CHANCE_STREAMS: &'static [&'static str] =
        &["start", "cards-p1", "cards-p2", "cards-p3", "cards-p4", "cards-p5"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = true;
    // Every card is dealt and leaves its hand once, with at most one bridge built per turn and one end of each; a turn
    // in which no card is laid is empty, as bridges need a card of the turn, and of these at most four come in a row
    // before a card leaves a hand. A turn without a card is one move.
    const MAX_MOVES: usize = 1 + 165 + 3 * 165 + 5 * 166;

    fn new(rules: &'static RioRules, players: usize) -> Self {
        Self::set_up(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Act => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            Phase::DealStart | Phase::DealHands | Phase::Refill => Turn::Chance,
        }
    }

    fn first_player(&self) -> Seat {
        self.first_player
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list_legal(moves);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.check_legal(mv), "{mv:?} is not legal in\n{self}");
        self.make(mv);
    }

    #[inline]
    fn draw(&self, rng: &mut impl Rng) -> Move {
        self.draw_deal(rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        self.list_deals(outcomes);
    }

    #[inline]
    fn chance_stream(&self) -> usize {
        match self.phase {
            Phase::DealStart => 0,
            Phase::DealHands | Phase::Refill => 1 + self.current.index(),
            Phase::Act | Phase::Over => panic!("nothing is dealt now"),
        }
    }

    #[inline]
    fn resample_hidden(&mut self, observer: Seat, rng: &mut impl Rng) {
        self.deal_again(observer, rng);
    }

    #[inline]
    fn is_visible_to(&self, observer: Seat, mv: Move) -> bool {
        !matches!(mv, Move::DealCard(_)) || self.current == observer
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.parts()[seat]
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| self.final_outcome())
    }

    fn move_text(&self, mv: Move) -> String {
        Self::write_move(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        self.read_move(text).ok_or_else(|| UnknownMove { text: text.to_owned(), game: Self::NAME })
    }

    fn all_moves(&self) -> Vec<Move> {
        self.list_all_moves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_small_plain_values() {
        assert!(size_of::<RioGrande>() <= 1024, "{} bytes", size_of::<RioGrande>());
        assert!(!std::mem::needs_drop::<RioGrande>());
        assert!(size_of::<Move>() <= 8);
    }

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
