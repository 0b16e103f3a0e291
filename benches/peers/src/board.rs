//! What all adapters share: the empty board, the legal columns, random games and who won.
//!
//! Columns are counted from 0.

use std::convert::Infallible;
use std::iter::FusedIterator;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, TryRng};
use riverlab_engine::games::toy::{Column, ConnectFour};
use riverlab_engine::{Game, Seat, Share, Turn, playout};

/// The number of columns.
pub const COLUMNS: usize = 7;

/// The generator of random games, wherever a peer lets us choose: the same as in our own search.
pub type PlayoutRng = Xoshiro256PlusPlus;

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// The column it would play; none for random games.
    pub column: Option<u8>,
    /// The simulations that its tree counts; none if the engine does not tell.
    pub counted: Option<u64>,
}

/// The position that all searches start from.
pub fn empty_board() -> ConnectFour {
    ConnectFour::after("").expect("no moves are legal moves")
}

/// Plays a legal column.
pub fn play(state: &mut ConnectFour, column: u8) {
    state.play_unchecked(Column(column));
}

/// Whether the game is over.
pub fn is_over(state: &ConnectFour) -> bool {
    state.turn() == Turn::Over
}

/// The player to move; when the game is over, the one whose turn it would be.
pub fn mover(state: &ConnectFour) -> Seat {
    let stones = || (state.stones(Seat::FIRST) | state.stones(Seat::new(1))).count_ones();
    state.turn().player().unwrap_or_else(|| Seat::new(usize::from(stones() % 2 == 1)))
}

/// What a finished game is worth to the first player, in half points: 2, 1 or 0.
pub fn half_points(state: &ConnectFour) -> u8 {
    match state.win_shares()[Seat::FIRST] {
        Share::ALL => 2,
        Share::HALF => 1,
        _ => 0,
    }
}

/// Plays on at random to the end; what it is worth to the first player, in half points.
pub fn random_game(mut state: ConnectFour, rng: &mut impl Rng) -> u8 {
    playout(&mut state, rng, &mut Vec::new());
    half_points(&state)
}

/// A random legal column.
pub fn random_column(state: &ConnectFour, rng: &mut impl Rng) -> u8 {
    state.random_move(&mut Vec::new(), rng).0
}

/// The legal columns from left to right, as a set of bits: a list of moves that needs no memory.
#[derive(Clone, Debug)]
pub struct Columns(u32);

impl Columns {
    /// The legal columns of a position; none when the game is over.
    pub fn of(state: &ConnectFour) -> Columns {
        Columns((0..7).map(|column| u32::from(state.is_legal(Column(column))) << column).sum())
    }
}

impl Iterator for Columns {
    type Item = u8;

    #[expect(clippy::cast_possible_truncation, reason = "bits are numbered from 0 to 31")]
    fn next(&mut self) -> Option<u8> {
        let column = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(column)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Columns {}

impl FusedIterator for Columns {}

/// A generator of our generation of `rand` that draws from one of an older generation.
pub struct Words<F>(pub F);

impl<F: FnMut() -> u64> TryRng for Words<F> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.0().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn columns_and_movers_are_those_of_the_game() {
        let mut rng = PlayoutRng::seed_from_u64(1);
        for _ in 0..100 {
            let (mut state, mut legal, mut seat) = (empty_board(), Vec::new(), 0);
            while !is_over(&state) {
                state.legal_moves(&mut legal);
                assert!(Columns::of(&state).eq(legal.iter().map(|mv| mv.0)));
                assert_eq!(mover(&state).index(), seat);
                let column = random_column(&state, &mut rng);
                play(&mut state, column);
                seat = 1 - seat;
            }
            assert_eq!((Columns::of(&state).len(), mover(&state).index()), (0, seat));
        }
    }
}
