//! From values of positions to shares of a win.

use riverlab_engine::{PerPlayer, Seat};

use super::exponential::{exp, exp_all};

/// One value per seat, from 0 to 1; the length is a power of two, so that an index can be masked instead of checked.
pub type Values = [f32; 8];

/// Shares in proportion to `exp(points / temperature)`.
pub fn softmax(points: &PerPlayer<f64>, temperature: f64) -> Values {
    let mut shares = Values::default();
    if let [first, second] = *points.as_slice() {
        let ahead = ((first - second) / temperature) as f32;
        let behind = exp(-ahead.abs());
        (shares[0], shares[1]) = (share_of_two(ahead, behind), share_of_two(-ahead, behind));
        return shares;
    }
    let (weights, sum) = weights(points, temperature);
    for (share, weight) in shares.iter_mut().zip(&weights[..points.players()]) {
        *share = weight / sum;
    }
    shares
}

/// The share of one seat of the [`softmax`].
#[inline]
pub fn share_of(points: &PerPlayer<f64>, temperature: f64, seat: Seat) -> f32 {
    let share = Share::of(points, temperature, seat);
    share.value(exp(share.exponent()))
}

/// The share of one seat of a [`softmax`], but for one exponential, which can be computed together with others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Share {
    /// Of two players: how many temperatures the seat is ahead.
    Ahead(f32),
    /// Of more players, without any exponential left.
    Known(f32),
}

impl Share {
    #[inline]
    pub(crate) fn of(points: &PerPlayer<f64>, temperature: f64, seat: Seat) -> Share {
        if let [first, second] = *points.as_slice() {
            let ahead = if seat == Seat::FIRST { first - second } else { second - first };
            return Share::Ahead((ahead / temperature) as f32);
        }
        let (weights, sum) = weights(points, temperature);
        Share::Known(weights[seat.index()] / sum)
    }

    /// The number whose exponential [`value`](Self::value) needs.
    #[inline]
    pub(crate) fn exponent(self) -> f32 {
        match self {
            Share::Ahead(ahead) => -ahead.abs(),
            Share::Known(_) => 0.0,
        }
    }

    /// The share.
    #[inline]
    pub(crate) fn value(self, exponential: f32) -> f32 {
        match self {
            Share::Ahead(ahead) => share_of_two(ahead, exponential),
            Share::Known(share) => share,
        }
    }
}

/// The share of one of two players who is `ahead`, where `behind` is what the share of who has less is in proportion
/// to.
#[inline]
fn share_of_two(ahead: f32, behind: f32) -> f32 {
    // Who is ahead cannot be foretold, so nothing branches on it.
    (if ahead >= 0.0 { 1.0 } else { behind }) / (1.0 + behind)
}

/// What shares are in proportion to, 1 for the most points, and the sum.
#[inline]
fn weights(points: &PerPlayer<f64>, temperature: f64) -> (Values, f32) {
    let mut weights = Values::default();
    let highest = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (weight, points) in weights.iter_mut().zip(points) {
        *weight = ((points - highest) / temperature) as f32;
    }
    exp_all(&mut weights);
    let sum = weights[..points.players()].iter().sum();
    (weights, sum)
}

#[cfg(test)]
#[path = "softmax_tests.rs"]
mod tests;
