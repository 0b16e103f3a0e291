//! Notes of what players could do while a search looks ahead.
//!
//! A modification with a [`Watch`] plays as it does without one, and notes for every seat which components stood in a
//! list of its legal moves or were taken by a move that was made: in the game, and in everything that a bot tries out
//! in its mind. A bot that plays by the rules alone would have decided the same under a ban of any component that was
//! not noted.
//!
//! What it refuses to do: to change anything. Notes are shared by all copies of a position, and may be taken by several
//! threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::bits::set_bits;
use crate::components::ComponentIdx;
use crate::player::{MAX_PLAYERS, Seat};

/// Components are noted in so many words of 64 bits.
const WORDS: usize = 4;

/// Which components each seat could take.
#[derive(Debug, Default)]
pub struct Watch {
    seats: [[AtomicU64; WORDS]; MAX_PLAYERS],
}

impl Watch {
    /// No component with this number or a greater one can be noted.
    pub const MAX_COMPONENTS: usize = 64 * WORDS;

    /// Notes that a seat could take a component.
    ///
    /// # Panics
    /// When the component has the number [`MAX_COMPONENTS`](Watch::MAX_COMPONENTS) or a greater one.
    #[inline]
    pub fn note(&self, seat: Seat, component: ComponentIdx) {
        let word = &self.seats[seat.index()][component.index() / 64];
        let bit = 1 << (component.index() % 64);
        // Most are noted already, and reading is cheaper than writing.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Takes all notes of a seat: calls `found` for each component, in ascending order, and forgets them.
    pub fn take(&self, seat: Seat, mut found: impl FnMut(ComponentIdx)) {
        for (idx, word) in self.seats[seat.index()].iter().enumerate() {
            for bit in set_bits(word.swap(0, Ordering::Relaxed)) {
                found(ComponentIdx(64 * idx as u16 + u16::from(bit)));
            }
        }
    }
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
