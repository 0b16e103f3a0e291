use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::carcassonne::CarcassonneRules;
use crate::{GameRules, Turn};

#[test]
fn tiles_and_meeples_are_those_of_the_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffer = Vec::new();
    let mut state = Carcassonne::new(CarcassonneRules::standard(), 3);
    let (mut cell, mut claims) = (Value::Null, 0);
    while state.turn() != Turn::Over {
        let turn = state.turn();
        let mv = match turn {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        let text = state.move_text(mv);
        let supply: u64 = state.players.iter().map(|player| u64::from(player.supply())).sum();
        state.play(mv).expect("legal");
        let known = known_position(&state);
        if let ["tile", x, y, turns] = text.split(':').collect::<Vec<_>>()[..] {
            let last = known["tiles"].as_array().and_then(|tiles| tiles.last()).expect("a tile");
            assert_eq!([&last["x"], &last["y"], &last["turns"]].map(ToString::to_string), [x, y, turns]);
            cell = json!([last["x"], last["y"]]);
        }
        // A meeple that does not come back at once stands where it was put.
        let on_table = state.players.iter().map(|player| u64::from(player.supply())).sum::<u64>() < supply;
        if let (Some(spot), Turn::Player(seat), true) = (text.strip_prefix("meeple:"), turn, on_table) {
            let meeples = known["players"][seat.index()]["meeples"].as_array().expect("meeples");
            let meeple = meeples.last().expect("a meeple");
            assert_eq!((&meeple["spot"], json!([meeple["x"], meeple["y"]])), (&json!(spot), cell.clone()), "{state}");
            claims += 1;
        }
    }
    assert!(claims > 5, "{claims}");
}
