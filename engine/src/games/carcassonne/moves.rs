//! Moves of players and of chance.

use crate::Seat;

use super::board::Cell;
use super::tiles::{Spot, TileIdx};

/// A move; [`super::Carcassonne`] writes and reads them in the notation of `RULES.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the start player.
    DealStart(Seat),
    /// Chance: the tile that is drawn from the stack.
    DealTile(TileIdx),
    /// Lay the tile on a cell after so many clockwise quarter turns.
    Tile(Cell, u8),
    /// Put a meeple on the tile that was just laid.
    Meeple(Spot),
    /// Put no meeple.
    None,
}
