//! Displays: face-up pieces in numbered slots.

/// A slot of a display: 1, 2, … in text, from 0 as an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(pub u8);

impl Slot {
    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The bit of this slot in a set of slots.
    #[inline]
    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }
}

/// Face-up pieces in numbered slots; a taken slot stays empty until it is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Display<T, const SLOTS: usize> {
    pieces: [T; SLOTS],
    filled: u16,
}

impl<T: Copy + Default, const SLOTS: usize> Default for Display<T, SLOTS> {
    fn default() -> Self {
        Display { pieces: [T::default(); SLOTS], filled: 0 }
    }
}

impl<T: Copy + Default, const SLOTS: usize> Display<T, SLOTS> {
    /// The piece in a slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<T> {
        self.holds(slot).then(|| self.pieces[slot.index()])
    }

    #[inline]
    pub(super) fn holds(&self, slot: Slot) -> bool {
        slot.index() < SLOTS && self.filled & slot.bit() != 0
    }

    /// The slots that hold a piece, as a set of bits.
    #[inline]
    pub(super) fn filled(&self) -> u16 {
        self.filled
    }

    /// The piece in a slot that holds one.
    #[inline]
    pub(super) fn at(&self, slot: Slot) -> T {
        self.pieces[slot.index()]
    }

    /// The piece in a slot that holds one, taken out.
    #[inline]
    pub(super) fn take(&mut self, slot: Slot) -> T {
        self.filled &= !slot.bit();
        std::mem::take(&mut self.pieces[slot.index()])
    }

    /// The lowest empty slot.
    #[inline]
    pub(super) fn lowest_empty(&self) -> Slot {
        Slot(self.filled.trailing_ones() as u8)
    }

    /// Puts a piece into the lowest empty slot, which it returns.
    #[inline]
    pub(super) fn put(&mut self, piece: T) -> Slot {
        let slot = self.lowest_empty();
        self.pieces[slot.index()] = piece;
        self.filled |= slot.bit();
        slot
    }
}
