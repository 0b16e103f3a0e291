//! What learned policies of Carcassonne look at of each move of the player to act.
//!
//! A player **leads** a feature who has the most meeples on it, alone or as others; what it brings **now** is what it
//! brings if the game ends as it is. What others have or gain is a mean over all of them. Changes are those that laying
//! the tile makes, before a meeple is put. Chances are those of [`site`].
//!
//! Two shortcuts are rarely wrong: where features are joined that share a tile, it counts twice; and where two segments
//! of the tile touch one feature, each is joined with it alone, so that a ring of roads is not seen to be completed.
//!
//! Putting no meeple has a row of zeros, with which all others are compared.

mod claiming;
pub(super) mod features;
mod laying;
mod site;
#[cfg(test)]
mod slow_laying;
#[cfg(test)]
mod slow_site;
mod spots;
mod stakes;

use riverlab_engine::games::carcassonne::{Carcassonne, Move};
use riverlab_engine::{Game, Turn};

use self::stakes::View;
use super::worth::share_left;
use crate::eval::features::MoveTable;

/// Adds a row for each move of the player to act.
pub(super) fn write(state: &Carcassonne, moves: &[Move], table: &mut MoveTable) {
    table.left = share_left(state);
    let Turn::Player(me) = state.turn() else { return };
    let view = View::new(state, me);
    match state.drawn() {
        Some(drawn) => laying::write_places(&view, state.rules().tile(drawn), moves, table),
        None => claiming::write_claims(&view, moves, table),
    }
}

#[cfg(test)]
mod tests;
