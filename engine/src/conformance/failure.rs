//! What a check says when it fails.

use crate::Game;

/// A check that failed: which one, where, and what was seen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{check}: {seen}\n{position}")]
pub struct Failure {
    /// The name of the check.
    pub check: &'static str,
    /// What was seen.
    pub seen: String,
    /// The position.
    pub position: String,
}

/// The failure of a check in this position.
pub(super) fn fail<G: Game>(check: &'static str, state: &G, seen: impl Into<String>) -> Result<(), Failure> {
    Err(Failure { check, seen: seen.into(), position: format!("{state:?}") })
}
