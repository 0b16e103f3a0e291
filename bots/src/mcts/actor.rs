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
mod tests {
    use super::*;

    #[test]
    fn actors_are_what_they_were_made_of() {
        let values: Values = std::array::from_fn(|idx| idx as f32);
        for seat in Seat::all(riverlab_engine::MAX_PLAYERS) {
            let player = Actor::of(Turn::Player(seat));
            assert_eq!(player, Actor::player(seat));
            for (actor, unseen, mixing) in [
                (player, false, false),
                (player.unseen(), true, false),
                (player.mixing(), false, true),
                (player.mixing().unseen(), true, true),
            ] {
                assert_eq!((actor.seat(), actor.is_unseen(), actor.is_mixing()), (Some(seat), unseen, mixing));
                assert_eq!(actor.value(&values), seat.index() as f32);
            }
        }
        let chance = Actor::of(Turn::Chance);
        assert_eq!(chance, Actor::CHANCE);
        assert_ne!(chance, Actor::player(Seat::FIRST));
        assert_eq!((chance.seat(), chance.is_unseen(), chance.unseen().is_unseen()), (None, false, true));
        assert_eq!(chance.unseen().value(&values), 0.0);
    }
}
