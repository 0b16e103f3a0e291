//! Checks of moves: the legal list, the notation, and both ways of playing.

use super::failure::{Failure, fail};
use crate::Game;

/// Compares the legal list with what brute force over all moves finds. Returns the number of moves that were refused.
pub(super) fn check_legal_list<G: Game>(state: &G, legal: &[G::Move]) -> Result<usize, Failure> {
    let texts = |moves: &[G::Move]| moves.iter().map(|&mv| state.move_text(mv)).collect::<Vec<_>>().join(" ");
    let mut listed = legal.to_vec();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() != legal.len() || legal.is_empty() {
        fail("legal list without duplicates", state, texts(legal))?;
    }
    let (mut found, mut refused) = (Vec::new(), 0);
    for mv in state.all_moves() {
        if state.is_legal(mv) {
            found.push(mv);
        } else {
            check_refusal(state, mv)?;
            refused += 1;
        }
    }
    found.sort_unstable();
    found.dedup();
    if found != listed {
        let seen = format!("listed {}\nbrute force {}", texts(&listed), texts(&found));
        fail("legal list is what brute force finds", state, seen)?;
    }
    Ok(refused)
}

fn check_refusal<G: Game>(state: &G, mv: G::Move) -> Result<(), Failure> {
    let mut next = state.clone();
    if next.play(mv).is_err() && next == *state {
        return Ok(());
    }
    fail("refused moves leave the position untouched", state, state.move_text(mv))
}

/// A move is one word, and only that word is read as the move.
pub(super) fn check_text<G: Game>(state: &G, mv: G::Move) -> Result<(), Failure> {
    let text = state.move_text(mv);
    let single_token = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
    if !single_token || state.parse_move(&text) != Ok(mv) {
        fail("moves are read as they are written", state, text.clone())?;
    }
    for wrong in [format!("{text} "), format!("{text}:1x"), text.to_uppercase(), String::new()] {
        if wrong != text && state.parse_move(&wrong).is_ok() {
            fail("moves are read as they are written", state, format!("\"{wrong}\" is read too"))?;
        }
    }
    Ok(())
}

/// Plays the move on a clone, and on the original with a check, and compares.
pub(super) fn check_play<G: Game>(state: &mut G, mv: G::Move) -> Result<(), Failure> {
    let before = state.clone();
    let mut clone = state.clone();
    if clone != *state {
        fail("a clone is equal", state, format!("{clone:?}"))?;
    }
    clone.play_unchecked(mv);
    if *state != before {
        let seen = format!("{} on the clone changed the original", state.move_text(mv));
        fail("a clone is independent", &before, seen)?;
    }
    if let Err(error) = state.play(mv) {
        fail("legal moves can be played", &before, error.to_string())?;
    }
    if clone != *state {
        fail("both ways of playing agree", &before, format!("{}: {clone:?}", before.move_text(mv)))?;
    }
    Ok(())
}
