//! Legal moves as numbers, for who keeps something of each move in an array, and does not need the moves themselves.

use std::ops::Range;

use crate::bag::select_bit;

/// Numbers of moves are below this.
pub const MOVE_NUMBERS: usize = 1 << 12;
/// Numbers in [`LegalNumbers::set`] are below this.
pub const SET_NUMBERS: usize = 48;

/// The numbers of all legal moves of a position, each once; moves that differ may share one of
/// [`others`](Self::others).
///
/// # Examples
/// ```
/// use riverlab_engine::{ChosenMove, LegalNumbers};
///
/// let numbers = LegalNumbers { set: 0b1001, run: 70..72, others: &[300, 301] };
/// assert_eq!(numbers.len(), 6);
/// assert_eq!(numbers.at(1), (3, ChosenMove::Number(3)));
/// assert_eq!(numbers.at(4), (300, ChosenMove::Other(0)));
/// ```
#[derive(Clone, Debug)]
pub struct LegalNumbers<'a> {
    /// Numbers below [`SET_NUMBERS`], one bit for each.
    pub set: u64,
    /// Numbers below 128 that follow one another and are not in the set.
    pub run: Range<u16>,
    /// All others.
    pub others: &'a [u16],
}

/// A move that was chosen by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChosenMove {
    /// The move of the set or the run with this number.
    Number(u16),
    /// The place among the others.
    Other(usize),
}

impl LegalNumbers<'_> {
    /// The number of legal moves.
    #[inline]
    pub fn len(&self) -> u32 {
        self.set.count_ones() + self.run.len() as u32 + self.others.len() as u32
    }

    /// Whether there is no legal move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the move at a place from 0, those of the set first, then the run, then the others; and the move.
    ///
    /// # Panics
    /// When there are not so many moves.
    #[inline]
    pub fn at(&self, place: u32) -> (u16, ChosenMove) {
        let in_set = self.set.count_ones();
        let number = if place < in_set {
            select_bit(self.set, place) as u16
        } else if place - in_set < self.run.len() as u32 {
            self.run.start + (place - in_set) as u16
        } else {
            let place = (place - in_set) as usize - self.run.len();
            return (self.others[place], ChosenMove::Other(place));
        };
        (number, ChosenMove::Number(number))
    }
}
