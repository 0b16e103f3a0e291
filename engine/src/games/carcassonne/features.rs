//! Features over all tiles, kept while tiles are laid: each segment knows the one that stands for its feature, its
//! root, with what is known of the feature there. Where two are joined, the smaller one gets the other root (Aho,
//! Hopcroft and Ullman 1974, 4.6): roots are looked up far more often than features are joined.

use super::limits::{MAX_SEGMENTS, PLAYERS};
use super::tiles::{FeatureKind, Segment};

/// The number of a segment: those of the first tile come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SegmentIdx(pub u16);

impl SegmentIdx {
    /// All numbers are below this one.
    pub const LIMIT: usize = MAX_SEGMENTS;

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of segments.
#[derive(Clone, Copy, Default)]
pub(super) struct SegmentSet([u64; MAX_SEGMENTS.div_ceil(64)]);

impl SegmentSet {
    /// Puts a segment in and says whether it was outside.
    #[inline]
    pub(super) fn insert(&mut self, segment: SegmentIdx) -> bool {
        let word = &mut self.0[usize::from(segment.0) / 64];
        let before = *word;
        *word |= 1 << (segment.0 % 64);
        *word != before
    }

    pub(super) fn insert_all(&mut self, other: &SegmentSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn contains(&self, segment: SegmentIdx) -> bool {
        self.0[usize::from(segment.0) / 64] >> (segment.0 % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = SegmentIdx> {
        let segments = (0..MAX_SEGMENTS as u16).map(SegmentIdx);
        segments.filter(|&segment| self.contains(segment))
    }
}

/// What is known of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feature {
    /// For roads and cities: the number of sides that face an empty cell.
    pub open: u8,
    /// The number of tiles that it is on, each counted once. For a monastery: how many of its nine tiles lie on the
    /// table. For a farm: the number of its segments.
    pub tiles: u8,
    /// The number of shields on a city.
    pub shields: u8,
    /// The number of meeples on it, by seat.
    pub meeples: [u8; PLAYERS],
}

impl Feature {
    /// Whether a meeple stands on it.
    #[inline]
    pub fn is_claimed(&self) -> bool {
        self.meeples != [0; PLAYERS]
    }
}

/// All features of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// The root of each segment.
    root_of: [u16; MAX_SEGMENTS],
    /// The segments of a feature in a ring.
    ring: [u16; MAX_SEGMENTS],
    /// The tile of each segment, a number in the order of laying.
    tiles: [u8; MAX_SEGMENTS],
    roots: [Feature; MAX_SEGMENTS],
    len: u16,
}

impl Features {
    pub(super) fn none() -> Features {
        Features {
            root_of: [0; MAX_SEGMENTS],
            ring: [0; MAX_SEGMENTS],
            tiles: [0; MAX_SEGMENTS],
            roots: [Feature::default(); MAX_SEGMENTS],
            len: 0,
        }
    }

    /// The number of segments.
    #[inline]
    pub(super) fn len(&self) -> u16 {
        self.len
    }

    /// A segment that is a feature of its own so far.
    #[inline]
    pub(super) fn add(&mut self, tile: u8, segment: Segment) {
        let idx = usize::from(self.len);
        self.root_of[idx] = self.len;
        self.ring[idx] = self.len;
        self.tiles[idx] = tile;
        self.roots[idx] = Feature { open: segment.sides, tiles: 1, shields: segment.shields, meeples: [0; PLAYERS] };
        self.len += 1;
    }

    /// The segment that stands for the feature of this one.
    #[inline]
    pub fn root(&self, segment: SegmentIdx) -> SegmentIdx {
        SegmentIdx(self.root_of[segment.index()])
    }

    /// What is known of the feature that a root stands for.
    #[inline]
    pub fn feature(&self, root: SegmentIdx) -> &Feature {
        &self.roots[root.index()]
    }

    #[inline]
    pub(super) fn feature_mut(&mut self, root: SegmentIdx) -> &mut Feature {
        &mut self.roots[root.index()]
    }

    /// The tile of a segment, a number in the order of laying.
    #[inline]
    pub fn tile_of(&self, segment: SegmentIdx) -> usize {
        usize::from(self.tiles[segment.index()])
    }

    /// All segments of the feature of this one.
    #[inline]
    pub fn segments(&self, segment: SegmentIdx) -> impl Iterator<Item = SegmentIdx> {
        let mut next = Some(segment);
        std::iter::from_fn(move || {
            let at = next?;
            let after = SegmentIdx(self.ring[at.index()]);
            next = (after != segment).then_some(after);
            Some(at)
        })
    }

    /// The tiles of a feature, one bit each.
    #[inline]
    fn tiles_of(&self, root: SegmentIdx) -> u128 {
        self.segments(root).fold(0, |tiles, segment| tiles | 1 << self.tile_of(segment))
    }

    /// Gives all segments of the feature of this one another root.
    #[inline]
    fn set_root(&mut self, segment: SegmentIdx, root: SegmentIdx) {
        let mut at = segment.index();
        loop {
            self.root_of[at] = root.0;
            at = usize::from(self.ring[at]);
            if at == segment.index() {
                return;
            }
        }
    }

    /// Makes the features of two segments one, and returns its root.
    #[inline]
    pub(super) fn join(&mut self, kind: FeatureKind, one: SegmentIdx, other: SegmentIdx) -> SegmentIdx {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return one;
        }
        let (large, small) =
            if self.feature(one).tiles < self.feature(other).tiles { (other, one) } else { (one, other) };
        let tiles = match kind {
            FeatureKind::Farm => self.feature(large).tiles + self.feature(small).tiles,
            _ => (self.tiles_of(large) | self.tiles_of(small)).count_ones() as u8,
        };
        let joined = *self.feature(small);
        let feature = self.feature_mut(large);
        feature.open += joined.open;
        feature.tiles = tiles;
        feature.shields += joined.shields;
        for (count, more) in feature.meeples.iter_mut().zip(joined.meeples) {
            *count += more;
        }
        self.roots[small.index()] = Feature::default();
        self.set_root(small, large);
        self.ring.swap(large.index(), small.index());
        large
    }
}
