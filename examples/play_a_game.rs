//! Plays one game of The River move by move, with a bot at each seat, and prints how it ends.
//!
//! `cargo run --example play_a_game`

use riverlab_bots::play::streams::{ChanceStreams, bot_streams};
use riverlab_bots::{Bot, View, registry};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Outcome, Seat, Turn};

/// The master seed and the number of the deal: together they fix everything that chance does.
const SEED: u64 = 1;
const DEAL: u64 = 1;

fn main() {
    let outcome = play();
    for seat in Seat::all(2) {
        println!("{seat}: {} points, rank {}", outcome.scores[seat], outcome.ranks[seat]);
    }
}

fn play() -> Outcome {
    let mut state = TheRiver::new(RiverRules::standard(), 2);
    let mut chance = ChanceStreams::new::<TheRiver>(SEED, DEAL);
    let mut bots: Vec<Box<dyn Bot<TheRiver>>> = ["greedy", "random"]
        .map(|spec| registry::build(&spec.parse().expect("a spec")).expect("a bot of this game"))
        .into();
    let mut streams = bot_streams(SEED, DEAL, 2);
    loop {
        let mv = match state.turn() {
            Turn::Chance => chance.draw(&state),
            // A bot sees the position through a view, which hides what its seat may not know.
            Turn::Player(seat) => bots[seat.index()].choose(&View::new(&state, seat), &mut streams[seat.index()]),
            Turn::Over => break,
        };
        println!("{}: {}", state.turn(), state.move_text(mv));
        state.play(mv).expect("bots and chance make legal moves");
    }
    state.outcome().expect("the game is over")
}

#[test]
fn greedy_beats_random() {
    let outcome = play();
    assert_eq!(outcome.shares[Seat::FIRST].value(), 1.0);
    assert_eq!(play(), outcome, "the same seed and deal give the same game");
}
