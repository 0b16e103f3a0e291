//! The secrets by which pages show which seat they may sit at.

use riverlab_arena::error::ArenaError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A secret of 128 random bits, as 32 hexadecimal digits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::serve) struct Key(String);

impl Key {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(in crate::serve) fn new() -> Result<Key, ArenaError> {
        let draw = || getrandom::u64().map_err(|error| ArenaError::Usage(format!("no random numbers: {error}")));
        Ok(Key(format!("{:016x}{:016x}", draw()?, draw()?)))
    }

    /// The key that somebody has chosen.
    pub(in crate::serve) fn chosen(text: &str) -> Key {
        Key(text.to_owned())
    }

    /// Its text.
    pub(in crate::serve) fn text(&self) -> &str {
        &self.0
    }

    /// Whether this text is the key. How long that takes does not tell how much of it is right.
    pub(in crate::serve) fn opens(&self, text: &str) -> bool {
        Sha256::digest(&self.0) == Sha256::digest(text)
    }
}
