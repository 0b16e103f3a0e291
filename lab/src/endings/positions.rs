//! From a deal to its earliest decision that can be solved and matters.

use std::sync::atomic::AtomicBool;

use riverlab_bots::play::game_loop::BotFailure;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, Evaluate};
use riverlab_engine::{Game, PartMeaning, Seat, Turn};

use super::solve::{Objective, Unsolved, Values, choice_values, is_open, move_values};

/// A solution for points may take so many times the positions of one for shares, of which bounds cut off more.
const FOR_POINTS: u64 = 20;
/// The players.
pub(super) const PLAYERS: usize = 2;
/// Values that are closer are the same.
pub(super) const SAME: f64 = 1e-7;

/// A decision near the end that is solved.
pub(super) struct Ending<G: Game> {
    /// Its number among the decisions of the game, from 1.
    pub(super) decision: usize,
    /// The position.
    pub(super) state: G,
    /// Who decides.
    pub(super) seat: Seat,
    /// The win share of each legal move.
    pub(super) shares: Values<G>,
    /// How many points each is ahead, where that could be solved.
    pub(super) points: Option<Values<G>>,
    /// How many positions the solution took.
    pub(super) nodes: u64,
}

/// Plays a deal, and finds its earliest decision that is solved with so many positions and in which a move is worse than
/// another.
///
/// # Errors
/// When a bot fails, or the game is given up.
pub(super) fn ending<G: Evaluate>(
    rules: &'static G::Rules,
    deal: Deal,
    bots: &mut [&mut dyn Bot<G>],
    most: u64,
    stop: &AtomicBool,
) -> Result<Option<Ending<G>>, BotFailure> {
    let mut past: Vec<G> = Vec::new();
    G::play_game(rules, deal, bots, stop, &mut |state, _, decision| {
        if decision.is_some() {
            past.push(state.clone());
        }
    })?;
    let mut found = None;
    for (idx, state) in past.iter().enumerate().rev() {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        if moves.len() < 2 {
            continue;
        }
        let Ok((shares, nodes)) = values(&past, idx, Objective::Share, most) else { break };
        let best = best_of(&shares);
        if shares.iter().any(|(_, share)| *share < best - SAME) {
            found = Some((idx, shares, nodes));
        }
    }
    Ok(found.map(|(idx, shares, nodes)| {
        let solved = || values(&past, idx, Objective::Points, FOR_POINTS * most).ok().map(|(values, _)| values);
        let points = (G::PARTS_ARE == PartMeaning::Points).then(solved).flatten();
        let state = past[idx].clone();
        Ending { decision: idx + 1, seat: mover(&state), state, shares, points, nodes }
    }))
}

fn mover<G: Game>(state: &G) -> Seat {
    match state.turn() {
        Turn::Player(seat) => seat,
        _ => unreachable!("a player decides"),
    }
}

/// What the best move is worth.
pub(super) fn best_of<M>(values: &[(M, f64)]) -> f64 {
    values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}

fn values<G: Game>(past: &[G], idx: usize, objective: Objective, most: u64) -> Result<(Values<G>, u64), Unsolved> {
    let state = &past[idx];
    if !state.is_simultaneous() {
        return if is_open(state) { move_values(state, objective, most) } else { Err(Unsolved::Hidden) };
    }
    // Who chooses second does so in the position in which the first began to choose.
    let seat = mover(state);
    let begun = match idx.checked_sub(1).map(|before| &past[before]) {
        Some(before) if before.is_simultaneous() && mover(before) != seat => before,
        _ => state,
    };
    if !is_open(begun) {
        return Err(Unsolved::Hidden);
    }
    let ([first, second], nodes) = choice_values(begun, objective, most)?;
    Ok((if seat == Seat::FIRST { first } else { second }, nodes))
}
