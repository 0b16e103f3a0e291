//! The crate `simple-mcts`.
//!
//! The caller drives it: select a leaf, play the moves on the way there, value the position, update. The crate has no
//! rollouts; ours are random games. It ships PUCT only and takes any selection function; ours is UCT.
//!
//! One simulation is one select and update: it adds one node, unless it ends in a finished game. The first one adds the
//! root and counts no move, so that the visits of the moves add up to one less.

use std::f32::consts::SQRT_2;

use rand::SeedableRng;
use riverlab_engine::Seat;
use riverlab_engine::games::toy::ConnectFour;
use simple_mcts::{Action, Engine, SelectionResult, StateEvaluation};

use crate::board::{
    COLUMNS, Columns, PlayoutRng, Searched, empty_board, half_points, is_over, mover, play, random_game,
};

/// UCT; what was never tried comes first.
#[expect(clippy::cast_precision_loss, reason = "there are not so many visits")]
fn uct(score: f32, visits: i32, parent_visits: i32, _policy: f32, c: f32) -> f32 {
    if visits == 0 {
        return f32::INFINITY;
    }
    let visits = visits as f32;
    score / visits + c * ((parent_visits as f32).ln() / visits).sqrt()
}

/// The value for the player who just moved, from 0 to 1, and which moves there are.
fn evaluate(state: &ConnectFour, rng: &mut PlayoutRng) -> StateEvaluation<COLUMNS> {
    let for_just_moved = |half_points: u8| if mover(state) == Seat::FIRST { 2 - half_points } else { half_points };
    if is_over(state) {
        return StateEvaluation::Terminal(f32::from(for_just_moved(half_points(state))) / 2.0);
    }
    let mut policy = [0.0; COLUMNS];
    Columns::of(state).for_each(|column| policy[usize::from(column)] = 1.0);
    StateEvaluation::Active(f32::from(for_just_moved(random_game(*state, rng))) / 2.0, policy)
}

fn simulate(engine: &mut Engine<COLUMNS>, path: &mut Vec<Action>, rng: &mut PlayoutRng) {
    let selection = engine.select(path, &uct, SQRT_2);
    let evaluation = if let SelectionResult::Terminal(_, score) = selection {
        StateEvaluation::Terminal(score)
    } else {
        let mut state = empty_board();
        for action in &*path {
            play(&mut state, u8::try_from(action.action()).expect("a column"));
        }
        evaluate(&state, rng)
    };
    engine.update(evaluation, selection, |score| 1.0 - score).expect("a fresh selection");
}

/// Searches the empty board.
pub fn search(simulations: u32, seed: u64) -> Searched {
    let mut rng = PlayoutRng::seed_from_u64(seed);
    let mut engine = Engine::with_capacity(simulations as usize);
    let mut path = Vec::new();
    (0..simulations).for_each(|_| simulate(&mut engine, &mut path, &mut rng));
    let visits = engine.scores();
    Searched {
        column: (0_u8..).zip(visits).max_by_key(|&(_, visits)| visits).map(|(column, _)| column),
        counted: Some(visits.iter().map(|visits| u64::from(visits.unsigned_abs())).sum()),
    }
}
