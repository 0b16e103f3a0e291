use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::the_river::RiverRules;
use crate::{GameRules, Turn};

/// What people read and what programs read say the same.
#[test]
fn all_of_a_position_is_there() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffer = Vec::new();
    let mut state = TheRiver::new(RiverRules::standard(), 3);
    let mut tiles = None;
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        state.play(mv).expect("legal");
        let known = known_position(&state);
        let players = known["players"].as_array().expect("players");
        let laid: usize = players.iter().map(|player| player["tiles"].as_array().expect("tiles").len()).sum();
        let count =
            |name: &str| known[name].as_object().expect("tiles").values().filter_map(Value::as_u64).sum::<u64>();
        let shown = known["tiles"].as_object().expect("slots").len();
        let all = laid as u64 + shown as u64 + count("tiles_left") + count("tiles_discarded");
        // Tiles leave the game when the draft is over, and not after that.
        if state.round() > 0 {
            assert_eq!(*tiles.get_or_insert(all), all, "{state}");
        }
        let shown = state.to_string();
        assert!(players.iter().all(|player| shown.contains(player["holds"].as_str().expect("a text"))));
    }
}
