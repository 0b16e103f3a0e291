//! A whole seeded game of The River as text: positions and moves as a person reads them.

use std::fmt::Write as _;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Seat, Turn};

#[test]
fn the_river() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut state = TheRiver::new(RiverRules::standard(), 2);
    let (mut text, mut round, mut buffer) = (String::new(), u8::MAX, Vec::new());
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        if state.turn() != Turn::Chance && round != state.round() {
            round = state.round();
            write!(text, "\n\n{state}").expect("written");
        }
        write!(text, "{} {} ", state.turn(), state.move_text(mv)).expect("written");
        state.play(mv).expect("a legal move");
    }
    write!(text, "\n\n{state}").expect("written");
    let outcome = state.outcome().expect("the game is over");
    for seat in Seat::all(2) {
        writeln!(text, "{seat}: {} points, {:?}", outcome.scores[seat], outcome.parts[seat]).expect("written");
    }
    insta::assert_snapshot!(text);
}
