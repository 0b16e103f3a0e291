//! The position: what lies and stands where, the programs, and what has to be decided next.

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::cards::{Card, Cards};
use super::limits::{COLORS, MAX_PROGRAM, PLANKS, PLAYERS, SUPPORTS};
use super::pieces::{Color, Place, PlankIdx, Planks, SupportIdx, SupportSet};
use super::rules::DragonRules;
use super::spans::{NO_SPAN, SpanIdx, SpanSet};

/// A position of River Dragons.
///
/// A plain value: cloning is a memory copy. What the others have programmed is hidden until its position is revealed.
#[derive(Clone, PartialEq)]
pub struct RiverDragons {
    pub(super) rules: RulesRef<DragonRules>,
    /// The islands with a stone, one bit each.
    pub(super) stones: u32,
    /// Where each plank lies.
    pub(super) spans: [SpanIdx; PLANKS],
    /// The planks on each support.
    pub(super) planks_at: [Planks; SUPPORTS],
    pub(super) on_board: Planks,
    /// The spans on which planks lie.
    pub(super) bridged: SpanSet,
    /// The supports that carry no more planks.
    pub(super) full: SupportSet,
    pub(super) players: PerPlayer<Player, PLAYERS>,
    /// Who was drawn to begin the game.
    pub(super) first_player: Seat,
    /// Who has the start marker.
    pub(super) start: Seat,
    pub(super) current: Seat,
    pub(super) phase: Phase,
    /// The number of the round, from 1; 0 before the first.
    pub(super) round: u8,
    /// The position of the programs that is carried out, as an index.
    pub(super) position: u8,
    /// How often the current card is still to be carried out.
    pub(super) left: u8,
}

/// Where planks and stones lie, as far as ways depend on it: not which planks these are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    bridged: SpanSet,
    full: SupportSet,
    stones: u32,
}

/// What lies on the board, with the color, the pawn and the reserve of a player: what ways of that player depend on,
/// under the same rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces {
    laid: Laid,
    reserve: Planks,
    /// The span under the pawn; [`NO_SPAN`] in a village.
    under: SpanIdx,
    village: Option<Color>,
    color: Color,
}

impl Pieces {
    /// A number that differs for most others.
    #[inline]
    pub fn spread(&self) -> u64 {
        let Pieces { laid, reserve, under, village, color } = *self;
        let village = village.map_or(u8::MAX, |village| village.0);
        let pieces = u64::from(u32::from_le_bytes([under.0, village, color.0, 0])) << 32 | u64::from(laid.stones);
        let words = laid.bridged.0.into_iter().chain([laid.full.0, reserve.0, pieces]);
        let mixed = words.fold(0_u64, |mixed, word| (mixed.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mixed >> 32
    }
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Chance draws the start player.
    DealStart,
    /// Players program one after the other, each unseen by the others.
    Program,
    /// The programs are carried out.
    Act,
    Over,
}

/// One player's pawn, reserve and program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    pub(super) color: Color,
    pub(super) pawn: Place,
    pub(super) reserve: Planks,
    pub(super) program: [Card; MAX_PROGRAM],
    /// The cards in the program so far.
    pub(super) programmed: u8,
    pub(super) falls: u16,
    /// How often each card was programmed in the whole game; all dragons count as one card.
    pub(super) cards: [u16; Card::ACTIONS + 1],
}

impl Default for Player {
    fn default() -> Self {
        Player {
            color: Color::default(),
            pawn: Place::default(),
            reserve: Planks::default(),
            program: [Card::STONE1; MAX_PROGRAM],
            programmed: 0,
            falls: 0,
            cards: [0; Card::ACTIONS + 1],
        }
    }
}

impl Player {
    /// The color.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Where the pawn stands.
    #[inline]
    pub fn pawn(&self) -> Place {
        self.pawn
    }

    /// The planks in the reserve.
    pub fn reserve(&self) -> impl Iterator<Item = PlankIdx> {
        self.reserve.iter()
    }

    /// How often the pawn fell.
    pub fn falls(&self) -> u16 {
        self.falls
    }

    /// The cards of the program so far, which only their owner may see: a bot is shown a sample.
    #[inline]
    pub fn program(&self) -> &[Card] {
        &self.program[..usize::from(self.programmed)]
    }

    /// The cards of the program as a set.
    #[inline]
    pub(super) fn used(&self) -> Cards {
        self.program().iter().fold(Cards::default(), |cards, &card| cards.with(card))
    }

    #[inline]
    pub(super) fn clear_program(&mut self) {
        self.program = [Card::STONE1; MAX_PROGRAM];
        self.programmed = 0;
    }
}

impl RiverDragons {
    /// The rules of this position.
    pub fn rules(&self) -> &'static DragonRules {
        self.rules.0
    }

