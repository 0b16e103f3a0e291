//! Numbers of moves in games that do not number them: by a small hash, the same on every machine.

use std::hash::{Hash, Hasher};

use riverlab_engine::{ChosenMove, LegalNumbers, MOVE_NUMBERS};

/// A number for a move, which two may share.
#[inline]
pub(super) fn hashed_number(mv: &impl Hash) -> u16 {
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    (hasher.0 >> (u64::BITS - MOVE_NUMBERS.ilog2())) as u16
}

/// The move of a legal list that `choose` picks by the numbers of all of them.
pub(super) fn choose_from_list<M: Copy>(
    legal: &[M],
    number_of: impl Fn(M) -> u16,
    buffer: &mut Vec<u16>,
    choose: impl FnOnce(&LegalNumbers<'_>) -> ChosenMove,
) -> M {
    buffer.clear();
    buffer.extend(legal.iter().map(|&mv| number_of(mv)));
    match choose(&LegalNumbers { set: 0, run: 0..0, others: buffer }) {
        ChosenMove::Other(place) => legal[place],
        ChosenMove::Number(number) => unreachable!("{number} is not among the others"),
    }
}

/// A multiplicative hash.
struct Multiply(u64);

impl Multiply {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
