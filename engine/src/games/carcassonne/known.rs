//! A position as data: all of it is public.

use serde_json::{Map, Value, json};

use crate::{Game, Seat};

use super::scoring::Part;
use super::state::Carcassonne;

/// The position as `RULES.md` describes it, in the words of its moves: tiles with their cells and clockwise quarter
/// turns, meeples with the cell and the spot of their tile. `left` are the kinds of tiles in the part of the stack that
/// is drawn from, and `stack` all tiles that are not drawn.
pub(super) fn known_position(state: &Carcassonne) -> Value {
    let rules = state.rules.0;
    let placed = state.board.placed();
    let laid = placed.iter().map(|placed| {
        json!({ "tile": rules.tile(placed.tile).id, "x": placed.cell.x, "y": placed.cell.y, "turns": placed.turns })
    });
    let player = |seat: Seat| {
        let (player, parts) = (state.player(seat), state.score_parts(seat));
        let points = Part::NAMES.iter().zip(parts).map(|(name, points)| ((*name).to_owned(), points.into()));
        let meeples = player.meeples().iter().map(|&segment| {
            let tile = state.features.tile_of(segment);
            let spot = state.turned_tile(tile).spot(usize::from(segment.0 - placed[tile].first));
            json!({ "x": placed[tile].cell.x, "y": placed[tile].cell.y, "spot": spot.to_string() })
        });
        json!({
            "points": points.collect::<Map<String, Value>>(),
            "supply": player.supply(),
            "meeples": meeples.collect::<Vec<_>>(),
        })
    };
    let left = rules.kinds.counts(state.bag());
    json!({
        "turn": state.turn().to_string(),
        "turn_number": state.turn,
        "drawn": state.drawn().map(|tile| rules.tile(tile).id.clone()),
        "stack": state.stack_len(),
        "left": left.map(|(tile, count)| (rules.tile(super::tiles::TileIdx(tile)).id.clone(), count.into())).collect::<Map<String, Value>>(),
        "tiles": laid.collect::<Vec<_>>(),
        "players": Seat::all(state.n_players()).map(player).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
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
                assert_eq!(
                    (&meeple["spot"], json!([meeple["x"], meeple["y"]])),
                    (&json!(spot), cell.clone()),
                    "{state}"
                );
                claims += 1;
            }
        }
        assert!(claims > 5, "{claims}");
    }
}
