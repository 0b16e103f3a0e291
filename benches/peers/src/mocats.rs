//! The crate `mocats`.
//!
//! It plays the random games itself, with a list of the legal moves on the heap before each move of them; the game can
//! neither lend it a buffer nor play them itself.
//!
//! One simulation is one iteration: it adds one node, unless it ends in a finished game, and the root counts it. A node
//! of a finished game forgets its second visit, its parents do not. The tree is driven by its root, as the crate's
//! `SearchTree` does, which hides the visits.

use std::f32::consts::SQRT_2;
use std::fmt;

use mocats::{GameAction, GameState, Player, SearchNode, UctPolicy};
use riverlab_engine::Seat;
use riverlab_engine::games::toy::ConnectFour;

use crate::board::{Columns, Searched, empty_board, half_points, mover, play};

#[derive(Clone, Copy)]
struct Board(ConnectFour);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Action(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Color(Seat);

impl GameAction for Action {}

impl Player for Color {}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl GameState<Action, Color> for Board {
    fn get_actions(&self) -> Vec<Action> {
        Columns::of(&self.0).map(Action).collect()
    }

    fn apply_action(&mut self, action: &Action) {
        play(&mut self.0, action.0);
    }

    fn get_turn(&self) -> Color {
        Color(mover(&self.0))
    }

    fn get_reward_for_player(&self, player: Color) -> f32 {
        let first = f32::from(half_points(&self.0)) / 2.0;
        if player.0 == Seat::FIRST { first } else { 1.0 - first }
    }
}

/// Searches the empty board.
pub fn search(simulations: u32, seed: u64) -> Searched {
    fastrand::seed(seed);
    let (board, policy) = (Board(empty_board()), UctPolicy::new(SQRT_2));
    let mut root = SearchNode::new(None, board.get_turn());
    for _ in 0..simulations {
        root.run_iteration(&mut board.clone(), &policy);
    }
    let best = root.children.iter().max_by_key(|child| child.visits);
    Searched { column: best.and_then(|child| child.action).map(|action| action.0), counted: Some(root.visits.into()) }
}
