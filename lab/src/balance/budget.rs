//! How much an adaptive study may play.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// More games than anybody plays.
const MAX_GAMES: u64 = 1_000_000_000_000;
/// A year, in seconds.
const MAX_SECONDS: u64 = 365 * 24 * 3_600;

/// How much an adaptive study may play.
///
/// ```
/// use riverlab_lab::balance::budget::Budget;
/// assert_eq!("400000".parse(), Ok(Budget::Games(400_000)));
/// let half_an_hour: Budget = "30m".parse().unwrap();
/// assert_eq!((half_an_hour, half_an_hour.to_string().as_str()), (Budget::Seconds(1_800), "30m"));
/// assert!("0".parse::<Budget>().is_err() && "soon".parse::<Budget>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Budget {
    /// So many games, at least one.
    Games(u64),
    /// So many seconds from the beginning of the command, at least one. What is played then depends on the machine.
    Seconds(u64),
}

impl Budget {
    /// The time, if it is one.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Games(_) => None,
            Budget::Seconds(seconds) => Some(Duration::from_secs(seconds)),
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let number = |text: &str, unit: u64, most: u64| {
            let number = text.parse::<u64>().ok()?.checked_mul(unit)?;
            (1..=most).contains(&number).then_some(number)
        };
        let seconds = [("s", 1), ("m", 60), ("h", 3_600)].into_iter().find_map(|(unit, seconds)| {
            let text = text.strip_suffix(unit)?;
            number(text, seconds, MAX_SECONDS).map(Budget::Seconds)
        });
        let budget = seconds.or_else(|| number(text, 1, MAX_GAMES).map(Budget::Games));
        budget.ok_or_else(|| {
            format!(
                "`{text}` is neither a number of games from 1 to {MAX_GAMES} nor a time of at most a year such as 90s, 30m or 2h"
            )
        })
    }
}

/// As it is read; a time in the largest unit that gives a whole number.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Budget::Games(games) => write!(f, "{games}"),
            Budget::Seconds(seconds) if seconds % 3_600 == 0 => write!(f, "{}h", seconds / 3_600),
            Budget::Seconds(seconds) if seconds % 60 == 0 => write!(f, "{}m", seconds / 60),
            Budget::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

impl From<Budget> for String {
    fn from(budget: Budget) -> String {
        budget.to_string()
    }
}

impl TryFrom<String> for Budget {
    type Error = String;

    fn try_from(text: String) -> Result<Budget, String> {
        text.parse()
    }
}

#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;
