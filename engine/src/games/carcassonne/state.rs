//! The position: what lies where, who claims what, and what has to be decided next.

use rand::Rng;

use crate::bag::Bag;
use crate::data::RulesRef;
use crate::{Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn, UnknownMove};

use super::board::{Board, TILES};
use super::features::{Features, SegmentIdx};
use super::scoring::Part;
use super::tiles::TileIdx;
use super::{CarcassonneRules, Move};

/// The largest number of players.
pub(super) const PLAYERS: usize = 5;
/// The largest number of meeples that a position can hold of each player.
pub(super) const MEEPLES: usize = 7;
/// The largest number of kinds of tiles.
pub(super) const KINDS: usize = 48;

/// A position of Carcassonne.
///
/// A plain value of flat arrays: cloning is a memory copy.
#[derive(Clone, PartialEq)]
pub struct Carcassonne {
    pub(super) rules: RulesRef<CarcassonneRules>,
    pub(super) board: Board,
    pub(super) features: Features,
    pub(super) players: PerPlayer<Player, PLAYERS>,
    pub(super) river: Bag<2>,
    pub(super) land: Bag<2>,
    /// The part of the stack that is drawn from.
    pub(super) pile: Pile,
    pub(super) phase: Phase,
    /// The tile that was drawn.
    pub(super) drawn: TileIdx,
    /// Who was drawn to begin the game.
    pub(super) first_player: Seat,
    pub(super) current: Seat,
    /// The number of the turn, from 1; 0 before the first.
    pub(super) turn: u16,
}

/// The parts of the stack, from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pile {
    Fork,
    River,
    Lake,
    Land,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    DealStart,
    Deal,
    Lay,
    Claim,
    Over,
}

/// One player's meeples and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Where the meeples on the table stand, in the order of putting; nothing behind them.
    meeples: [SegmentIdx; MEEPLES],
    on_table: u8,
    supply: u8,
    /// By score part.
    pub(super) points: [u16; 4],
    /// Meeples put in the whole game, by kind of feature.
    pub(super) claims: [u8; 4],
    /// Tiles laid in the whole game, by kind.
    pub(super) laid: Laid,
}

/// Numbers of tiles by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Laid(pub(super) [u8; KINDS]);

impl Default for Laid {
    fn default() -> Self {
        Laid([0; KINDS])
    }
}

impl Player {
    pub(super) fn new(supply: u8) -> Player {
        Player { supply, ..Player::default() }
    }

    /// The segments on which meeples stand.
    #[inline]
    pub fn meeples(&self) -> &[SegmentIdx] {
        &self.meeples[..usize::from(self.on_table)]
    }

    /// The meeples that are not on the table.
    #[inline]
    pub fn supply(&self) -> u8 {
        self.supply
    }

    #[inline]
    pub(super) fn put(&mut self, segment: SegmentIdx) {
        self.meeples[usize::from(self.on_table)] = segment;
        self.on_table += 1;
        self.supply -= 1;
    }

    /// Takes the meeples back that do not stay.
    #[inline]
    pub(super) fn take_back(&mut self, mut stays: impl FnMut(SegmentIdx) -> bool) {
        let before = std::mem::take(&mut self.meeples);
        let on_table = usize::from(self.on_table);
        self.on_table = 0;
        for segment in before.into_iter().take(on_table) {
            if stays(segment) {
                self.meeples[usize::from(self.on_table)] = segment;
                self.on_table += 1;
            }
        }
        self.supply += on_table as u8 - self.on_table;
    }
}

impl Carcassonne {
    /// The rules of this position.
    pub fn rules(&self) -> &'static CarcassonneRules {
        self.rules.0
    }

    /// The tiles on the table.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The features on the table.
    #[inline]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// One player's meeples and points.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The tiles in the stack.
    #[inline]
    pub fn stack_len(&self) -> u32 {
        let rivers = match self.pile {
            Pile::Fork => 2 + self.river.len(),
            Pile::River => 1 + self.river.len(),
            Pile::Lake => 1,
            Pile::Land => 0,
        };
        rivers + self.land.len()
    }

    /// The tile that has been drawn and is to be laid.
    pub fn drawn(&self) -> Option<TileIdx> {
        (self.phase == Phase::Lay).then_some(self.drawn)
    }
}

impl Game for Carcassonne {
    type Move = Move;
    type Rules = CarcassonneRules;

    const NAME: &'static str = "carcassonne";
    const TITLE: &'static str = "Carcassonne";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["start", "river", "land"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = false;
    // Every tile is drawn, laid and claimed at most once.
    const MAX_MOVES: usize = 1 + 3 * TILES;

    fn new(rules: &'static CarcassonneRules, players: usize) -> Self {
        Self::set_up(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Lay | Phase::Claim => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            Phase::DealStart | Phase::Deal => Turn::Chance,
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
        match (self.phase, self.pile) {
            (Phase::DealStart, _) => 0,
            (Phase::Deal, Pile::Land) => 2,
            (Phase::Deal, _) => 1,
            _ => panic!("nothing is dealt now"),
        }
    }

    #[inline]
    fn resample_hidden(&mut self, _observer: Seat, _rng: &mut impl Rng) {}

    #[inline]
    fn is_visible_to(&self, _observer: Seat, _mv: Move) -> bool {
        true
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.parts(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| self.final_outcome())
    }

    fn move_text(&self, mv: Move) -> String {
        self.write_move(mv)
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
    fn positions_are_flat() {
        assert!(size_of::<Carcassonne>() <= 8192, "{} bytes", size_of::<Carcassonne>());
        assert!(!std::mem::needs_drop::<Carcassonne>());
        assert!(size_of::<Move>() <= 8);
    }
}
