//! The position: what lies where, who claims what, and what has to be decided next.

use crate::bag::Bag;
use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::board::{Board, Placed};
use super::features::{Features, SegmentIdx};
use super::limits::{MAX_KINDS, MAX_MEEPLES, PLAYERS};
use super::rules::CarcassonneRules;
use super::tiles::TileIdx;

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
    /// The fork of The River II, alone.
    Fork,
    /// The shuffled tiles of the river.
    River,
    /// The lake, alone.
    Lake,
    /// All other tiles, shuffled.
    Land,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Chance draws the start player.
    DealStart,
    /// Chance draws a tile.
    Deal,
    /// A player lays the tile.
    Lay,
    /// The player may put a meeple on it.
    Claim,
    Over,
}

/// One player's meeples and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Where the meeples on the table stand, in the order in which they were put; the default behind them.
    meeples: [SegmentIdx; MAX_MEEPLES],
    on_table: u8,
    supply: u8,
    /// The points by score part.
    pub(super) points: [u16; 4],
    /// The meeples that were put in the whole game, by kind of feature.
    pub(super) claims: [u8; 4],
    /// The tiles that were laid in the whole game, by kind.
    pub(super) laid: Laid,
}

/// Numbers of tiles by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Laid(pub(super) [u8; MAX_KINDS]);

impl Default for Laid {
    fn default() -> Self {
        Laid([0; MAX_KINDS])
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
    #[inline]
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

    /// The player whose turn it is, from the draw of the tile on.
    #[inline]
    pub fn current(&self) -> Option<Seat> {
        (!matches!(self.phase, Phase::DealStart | Phase::Over)).then_some(self.current)
    }

    /// The number of tiles in the stack.
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

    /// The tile that was laid last.
    #[inline]
    pub(super) fn last_placed(&self) -> Placed {
        *self.board.placed().last().expect("the first tile lies")
    }

    /// Once the shuffled part of the river has no more tiles, the next part of the stack is drawn from.
    pub(super) fn go_to_next_pile(&mut self) {
        if self.pile == Pile::River && self.river.is_empty() {
            self.pile = if self.rules.0.lake.is_some() { Pile::Lake } else { Pile::Land };
        }
    }

    /// The next turn begins with the draw of a tile.
    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Deal;
        self.turn += 1;
    }
}
