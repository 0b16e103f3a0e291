//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::board::Cell;
use super::moves::Move;
use super::rules::CarcassonneRules;
use super::state::Carcassonne;
use super::tiles::Spot;

pub(super) fn move_text(rules: &CarcassonneRules, mv: Move) -> String {
    match mv {
        Move::DealStart(seat) => format!("deal:{seat}"),
        Move::DealTile(tile) => format!("deal:{}", rules.tile(tile).id),
        Move::Tile(Cell { x, y }, turns) => format!("tile:{x}:{y}:{turns}"),
        Move::Meeple(spot) => format!("meeple:{spot}"),
        Move::None => "none".to_owned(),
    }
}

pub(super) fn parse_move(state: &Carcassonne, text: &str) -> Option<Move> {
    let parts: Vec<&str> = text.split(':').collect();
    let mv = match parts[..] {
        ["none"] => Move::None,
        ["deal", what] => match what.parse::<Seat>() {
            Ok(seat) if seat.index() < state.players.players() => Move::DealStart(seat),
            _ => Move::DealTile(state.rules.0.tile_named(what)?),
        },
        ["tile", x, y, turns] => {
            let cell = Cell { x: x.parse().ok()?, y: y.parse().ok()? };
            Move::Tile(cell, turns.parse().ok().filter(|&turns| turns < 4 && cell.is_in_reach())?)
        }
        ["meeple", ..] => {
            let spot = text.strip_prefix("meeple:")?;
            Move::Meeple(Spot::all().find(|other| other.to_string() == spot)?)
        }
        _ => return None,
    };
    // One spelling for each move: no signs, no leading zeros.
    (move_text(state.rules.0, mv) == text).then_some(mv)
}
