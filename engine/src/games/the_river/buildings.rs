//! Building cards.

use super::resources::Bundle;

/// A building: an index into the rules' list of buildings, each of which is there once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BuildingId(pub u8);

impl BuildingId {
    /// The index into the list of buildings.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A building card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Building {
    /// The name in moves and data.
    pub id: String,
    /// What it costs; never food, which replaces any of it.
    pub cost: Bundle,
    /// What it is worth at the end.
    pub points: u8,
}
