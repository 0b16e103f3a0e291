//! Who meets whom, in text: `full`, `gauntlet:2`, `swiss:9`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pairing {
    /// Every set of n of the m bots; with fewer bots than seats, every way to fill the seats that uses each bot.
    Full,
    /// Each of the first bots with every such line-up of the rest.
    Gauntlet {
        /// How many of the bots are challengers.
        challengers: usize,
    },
    /// Rounds in which bots with like results meet.
    Swiss {
        /// The number of rounds.
        rounds: u64,
    },
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pairing::Full => write!(f, "full"),
            Pairing::Gauntlet { challengers } => write!(f, "gauntlet:{challengers}"),
            Pairing::Swiss { rounds } => write!(f, "swiss:{rounds}"),
        }
    }
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        let (name, count) = text.split_once(':').map_or((text, None), |(name, count)| (name, Some(count)));
        let most = if name == "gauntlet" { 1_000 } else { 1_000_000 };
        let count = count.map(|count| count.parse().ok().filter(|count| (1..=most).contains(count)));
        match (name, count) {
            ("full", None) => Ok(Pairing::Full),
            ("gauntlet", None) => Ok(Pairing::Gauntlet { challengers: 1 }),
            ("gauntlet", Some(Some(count))) => Ok(Pairing::Gauntlet { challengers: count as usize }),
            ("swiss", Some(Some(rounds))) => Ok(Pairing::Swiss { rounds }),
            _ => Err("expected full, gauntlet, gauntlet:N (1 to 1000) or swiss:ROUNDS (1 to 1000000)".to_owned()),
        }
    }
}

riverlab_engine::convert_as_text!(Pairing);

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
