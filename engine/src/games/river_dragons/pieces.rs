//! What lies and stands on the board: colors and their villages, islands, planks, and the places of pawns.

use crate::bits::set_bits;

use super::limits::{COLORS, LENGTHS, PLANKS, SUPPORTS};

/// A color, and its village, as an index in the order of the data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Color(pub(super) u8);

impl Color {
    /// All colors.
    pub fn all() -> impl Iterator<Item = Color> {
        (0..COLORS as u8).map(Color)
    }

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The village as what planks rest on.
    #[inline]
    pub fn support(self) -> SupportIdx {
        SupportIdx(self.0)
    }
}

/// A village or an island: villages come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SupportIdx(pub(super) u8);

impl SupportIdx {
    /// The number of villages and islands.
    pub const COUNT: usize = SUPPORTS;

    /// The support that an island is, by its index from 0.
    #[inline]
    pub fn of_island(island: u8) -> SupportIdx {
        SupportIdx(COLORS as u8 + island)
    }

    /// The support of an index.
    ///
    /// # Panics
    /// When there are no more than `index` supports.
    #[inline]
    pub fn at(index: usize) -> SupportIdx {
        assert!(index < SUPPORTS, "{index} is no support");
        SupportIdx(index as u8)
    }

    /// The index, from 0; villages come first.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The index of the island, from 0, if it is one.
    #[inline]
    pub fn island(self) -> Option<u8> {
        self.0.checked_sub(COLORS as u8)
    }

    /// The village, if it is one.
    #[inline]
    pub fn village(self) -> Option<Color> {
        (self.index() < COLORS).then_some(Color(self.0))
    }
}

/// A set of supports, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SupportSet(pub(super) u64);

impl SupportSet {
    /// All villages and islands.
    pub const ALL: SupportSet = SupportSet((1 << SUPPORTS) - 1);
    /// All villages.
    pub const VILLAGES: SupportSet = SupportSet((1 << COLORS) - 1);

    /// Adds a support.
    #[inline]
    pub fn insert(&mut self, support: SupportIdx) {
        self.0 |= 1 << support.0;
    }

    /// Takes a support out.
    #[inline]
    pub(super) fn remove(&mut self, support: SupportIdx) {
        self.0 &= !(1 << support.0);
    }

    /// Adds the supports of another set.
    #[inline]
    pub fn add(&mut self, others: SupportSet) {
        self.0 |= others.0;
    }

    /// Whether a support is in it.
    #[inline]
    pub fn contains(self, support: SupportIdx) -> bool {
        self.0 >> support.0 & 1 == 1
    }

    /// The supports that are in both sets.
    #[inline]
    #[must_use]
    pub fn both(self, others: SupportSet) -> SupportSet {
        SupportSet(self.0 & others.0)
    }

    /// The supports that are not in another set.
    #[inline]
    #[must_use]
    pub fn without(self, others: SupportSet) -> SupportSet {
        SupportSet(self.0 & !others.0)
    }

    /// Whether no support is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of supports.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The supports, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = SupportIdx> {
        set_bits(self.0).map(SupportIdx)
    }
}

/// A plank: one of six of a color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PlankIdx(pub(super) u8);

impl PlankIdx {
    /// The plank of a color with this index of its length, from 0.
    #[inline]
    pub(super) fn of(color: Color, length: u8) -> PlankIdx {
        PlankIdx(color.0 * LENGTHS as u8 + length)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The color.
    #[inline]
    pub fn color(self) -> Color {
        Color(self.0 / LENGTHS as u8)
    }

    /// The index of its length, from 0: the number on the plank less 1.
    #[inline]
    pub fn length(self) -> u8 {
        self.0 % LENGTHS as u8
    }
}

/// A set of planks, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Planks(pub(super) u64);

impl Planks {
    pub(super) const OF_ONE_COLOR: u64 = (1 << LENGTHS) - 1;

    #[inline]
    pub(super) fn one(plank: PlankIdx) -> Planks {
        Planks(1 << plank.0)
    }

    #[inline]
    pub(super) fn contains(self, plank: PlankIdx) -> bool {
        self.0 >> plank.0 & 1 == 1
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = PlankIdx> {
        set_bits(self.0).map(PlankIdx)
    }
}

/// Where a pawn stands: on a plank or in a village.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place(pub(super) u8);

impl Place {
    /// A village.
    #[inline]
    pub fn village(color: Color) -> Place {
        Place(PLANKS as u8 + color.0)
    }

    /// A plank.
    #[inline]
    pub fn plank(plank: PlankIdx) -> Place {
        Place(plank.0)
    }

    /// The plank, if it is one.
    #[inline]
    pub fn as_plank(self) -> Option<PlankIdx> {
        (usize::from(self.0) < PLANKS).then_some(PlankIdx(self.0))
    }

    /// The village, if it is one.
    #[inline]
    pub fn as_village(self) -> Option<Color> {
        self.0.checked_sub(PLANKS as u8).map(Color)
    }
}
