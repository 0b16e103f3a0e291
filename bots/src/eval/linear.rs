//! The learned value of a position, or of a move: a weighted sum of features, with weights that change as the game goes
//! on.
//!
//! ```text
//! value of player i = sum over features k of (a_k + b_k * left) * f_ik        left: the share of the game that is left
//! share of player i = exp(value_i) / sum over players j of exp(value_j)
//! ```
//!
//! The same weights hold for all seats, so that any number of players can be valued. A logistic model of this kind is
//! the classic way to fit evaluations (Buro, "From Simple Features to Sophisticated Evaluation Functions", 1999).

use std::marker::PhantomData;

use riverlab_engine::PerPlayer;

use super::features::{FeatureSink, FeatureTable, LANES, MAX_FEATURES, MoveSink, MoveTable};

/// The weights of all features.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearModel {
    /// The number of features, rounded up to whole lanes.
    padded: usize,
    /// At the end of the game.
    end: [f32; MAX_FEATURES],
    /// What is added at its beginning.
    left: [f32; MAX_FEATURES],
}

impl LinearModel {
    /// The model with these weights: of each feature at the end of the game, and what is added to it where all of the
    /// game is left.
    ///
    /// # Panics
    /// When there are more than [`MAX_FEATURES`].
    pub fn new(weights: &[[f32; 2]]) -> LinearModel {
        let mut model = LinearModel {
            padded: weights.len().next_multiple_of(LANES),
            end: [0.0; MAX_FEATURES],
            left: [0.0; MAX_FEATURES],
        };
        for (idx, &[end, left]) in weights.iter().enumerate() {
            (model.end[idx], model.left[idx]) = (end, left);
        }
        model
    }

    /// The values of all players.
    #[inline]
    pub fn values(&self, table: &FeatureTable, players: usize) -> PerPlayer<f64> {
        let weights = self.weights(table.left);
        PerPlayer::from_fn(players, |seat| f64::from(self.sum(&weights, table.row(seat))))
    }

    /// The values of all moves, in the place of what was in `logits`.
    #[inline]
    pub fn logits(&self, table: &MoveTable, logits: &mut Vec<f32>) {
        let weights = self.weights(table.left);
        logits.clear();
        logits.extend(table.rows().iter().map(|row| self.sum(&weights, row)));
    }

    /// A sink that empties `logits` and adds the value of each move; `left` is the share of the game that is left.
    #[inline]
    pub(super) fn sums<'a>(&self, left: f32, logits: &'a mut Vec<f32>) -> Logits<'a> {
        logits.clear();
        Logits { weights: self.weights(left), logits }
    }

    /// The weights where so much of the game is left.
    #[inline]
    fn weights(&self, left: f32) -> [f32; MAX_FEATURES] {
        let mut weights = [0.0; MAX_FEATURES];
        for (weight, (at_end, with_left)) in weights.iter_mut().zip(self.end.iter().zip(&self.left)) {
            *weight = at_end + with_left * left;
        }
        weights
    }

    #[inline]
    fn sum(&self, weights: &[f32; MAX_FEATURES], row: &[f32; MAX_FEATURES]) -> f32 {
        let mut sums = [0.0_f32; LANES];
        let lanes = weights[..self.padded].chunks_exact(LANES).zip(row.chunks_exact(LANES));
        for (weights, features) in lanes {
            for lane in 0..LANES {
                sums[lane] += weights[lane] * features[lane];
            }
        }
        sums.iter().sum()
    }
}

/// Takes the features of moves, and adds up their weighted values as they are told: bit for bit as from a row of all
/// features.
pub(super) struct Logits<'a> {
    weights: [f32; MAX_FEATURES],
    logits: &'a mut Vec<f32>,
}

impl<I: Into<usize>> MoveSink<I> for Logits<'_> {
    type Row<'a>
        = Sum<'a, I>
    where
        Self: 'a;

    #[inline]
    fn take(&mut self, tell: impl FnOnce(&mut Sum<'_, I>)) {
        let mut sum = Sum { weights: &self.weights, sums: [0.0; LANES], next: 0, places: PhantomData };
        tell(&mut sum);
        self.logits.push(sum.sums.iter().sum());
    }

    #[inline]
    fn repeat(&mut self) {
        self.logits.extend_from_within(self.logits.len() - 1..);
    }
}

/// The weighted sum of features in their order. Those that are 0 would change nothing.
pub(super) struct Sum<'a, I> {
    weights: &'a [f32; MAX_FEATURES],
    sums: [f32; LANES],
    /// The lowest place that the next feature may have; only kept in debug builds.
    next: usize,
    places: PhantomData<I>,
}

impl<I: Into<usize>> Sum<'_, I> {
    #[inline]
    fn next(&mut self, index: I) -> usize {
        let index = index.into();
        if cfg!(debug_assertions) {
            assert!(index >= self.next, "feature {index} comes late");
            self.next = index + 1;
        }
        index
    }
}

impl<I: Into<usize>> FeatureSink<I> for Sum<'_, I> {
    #[inline]
    fn set(&mut self, index: I, value: f32) {
        let index = self.next(index);
        self.sums[index % LANES] += self.weights[index] * value;
    }

    #[inline]
    fn set_flag(&mut self, index: I, is_so: bool) {
        let index = self.next(index);
        self.sums[index % LANES] += if is_so { self.weights[index] } else { 0.0 };
    }
}

#[cfg(test)]
#[path = "linear_tests.rs"]
mod tests;
