//! What a player knows of a position, as data.

use serde_json::{Map, Value, json};

use crate::{Game, Seat};

use super::state::{Phase, RioGrande};

/// The position as `RULES.md` describes it: rivers by their numbers, the own hand in the order of kinds, landscapes and
/// waters, and how many cards the others hold. A river card is written `forest-blue`, with a bridge `forest-blue=p1`,
/// under a sandbank `(forest-blue)`; others with their kind. Of the turn there are the actions, special cards and
/// bridges so far, and how many of the last cards of each river are `new`, so that a bridge can be built there.
pub(super) fn known_position(state: &RioGrande, observer: Seat) -> Value {
    let player = |seat: Seat| {
        let player = state.player(seat);
        let mut known = json!({
            "points": player.points(),
            "bridges": player.bridges(),
            "cards": player.hand().len(),
        });
        if seat == observer {
            known["hand"] = player.hand().iter().map(|card| card.name()).collect::<Vec<_>>().into();
        }
        known
    };
    let cards = |river| state.rivers.cards(river).iter().map(ToString::to_string).collect::<Vec<_>>();
    let rivers: Map<String, Value> =
        state.rivers.iter().map(|river| ((river.index() + 1).to_string(), cards(river).into())).collect();
    let new = state.rivers.iter().filter(|&river| state.rivers.fresh(river) > 0);
    let new: Map<String, Value> =
        new.map(|river| ((river.index() + 1).to_string(), state.rivers.fresh(river).into())).collect();
    json!({
        "turn": state.turn().to_string(),
        "turn_number": state.turn,
        "actions": (state.phase == Phase::Act).then_some(state.actions),
        "specials": state.specials,
        "built": state.bridges,
        "new": new,
        "turns_left": state.turns_left(),
        "stack": state.stack_len(),
        "rivers": rivers,
        "players": Seat::all(state.n_players()).map(player).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
