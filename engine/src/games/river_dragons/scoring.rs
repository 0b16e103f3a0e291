//! Who has won, and how far the others are.

use crate::{Outcome, Parts, PerPlayer, Seat};

use super::pieces::{Color, Place, PlankIdx};
use super::state::{Phase, RiverDragons};

/// The score parts, which are facts and no points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The pawn's steps to its goal, as if a plank lay on every span.
    Distance,
    /// How often the pawn fell.
    Falls,
    /// The number of the round in which the game ended.
    Rounds,
}

impl Part {
    /// The names, in order.
    pub const NAMES: [&'static str; 3] = ["distance", "falls", "rounds"];
}

#[inline]
pub(super) fn score_parts(state: &RiverDragons, seat: Seat) -> Parts {
    let mut parts = Parts::default();
    let player = &state.players[seat];
    parts[Part::Distance as usize] = i32::from(state.distance(player.pawn, state.goal(seat)));
    parts[Part::Falls as usize] = i32::from(player.falls);
    parts[Part::Rounds as usize] = i32::from(state.round);
    parts
}

/// The winner has 1; where nobody has won all share it.
#[inline]
pub(super) fn outcome(state: &RiverDragons) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let players = state.players.players();
    let winner = Seat::all(players).find(|&seat| state.has_won(seat));
    let score = |seat| match winner {
        Some(winner) => f64::from(u8::from(seat == winner)),
        None => 1.0 / players as f64,
    };
    let parts = PerPlayer::from_fn(players, |seat| score_parts(state, seat));
    Some(Outcome::from_scores(PerPlayer::from_fn(players, score), parts))
}

impl RiverDragons {
    /// The village that a seat's pawn goes to.
    #[inline]
    pub fn goal(&self, seat: Seat) -> Color {
        self.rules.0.goals[self.players[seat].color.index()]
    }

    /// Whether the pawn of a seat has reached its goal.
    #[inline]
    pub fn has_won(&self, seat: Seat) -> bool {
        self.players[seat].pawn == Place::village(self.goal(seat))
    }

    /// The steps from a place to a village, entering it included, as if a plank lay on every span.
    #[inline]
    pub fn distance(&self, from: Place, to: Color) -> u8 {
        let board = &self.rules.0.board;
        let idx = match from.as_village() {
            Some(village) => board.spans.len() + village.index(),
            None => self.spans[PlankIdx(from.0).index()].index(),
        };
        board.steps[to.index()][idx]
    }
}
