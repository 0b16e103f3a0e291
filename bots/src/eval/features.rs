//! What learned evaluations look at: a list of features for each game, and their values for each player of a position.

use riverlab_engine::{MAX_PLAYERS, Seat};

/// More features than any game has; a whole number of lanes.
pub const MAX_FEATURES: usize = 64;

/// The place of the points that a player has for sure, which are the first feature of every game.
pub const POINTS: usize = 0;

/// How many products are added up side by side. The order of sums is part of the result, so it is fixed here.
pub(super) const LANES: usize = 8;

/// One thing that learned evaluations look at of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name in files of weights: lower case, with points and underscores.
    pub name: &'static str,
    /// What it is measured in.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Feature {
    /// A feature with this name, unit and meaning.
    pub const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Feature {
        Feature { name, unit, meaning }
    }
}

/// Writes the list of a game's features, `FEATURES`, and their places in rows, `Index`.
macro_rules! features {
    ($($index:ident: $name:literal, $unit:literal, $meaning:literal;)*) => {
        /// The features in their order.
        pub(super) const FEATURES: &[$crate::eval::features::Feature] =
            &[$($crate::eval::features::Feature::new($name, $unit, $meaning)),*];

        /// The places of the features.
        #[derive(Clone, Copy)]
        enum Index { $($index),* }
    };
}
pub(crate) use features;

/// The features of all players of a position.
///
/// What is alike for all players says nothing about who wins, except for how much of the game is left: each feature counts
/// once as it is, and once multiplied by that.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    /// How much of the game is left, from 0 to 1.
    pub left: f32,
    rows: [[f32; MAX_FEATURES]; MAX_PLAYERS],
}

impl Default for FeatureTable {
    fn default() -> FeatureTable {
        FeatureTable { left: 0.0, rows: [[0.0; MAX_FEATURES]; MAX_PLAYERS] }
    }
}

impl FeatureTable {
    /// The features of a player, in the order of the game's list; 0 behind them.
    #[inline]
    pub fn row(&self, seat: Seat) -> &[f32; MAX_FEATURES] {
        &self.rows[seat.index()]
    }

    /// The features of a player, to be written.
    #[inline]
    pub fn row_mut(&mut self, seat: Seat) -> &mut [f32; MAX_FEATURES] {
        &mut self.rows[seat.index()]
    }
}
