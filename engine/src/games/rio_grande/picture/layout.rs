//! Where things stand.

use crate::{Game, Seat};

use super::super::limits::MAX_RIVERS;
use super::super::river::RiverIdx;
use super::super::state::RioGrande;

/// The width of all pictures.
pub(super) const WIDTH: i32 = 900;
/// The space between things, and around them.
pub(super) const GAP: i32 = 8;
/// From one card of a line to the next.
pub(super) const STEP: i32 = 77;
/// The height of the first line of a river.
const LINE: i32 = 82;
/// How much further lines add.
const NEXT_LINE: i32 = 74;
/// The cards in a line.
const IN_LINE: usize = 10;
/// The left edge of the cards of a river.
const CARDS_LEFT: i32 = 116;
/// The top of the first river.
const TOP: i32 = 48;
/// The height of what a player has.
pub(super) const PLAYER_HEIGHT: i32 = 82;

/// Where rivers and players stand: rivers of many cards have several lines.
pub(super) struct Layout {
    /// The top of each river, and of the first player.
    tops: [i32; MAX_RIVERS + 1],
    /// The height of the picture.
    pub(super) height: i32,
}

impl Layout {
    /// The layout of a position: each river that may lie there has a place.
    pub(super) fn of(state: &RioGrande) -> Layout {
        let mut tops = [TOP; MAX_RIVERS + 1];
        for idx in 0..MAX_RIVERS {
            let river = RiverIdx(idx as u8);
            let is_used = idx < usize::from(state.rules.0.rivers) || state.rivers.len(river) > 0;
            tops[idx + 1] = tops[idx] + if is_used { river_height(state.rivers.len(river)) + GAP } else { 0 };
        }
        let height = tops[MAX_RIVERS] + state.n_players() as i32 * (PLAYER_HEIGHT + GAP);
        Layout { tops, height }
    }

    /// The upper left corner of a river.
    pub(super) fn river(&self, river: RiverIdx) -> (i32, i32) {
        (GAP, self.tops[river.index()])
    }

    /// The upper left corner of what a player has.
    pub(super) fn player(&self, seat: Seat) -> (i32, i32) {
        (GAP, self.tops[MAX_RIVERS] + seat.index() as i32 * (PLAYER_HEIGHT + GAP))
    }
}

/// The height of a river with so many cards, and a place for the next one.
pub(super) fn river_height(cards: usize) -> i32 {
    LINE + NEXT_LINE * (cards / IN_LINE) as i32
}

/// The upper left corner of a card, from that of its river.
pub(super) fn card(place: usize) -> (i32, i32) {
    (CARDS_LEFT + STEP * (place % IN_LINE) as i32, GAP + NEXT_LINE * (place / IN_LINE) as i32)
}
