//! The learned weights that bots of a run go by: files may change, so a run remembers what was in them.

use std::fmt;

use indexmap::IndexMap;
use riverlab_bots::registry::weights_of;
use riverlab_bots::{BotSpec, Evaluate};
use serde::{Deserialize, Serialize};

use super::fingerprint;
use crate::error::ArenaError;

/// A fingerprint of each set of weights, by the value of the option `eval` that names it, in the order of bots.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeightsHashes(IndexMap<String, String>);

impl WeightsHashes {
    /// Those that these bots of a game go by.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of<G: Evaluate>(bots: &[BotSpec]) -> Result<WeightsHashes, ArenaError> {
        let mut hashes = IndexMap::new();
        for bot in bots {
            let found = weights_of::<G>(bot).map_err(|(path, error)| ArenaError::file("read", path.as_ref(), error))?;
            if let Some((name, text)) = found {
                hashes.insert(name, fingerprint(&text));
            }
        }
        Ok(WeightsHashes(hashes))
    }

    /// Whether no bot goes by learned weights.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for WeightsHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (idx, (name, hash)) in self.0.iter().enumerate() {
            write!(f, "{}{name} ({hash})", if idx == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
