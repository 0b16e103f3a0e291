//! The river boards of the players and the action spaces of the islands.

use std::fmt;

use super::resources::{Resource, Symbols};

/// A player color; each has a river board of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Color {
    /// Black.
    #[default]
    Black,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
}

impl Color {
    /// All four.
    pub const ALL: [Color; 4] = [Color::Black, Color::Blue, Color::Green, Color::Yellow];

    /// The name in moves and data.
    pub fn name(self) -> &'static str {
        ["black", "blue", "green", "yellow"][self as usize]
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A space of a river board: 1 to 12 in text, 0 to 11 as an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RiverSpace(pub u8);

impl RiverSpace {
    /// The number of spaces on a river board.
    pub const COUNT: usize = 12;

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for RiverSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// What is printed on the spaces of one river board.
pub type Printed = [Symbols; RiverSpace::COUNT];

/// A space of the islands to which pioneers are sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionSpace {
    /// Take wood.
    Wood,
    /// Take clay.
    Clay,
    /// Take stone.
    Stone,
    /// Take food.
    Food,
    /// Claim a tile.
    Claim,
    /// Build a building.
    Build,
    /// Reserve a building.
    Reserve,
    /// Swap two own tiles.
    Swap,
    /// Take the start player figure.
    Start,
}

impl ActionSpace {
    /// The number of action spaces.
    pub const COUNT: usize = 9;
    /// All of them.
    pub const ALL: [ActionSpace; ActionSpace::COUNT] = [
        ActionSpace::Wood,
        ActionSpace::Clay,
        ActionSpace::Stone,
        ActionSpace::Food,
        ActionSpace::Claim,
        ActionSpace::Build,
        ActionSpace::Reserve,
        ActionSpace::Swap,
        ActionSpace::Start,
    ];

    /// The name in data.
    pub fn name(self) -> &'static str {
        ["wood", "clay", "stone", "food", "claim", "build", "reserve", "swap", "start"][self as usize]
    }

    /// The island of a resource.
    #[inline]
    pub fn of(resource: Resource) -> ActionSpace {
        ActionSpace::ALL[resource as usize]
    }

    /// The bit of this space in a set of spaces.
    #[inline]
    pub(super) fn bit(self) -> u16 {
        1 << self as u16
    }
}
