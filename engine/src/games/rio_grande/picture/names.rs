//! The names of parts that can be clicked.

use super::super::river::RiverIdx;
use crate::Seat;

pub(super) fn river_name(river: RiverIdx) -> String {
    format!("river-{}", river.index() + 1)
}

pub(super) fn card_name(river: RiverIdx, place: usize) -> String {
    format!("card-{}-{}", river.index() + 1, place + 1)
}

pub(super) fn hand_name(seat: Seat, idx: usize) -> String {
    format!("hand-{seat}-{}", idx + 1)
}
