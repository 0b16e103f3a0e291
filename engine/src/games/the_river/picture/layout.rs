//! Where things stand.

use crate::Seat;

use super::super::{RiverRules, RiverSpace};

/// The width of all pictures.
pub(super) const WIDTH: i32 = 900;
/// The space between things, and around them.
pub(super) const GAP: i32 = 8;
/// From one action space, or slot of the tile display, to the next.
pub(super) const STEP: i32 = 99;
/// The top of the action spaces.
pub(super) const SPACES_TOP: i32 = 48;
/// The top of the tile display.
pub(super) const TILES_TOP: i32 = 188;
/// The top of the building display.
pub(super) const BUILDINGS_TOP: i32 = 288;
/// From one slot of the building display to the next.
pub(super) const BUILDING_STEP: i32 = 148;
/// The top of the first boards.
const BOARDS_TOP: i32 = 358;
/// The width of a board with all that belongs to it.
pub(super) const BOARD_WIDTH: i32 = 438;
/// Its height.
pub(super) const BOARD_HEIGHT: i32 = 380;

/// The upper left corner of a player's board: two stand side by side.
pub(super) fn board(seat: Seat) -> (i32, i32) {
    let (column, row) = (seat.index() as i32 % 2, seat.index() as i32 / 2);
    (GAP + column * (BOARD_WIDTH + GAP), BOARDS_TOP + row * (BOARD_HEIGHT + GAP))
}

/// The upper left corner of a river space, from that of its board.
pub(super) fn space(rules: &RiverRules, space: RiverSpace) -> (i32, i32) {
    let (column, place) = rules.place(space);
    (GAP + 8 + 82 * column as i32, 42 + 74 * place as i32)
}

/// The height of a picture without the result.
pub(super) fn height(players: usize) -> i32 {
    board(Seat::new(players - 1)).1 + BOARD_HEIGHT + GAP
}
