//! Pictures of positions: the table with its tiles and meeples, and above it a panel with the tile that was drawn, what
//! can be done with it, and the points.
//!
//! What the player to act may click is marked in that player's pictures only: everybody may know it, but a replay
//! stores the parts that differ from one position to the next, and these would be most of them.
//!
//! # Parts
//! - `cell-3,-1`: a tile, or an empty cell where the tile that was drawn can be laid; `last`: the frame of the last
//!   tile.
//! - `meeple-3,-1`: the meeple on that tile.
//! - `status`, `table`, `player-2`, `turn`: what happens, the heads of the points, the points of a seat, whose turn it
//!   is.
//! - `rotation-1`: the tile that was drawn, after one quarter turn; `laid`: the tile on which a meeple may be put.
//! - `claim-city-n`, `claim-farm-nw`, `claim-monastery`: a spot of it; `pass`: no meeple.

mod definitions;
mod panel;
mod point;
mod table;
#[cfg(test)]
mod tests;
pub(super) mod tiles;
mod view;

use crate::{Game, Picture, Turn, Viewer};

use super::board::Cell;
use super::moves::Move;
use super::state::Carcassonne;
use super::tiles::Spot;
use view::View;

/// The name of the part that shows that no meeple is put.
const PASS: &str = "pass";

fn cell_name(cell: Cell) -> String {
    format!("cell-{},{}", cell.x, cell.y)
}

fn rotation_name(turns: u8) -> String {
    format!("rotation-{turns}")
}

fn claim_name(spot: Spot) -> String {
    format!("claim-{}", spot.to_string().replace(':', "-").to_lowercase())
}

/// A position that is drawn for somebody.
struct Drawing<'a> {
    state: &'a Carcassonne,
    view: View,
    /// What the viewer may do, being the player to act; else nothing.
    legal: Vec<Move>,
    picture: Picture,
}

/// The position as a picture. All of it is public; the viewer says whose moves are marked.
pub(super) fn draw(state: &Carcassonne, viewer: Viewer) -> Picture {
    let view = View::of(&state.board);
    let mut legal = Vec::new();
    if matches!(state.turn(), Turn::Player(seat) if viewer == Viewer::Seat(seat)) {
        state.legal_moves(&mut legal);
    }
    let rules = state.rules.0;
    let definitions = rules.definitions.get_or_init(|| definitions::definitions(&rules.drawings));
    let picture = Picture::new(view.view_box(), definitions.clone());
    let mut drawing = Drawing { state, view, legal, picture };
    drawing.add_table();
    drawing.add_panel();
    drawing.picture
}

/// The parts that a person clicks for a move of the player to act.
pub(super) fn move_parts(mv: Move) -> Vec<String> {
    match mv {
        Move::Tile(cell, turns) => vec![cell_name(cell), rotation_name(turns)],
        Move::Meeple(spot) => vec![claim_name(spot)],
        Move::None => vec![PASS.to_owned()],
        Move::DealStart(_) | Move::DealTile(_) => Vec::new(),
    }
}
