//! What a worker answers: rows as they stand in a journal.

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::external::fault_row::FaultRow;

/// The rows of a job, in the order of its pieces.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The rows of `games.csv`, `blocks.csv` or of a generation.
    pub rows: String,
    /// Those of `moves.csv`, of runs that keep moves.
    #[serde(default)]
    pub moves: String,
    /// What programs did wrong.
    #[serde(default)]
    pub faults: Vec<FaultRow>,
    /// Why the piece after these could not be played, if a bot failed in it.
    #[serde(default)]
    pub failure: Option<String>,
}

impl Answer {
    /// As it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }

    /// Reads what was sent.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(bytes: &[u8]) -> Result<Answer, ArenaError> {
        serde_json::from_slice(bytes).map_err(|error| damaged(&error.to_string()))
    }

    /// Why the piece after the rows could not be played; that the answer is damaged where it does not say.
    pub fn failed(&self) -> ArenaError {
        self.failure
            .as_ref()
            .map_or_else(|| damaged("pieces are missing"), |failure| ArenaError::Found(failure.clone()))
    }
}

/// An answer that no worker of this program gives.
pub fn damaged(why: &str) -> ArenaError {
    ArenaError::Usage(format!("the answer of a worker is damaged: {why}"))
}
