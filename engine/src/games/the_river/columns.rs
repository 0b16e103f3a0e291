//! The columns of a river board, kept up to date as tiles are laid and swapped.

use super::board::RiverSpace;
use super::rules::RiverRules;
use super::tiles::Terrains;

/// The points of a column whose three tiles share a terrain.
pub(super) const WHOLE_COLUMN: u8 = 6;
/// The points of a column of which only the upper two tiles share a terrain.
const UPPER_COLUMN: u8 = 2;

/// What the columns of a player come to: three numbers in the bytes of a word, so that they are added and subtracted at
/// once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Columns(u32);

impl Columns {
    #[inline]
    fn new(points: u8, begun: u8, lone: u8) -> Columns {
        Columns(u32::from_le_bytes([points, begun, lone, 0]))
    }

    /// What one column comes to.
    #[inline]
    fn of(column: Column) -> Columns {
        Columns::new(column.points(), u8::from(column.is_begun()), u8::from(column.is_lone()))
    }

    /// Their points as they stand.
    #[inline]
    pub fn points(self) -> u8 {
        self.0 as u8
    }

    /// The columns whose upper two tiles share a terrain, without a third tile.
    #[inline]
    pub fn begun(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The columns with a top tile and no other.
    #[inline]
    pub fn lone(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The columns after a tile with these terrains was laid on a space, or replaced the one that lies there, where
    /// tiles had these `terrains` before.
    #[inline]
    #[must_use]
    pub(super) fn with_tile(
        self,
        rules: &RiverRules,
        terrains: &[Terrains; RiverSpace::COUNT],
        space: RiverSpace,
        tile: Terrains,
    ) -> Columns {
        let (column, place) = rules.place(space);
        let before = Column::of(&rules.columns[column], terrains);
        Columns(self.0 - Columns::of(before).0 + Columns::of(before.with_tile(place, tile)).0)
    }

    /// The columns after the tiles on two spaces were swapped.
    #[inline]
    #[must_use]
    pub(super) fn with_swap(
        self,
        rules: &RiverRules,
        terrains: &[Terrains; RiverSpace::COUNT],
        [lower, upper]: [RiverSpace; 2],
    ) -> Columns {
        let mut between = *terrains;
        between[lower.index()] = terrains[upper.index()];
        self.with_tile(rules, terrains, lower, terrains[upper.index()]).with_tile(
            rules,
            &between,
            upper,
            terrains[lower.index()],
        )
    }
}

/// The terrains of the tiles of a column, from top to bottom; none where no tile lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Column(pub [Terrains; 3]);

impl Column {
    /// The column of these spaces.
    #[inline]
    pub fn of(spaces: &[RiverSpace; 3], terrains: &[Terrains; RiverSpace::COUNT]) -> Column {
        Column(spaces.map(|space| terrains[space.index()]))
    }

    /// The same column with a tile of these terrains in a place, from the top.
    #[inline]
    #[must_use]
    pub fn with_tile(self, place: usize, tile: Terrains) -> Column {
        let Column([top, middle, bottom]) = self;
        let laid = |here: usize, old: Terrains| if place == here { tile } else { old };
        Column([laid(0, top), laid(1, middle), laid(2, bottom)])
    }

    /// The terrains that the upper two tiles share.
    #[inline]
    pub fn upper(self) -> Terrains {
        self.0[0].shared(self.0[1])
    }

    /// The terrains that bring the points of the column.
    #[inline]
    pub(super) fn shared(self) -> Terrains {
        let upper = self.upper();
        let whole = upper.shared(self.0[2]);
        if whole.is_empty() { upper } else { whole }
    }

    /// Whether all three tiles share a terrain.
    #[inline]
    pub fn is_whole(self) -> bool {
        !self.upper().shared(self.0[2]).is_empty()
    }

    /// Whether the upper two tiles share a terrain and the third is not laid.
    #[inline]
    pub fn is_begun(self) -> bool {
        self.0[2].is_empty() & !self.upper().is_empty()
    }

    /// Whether only the top tile is laid.
    #[inline]
    pub fn is_lone(self) -> bool {
        self.0[2].is_empty() & self.0[1].is_empty() & !self.0[0].is_empty()
    }

    /// The points of the column.
    #[inline]
    pub fn points(self) -> u8 {
        points_of(!self.upper().is_empty(), self.is_whole())
    }

    /// What a tile on an empty space of this column has to match, where `place` is the space from the top.
    #[inline]
    pub fn wanted(self, place: usize) -> Wanted {
        let Column([top, middle, bottom]) = self;
        match place {
            0 => Wanted { upper: middle, whole: middle.shared(bottom) },
            1 => Wanted { upper: top, whole: top.shared(bottom) },
            _ => Wanted { upper: Terrains::default(), whole: self.upper() },
        }
    }
}

/// The points of a column whose upper two tiles match, or all three.
#[inline]
fn points_of(upper_match: bool, is_whole: bool) -> u8 {
    // Which it is cannot be predicted, so nothing branches on it. The upper two tiles of a whole column match.
    UPPER_COLUMN * u8::from(upper_match) + (WHOLE_COLUMN - UPPER_COLUMN) * u8::from(is_whole)
}

/// What a tile has to match that is laid on an empty space of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The terrains with which it makes the upper two tiles match.
    upper: Terrains,
    /// The terrains with which it makes the column whole.
    whole: Terrains,
}

impl Wanted {
    /// The points that a tile with these terrains adds to the column.
    #[inline]
    pub fn points(self, tile: Terrains) -> u8 {
        points_of(!self.upper.shared(tile).is_empty(), self.completes(tile))
    }

    /// Whether a tile with these terrains makes the column whole.
    #[inline]
    pub fn completes(self, tile: Terrains) -> bool {
        !self.whole.shared(tile).is_empty()
    }
}

#[cfg(test)]
#[path = "columns_tests.rs"]
mod tests;
