//! The value of a position of Rio Grande, as far as it lies on the table.
//!
//! ```text
//! left  = cards in the stack / cards that are not dealt at the start; 0 in the last round
//! value = points so far
//!       + for each bridge (0.5 + 0.4 * left) * what it would bring at the mouth now + 1.5 * left
//!       + left * 0.7 per bridge that is not on the table, up to 2 of them
//! ```
//!
//! A bridge on a river that never ends brings half, so what it has is never lost but to sandbanks; what it may still
//! gain shrinks with the stack.
//!
//! Left out are the cards in all hands, who could end or dry up which river, and how many actions the turn has left.
//! The weights were set by hand so that `greedy` beats `random` in nearly every game.

mod features;
mod hand;
mod moves;
mod stream;
mod survey;
mod table;
mod value;

use riverlab_engine::games::rio_grande::{Move, RioGrande};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::Evaluate;
use super::features::{Feature, FeatureTable, MoveTable};
use super::linear::LinearModel;
use crate::compile_bots;
use crate::options::Defaults;
use value::Unmade;

impl Evaluate for RioGrande {
    const SOFTMAX_TEMPERATURE: f64 = 10.0;

    /// Shares of `mcts:sims=200` against `greedy` with 2 players, 80 games each: 0.96 so, 0.92 with `depth=0`, 0.90
    /// with `rollout=mast`, 0.78 with `depth=4,value=mix:0.5` alone, 0.22 with the general defaults.
    const DEFAULTS: Defaults = &[
        ("select", "puct"),
        ("c", "0.5"),
        ("prior", "5"),
        ("rollout", "greedy"),
        ("depth", "4"),
        ("value", "mix:0.5"),
    ];

    /// Measured: see the tables in `docs/learning.md` and `docs/bots.md`.
    const LEARNED_DEFAULTS: Defaults = &[
        ("eval", "learned"),
        ("select", "puct"),
        ("c", "0.7"),
        ("policy", "learned"),
        ("rollout", "learned:4"),
        ("depth", "4"),
        ("value", "mix:0.5"),
    ];

    fn evaluate(&self) -> PerPlayer<f64> {
        if let Some(outcome) = self.outcome() {
            return outcome.scores;
        }
        value::values(self)
    }

    fn values_after(&self, _observer: Seat) -> impl Fn(Move) -> Option<PerPlayer<f64>> {
        let unmade = Unmade::of(self);
        move |mv| unmade.after(mv)
    }

    #[inline]
    fn value_class(&self, mv: Move) -> Option<usize> {
        value::value_class(self, mv)
    }

    const FEATURES: &'static [Feature] = features::FEATURES;

    fn write_features(&self, observer: Option<Seat>, table: &mut FeatureTable) {
        features::write(self, observer, table);
    }

    const MOVE_FEATURES: &'static [Feature] = moves::FEATURES;

    fn write_move_features(&self, moves: &[Move], table: &mut MoveTable) {
        table.left = features::share_left(self);
        moves::tell(self, moves, table);
    }

    fn write_logits(&self, moves: &[Move], model: &LinearModel, _table: &mut MoveTable, logits: &mut Vec<f32>) {
        moves::tell(self, moves, &mut model.sums(features::share_left(self), logits));
    }

    compile_bots!();
}
