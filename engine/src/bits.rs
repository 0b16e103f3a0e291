//! Sets of small numbers as the bits of a word.

use std::iter;

/// The numbers in a set of one bit each, from 0 to 63, ascending.
///
/// # Examples
/// ```
/// use riverlab_engine::bits::set_bits;
///
/// assert!(set_bits(0b1001_0100_u8).eq([2, 4, 7]));
/// assert!(set_bits(1_u64 << 63 | 1).eq([0, 63]));
/// assert_eq!(set_bits(0_u32).next(), None);
/// ```
#[inline]
pub fn set_bits(set: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut left = set.into();
    iter::from_fn(move || {
        let lowest = left.trailing_zeros() as u8;
        (left != 0).then(|| {
            left &= left - 1;
            lowest
        })
    })
}
