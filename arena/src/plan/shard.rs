//! One of several parts of a run, which other processes or machines may play.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;

/// What is said of what has no parts.
pub fn indivisible(why: &str) -> ArenaError {
    ArenaError::Usage(format!("--shard: {why}; riverlab cluster plays it on many machines"))
}

/// One of several equal parts of a run, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Which one, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Whether this number of deals can be split so.
    ///
    /// # Errors
    /// When there are fewer deals than parts.
    pub fn check(self, deals: u64) -> Result<(), ArenaError> {
        if deals < self.of {
            let of = self.of;
            return Err(ArenaError::Usage(format!("--shard {self}: {deals} deals cannot be split into {of} parts")));
        }
        Ok(())
    }

    /// The first and the last of so many deals that belong to this part.
    pub fn deal_range(self, deals: u64) -> (u64, u64) {
        let end = |number: u64| (u128::from(deals) * u128::from(number) / u128::from(self.of)) as u64;
        (end(self.number - 1) + 1, end(self.number))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of && of <= 10_000 => Ok(Shard { number, of }),
            _ => Err("expected K/M, part K of M, with K from 1 to M and M at most 10000".to_owned()),
        }
    }
}

riverlab_engine::convert_as_text!(Shard);

#[cfg(test)]
#[path = "shard_tests.rs"]
mod tests;
