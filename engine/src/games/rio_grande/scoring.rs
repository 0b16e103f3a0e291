//! Points.

use crate::{Outcome, Parts, PerPlayer};

use super::RioGrande;
use super::river::RiverIdx;

/// The score parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Points of rivers that reached their mouths.
    Rivers,
    /// Points of the rivers that remain: half, rounded up for each bridge.
    Final,
}

impl Part {
    /// The names, in order.
    pub const NAMES: [&'static str; 2] = ["rivers", "final"];
}

impl RioGrande {
    /// The points of a bridge on a card from which on its river has so many cards, and so many lakes after it.
    #[inline]
    pub fn points_of_bridge(&self, cards: i32, lakes: i32) -> i32 {
        cards + i32::from(self.rules.0.lake) * lakes
    }

    /// What the bridges of a river bring at its mouth.
    pub(super) fn river_points(&self, river: RiverIdx) -> PerPlayer<u16, 5> {
        let mut points = PerPlayer::from_fn(self.players.players(), |_| 0);
        self.rivers.each_bridge(river, |seat, cards, lakes| points[seat] += self.points_of_bridge(cards, lakes) as u16);
        points
    }

    /// What the rivers that remain bring each player if the game ends as it stands.
    pub(super) fn final_points(&self) -> PerPlayer<i32> {
        let mut points = PerPlayer::from_fn(self.players.players(), |_| 0);
        for river in self.rivers.iter() {
            self.rivers.each_bridge(river, |seat, cards, lakes| {
                points[seat] += (self.points_of_bridge(cards, lakes) + 1) / 2;
            });
        }
        points
    }

    pub(super) fn parts(&self) -> PerPlayer<Parts> {
        let at_the_end = self.final_points();
        PerPlayer::from_fn(self.players.players(), |seat| {
            let mut parts = Parts::default();
            parts[Part::Rivers as usize] = i32::from(self.players[seat].points);
            parts[Part::Final as usize] = at_the_end[seat];
            parts
        })
    }

    pub(super) fn final_outcome(&self) -> Outcome {
        Outcome::from_parts(self.parts())
    }
}
