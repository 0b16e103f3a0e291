//! Who has won, and how far the others are.

use crate::{Outcome, Parts, PerPlayer, Seat};

use super::RiverDragons;
use super::board::{Color, Place, PlankIdx};

/// The score parts: facts, no points.
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

    pub(super) fn parts(&self, seat: Seat) -> Parts {
        let mut parts = Parts::default();
        let player = &self.players[seat];
        parts[Part::Distance as usize] = i32::from(self.distance(player.pawn, self.goal(seat)));
        parts[Part::Falls as usize] = i32::from(player.falls);
        parts[Part::Rounds as usize] = i32::from(self.round);
        parts
    }

    /// The winner has 1; without one all share it.
    pub(super) fn final_outcome(&self) -> Outcome {
        let players = self.players.players();
        let winner = Seat::all(players).find(|&seat| self.has_won(seat));
        let score = |seat| match winner {
            Some(winner) => f64::from(u8::from(seat == winner)),
            None => 1.0 / players as f64,
        };
        Outcome::from_scores(PerPlayer::from_fn(players, score), PerPlayer::from_fn(players, |seat| self.parts(seat)))
    }
}
