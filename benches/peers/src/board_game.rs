//! The crate `board-game`: its `ai::mcts`.
//!
//! It plays the random games itself, by a method of the board that we override. Proven wins and losses are backed up
//! (MCTS solver), which cannot be turned off; that would end a search early, but not one of the empty board.
//!
//! One simulation is one step: it adds all moves of one position at once, with a look at each position behind them, and
//! plays one random game, unless it ends in a position that is proven. The root counts every step.

use std::f32::consts::SQRT_2;
use std::fmt;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player};
use board_game::impl_unit_symmetry_board;
use board_game::util::iter::ClonableInternal;
use rand08::rngs::SmallRng;
use rand08::{Rng, SeedableRng};
use riverlab_engine::games::toy::{Column, ConnectFour};
use riverlab_engine::{Game, Seat};

use crate::board::{Columns, Searched, Words, empty_board, half_points, is_over, mover, play, random_column};

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position(ConnectFour);

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Board for Position {
    type Move = u8;

    fn next_player(&self) -> Player {
        if mover(&self.0) == Seat::FIRST { Player::A } else { Player::B }
    }

    fn is_available_move(&self, column: u8) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.is_legal(Column(column)))
    }

    fn play(&mut self, column: u8) -> Result<(), PlayError> {
        self.check_can_play(column)?;
        play(&mut self.0, column);
        Ok(())
    }

    fn play_random_available_move(&mut self, rng: &mut impl Rng) -> Result<(), BoardDone> {
        self.check_done()?;
        let column = random_column(&self.0, &mut Words(|| rng.next_u64()));
        play(&mut self.0, column);
        Ok(())
    }

    fn is_done(&self) -> bool {
        is_over(&self.0)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_done().then(|| match half_points(&self.0) {
            2 => Outcome::WonBy(Player::A),
            1 => Outcome::Draw,
            _ => Outcome::WonBy(Player::B),
        })
    }

    fn can_lose_after_move() -> bool {
        false
    }
}

impl Alternating for Position {}

impl_unit_symmetry_board!(Position);

impl<'a> BoardMoves<'a, Position> for Position {
    type AllMovesIterator = ClonableInternal<Columns>;
    type AvailableMovesIterator = ClonableInternal<Columns>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ClonableInternal::new(Columns::of(&empty_board()))
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(ClonableInternal::new(Columns::of(&self.0)))
    }
}

/// Searches the empty board.
pub fn search(simulations: u32, seed: u64) -> Searched {
    let mut rng = SmallRng::seed_from_u64(seed);
    let tree = mcts_build_tree(&Position(empty_board()), simulations.into(), SQRT_2, &mut rng);
    Searched { column: Some(tree.best_move()), counted: u64::try_from(tree[0].visits).ok() }
}
