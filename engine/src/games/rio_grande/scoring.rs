//! Points: rivers that reached their mouths, and what remains on the table at the end.

use crate::{Outcome, Parts, PerPlayer, Seat};

use super::state::{Phase, RioGrande};

/// The score parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Points of rivers that reached their mouths.
    Rivers,
    /// Points of the rivers that remain: half of what they would bring at a mouth, rounded up for each bridge.
    Final,
}

impl Part {
    /// The names, in order.
    pub const NAMES: [&'static str; 2] = ["rivers", "final"];
}

#[inline]
pub(super) fn score_parts(state: &RioGrande, seat: Seat) -> Parts {
    state.parts()[seat]
}

#[inline]
pub(super) fn outcome(state: &RioGrande) -> Option<Outcome> {
    (state.phase == Phase::Over).then(|| Outcome::from_parts(state.parts()))
}

impl RioGrande {
    /// The points of a bridge: `cards` counts the cards of the river from its own to the last one, `lakes` the lakes
    /// after it.
    #[inline]
    pub fn points_of_bridge(&self, cards: i32, lakes: i32) -> i32 {
        self.rivers.points(cards, lakes)
    }

    /// What the rivers that remain bring each player if the game ends as it stands.
    fn final_points(&self) -> PerPlayer<i32> {
        let mut points = PerPlayer::from_fn(self.players.players(), |_| 0);
        for river in self.rivers.iter() {
            self.rivers.each_bridge(river, |seat, cards, lakes| {
                points[seat] += (self.points_of_bridge(cards, lakes) + 1) / 2;
            });
        }
        points
    }

    /// The score parts of all players.
    pub(super) fn parts(&self) -> PerPlayer<Parts> {
        let at_the_end = self.final_points();
        PerPlayer::from_fn(self.players.players(), |seat| {
            let mut parts = Parts::default();
            parts[Part::Rivers as usize] = i32::from(self.players[seat].points);
            parts[Part::Final as usize] = at_the_end[seat];
            parts
        })
    }
}
