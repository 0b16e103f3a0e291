use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::rio_grande::RioRules;
use crate::{GameRules, Turn};

#[test]
fn hands_of_others_are_counted_only() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = RioGrande::new(RioRules::standard(), 3);
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(&mut rng));
    }
    let known = known_position(&state, Seat::new(1));
    assert_eq!((&known["stack"], &known["rivers"]), (&json!(150), &json!({})));
    let hands = known["players"].as_array().expect("players").iter().map(|player| player.get("hand"));
    let own: Vec<String> = state.player(Seat::new(1)).hand().iter().map(|card| card.name()).collect();
    assert_eq!(hands.collect::<Vec<_>>(), [None, Some(&json!(own)), None]);
    assert_eq!(known["players"][2], json!({ "points": 0, "bridges": 4, "cards": 5 }));
}
