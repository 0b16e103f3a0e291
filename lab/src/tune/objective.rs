//! What a tuning looks for: the figure that settings are judged by, and which values of it are good.
//!
//! Every figure of a deal is a number from 0 to 1, which the model takes for a share.

use std::fmt;
use std::str::FromStr;

use riverlab_stats::Interval;
use serde::{Deserialize, Serialize};

use super::goal::Goal;

/// How far a spread moves the number that stands for it: none is a half, and one of 0.14 is nothing.
const SPREAD_SCALE: f64 = 25.0;

/// The figure that settings are judged by.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Objective {
    /// The share of the bot against the field: the more the better.
    #[default]
    Share,
    /// The share of the player who begins, where copies of the bot play each other: the nearer to this value the better, or to
    /// an equal share if there is none.
    FirstSeatShare(Option<f64>),
    /// The standard deviation of the effects of elements on the share of the player to whom something is done, where copies of
    /// the bot play each other: the less the better.
    EffectSpread,
}

impl Objective {
    /// What the figure is, in tables and pictures.
    pub fn figure(self) -> &'static str {
        match self {
            Objective::Share => "share against the field",
            Objective::FirstSeatShare(_) => "share of the player who begins",
            Objective::EffectSpread => "spread of the effects of elements",
        }
    }

    /// The name of its column.
    pub fn column(self) -> &'static str {
        match self {
            Objective::Share | Objective::FirstSeatShare(_) => "share",
            Objective::EffectSpread => "spread",
        }
    }

    /// Which shares are good with so many players.
    pub(super) fn goal(self, players: usize) -> Goal {
        let equal = 1.0 / players as f64;
        match self {
            Objective::Share => Goal { start: equal, target: None },
            Objective::FirstSeatShare(target) => Goal { start: equal, target: Some(target.unwrap_or(equal)) },
            Objective::EffectSpread => Goal { start: 0.5, target: None },
        }
    }

    /// The number that stands for a spread with this square, which may be below 0 as it is an estimate.
    pub(super) fn of_squared_spread(square: f64) -> f64 {
        (0.5 - SPREAD_SCALE * square).clamp(0.0, 1.0)
    }

    /// The figure that a number stands for.
    pub(super) fn shown(self, number: f64) -> f64 {
        match self {
            Objective::Share | Objective::FirstSeatShare(_) => number,
            Objective::EffectSpread => ((0.5 - number) / SPREAD_SCALE).max(0.0).sqrt(),
        }
    }

    /// The same with an interval.
    pub(super) fn shown_interval(self, Interval { mean, lo, hi }: Interval) -> Interval {
        let [one, other] = [lo, hi].map(|end| self.shown(end));
        Interval { mean: self.shown(mean), lo: one.min(other), hi: one.max(other) }
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
            ("effect-spread", None) => Ok(Objective::EffectSpread),
            _ => Err("expected share, first-seat-share, first-seat-share:TARGET (between 0 and 1) or effect-spread"
                .to_owned()),
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
            Objective::EffectSpread => f.write_str("effect-spread"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::goal::logit;

    #[test]
    fn objectives_are_written_as_they_are_read() {
        for text in ["share", "first-seat-share", "first-seat-share:0.45", "effect-spread"] {
            assert_eq!(text.parse::<Objective>().map(|objective| objective.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "shares", "share:0.5", "first-seat-share:1", "first-seat-share:x", "effect-spread:0.1"] {
            assert!(text.parse::<Objective>().is_err_and(|why| why.starts_with("expected share,")), "{text}");
        }
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

    #[test]
    fn spreads_are_shown_as_they_were() {
        for spread in [0.0_f64, 0.01, 0.05, 0.1] {
            let number = Objective::of_squared_spread(spread * spread);
            assert!((Objective::EffectSpread.shown(number) - spread).abs() < 1e-9);
            assert!(Objective::EffectSpread.goal(2).worth(logit(number)) <= 0.0);
        }
        assert_eq!(Objective::EffectSpread.shown(Objective::of_squared_spread(-0.01)), 0.0);
        let shown = Objective::EffectSpread.shown_interval(Interval { mean: 0.45, lo: 0.4, hi: 0.6 });
        assert!(shown.lo == 0.0 && shown.lo < shown.mean && shown.mean < shown.hi);
    }
}
