//! The position before the first chance event, and positions of one's own.

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::board::{Board, Cell};
use super::features::Features;
use super::limits::PLAYERS;
use super::rules::CarcassonneRules;
use super::state::{Carcassonne, Phase, Pile, Player};
use super::tiles::TileIdx;

pub(super) fn new(rules: &'static CarcassonneRules, players: usize) -> Carcassonne {
    Carcassonne::set_up_with(rules, players, rules.start, 0)
}

impl Carcassonne {
    /// The position before the first chance event, with any tile face up, after so many clockwise quarter turns: to
    /// build positions from.
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

    /// Makes it the turn of a seat to lay this tile, whatever the stack holds: to build positions from. It does not
    /// check that the tile can be laid anywhere.
    pub fn set_drawn(&mut self, seat: Seat, tile: TileIdx) {
        self.current = seat;
        self.drawn = tile;
        self.phase = Phase::Lay;
    }

    /// Ends the game and scores what lies there: to build positions from.
    pub fn set_over(&mut self) {
        self.finish();
    }
}
