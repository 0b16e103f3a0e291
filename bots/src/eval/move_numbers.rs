//! Numbers of moves in games that do not number them: by a small hash, the same on every machine.

use std::hash::Hash;

use riverlab_engine::{ChosenMove, LegalNumbers, MOVE_NUMBERS};

use crate::keys::hash_of;

/// A number for a move, which two may share.
#[inline]
pub(super) fn hashed_number(mv: &impl Hash) -> u16 {
    (hash_of(mv) >> (u64::BITS - MOVE_NUMBERS.ilog2())) as u16
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
