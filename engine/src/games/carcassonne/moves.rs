//! Moves of players and of chance.

use crate::Seat;

use super::board::Cell;
use super::tiles::{Spot, TileIdx};

/// A move; [`super::Carcassonne`] writes and reads them in the notation of `RULES.md`.
#[derive(Clone, Copy, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal moves have equal fields")]
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

/// As of all fields. Those of tiles are compared together: searches compare a move with many that nearly are the same.
impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Move) -> bool {
        match (*self, *other) {
            (Move::Tile(cell, turns), Move::Tile(other, turned)) => (cell.key() == other.key()) & (turns == turned),
            (Move::Meeple(spot), Move::Meeple(other)) => spot == other,
            (Move::DealTile(tile), Move::DealTile(other)) => tile == other,
            (Move::DealStart(seat), Move::DealStart(other)) => seat == other,
            (Move::None, Move::None) => true,
            _ => false,
        }
    }
}
