//! A whole seeded game of every game of the list as text: positions and moves as a person reads them.

use std::fmt::Write as _;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::{Game, GameRules, Seat, Turn, for_each_game};

/// Positions that are shown besides the last one.
const SHOWN: usize = 8;

/// The moves of a random game, and whose turn each was.
fn random_game<G: Game>() -> Vec<(Turn, G::Move)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = G::new(G::Rules::standard(), 2);
    let (mut moves, mut buffer) = (Vec::new(), Vec::new());
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        moves.push((state.turn(), mv));
        state.play_unchecked(mv);
    }
    moves
}

/// A game as text; positions are shown where a player is to move, evenly spread.
fn text_of<G: Game>(moves: &[(Turn, G::Move)]) -> String {
    let mut state = G::new(G::Rules::standard(), 2);
    let (mut text, mut shown) = (String::new(), 0);
    for (idx, &(turn, mv)) in moves.iter().enumerate() {
        if turn != Turn::Chance && idx * SHOWN >= shown * moves.len() {
            shown += 1;
            write!(text, "\n\n{state:?}\n").expect("written");
        }
        write!(text, "{turn} {} ", state.move_text(mv)).expect("written");
        state.play(mv).expect("a legal move");
    }
    write!(text, "\n\n{state:?}\n").expect("written");
    let outcome = state.outcome().expect("the game is over");
    for seat in Seat::all(2) {
        writeln!(text, "{seat}: {} points, {:?}", outcome.scores[seat], outcome.parts[seat]).expect("written");
    }
    text
}

/// A game that is new on the list fails here until its snapshot has been read and accepted.
#[test]
fn every_game_reads_as_it_did() {
    for_each_game!(G => insta::assert_snapshot!(G::NAME.replace('-', "_"), text_of::<G>(&random_game::<G>())));
}
