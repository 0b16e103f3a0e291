//! The crate `minimax`: its `MonteCarloTreeSearch` with one thread.
//!
//! It plays the random games by a policy of ours that draws each move; it seeds a generator for each game from that of
//! the thread, so that its searches cannot be repeated. Visits are atomic, wins and losses that are proven are backed
//! up (MCTS solver), the formula is `mean + sqrt(2 log2 N / n)`, and the move with the best mean is played: none of this
//! can be changed. Every search starts its one thread.
//!
//! One simulation is one rollout in the crate's words: it adds all moves of one position at once and plays one random
//! game from one of them, unless it ends in a finished game or a position that is proven. The crate tells no visits, but
//! runs exactly as many as were asked for.

use minimax::{Game, MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner};
use rand09::RngCore;
use rand09::rngs::SmallRng;
use riverlab_engine::games::toy::ConnectFour;

use crate::board::{Columns, Searched, Words, empty_board, half_points, is_over, play, random_column};

struct Rules;

impl Game for Rules {
    type S = ConnectFour;
    type M = u8;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<u8>) -> Option<Winner> {
        moves.extend(Columns::of(state));
        Self::get_winner(state)
    }

    fn apply(state: &mut ConnectFour, column: u8) -> Option<ConnectFour> {
        let mut next = *state;
        play(&mut next, column);
        Some(next)
    }

    /// Nobody loses by a move of their own.
    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        is_over(state).then(|| if half_points(state) == 1 { Winner::Draw } else { Winner::PlayerJustMoved })
    }
}

/// Every legal move is equally likely.
struct Random;

impl RolloutPolicy for Random {
    type G = Rules;

    fn random_move(&self, state: &mut ConnectFour, _: &mut Vec<u8>, rng: &mut SmallRng) -> Result<u8, Winner> {
        match Rules::get_winner(state) {
            Some(winner) => Err(winner),
            None => Ok(random_column(state, &mut Words(|| rng.next_u64()))),
        }
    }
}

/// Searches the empty board.
pub fn search(simulations: u32, _seed: u64) -> Searched {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut search = MonteCarloTreeSearch::new_with_policy(options, Box::new(Random));
    search.set_max_rollouts(simulations);
    Searched { column: search.choose_move(&empty_board()), counted: None }
}
