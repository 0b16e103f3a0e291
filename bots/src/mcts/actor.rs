//! Who made the move of a node, packed into one byte to keep nodes small.

use riverlab_engine::{Seat, Turn};

use crate::eval::softmax::Values;

/// Who made a move (a player or chance), whether the owner of the tree saw which, and whether it is
/// [mixed](super::regret).
///
/// The low bits are the seat, 0 for chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actor(u8);

const SEAT: u8 = 0x1f;
const MIXING: u8 = 0x20;
const BY_CHANCE: u8 = 0x40;
const UNSEEN: u8 = 0x80;

impl Actor {
    /// Chance, in an event that the owner of the tree sees.
    pub const CHANCE: Actor = Actor(BY_CHANCE);

    /// A player whose move the owner of the tree sees.
    #[inline]
    pub fn player(seat: Seat) -> Actor {
        Actor(seat.index() as u8)
    }

    /// Whoever acts in this turn, if the owner of the tree sees what is done.
    #[inline]
    pub fn of(turn: Turn) -> Actor {
        turn.player().map_or(Self::CHANCE, Self::player)
    }

    /// The same where the owner of the tree does not see which move it is.
    #[inline]
    #[must_use]
    pub fn unseen(self) -> Actor {
        Actor(self.0 | UNSEEN)
    }

    /// The same player, who chooses at the same time as others, by [regret](super::regret).
    #[inline]
    #[must_use]
    pub fn mixing(self) -> Actor {
        Actor(self.0 | MIXING)
    }

    /// The player, unless it is chance.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        (self.0 & BY_CHANCE == 0).then(|| Seat::new(usize::from(self.0 & SEAT)))
    }

    /// Whether the owner of the tree does not see which move it is.
    #[inline]
    pub fn is_unseen(self) -> bool {
        self.0 & UNSEEN != 0
    }

    /// Whether the player chooses by regret.
    #[inline]
    pub fn is_mixing(self) -> bool {
        self.0 & MIXING != 0
    }

    /// The actor's value; for chance, which does not choose, that of any seat, always the same.
    #[inline]
    pub fn value(self, values: &Values) -> f32 {
        values[usize::from(self.0 & SEAT) & (values.len() - 1)]
    }
}

#[cfg(test)]
#[path = "actor_tests.rs"]
mod tests;
