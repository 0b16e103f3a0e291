//! The value of a position under changed terms: that of the position, and the points that the terms add.

use rand::Rng;
use riverlab_engine::{Change, Game, PerPlayer, Seat, Variant};

use super::Evaluate;
use crate::options::Defaults;

impl<G: Evaluate> Evaluate for Variant<G> {
    const SPREAD: f64 = G::SPREAD;
    const DEFAULTS: Defaults = G::DEFAULTS;

    #[inline]
    fn evaluate(&self) -> PerPlayer<f64> {
        with_points(self, self.game().evaluate())
    }

    #[inline]
    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        with_points(self, self.game().evaluate_as(observer))
    }

    fn quick_choice(&self, legal: &[G::Move], rng: &mut impl Rng) -> Option<G::Move> {
        self.game().quick_choice(legal, rng)
    }
}

fn with_points<G: Evaluate>(state: &Variant<G>, values: PerPlayer<f64>) -> PerPlayer<f64> {
    match state.terms().change {
        Change::Points(..) => {
            PerPlayer::from_fn(state.n_players(), |seat| values[seat] + f64::from(state.points_added(seat)))
        }
        _ => values,
    }
}
