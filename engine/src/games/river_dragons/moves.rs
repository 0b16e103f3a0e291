//! Moves of players and of chance.

use crate::Seat;

use super::cards::Card;
use super::pieces::{Place, PlankIdx};
use super::spans::SpanIdx;

/// A move; [`super::RiverDragons`] writes and reads them in the notation of `RULES.md`. Islands and lengths of planks
/// count from 0 here, from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the start player.
    DealStart(Seat),
    /// Put a card into the own program, as the next one.
    Program(Card),
    /// Lay a stone on an island.
    Stone(u8),
    /// Lay the plank of this length of the own reserve on a span.
    Plank(u8, SpanIdx),
    /// Take the plank of this length of the own reserve out of the game, where none can be laid.
    Lose(u8),
    /// Put the stone of an island back into the supply.
    RemoveStone(u8),
    /// Take a plank from the board into the own reserve.
    RemovePlank(PlankIdx),
    /// Go one step.
    Step(Place),
    /// Jump over the pawn on a plank to a place.
    Jump(PlankIdx, Place),
}
