//! What a match compares.

use serde::{Deserialize, Serialize};

/// What a match compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// The first bot with an equal share.
    EqualShare,
    /// The first bot with the second, in the same seats of the same deals against the same field.
    Baseline,
}

impl Comparison {
    /// How many bots are put to the test: the first ones of the run.
    pub fn challengers(self) -> usize {
        match self {
            Comparison::EqualShare => 1,
            Comparison::Baseline => 2,
        }
    }

    /// The size of the range of what is compared: shares from 0 to 1, or differences from −1 to 1.
    pub fn range(self) -> f64 {
        match self {
            Comparison::EqualShare => 1.0,
            Comparison::Baseline => 2.0,
        }
    }
}