    /// What the ways of a player depend on.
    #[inline]
    pub fn pieces_of(&self, seat: Seat) -> Pieces {
        let Player { color, pawn, reserve, .. } = self.players[seat];
        let under = pawn.as_plank().map_or(NO_SPAN, |plank| self.spans[plank.index()]);
        Pieces { laid: self.laid(), reserve, under, village: pawn.as_village(), color }
    }

    /// Where planks and stones lie.
    #[inline]
    pub fn laid(&self) -> Laid {
        Laid { bridged: self.bridged, full: self.full, stones: self.stones }
    }

    /// One player's pawn, reserve and falls.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The number of the round, from 1; 0 before the first.
    pub fn round_number(&self) -> u32 {
        u32::from(self.round)
    }

    /// Whether an island, by its index, has a stone.
    #[inline]
    pub fn has_stone(&self, island: u8) -> bool {
        self.stones >> island & 1 == 1
    }

    /// The islands with a stone.
    #[inline]
    pub fn stones(&self) -> SupportSet {
        SupportSet(u64::from(self.stones) << COLORS)
    }

    /// Whether a plank lies on a span.
    #[inline]
    pub fn is_bridged(&self, span: SpanIdx) -> bool {
        self.bridged.contains(span)
    }

    /// The spans on which planks lie.
    #[inline]
    pub fn bridged(&self) -> &SpanSet {
        &self.bridged
    }

    /// The supports that carry no more planks.
    #[inline]
    pub fn full(&self) -> SupportSet {
        self.full
    }

    /// Where a plank lies, if it is on the board.
    #[inline]
    pub fn span_of(&self, plank: PlankIdx) -> Option<SpanIdx> {
        self.on_board.contains(plank).then(|| self.spans[plank.index()])
    }

    /// The planks that rest on a support.
    #[inline]
    pub fn planks_on(&self, support: SupportIdx) -> impl Iterator<Item = PlankIdx> {
        self.planks_at[support.index()].iter()
    }

    /// The number of planks on a support.
    #[inline]
    pub(super) fn load(&self, support: SupportIdx) -> u32 {
        self.planks_at[support.index()].len()
    }

    /// The position of the programs that is carried out, as an index, and how often the current card is still to be
    /// carried out; `None` while programs are made.
    #[inline]
    pub fn progress(&self) -> Option<(usize, u8)> {
        (self.phase == Phase::Act).then_some((usize::from(self.position), self.left))
    }

    /// Who has the start marker.
    #[inline]
    pub fn start(&self) -> Seat {
        self.start
    }

    #[inline]
    pub(super) fn me(&self) -> &Player {
        &self.players[self.current]
    }

    #[inline]
    pub(super) fn me_mut(&mut self) -> &mut Player {
        &mut self.players[self.current]
    }

    /// The card of a player in the position that is carried out.
    #[inline]
    pub(super) fn card_of(&self, seat: Seat) -> Card {
        self.players[seat].program[usize::from(self.position)]
    }

    /// The planks on which pawns stand.
    #[inline]
    pub(super) fn occupied(&self) -> Planks {
        self.players.iter().fold(Planks::default(), |planks, player| match player.pawn.as_plank() {
            Some(plank) => Planks(planks.0 | Planks::one(plank).0),
            None => planks,
        })
    }

    /// The planks and villages beside a place.
    #[inline]
    pub(super) fn beside(&self, place: Place) -> (Planks, [Option<Color>; 2]) {
        if let Some(village) = place.as_village() {
            return (self.planks_at[village.index()], [None; 2]);
        }
        let plank = PlankIdx(place.0);
        let ends = self.rules.0.board.spans[self.spans[plank.index()].index()].ends;
        let mut planks = 0;
        for end in ends {
            if end.village().is_none() {
                planks |= self.planks_at[end.index()].0;
            }
        }
        (Planks(planks & !Planks::one(plank).0), ends.map(SupportIdx::village))
    }

    /// The hand of a player between the rounds.
    #[inline]
    pub(super) fn hand(&self, seat: Seat) -> Cards {
        let own = self.players[seat].color;
        let others = self.players.iter().map(|player| player.color).filter(|&color| color != own);
        others.fold(Cards::ACTIONS, |hand, color| hand.with(Card::dragon(color)))
    }

    /// How many cards of the programs everybody has seen.
    #[inline]
    pub(super) fn revealed(&self) -> usize {
        if self.phase == Phase::Act { usize::from(self.position) + 1 } else { 0 }
    }

    /// How many cards of the programs everybody has seen: when a pawn has reached its goal, so far; after the last
    /// round, all.
    pub(super) fn seen_cards(&self) -> usize {
        let has_winner = Seat::all(self.players.players()).any(|seat| self.has_won(seat));
        match self.phase {
            Phase::Over if has_winner => usize::from(self.position) + 1,
            Phase::Over => usize::from(self.rules.0.program),
            _ => self.revealed(),
        }
    }

    /// The next round begins, and the player with the start marker programs first.
    pub(super) fn begin_round(&mut self) {
        self.round += 1;
        self.current = self.start;
        self.phase = Phase::Program;
    }
}
