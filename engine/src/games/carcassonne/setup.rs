//! Set-up and chance: the parts of the stack, from the fork to the last land tile.

use rand::Rng;

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::board::Board;
use super::features::Features;
use super::state::{PLAYERS, Phase, Pile, Player};
use super::tiles::TileIdx;
use super::{Carcassonne, CarcassonneRules, Cell, Move};

impl Carcassonne {
    pub(super) fn set_up(rules: &'static CarcassonneRules, players: usize) -> Carcassonne {
        Self::set_up_with(rules, players, rules.start, 0)
    }

    /// The position before the first deal with any tile face up, turned: to build positions from.
    ///
    /// # Panics
    /// When the number of players or of turns is out of range.
    pub fn set_up_with(rules: &'static CarcassonneRules, players: usize, start: TileIdx, turns: u8) -> Carcassonne {
        assert!((2..=PLAYERS).contains(&players), "Carcassonne is for 2 to 5 players, not {players}");
        let mut state = Carcassonne {
            rules: RulesRef(rules),
            board: Board::empty(),
            features: Features::none(),
            players: PerPlayer::from_fn(players, |_| Player::new(rules.meeples)),
            river: rules.river,
            land: rules.land,
            pile: Pile::Fork,
            phase: Phase::DealStart,
            drawn: TileIdx::default(),
            first_player: Seat::FIRST,
            current: Seat::FIRST,
            turn: 0,
        };
        if rules.fork.is_none() {
            state.pile = Pile::River;
            state.go_to_next_pile();
        }
        state.lay(Cell::default(), start, turns);
        state
    }

    /// Makes it the turn of a seat to lay this tile, whatever the stack holds: to build positions from. Whether it can be
    /// laid anywhere is not asked.
    pub fn set_drawn(&mut self, seat: Seat, tile: TileIdx) {
        self.current = seat;
        self.drawn = tile;
        self.phase = Phase::Lay;
    }

    /// BatchOffsets the game and scores what lies there: to build positions from.
    pub fn set_over(&mut self) {
        self.finish();
    }

    /// The next part of the stack that has tiles, once a part has none.
    pub(super) fn go_to_next_pile(&mut self) {
        if self.pile == Pile::River && self.river.is_empty() {
            self.pile = if self.rules.0.lake.is_some() { Pile::Lake } else { Pile::Land };
        }
    }

    pub(super) fn list_deals(&self, outcomes: &mut Vec<(Move, u32)>) {
        outcomes.clear();
        match self.phase {
            Phase::DealStart => {
                outcomes.extend(Seat::all(self.players.players()).map(|seat| (Move::DealStart(seat), 1)));
            }
            Phase::Deal => {
                if let Some(tile) = self.certain() {
                    return outcomes.push((Move::DealTile(tile), 1));
                }
                let counts = self.rules.0.kinds.counts(self.bag());
                outcomes.extend(counts.map(|(tile, count)| (Move::DealTile(TileIdx(tile)), count)));
            }
            Phase::Lay | Phase::Claim | Phase::Over => {}
        }
    }

    /// The tile on top of the stack, where everybody knows it.
    #[inline]
    fn certain(&self) -> Option<TileIdx> {
        match self.pile {
            Pile::Fork => self.rules.0.fork,
            Pile::Lake => self.rules.0.lake,
            Pile::River | Pile::Land => None,
        }
    }

    /// The tiles of the part of the stack that is drawn from.
    #[inline]
    fn bag(&self) -> &crate::bag::Bag<2> {
        if self.pile == Pile::River { &self.river } else { &self.land }
    }

    /// Of tiles, the first one of the stream that is in the stack: what is missing in a changed box shifts no others.
    #[inline]
    pub(super) fn draw_deal(&self, rng: &mut impl Rng) -> Move {
        match self.phase {
            Phase::DealStart => Move::DealStart(Seat::draw(self.players.players(), rng)),
            Phase::Deal => Move::DealTile(
                self.certain().unwrap_or_else(|| TileIdx(self.rules.0.kinds.draw_aligned(self.bag(), rng))),
            ),
            Phase::Lay | Phase::Claim | Phase::Over => panic!("nothing is dealt now"),
        }
    }

    pub(super) fn deal_is_legal(&self, mv: Move) -> bool {
        match (self.phase, mv) {
            (Phase::DealStart, Move::DealStart(seat)) => seat.index() < self.players.players(),
            (Phase::Deal, Move::DealTile(tile)) => match self.certain() {
                Some(certain) => tile == certain,
                None => tile.index() < self.rules.0.tiles.len() && self.rules.0.kinds.count(self.bag(), tile.0) > 0,
            },
            _ => false,
        }
    }

    pub(super) fn deal_start(&mut self, seat: Seat) {
        self.first_player = seat;
        self.current = seat;
        self.begin_turn();
    }

    /// Draws a tile; if it fits nowhere it leaves the game.
    #[inline]
    pub(super) fn deal_tile(&mut self, tile: TileIdx) {
        match self.pile {
            Pile::Fork => self.pile = Pile::River,
            Pile::Lake => self.pile = Pile::Land,
            Pile::River => assert!(self.rules.0.kinds.take(&mut self.river, tile.0), "the tile is in the stack"),
            Pile::Land => assert!(self.rules.0.kinds.take(&mut self.land, tile.0), "the tile is in the stack"),
        }
        self.go_to_next_pile();
        if self.fits_somewhere(tile) {
            self.drawn = tile;
            self.phase = Phase::Lay;
        } else if self.stack_len() == 0 {
            self.finish();
        }
    }
}
