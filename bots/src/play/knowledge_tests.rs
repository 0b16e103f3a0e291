use rand::Rng;
use riverlab_engine::GameRules;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::toy::ConnectFour;

use crate::play::streams::{Deal, bot_streams};

use super::*;

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
        let mut stream = bot_streams(Deal { seed: 1, number: 2 }, 1).remove(0);
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
