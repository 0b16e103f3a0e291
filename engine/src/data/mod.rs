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
mod error;
mod int;
mod pattern;
mod provenance;
mod source;
mod stated;
mod tree;

use std::fmt;

use crate::Seat;

pub use alternatives::Alternative;
pub use error::RulesError;
pub(crate) use int::Int;
pub use provenance::ProvenanceCounts;
pub use source::RulesSource;
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
