//! `moves.csv`: every decision of every game, so that a game can be played again without asking the bots.
//!
//! A row has the number of a game and all decisions of its players in order, each as its index in the list of legal moves,
//! counted from 0. What chance does is not written: it follows from seed and deal ([`crate::play::streams::ChanceStreams`]).
//!
//! An index is one letter, `a` to `z` for 0 to 25 and `A` to `Z` for 26 to 51. From 52 on a number comes before the letter
//! and counts fifty-twos: `1a` is 52, `1Z` is 103, `12c` is 626. There is one way to write each index.

use std::io::Write as _;
use std::str::Bytes;

use riverlab_engine::{Game, PerPlayer, Turn};

use super::game_loop::FinishedGame;
use super::streams::{ChanceStreams, Deal};

/// The header row.
pub const HEADER: &str = "game,moves";

/// The letters of the lowest indexes.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Writes an index in a list of legal moves.
#[inline]
pub fn encode(text: &mut Vec<u8>, index: usize) {
    match LETTERS.get(index) {
        Some(&letter) => text.push(letter),
        None => encode_far(text, index),
    }
}

#[cold]
fn encode_far(text: &mut Vec<u8>, index: usize) {
    write!(text, "{}", index / LETTERS.len()).expect("memory can be written");
    text.push(LETTERS[index % LETTERS.len()]);
}

/// What is not written by [`encode`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoIndex;

/// The indexes that a text says, in order. After anything that is none there is nothing to be had.
pub fn decode(text: &str) -> impl Iterator<Item = Result<usize, NoIndex>> {
    let mut bytes = text.bytes();
    std::iter::from_fn(move || bytes.next().map(|first| decode_from(first, &mut bytes).ok_or(NoIndex)))
}

/// The index whose first byte this is.
fn decode_from(mut byte: u8, bytes: &mut Bytes<'_>) -> Option<usize> {
    let mut count: usize = 0;
    if byte == b'0' {
        return None;
    }
    while byte.is_ascii_digit() {
        count = count.checked_mul(10)?.checked_add(usize::from(byte - b'0'))?;
        byte = bytes.next()?;
    }
    let letter = match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        _ => return None,
    };
    count.checked_mul(LETTERS.len())?.checked_add(usize::from(letter))
}

/// Writes rows while games are played.
#[derive(Debug, Default)]
pub struct Recorder {
    rows: Vec<u8>,
}

impl Recorder {
    /// Begins the row of a game.
    pub fn begin(&mut self, game: u64) {
        write!(self.rows, "{game},").expect("memory can be written");
    }

    /// Writes a decision for the legal move with this index.
    #[inline]
    pub fn decided(&mut self, index: usize) {
        encode(&mut self.rows, index);
    }

    /// Ends the row.
    pub fn end(&mut self) {
        self.rows.push(b'\n');
    }

    /// All rows since they were taken last.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Takes the rows.
    pub fn take_rows(&mut self) -> Vec<u8> {
        let capacity = self.rows.len();
        std::mem::replace(&mut self.rows, Vec::with_capacity(capacity))
    }
}

/// Plays a game again from its decisions, and returns the result and the last position; `before` sees every position with
/// the move about to be played.
///
/// # Errors
/// When these are not the decisions of a whole game of this deal; the message says which one is wrong.
pub fn replay<G: Game>(
    rules: &'static G::Rules,
    players: usize,
    deal: Deal,
    moves: &str,
    before: &mut dyn FnMut(&G, G::Move),
) -> Result<(FinishedGame, G), String> {
    let mut state = G::new(rules, players);
    let mut chance = ChanceStreams::new::<G>(deal);
    let mut decisions = PerPlayer::from_fn(players, |_| 0);
    let (mut legal, mut indexes, mut number) = (Vec::new(), decode(moves), 0_u32);
    loop {
        let mv = match state.turn() {
            Turn::Chance => chance.draw(&state),
            Turn::Player(seat) => {
                number += 1;
                decisions[seat] += 1;
                let index = indexes.next().ok_or_else(|| format!("decision {number} is missing"))?;
                state.legal_moves(&mut legal);
                let mv = index.ok().and_then(|index| legal.get(index));
                *mv.ok_or_else(|| format!("decision {number} is none of {} legal moves", legal.len()))?
            }
            Turn::Over => break,
        };
        before(&state, mv);
        state.play_unchecked(mv);
    }
    if indexes.next().is_some() {
        return Err(format!("the game is over after {number} decisions"));
    }
    let outcome = state.outcome().expect("the game is over");
    let forfeits = PerPlayer::from_fn(players, |_| 0);
    Ok((FinishedGame { outcome, decisions, forfeits, first_player: state.first_player() }, state))
}

#[cfg(test)]
#[path = "decisions_tests.rs"]
mod tests;
