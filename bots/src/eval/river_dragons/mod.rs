//! The value of a position of River Dragons: how many actions each player still needs at the end of this round.
//!
//! ```text
//! way    = the cheapest way from the pawn to the goal, of steps onto planks and into villages; it costs
//!          1 for a step, 1 for a stone that is missing, 1 for a plank that is missing (of length 5 and 6 a little more),
//!          3 more for each missing plank that the reserve does not have, 3 more for each span that is blocked
//! needs  = what the way still costs when the rest of the program is carried out along it:
//!          stones and planks go where they are missing first; a pawn that cannot go on goes back;
//!          a card that a dragon cancels does nothing
//!          + 0.4 for a plank that helps nothing, + 4 for a jump, + 0.6 for a dragon
//!          - 5 - 0.4 for each position left, if the goal is reached in this round
//! value  = 0.9 - needs / 50, from 0 to 1
//! ```
//!
//! [`way`] finds the way, [`memory`] keeps the last ones, [`walk`] keeps account of what a way needs, [`programs`]
//! carries out what is known of programs along it, [`choice`] chooses moves for rollouts. Learned values look at
//! [`features`], most of which come from the same account, and learned policies at features of [`moves`].
//!
//! What an observer does not know of programs is filled with the cards that help most, and in choices the values of
//! others count a little less ([`OPPONENT_WEIGHT`](Evaluate::OPPONENT_WEIGHT)). Left out are other pawns, planks of the
//! own way that cross, falls that others cause, and what dragons of others may cancel. The weights were set by hand so
//! that `greedy` reaches the goal in a few rounds.

mod choice;
mod features;
mod ground;
mod memory;
mod moves;
mod programming;
mod programs;
mod routes;
mod surroundings;
mod survey;
mod walk;
mod way;

use rand::Rng;
use riverlab_engine::games::river_dragons::{Card, Move, RiverDragons};
use riverlab_engine::{Game, Modify, PerPlayer, Seat, Targets};

use super::Evaluate;
use super::features::{Feature, FeatureTable, MoveTable};
use crate::compile_bots;
use crate::options::Defaults;
use memory::LazyGround;
use programs::{Programs, remaining};
use walk::FILLERS;
use way::Way;

/// The value of a player who needs nothing more.
const MAX_VALUE: f64 = 0.9;
/// What a fifth of an action that is needed takes away.
const VALUE_OF_FIFTH: f64 = 1.0 / 250.0;

impl Evaluate for RiverDragons {
    const SOFTMAX_TEMPERATURE: f64 = 0.06;
    // Planks serve all, and still somebody must lay them.
    const OPPONENT_WEIGHT: f64 = 0.9;

    const DEFAULTS: Defaults = &[
        ("select", "puct"),
        ("c", "1"),
        ("prior", "3"),
        ("rollout", "quick"),
        ("depth", "8"),
        ("observers", "multi"),
        ("secrets", "search"),
    ];

    /// Measured: see the tables in `docs/learning.md` and `docs/bots.md`.
    const LEARNED_DEFAULTS: Defaults = &[
        ("eval", "learned"),
        ("select", "puct"),
        ("c", "1"),
        ("policy", "learned"),
        ("rollout", "quick"),
        ("depth", "4"),
        ("observers", "multi"),
        ("secrets", "search"),
    ];

    fn evaluate(&self) -> PerPlayer<f64> {
        values(self, None, |_| 0)
    }

    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        values(self, Some(observer), |_| 0)
    }

    fn evaluate_under_ban(
        &self,
        observer: Option<Seat>,
        banned: Targets,
        is_affected: impl Fn(Seat) -> bool,
    ) -> PerPlayer<f64> {
        let is_banned = |card: Card| banned.any(|component| self.takes(Move::Program(card), component));
        let banned = FILLERS.into_iter().filter(|&card| is_banned(card)).fold(0, |banned, card| banned | card.bit());
        values(self, observer, |seat| if is_affected(seat) { banned } else { 0 })
    }

    fn quick_choice(&self, legal: &[Move], rng: &mut impl Rng) -> Option<Move> {
        choice::quick_choice(self, legal, rng)
    }

    const FEATURES: &'static [Feature] = features::FEATURES;

    fn write_features(&self, observer: Option<Seat>, table: &mut FeatureTable) {
        features::write(self, observer, table);
    }

    const MOVE_FEATURES: &'static [Feature] = moves::FEATURES;

    fn write_move_features(&self, moves: &[Move], table: &mut MoveTable) {
        moves::write(self, moves, table);
    }

    compile_bots!();
}

/// The values as an observer knows the programs, or somebody who knows all of them, where the cards that are `banned`
/// for a seat (one bit each) cannot be programmed.
fn values(state: &RiverDragons, observer: Option<Seat>, banned: impl Fn(Seat) -> u16) -> PerPlayer<f64> {
    if let Some(outcome) = state.outcome() {
        return outcome.scores;
    }
    let programs = Programs::of(state, observer);
    let value = |seat, way: &Way| {
        let mut walk = way.walk;
        programs.carry_out(seat, remaining(state, seat), banned(seat), &mut walk);
        value_of(walk.needs())
    };
    let ground = LazyGround::of(state);
    PerPlayer::from_fn(state.n_players(), |seat| ground.with_way(seat, |way| way.map_or(0.0, |way| value(seat, way))))
}

/// The value of a player who needs so many fifths of an action.
fn value_of(needs: i32) -> f64 {
    (MAX_VALUE - VALUE_OF_FIFTH * f64::from(needs)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests;
