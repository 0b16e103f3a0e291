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
#[path = "known_tests.rs"]
mod tests;
