//! The value of a position under changed terms: that of the position, and the points that the terms add.

use riverlab_engine::{Change, Game, PerPlayer, Variant};

use super::Evaluate;
use crate::options::Defaults;

impl<G: Evaluate> Evaluate for Variant<G> {
    const SPREAD: f64 = G::SPREAD;
    const DEFAULTS: Defaults = G::DEFAULTS;

    #[inline]
    fn evaluate(&self) -> PerPlayer<f64> {
        let values = self.game().evaluate();
        match self.terms().change {
            Change::Points(..) => {
                PerPlayer::from_fn(self.n_players(), |seat| values[seat] + f64::from(self.points_added(seat)))
            }
            _ => values,
        }
    }
}
