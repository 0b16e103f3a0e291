//! A position as data: all of it is public.

use serde_json::{Map, Value, json};

use crate::{Game, Seat};

use super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::state::Phase;
use super::{ActionSpace, BuildingId, Resource, Slot, TheRiver, TileKind};

/// The position as `RULES.md` describes it, in the words of its moves. Slots of the displays and spaces of rivers count
/// from 1; resources are written as in costs; `left` are pieces that are not dealt yet.
pub(super) fn known_position(state: &TheRiver) -> Value {
    let rules = state.rules.all;
    let tile = |kind: TileKind| rules.tile(kind).id.clone();
    let building = |id: BuildingId| rules.building(id).id.clone();
    let counted = |pieces: &mut dyn Iterator<Item = (TileKind, u32)>| -> Map<String, Value> {
        pieces.map(|(kind, count)| (tile(kind), count.into())).collect()
    };
    let on = |pioneers: &[u8; ActionSpace::COUNT]| -> Map<String, Value> {
        ActionSpace::ALL.iter().map(|&space| (space.name().to_owned(), pioneers[space as usize].into())).collect()
    };
    let tile_slots = (0..MAX_TILE_SLOTS as u8)
        .filter_map(|slot| Some(((slot + 1).to_string(), Value::from(tile(state.displayed_tile(Slot(slot))?)))));
    let building_slots = (0..MAX_BUILDING_SLOTS as u8).filter_map(|slot| {
        Some(((slot + 1).to_string(), Value::from(building(state.displayed_building(Slot(slot))?))))
    });
    let player = |seat: Seat| {
        let player = state.player(seat);
        let produces = Resource::PRODUCED
            .map(|resource| (resource.name().to_owned(), Value::from(player.symbols().production(resource))));
        json!({
            "color": player.color().to_string(),
            "boat": player.boat(),
            "pioneers": player.pioneers(),
            "settling": player.settling(),
            "on": on(&player.pioneers_on),
            "holds": player.held().to_string(),
            "barns": player.symbols().barns(),
            "produces": produces.into_iter().collect::<Map<_, _>>(),
            "tiles": player.tiles().iter().map(|&kind| tile(kind)).collect::<Vec<_>>(),
            "built": player.built().map(building).collect::<Vec<_>>(),
            "reserved": player.reserved().iter().map(|&id| building(id)).collect::<Vec<_>>(),
            "tokens": player.tokens(),
            "token_points": player.token_points,
        })
    };
    let phase = match state.phase {
        Phase::Draft => "draft",
        Phase::Place => "place",
        Phase::Return => "return",
        Phase::Swap => "swap",
        Phase::Over => "over",
        _ => "deal",
    };
    json!({
        "turn": state.turn().to_string(),
        "phase": phase,
        "round": state.round(),
        "last_round": state.end_triggered(),
        "start_figure": state.start_figure().to_string(),
        "supply": state.supply().to_string(),
        "first_bonus": state.first_bonus.to_string(),
        "on": on(&state.pioneers_on),
        "tiles": tile_slots.collect::<Map<_, _>>(),
        "tiles_left": counted(&mut state.undealt_tiles()),
        "tiles_discarded": counted(&mut state.discarded_tiles()),
        "buildings": building_slots.collect::<Map<_, _>>(),
        "buildings_left": state.undealt_buildings().map(building).collect::<Vec<_>>(),
        "tokens": state.tokens_left(),
        "players": Seat::all(state.n_players()).map(player).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
