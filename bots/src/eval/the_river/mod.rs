//! The value of a position of The River.
//!
//! For each player: the points so far, plus what production, storage, columns in reach and pioneers are worth. All of
//! the latter shrink to nothing as the game approaches its end, which is when a player has covered the whole river
//! board or filled all bonus slots, and with the rounds, so that nobody waits for ever:
//!
//! ```text
//! left    = (1 - max over players of max(tiles / 12, tokens / slots)) * (1 - round / 16)   share of the game that is left
//!         = 0 in the last round and after round 16
//! value   = buildings + tokens + columns + meadows
//!         + resources * (1/3 + left * 0.85), food * 1.25, up to 8 of them, the others 1/3
//!         + left * (1.6 per production symbol up to two of a resource, 0.8 for each further one, up to four)
//!         + left * 0.9 per barn up to 8
//!         + left * 6 per pioneer that will not settle
//!         + left * (4 for a column whose upper two tiles match and lack the third, 1 for a lone top tile)
//!         + reserved buildings: left * 1.2 each
//!         + left * 0.4 for the start player figure
//! ```
//!
//! Left out are what lies in the draft and among the buildings, what the others want of it, and whether resources
//! suffice for any building. The weights were set by hand so that `greedy` beats `random` in nearly every game; nothing
//! else is claimed of them.

mod board;
mod features;
mod moves;
mod position;
mod targets;
mod value;

use riverlab_engine::games::the_river::{Move, TheRiver};
use riverlab_engine::{ChosenMove, Game, LegalNumbers, PerPlayer, Seat};

use super::Evaluate;
use super::features::{Feature, FeatureTable, MoveTable};
use super::linear::LinearModel;
use crate::compile_bots;
use crate::options::Defaults;
use value::{Before, Parts, share_left};

impl Evaluate for TheRiver {
    const SOFTMAX_TEMPERATURE: f64 = 10.0;

    const DEFAULTS: Defaults =
        &[("select", "puct"), ("c", "0.5"), ("prior", "5"), ("rollout", "mast"), ("depth", "4"), ("value", "mix:0.5")];

    /// Measured: see the tables in `docs/learning.md` and `docs/bots.md`.
    const LEARNED_DEFAULTS: Defaults = &[
        ("eval", "learned"),
        ("select", "puct"),
        ("c", "0.5"),
        ("policy", "learned"),
        ("rollout", "learned:4"),
        ("depth", "2"),
        ("value", "mix:0.5"),
    ];

    fn evaluate(&self) -> PerPlayer<f64> {
        if let Some(outcome) = self.outcome() {
            return outcome.scores;
        }
        let left = share_left(self);
        let value = |seat| Parts::of(self, self.player(seat)).value(left, seat == self.start_figure());
        PerPlayer::from_fn(self.n_players(), value)
    }

    fn values_after(&self, _observer: Seat) -> impl Fn(Move) -> Option<PerPlayer<f64>> {
        let mover = if self.others_stay() { self.turn().player() } else { None };
        let before = mover.map(|mover| Before::of(self, mover));
        move |mv| Some(before.as_ref()?.values_after(self, mv))
    }

    #[inline]
    fn move_number(mv: Move) -> u16 {
        TheRiver::number_of(mv)
    }

    #[inline]
    fn choose_by_number(
        &self,
        _legal: &mut Vec<Move>,
        buffer: &mut Vec<u16>,
        choose: impl FnMut(&LegalNumbers<'_>) -> ChosenMove,
    ) -> Move {
        TheRiver::choose_by_number(self, buffer, choose)
    }

    const FEATURES: &'static [Feature] = features::FEATURES;

    fn write_features(&self, _observer: Option<Seat>, table: &mut FeatureTable) {
        features::write(self, table);
    }

    const MOVE_FEATURES: &'static [Feature] = moves::FEATURES;

    fn write_move_features(&self, moves: &[Move], table: &mut MoveTable) {
        table.left = share_left(self) as f32;
        moves::tell(self, moves, table);
    }

    fn write_logits(&self, moves: &[Move], model: &LinearModel, _table: &mut MoveTable, logits: &mut Vec<f32>) {
        moves::tell(self, moves, &mut model.sums(share_left(self) as f32, logits));
    }

    compile_bots!();
}
