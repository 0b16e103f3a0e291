//! What a player knows of a position, as data.

use serde_json::{Value, json};

use crate::{Game, Seat};

use super::state::{Phase, RiverDragons};

/// The position as `RULES.md` describes it. Of the others' programs only what is revealed is there; the cards of a
/// program that is not full yet are counted for everybody. While programs are carried out, `card` is the position in
/// them, from 1, and `left` how often the card of the player to act is still to be carried out.
pub(super) fn known_position(state: &RiverDragons, observer: Seat) -> Value {
    let player = |seat: Seat| {
        let player = &state.players[seat];
        let revealed = state.revealed().min(player.program().len());
        let shown = if seat == observer { player.program() } else { &player.program()[..revealed] };
        json!({
            "color": state.rules.0.name(player.color),
            "pawn": state.place_name(player.pawn),
            "reserve": player.reserve().map(|plank| state.plank_name(plank)).collect::<Vec<_>>(),
            "falls": player.falls,
            "programmed": player.programmed,
            "program": shown.iter().map(|&card| state.card_name(card)).collect::<Vec<_>>(),
        })
    };
    let planks =
        state.on_board.iter().map(|plank| (state.plank_name(plank), state.span_name(state.spans[plank.index()])));
    let acts = state.phase == Phase::Act;
    json!({
        "turn": state.turn().to_string(),
        "round": state.round,
        "start": state.start.to_string(),
        "card": acts.then(|| usize::from(state.position) + 1),
        "left": acts.then_some(state.left),
        "stones": state.stones().iter().filter_map(|support| Some(support.island()? + 1)).collect::<Vec<_>>(),
        "planks": planks.collect::<std::collections::BTreeMap<_, _>>(),
        "players": Seat::all(state.n_players()).map(player).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
