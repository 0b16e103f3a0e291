//! Points of pictures, in pixels from the middle of a tile, and how they turn with it.

use std::fmt;

use crate::games::carcassonne::tiles::Side;

/// The side of a tile in pixels.
pub(super) const TILE: i32 = 72;

/// Half the side of a tile.
pub(super) const HALF: i32 = TILE / 2;

/// A point of a tile: to the right and down from its middle. As text both numbers, as in the path of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::games::carcassonne) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Point {
    pub(super) const MIDDLE: Point = Point { x: 0, y: 0 };

    /// The point where this one is after so many clockwise quarter turns of the tile.
    pub(super) fn turned(self, turns: usize) -> Point {
        let Point { x, y } = self;
        [Point { x, y }, Point { x: -y, y: x }, Point { x: -x, y: -y }, Point { x: y, y: -x }][turns % 4]
    }

    /// So many pixels from the middle towards a side, and so many from there in the clockwise direction.
    pub(super) fn towards(side: usize, outward: i32, along: i32) -> Point {
        Point { x: along, y: -outward }.turned(side)
    }

    /// The middle of a side.
    pub(super) fn of_side(side: usize) -> Point {
        Point::towards(side, HALF, 0)
    }

    /// The corner where a side begins, clockwise.
    pub(super) fn of_corner(side: usize) -> Point {
        Point::towards(side, HALF, -HALF)
    }

    /// So many hundredths of the way from the middle.
    pub(super) fn scaled(self, percent: i32) -> Point {
        Point { x: self.x * percent / 100, y: self.y * percent / 100 }
    }

    pub(super) fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    pub(super) fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// The side opposite of one, as an index.
pub(super) fn opposite(side: usize) -> usize {
    Side::ALL[side].opposite().index()
}
