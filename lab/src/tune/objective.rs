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
mod tests {
    use riverlab_stats::Interval;

    use super::*;
    use crate::tune::goal::logit;

    #[test]
    fn objectives_are_written_as_they_are_read() {
        for text in ["share", "first-seat-share", "first-seat-share:0.45"] {
            assert_eq!(text.parse::<Objective>().map(|objective| objective.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "shares", "share:0.5", "first-seat-share:1", "first-seat-share:x", "effect-spread:0.1"] {
            assert!(text.parse::<Objective>().is_err_and(|why| why.starts_with("expected share,")), "{text}");
        }
        assert_eq!("effect-spread".parse::<Objective>(), Err(INSTEAD_OF_SPREAD.to_owned()));
    }

    #[test]
    fn what_is_near_the_target_is_good() {
        let goal = Objective::FirstSeatShare(Some(0.4)).goal(2);
        let worth = [0.2, 0.35, 0.4, 0.41, 0.9].map(|share| goal.worth(logit(share)));
        assert!(worth[2] == 0.0 && worth[3] > worth[1] && worth[1] > worth[0] && worth[0] > worth[4], "{worth:?}");
        assert_eq!(Objective::FirstSeatShare(None).goal(4).target, Some(0.25));
        let interval = |lo, hi| Interval { mean: 0.0, lo, hi };
        for ((lo, hi), expected) in [((0.3, 0.6), [0.0, 0.2]), ((0.5, 0.6), [0.1, 0.2]), ((0.1, 0.3), [0.1, 0.3])] {
            let distances = Goal::distances(0.4, &interval(lo, hi));
            assert!(distances.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{distances:?}");
        }
    }
}
