//! Whole seeded games as text: positions and moves as a person reads them.

use std::fmt::{Display, Write as _};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{Game, GameRules, Seat, Turn};

/// A random game; positions are shown when a player is to move and `part` of the game is another than before.
fn play<G: Game + Display>(seed: u64, part: impl Fn(&G) -> u32) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = G::new(G::Rules::standard(), 2);
    let (mut text, mut shown, mut buffer) = (String::new(), u32::MAX, Vec::new());
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        if state.turn() != Turn::Chance && shown != part(&state) {
            shown = part(&state);
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
    text
}

#[test]
fn the_river() {
    insta::assert_snapshot!(play::<TheRiver>(6, |state| u32::from(state.round())));
}

#[test]
fn carcassonne() {
    // By the tiles that are left, twenty at a time.
    insta::assert_snapshot!(play::<Carcassonne>(1, |state| state.stack_len() / 20));
}

#[test]
fn river_dragons() {
    // One round in ten.
    insta::assert_snapshot!(play::<RiverDragons>(1, |state| state.round_number() / 10));
}

#[test]
fn rio_grande() {
    // By the cards that are left, ten at a time.
    insta::assert_snapshot!(play::<RioGrande>(1, |state| state.stack_len() / 10));
}
