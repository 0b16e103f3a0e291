//! What known play leads to from a position: expectations that are computed, not estimated.

use riverlab_engine::PerPlayer;

/// What every player can expect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospects {
    /// The win shares.
    pub shares: PerPlayer<f64>,
    /// The final scores, in points.
    pub scores: PerPlayer<f64>,
}
