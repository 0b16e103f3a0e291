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
use riverlab_bots::BotRng;
use riverlab_bots::keys::{hash_of, mix};
use riverlab_engine::{Game, PerPlayer, Seat, Turn};

/// The keys of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Knowledge(PerPlayer<u64>);

impl Knowledge {
    /// Nobody has seen anything.
    pub(crate) fn new(players: usize) -> Knowledge {
        Knowledge(PerPlayer::from_fn(players, |_| 0))
    }

    /// Adds a move that is about to be made, as far as each seat sees it.
    #[inline]
    pub(crate) fn add<G: Game>(&mut self, before: &G, mv: G::Move) {
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
    pub(crate) fn move_to_stream(&self, seat: Seat, streams: &mut BotRng) {
        let mut stream = BotRng::from_seed(streams.get_seed());
        stream.set_stream(self.0[seat]);
        *streams = stream;
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use riverlab_engine::GameRules;
    use riverlab_engine::games::river_dragons::RiverDragons;
    use riverlab_engine::games::toy::ConnectFour;

    use super::*;
    use crate::play::streams::bot_streams;

    /// What the players know after these moves.
    fn after<G: Game>(players: usize, moves: &[&str]) -> Knowledge {
        let (mut state, mut knowledge) = (G::new(GameRules::standard(), players), Knowledge::new(players));
        for text in moves {
            let mv = state.parse_move(text).expect("a move");
            knowledge.add(&state, mv);
            state.play(mv).expect("it is legal");
        }
        knowledge
    }

    fn key<G: Game>(seat: usize, moves: &[&str]) -> u64 {
        after::<G>(2, moves).0[Seat::new(seat)]
    }

    #[test]
    fn the_order_of_moves_does_not_count_but_who_made_them() {
        let of = |moves: &[&str]| key::<ConnectFour>(0, moves);
        assert_eq!(of(&["1", "2", "3"]), of(&["3", "2", "1"]));
        for other in [&["1", "2"][..], &["1", "2", "4"], &["1", "3", "2"], &["2", "1", "3"], &[]] {
            assert_ne!(of(&["1", "2", "3"]), of(other), "{other:?}");
        }
    }

    #[test]
    fn what_a_seat_does_not_see_is_not_in_its_key() {
        let of = |seat, first| key::<RiverDragons>(seat, &["deal:p1", first]);
        assert_eq!(of(1, "program:jump"), of(1, "program:move1"));
        assert_ne!(of(0, "program:jump"), of(0, "program:move1"));
        assert_ne!(of(1, "program:jump"), key::<RiverDragons>(1, &["deal:p1"]), "that somebody moved is seen");
    }

    #[test]
    fn a_stream_begins_anew_for_what_was_seen() {
        let first_number = |knowledge: Knowledge, drawn: usize| {
            let mut stream = bot_streams(1, 2, 1).remove(0);
            for _ in 0..drawn {
                stream.next_u64();
            }
            knowledge.move_to_stream(Seat::FIRST, &mut stream);
            stream.next_u64()
        };
        let (one, other) = (after::<ConnectFour>(2, &["1"]), after::<ConnectFour>(2, &["2"]));
        assert_eq!(first_number(one, 0), first_number(one, 5));
        assert_ne!(first_number(one, 0), first_number(other, 0));
    }
}
