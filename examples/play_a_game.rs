//! Plays one game of The River move by move, with a bot at each seat, and prints how it ends. It is the first deal of
//! `riverlab tournament the-river --bots greedy random`.
//!
//! `cargo run --example play_a_game`

use riverlab_bots::play::game_loop::play_game;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, registry};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Outcome, Seat};

/// It fixes everything that chance does, and what bots draw.
const DEAL: Deal = Deal { seed: 1, number: 1 };

fn main() {
    let outcome = play();
    for seat in Seat::all(2) {
        println!("{seat}: {} points, rank {}", outcome.scores[seat], outcome.ranks[seat]);
    }
}

fn play() -> Outcome {
    let [mut first, mut second] = ["greedy", "random"]
        .map(|spec| registry::build::<TheRiver>(&spec.parse().expect("a spec")).expect("a bot of this game"));
    let mut bots: [&mut dyn Bot<TheRiver>; 2] = [first.as_mut(), second.as_mut()];
    let played = play_game(RiverRules::standard(), DEAL, &mut bots, |state, mv, _| {
        println!("{}: {}", state.turn(), state.move_text(mv));
    });
    played.expect("bots of riverlab make legal moves").0.outcome
}

#[test]
fn greedy_beats_random() {
    let outcome = play();
    assert_eq!(outcome.shares[Seat::FIRST].value(), 1.0);
    assert_eq!(play(), outcome, "the same seed and deal give the same game");
}
