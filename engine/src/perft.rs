//! Counting move sequences: a fingerprint of the rules.

use crate::game::Game;
use crate::turn::Turn;

/// The number of sequences of `depth` moves from `state`, chance included (every outcome of a chance event counts once,
/// whatever its probability). A game that ends early counts as one sequence.
///
/// # Examples
///
/// ```
/// use riverlab_engine::games::toy::ConnectFour;
/// use riverlab_engine::{Game, GameRules, perft};
///
/// let state = ConnectFour::new(GameRules::standard(), 2);
/// assert_eq!(perft(&state, 4), 7 * 7 * 7 * 7);
/// assert_eq!(perft(&state, 7), 7_u64.pow(7) - 7); // a column is full after six stones
/// ```
pub fn perft<G: Game>(state: &G, depth: usize) -> u64 {
    if depth == 0 || state.turn() == Turn::Over {
        return 1;
    }
    let moves = successors(state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        next.play_unchecked(*mv);
        perft(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

fn successors<G: Game>(state: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
    } else {
        state.legal_moves(&mut moves);
    }
    moves
}
