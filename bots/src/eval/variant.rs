//! The value of a position under changed terms: that of the position, and the points that the terms add.

use rand::Rng;
use riverlab_engine::{Change, Game, PerPlayer, Seat, Variant};

use super::Evaluate;
use crate::options::Defaults;

impl<G: Evaluate> Evaluate for Variant<G> {
    const SPREAD: f64 = G::SPREAD;
    const DEFAULTS: Defaults = G::DEFAULTS;

    const OTHERS: f64 = G::OTHERS;

    #[inline]
    fn evaluate(&self) -> PerPlayer<f64> {
        values(self, None)
    }

    #[inline]
    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        values(self, Some(observer))
    }

    fn quick_choice(&self, legal: &[G::Move], rng: &mut impl Rng) -> Option<G::Move> {
        self.game().quick_choice(legal, rng)
    }
}

#[inline]
fn values<G: Evaluate>(state: &Variant<G>, observer: Option<Seat>) -> PerPlayer<f64> {
    let terms = state.terms();
    if let Change::Ban(element) = terms.change {
        return state.game().evaluate_under_ban(observer, element, |seat| terms.concerns(seat));
    }
    let values = observer.map_or_else(|| state.game().evaluate(), |observer| state.game().evaluate_as(observer));
    match terms.change {
        Change::Points(..) => {
            PerPlayer::from_fn(state.n_players(), |seat| values[seat] + f64::from(state.points_added(seat)))
        }
        _ => values,
    }
}
