//! Chance events: the draw of the start player is the only one.

use rand::Rng;

use crate::Seat;

use super::moves::Move;
use super::state::{Phase, RiverDragons};

#[inline]
pub(super) fn chance_stream(state: &RiverDragons) -> usize {
    assert_eq!(state.phase, Phase::DealStart, "chance is not to act");
    0
}

pub(super) fn chance_outcomes(state: &RiverDragons, outcomes: &mut Vec<(Move, u32)>) {
    outcomes.clear();
    if state.phase == Phase::DealStart {
        outcomes.extend(Seat::all(state.players.players()).map(|seat| (Move::DealStart(seat), 1)));
    }
}

#[inline]
pub(super) fn draw(state: &RiverDragons, rng: &mut impl Rng) -> Move {
    assert_eq!(state.phase, Phase::DealStart, "chance is not to act");
    Move::DealStart(Seat::draw(state.players.players(), rng))
}

/// The start player is drawn, and the first round begins.
pub(super) fn deal_start(state: &mut RiverDragons, seat: Seat) {
    state.first_player = seat;
    state.start = seat;
    state.begin_round();
}
