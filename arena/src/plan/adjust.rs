//! What results are adjusted for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What shares and scores are adjusted for, beside the raw ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Adjust {
    /// The luck of chance events, as [`luck`](crate::luck) computes it from the moves of all games.
    Luck,
}

impl fmt::Display for Adjust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Adjust::Luck => f.write_str("luck"),
        }
    }
}

impl FromStr for Adjust {
    type Err = String;

    fn from_str(text: &str) -> Result<Adjust, String> {
        match text {
            "luck" => Ok(Adjust::Luck),
            _ => Err("expected luck".to_owned()),
        }
    }
}
