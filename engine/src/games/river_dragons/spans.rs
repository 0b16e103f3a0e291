//! Spans, over which planks lie, and sets of them.

use crate::bits::set_bits;

use super::limits::MAX_SPANS;
use super::pieces::SupportIdx;

/// A span, as an index into [`Board::spans`](super::Board::spans).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SpanIdx(pub(super) u8);

impl SpanIdx {
    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The span of a plank that is not on the board.
pub(super) const NO_SPAN: SpanIdx = SpanIdx(u8::MAX);

/// A set of spans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SpanSet(pub(super) [u64; MAX_SPANS / 64]);

impl SpanSet {
    /// The largest number of spans of a board.
    pub const MAX: usize = MAX_SPANS;

    /// Adds a span.
    #[inline]
    pub fn insert(&mut self, span: SpanIdx) {
        self.0[span.index() / 64] |= 1 << (span.0 % 64);
    }

    /// Takes a span out.
    #[inline]
    pub(super) fn remove(&mut self, span: SpanIdx) {
        self.0[span.index() / 64] &= !(1 << (span.0 % 64));
    }

    /// Whether a span is in it.
    #[inline]
    pub fn contains(&self, span: SpanIdx) -> bool {
        self.0[span.index() / 64] >> (span.0 % 64) & 1 == 1
    }

    /// Adds the spans of another set.
    #[inline]
    pub fn add(&mut self, others: &SpanSet) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    pub(super) fn without(&self, others: &SpanSet) -> SpanSet {
        SpanSet(std::array::from_fn(|idx| self.0[idx] & !others.0[idx]))
    }

    /// The spans that are in both sets.
    #[inline]
    #[must_use]
    pub fn both(&self, others: &SpanSet) -> SpanSet {
        SpanSet(std::array::from_fn(|idx| self.0[idx] & others.0[idx]))
    }

    /// Whether no span is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_SPANS / 64]
    }

    /// The number of spans.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The spans, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = SpanIdx> {
        (0_u8..).zip(self.0).flat_map(|(idx, word)| set_bits(word).map(move |bit| SpanIdx(64 * idx + bit)))
    }
}

/// Two supports that a plank can join, in the order of [`SupportIdx`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The supports.
    pub ends: [SupportIdx; 2],
    /// The index of the length of the shortest plank that reaches.
    pub length: u8,
}

/// A span as it is seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The span.
    pub over: SpanIdx,
    /// Its other end.
    pub from: SupportIdx,
    /// The index of the length of the shortest plank that reaches.
    pub length: u8,
}
