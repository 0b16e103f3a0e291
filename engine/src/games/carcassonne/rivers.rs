//! Which rivers are played with, and the sets of tiles that they bring.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The rivers that are played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RiversInPlay {
    /// The base game.
    None,
    /// The River.
    One,
    /// The River II.
    Two,
    /// Both together.
    Both,
}

impl RiversInPlay {
    /// All of them.
    pub const ALL: [RiversInPlay; 4] = [RiversInPlay::None, RiversInPlay::One, RiversInPlay::Two, RiversInPlay::Both];

    /// The name on the command line and in traces.
    pub fn name(self) -> &'static str {
        ["none", "1", "2", "both"][self as usize]
    }

    /// Whether the tiles of a set are in play.
    pub(super) fn has(self, set: TileSet) -> bool {
        match set {
            TileSet::Base => true,
            TileSet::River1 => matches!(self, RiversInPlay::One | RiversInPlay::Both),
            TileSet::River2 => matches!(self, RiversInPlay::Two | RiversInPlay::Both),
        }
    }
}

impl fmt::Display for RiversInPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// It is written as a number or as a word, as both can be typed after `rivers=`.
impl<'de> Deserialize<'de> for RiversInPlay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let known = RiversInPlay::ALL.into_iter().find(|rivers| rivers.name() == text);
        known.ok_or_else(|| D::Error::custom(format_args!("\"{text}\": allowed are none, 1, 2 and both")))
    }
}

/// The box that a tile comes from.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum TileSet {
    /// The base game.
    Base,
    /// The River.
    River1,
    /// The River II.
    River2,
}
