//! Moves of players and of chance.

use crate::Seat;

use super::cards::Card;
use super::pieces::{Place, PlankIdx};
use super::spans::SpanIdx;

/// A move; [`super::RiverDragons`] writes and reads them in the notation of `RULES.md`. Islands and lengths of planks count
/// from 0 here, from 1 in text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the start player.
    DealStart(Seat),
    /// The next card of the own program.
    Program(Card),
    /// A stone on an island.
    Stone(u8),
    /// The plank of this length of the own reserve on a span.
    Plank(u8, SpanIdx),
    /// The plank of this length of the own reserve leaves the game.
    Lose(u8),
    /// The stone of an island goes back to the supply.
    RemoveStone(u8),
    /// A plank goes into the own reserve.
    RemovePlank(PlankIdx),
    /// One step.
    Step(Place),
    /// Over the pawn on a plank to a place.
    Jump(PlankIdx, Place),
}
