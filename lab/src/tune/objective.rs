//! What a tuning looks for: the share that settings are judged by, and which values of it are good.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::goal::Goal;

/// What does what an objective of earlier versions did.
pub const INSTEAD_OF_SPREAD: &str =
    "effect-spread is gone, as making elements alike is what `riverlab balance GAME --elements NAME --suggest` does";

/// The share that settings are judged by.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Objective {
    /// The share of the bot against the field: the more the better.
    #[default]
    Share,
    /// The share of the player who begins, where copies of the bot play each other: the nearer to this value the better, or to
    /// an equal share if there is none.
    FirstSeatShare(Option<f64>),
}

impl Objective {
    /// What the share is, in tables and pictures.
    pub fn figure(self) -> &'static str {
        match self {
            Objective::Share => "share against the field",
            Objective::FirstSeatShare(_) => "share of the player who begins",
        }
    }

    /// Which shares are good with so many players.
    pub(super) fn goal(self, players: usize) -> Goal {
        let equal = 1.0 / players as f64;
        let target = match self {
            Objective::Share => None,
            Objective::FirstSeatShare(target) => Some(target.unwrap_or(equal)),
        };
        Goal { start: equal, target }
    }
}

impl FromStr for Objective {
    type Err = String;

    fn from_str(text: &str) -> Result<Objective, String> {
        let (name, target) = text.split_once(':').map_or((text, None), |(name, target)| (name, Some(target)));
        let target = target.map(|target| target.parse::<f64>().ok().filter(|target| *target > 0.0 && *target < 1.0));
        match (name, target) {
            ("share", None) => Ok(Objective::Share),
            ("first-seat-share", None) => Ok(Objective::FirstSeatShare(None)),
            ("first-seat-share", Some(Some(target))) => Ok(Objective::FirstSeatShare(Some(target))),
            ("effect-spread", None) => Err(INSTEAD_OF_SPREAD.to_owned()),
            _ => Err("expected share, first-seat-share or first-seat-share:TARGET (between 0 and 1)".to_owned()),
        }
    }
}

riverlab_engine::convert_as_text!(Objective);

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objective::Share => f.write_str("share"),
            Objective::FirstSeatShare(None) => f.write_str("first-seat-share"),
            Objective::FirstSeatShare(Some(target)) => write!(f, "first-seat-share:{target}"),
        }
    }
}

#[cfg(test)]
#[path = "objective_tests.rs"]
mod tests;
