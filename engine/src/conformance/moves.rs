//! Checks of moves: the legal list, the notation, and both ways of playing.

use std::convert::Infallible;

use rand::{Rng, RngExt, TryRng};

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
    let mut untouched = state.clone();
    for mv in state.all_moves() {
        if state.is_legal(mv) {
            found.push(mv);
        } else {
            if untouched.play(mv).is_ok() || untouched != *state {
                fail("refused moves leave the position untouched", state, state.move_text(mv))?;
            }
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

/// Compares the move that is drawn with the legal list; the draw takes one number from the generator.
pub(super) fn check_random_move<G: Game>(
    state: &G,
    legal: &[G::Move],
    rng: &mut (impl Rng + Clone),
) -> Result<(), Failure> {
    let index = rng.clone().random_range(0..legal.len() as u32) as usize;
    let mut buffer = Vec::with_capacity(legal.len());
    let without_index = state.random_move(&mut buffer, &mut rng.clone());
    compare_drawn(state, legal, index, index, without_index)?;
    let (drawn_index, drawn) = state.random_indexed_move(&mut buffer, rng);
    compare_drawn(state, legal, index, drawn_index, drawn)
}

/// Has each move of the legal list drawn.
pub(super) fn check_drawing<G: Game>(state: &G, legal: &[G::Move]) -> Result<(), Failure> {
    let (mut buffer, count) = (Vec::new(), legal.len() as u32);
    for place in 0..count {
        let (drawn_index, drawn) = state.random_indexed_move(&mut buffer, &mut Place { place, count });
        compare_drawn(state, legal, place as usize, drawn_index, drawn)?;
    }
    Ok(())
}

/// Compares the move that was drawn, and its index, with what is in the legal list at an index.
fn compare_drawn<G: Game>(
    state: &G,
    legal: &[G::Move],
    index: usize,
    drawn_index: usize,
    drawn: G::Move,
) -> Result<(), Failure> {
    if (drawn_index, drawn) == (index, legal[index]) {
        return Ok(());
    }
    let [other, listed] = [drawn, legal[index]].map(|mv| state.move_text(mv));
    let seen = format!("{other} at {drawn_index} instead of {listed} at {index}, which the legal list has");
    fail("random move", state, seen)
}

/// Gives the same word again and again, so that the number that is drawn below a count is a chosen place.
struct Place {
    place: u32,
    count: u32,
}

impl TryRng for Place {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let middle = (u64::from(self.place) << 32) + (1 << 31);
        Ok((middle / u64::from(self.count)) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = u64::from(self.try_next_u32()?);
        Ok(low << 32 | low)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let word = self.try_next_u32()?.to_le_bytes();
        bytes.iter_mut().zip(word.iter().cycle()).for_each(|(byte, of_word)| *byte = *of_word);
        Ok(())
    }
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

/// Plays the move on a clone, and on the original, which is at the position `before` it, with a check, and compares.
pub(super) fn check_play<G: Game>(before: &G, state: &mut G, mv: G::Move) -> Result<(), Failure> {
    let mut clone = state.clone();
    if clone != *state {
        fail("a clone is equal", state, format!("{clone:?}"))?;
    }
    clone.play_unchecked(mv);
    if state != before {
        let seen = format!("{} on the clone changed the original", state.move_text(mv));
        fail("a clone is independent", before, seen)?;
    }
    if let Err(error) = state.play(mv) {
        fail("legal moves can be played", before, error.to_string())?;
    }
    if clone != *state {
        fail("both ways of playing agree", before, format!("{}: {clone:?}", before.move_text(mv)))?;
    }
    Ok(())
}
