//! What each seat has seen of a game, as a number: the stream that its next decision draws from.
//!
//! ```text
//! key(seat) = sum over the moves so far of hash(who moved, the move if the seat sees it)
//! ```
//!
//! A bot that has seen the same of the same deal again draws the same numbers, whatever anybody has drawn before: when
//! another bot sits elsewhere, when seats are rotated, and under an intervention that has not come to bear. So the games
//! that an experiment compares go apart where their moves do and not earlier. The order of the moves does not count, because
//! most positions that are reached by the same moves are the same one. Nothing that a seat does not see is part of its key.

use rand::SeedableRng as _;
use riverlab_engine::{Game, PerPlayer, Seat, Turn};

use crate::keys::{hash_of, mix};
use crate::rng::BotRng;

/// The keys of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge(PerPlayer<u64>);

impl Knowledge {
    /// Nobody has seen anything.
    pub fn new(players: usize) -> Knowledge {
        Knowledge(PerPlayer::from_fn(players, |_| 0))
    }

    /// Adds a move that is about to be made, as far as each seat sees it.
    #[inline]
    pub fn add<G: Game>(&mut self, before: &G, mv: G::Move) {
        let who = match before.turn() {
            Turn::Player(seat) => seat.index() as u64,
            Turn::Chance | Turn::Over => u64::MAX,
        };
        let seen = mix(hash_of(&mv), who);
        for seat in Seat::all(before.n_players()) {
            let is_visible = !G::IMPERFECT_INFORMATION || before.is_visible_to(seat, mv);
            self.0[seat] = self.0[seat].wrapping_add(if is_visible { seen } else { mix(0, who) });
        }
    }

    /// Moves one of the streams of a seat to its beginning: that of what the seat has seen.
    #[inline]
    pub fn move_to_stream(&self, seat: Seat, streams: &mut BotRng) {
        let mut stream = BotRng::from_seed(streams.get_seed());
        stream.set_stream(self.0[seat]);
        *streams = stream;
    }
}

#[cfg(test)]
#[path = "knowledge_tests.rs"]
mod tests;
