//! What all rules tables have in common.

use std::fmt;

use super::alternatives::Alternative;
use super::error::RulesError;
use super::facts::DataFacts;
use super::provenance::ProvenanceCounts;
use super::source::RulesSource;
use crate::player::Seat;

/// Rules of a game, made from data.
pub trait GameRules: Sized + Send + Sync + fmt::Debug + 'static {
    /// Reads and validates the embedded data under what the user changes.
    ///
    /// # Errors
    /// When the data is broken or inconsistent; the message names file, key and value.
    fn load(source: &RulesSource) -> Result<Self, RulesError>;

    /// The embedded rules, loaded once.
    fn standard() -> &'static Self;

    /// What the data says as a whole.
    fn data(&self) -> &DataFacts;

    /// All data in one text, equal when the data is written alike: what a fingerprint is made of.
    fn canonical(&self) -> &str {
        self.data().canonical()
    }

    /// How well the values are known.
    fn provenance_counts(&self) -> ProvenanceCounts {
        self.data().provenance_counts()
    }

    /// What names the game variant: keys of the tables with their values, such as `rivers` and `both`. Headers of
    /// traces carry them, and setting each key to its value leads back to the same variant. Empty in a game that is
    /// played in one way only.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What an experiment changes in these rules, as in `ban mill-a`, and for whom if it is one player alone; `None` in
    /// a game as it is.
    fn modification(&self) -> Option<(Option<Seat>, &str)> {
        None
    }

    /// The plausible alternatives of the values that are reconstructed, in the order of the data.
    fn alternatives(&self) -> &[Alternative] {
        self.data().alternatives()
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
