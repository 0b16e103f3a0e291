//! Fingerprints of rules tables and of files.

use riverlab_engine::GameRules;
use sha2::{Digest, Sha256};

/// A fingerprint of the rules tables: the first 16 hexadecimal digits of their SHA-256.
pub(crate) fn rules_hash(rules: &impl GameRules) -> String {
    fingerprint(rules.canonical())
}

/// The first 16 hexadecimal digits of the SHA-256 of a text.
pub fn fingerprint(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
