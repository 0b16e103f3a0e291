use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::GameRules;
use crate::games::rio_grande::RioRules;

#[test]
fn hands_are_read_by_those_who_hold_them() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = RioGrande::new(RioRules::standard(), 2);
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(&mut rng));
    }
    let hand = |seat: usize| {
        let names = state.player(Seat::new(seat)).hand().iter().map(|card| format!(" {}", card.name()));
        format!("holds{}\n", names.collect::<String>())
    };
    let text = |viewer| position_text(&state, viewer);
    let own = text(Viewer::Seat(Seat::FIRST));
    assert!(
        own.contains(&hand(0)) && !own.contains(&hand(1)) && own.contains("p2: 0 points, 4 bridges, holds 5 cards\n")
    );
    assert_eq!(text(Viewer::Public).matches("holds 5 cards\n").count(), 2);
    assert_eq!(text(Viewer::All), state.to_string());
    assert!(state.to_string().contains(&hand(0)) && state.to_string().contains(&hand(1)));
}
