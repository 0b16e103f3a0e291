//! The crate `mcts`, of 2018.
//!
//! It is made for many threads that share a tree: visits are atomic and every node is a box of its own. The random game
//! is played in our evaluator of new nodes. No transposition table.
//!
//! One simulation is one playout in the crate's words: it adds one node, unless it ends in a finished game. The root is
//! valued when it is made and counts no visits; those of its moves add up to the number of simulations.

use std::f64::consts::SQRT_2;

use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::SeedableRng;
use riverlab_engine::Seat;
use riverlab_engine::games::toy::ConnectFour;

use crate::board::{Columns, PlayoutRng, Searched, empty_board, mover, play, random_game};

#[derive(Clone)]
struct Board(ConnectFour);

impl GameState for Board {
    type Move = u8;
    type Player = Seat;
    type MoveList = Columns;

    fn current_player(&self) -> Seat {
        mover(&self.0)
    }

    fn available_moves(&self) -> Columns {
        Columns::of(&self.0)
    }

    fn make_move(&mut self, column: &u8) {
        play(&mut self.0, *column);
    }
}

/// The search, with the seed of its random games.
struct Search(u64);

impl MCTS for Search {
    type State = Board;
    type Eval = RandomGames;
    type NodeData = ();
    type ExtraThreadData = Option<PlayoutRng>;
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();
}

/// Values a position by a random game, in half points of the first player.
struct RandomGames;

impl Evaluator<Search> for RandomGames {
    type StateEvaluation = u8;

    fn evaluate_new_state(
        &self,
        state: &Board,
        moves: &Columns,
        handle: Option<SearchHandle<Search>>,
    ) -> (Vec<()>, u8) {
        let half_points = handle.map_or(1, |mut handle| {
            let seed = handle.mcts().0;
            let rng = handle.thread_data().extra_data.get_or_insert_with(|| PlayoutRng::seed_from_u64(seed));
            random_game(state.0, rng)
        });
        (vec![(); moves.len()], half_points)
    }

    fn evaluate_existing_state(&self, _: &Board, half_points: &u8, _: SearchHandle<Search>) -> u8 {
        *half_points
    }

    fn interpret_evaluation_for_player(&self, half_points: &u8, player: &Seat) -> i64 {
        i64::from(if *player == Seat::FIRST { *half_points } else { 2 - half_points })
    }
}

/// Searches the empty board.
///
/// The formula has twice the usual width, which suits values from 0 to 2.
pub fn search(simulations: u32, seed: u64) -> Searched {
    let mut manager = MCTSManager::new(Board(empty_board()), Search(seed), RandomGames, UCTPolicy::new(SQRT_2), ());
    manager.playout_n(simulations.into());
    let counted = manager.tree().root_node().moves().map(mcts::MoveInfo::visits).sum();
    Searched { column: manager.best_move(), counted: Some(counted) }
}
