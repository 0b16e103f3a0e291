use rand::SeedableRng;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{GameRules, Turn, for_each_game};

use super::*;
use crate::BotRng;

/// Who lists the moves does not change which one is drawn, whether or not the game draws moves without a list.
fn random_moves_agree<G: Game>() {
    let mut rng = BotRng::seed_from_u64(1);
    let mut state = G::new(GameRules::standard(), *G::PLAYERS.start());
    let (mut legal, mut buffer) = (Vec::new(), Vec::new());
    loop {
        let mv = match state.turn() {
            Turn::Over => return,
            Turn::Chance => state.draw(&mut rng),
            Turn::Player(seat) => {
                state.legal_moves(&mut legal);
                let listed = View::with_legal_moves(&state, seat, &legal).random_move(&mut buffer, &mut rng.clone());
                assert_eq!(View::new(&state, seat).random_move(&mut buffer, &mut rng), listed, "{}", G::NAME);
                listed
            }
        };
        state.play_unchecked(mv);
    }
}

#[test]
fn random_moves_are_the_same_ones_with_and_without_a_list() {
    for_each_game!(G => random_moves_agree::<G>());
}

#[test]
fn nothing_of_the_position_is_shown() {
    let state = TheRiver::new(RiverRules::standard(), 2);
    assert_eq!(format!("{:?}", View::new(&state, Seat::FIRST)), "View { observer: Seat(0), .. }");
}
