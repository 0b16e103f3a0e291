//! Rules tables: rules as data.
//!
//! Every game has one embedded TOML file. It is read into a tree of tables in which lists of named entries (`[[tile]]`
//! with an `id`) are tables by name, so that each value has a dotted key such as `building.mill-a.points`. A rules file
//! of the user's and single values are laid over that tree, then it is read into the typed tables of the game, with
//! errors that name file, key and value. This module reads texts; it opens no files.
//!
//! Three sections say something of the values and are part of no table: `[certainty]` how well they are known (their
//! provenance), `[range]`
//! and `[[reading]]` what else those that are reconstructed could plausibly be.

mod alternatives;
mod doubts;
mod int;
mod pattern;
mod stated;
mod tree;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Seat;

pub use alternatives::Alternative;
pub(crate) use int::Int;
pub use tree::{DataTree, one_line};

/// Rules of a game, made from data.
pub trait GameRules: Sized + Send + Sync + fmt::Debug + 'static {
    /// Reads and validates the embedded data under what the user changes.
    ///
    /// # Errors
    /// When the data is broken or inconsistent; the message names file, key and value.
    fn load(source: &RulesSource) -> Result<Self, RulesError>;

    /// The embedded rules, loaded once.
    fn standard() -> &'static Self;

    /// All data in one text, equal when the data is written alike: what a fingerprint is made of.
    fn canonical(&self) -> &str;

    /// How well the values are known.
    fn provenance_counts(&self) -> ProvenanceCounts;

    /// What names the game variant: keys of the tables with their values, such as `rivers` and `both`. Headers of traces
    /// carry them, and setting each key to its value leads back to the same variant. Empty in a game that is played in
    /// one way only.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What an experiment changes in these rules, as in `ban mill-a`, and for whom if it is one player alone; `None` in a game
    /// as it is.
    fn modification(&self) -> Option<(Option<Seat>, &str)> {
        None
    }

    /// The plausible alternatives of the values that are reconstructed, in the order of the data.
    fn alternatives(&self) -> &[Alternative] {
        &[]
    }
}

/// The rules that a position refers to; positions under other rules are never equal.
pub(crate) struct RulesRef<R: 'static>(pub(crate) &'static R);

impl<R> Clone for RulesRef<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for RulesRef<R> {}

impl<R> PartialEq for RulesRef<R> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

/// Where rules come from besides the embedded data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RulesSource {
    /// A rules file: its name for messages, and its text.
    ///
    /// A file that has every section of the embedded data stands for all of it; any other is laid over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<(String, String)>,
    /// Single values, `key=value`, laid over the file in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
}

impl RulesSource {
    /// Whether the embedded rules are used as they are.
    pub fn is_standard(&self) -> bool {
        self.file.is_none() && self.sets.is_empty()
    }
}

/// Rules that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The text is no TOML.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// What the parser says.
        message: String,
    },
    /// A key or its value is wrong.
    #[error("{file}: {key}: {message}")]
    Value {
        /// The file, or `--set`.
        file: String,
        /// The dotted key.
        key: String,
        /// What is wrong and what is allowed.
        message: String,
    },
    /// A `--set` without `=`.
    #[error("--set \"{text}\": expected key=value, for example {example}")]
    Set {
        /// The text.
        text: String,
        /// A valid example.
        example: &'static str,
    },
    /// A file or a `--set` for a game without tables.
    #[error("this game has no tables: --rules and --set are not allowed")]
    Fixed,
}

/// How many values of the data are known how well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProvenanceCounts {
    /// Stated in the rule booklet.
    pub rulebook: usize,
    /// Stated by a published review of the printed game.
    pub review: usize,
    /// A plausible stand-in for what only a picture shows.
    pub reconstructed: usize,
}
