//! The value of a position of Carcassonne.
//!
//! ```text
//! left  = tiles in the stack / tiles that are drawn in a game
//! value = points so far
//!       + for each feature with the most own meeples what it brings at the end as it is, and
//!           road       0.3 more if it has open ends and tiles are left
//!           city       chance[open sides] * min(1, 4 * left) * (what it brings when completed - what it brings now)
//!           monastery  min(1, 3 * left) * 0.7 * (9 - tiles of its nine)
//!           farm       1.5 * min(1, 3 * left) for each city beside it that is not completed
//!       + left * supply[meeples not on the table]
//! chance = 0.75, 0.5, 0.3, 0.2 with 1, 2, 3, 4 open sides, 0.1 with more
//! supply = 0, 3, 5, 6.5, 7.5, 8, 8.5, 9
//! ```
//!
//! Ties count for all tied players, as in the rules. Chances are those that a feature is completed, and `left` says how
//! much of the game is left, from 1 to 0.
//!
//! Left out are which tiles are left in the stack, where they would fit, features that could be joined, and whose turn
//! it is. The weights were set by hand so that `greedy` beats `random` in nearly every game.

mod ends;
mod features;
mod moves;
mod survey;
mod worth;

use riverlab_engine::games::carcassonne::{Carcassonne, Move};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::Evaluate;
use super::features::{Feature as LearnedFeature, FeatureTable, MoveTable};
use crate::compile_bots;
use crate::options::Defaults;
use worth::{stack_left, value_of, worth};

impl Evaluate for Carcassonne {
    const SOFTMAX_TEMPERATURE: f64 = 8.0;

    /// Shares of `mcts:sims=200` against `greedy` with 2 players, 100 games each: 0.84 so, 0.74 with `c=0.5`, 0.75 with
    /// `value=score` or with `depth=16`, 0.68 with `rollout=mast,depth=16`.
    const DEFAULTS: Defaults = &[("select", "puct"), ("c", "1"), ("prior", "20"), ("value", "mix:0.5")];

    /// Measured: see the tables in `docs/learning.md` and `docs/bots.md`. With `uniform=0.3` the share of
    /// `mcts:sims=200` against the same with `uniform=0` is 0.567 (0.538 to 0.595).
    const LEARNED_DEFAULTS: Defaults = &[
        ("eval", "learned"),
        ("select", "puct"),
        ("c", "0.7"),
        ("policy", "learned"),
        ("uniform", "0.3"),
        ("rollout", "learned:4"),
        ("depth", "4"),
        ("value", "mix:0.5"),
    ];

    fn evaluate(&self) -> PerPlayer<f64> {
        if let Some(outcome) = self.outcome() {
            return outcome.scores;
        }
        let left = stack_left(self);
        let mut values = PerPlayer::from_fn(self.n_players(), |seat| {
            value_of(self.score_parts(seat).iter().sum(), self.player(seat).supply(), left)
        });
        self.each_claimed(|kind, root| {
            let feature = self.features().feature(root);
            let most = feature.meeples.iter().copied().max().unwrap_or_default();
            let worth = worth(self, kind, root, left);
            for seat in Seat::all(self.n_players()) {
                if feature.meeples[seat.index()] == most {
                    values[seat] += worth;
                }
            }
        });
        values
    }

    const FEATURES: &'static [LearnedFeature] = features::FEATURES;

    fn write_features(&self, _observer: Option<Seat>, table: &mut FeatureTable) {
        features::write(self, table);
    }

    const MOVE_FEATURES: &'static [LearnedFeature] = moves::features::FEATURES;

    fn write_move_features(&self, moves: &[Move], table: &mut MoveTable) {
        moves::write(self, moves, table);
    }

    compile_bots!();
}
