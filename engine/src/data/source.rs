//! What a user changes of the embedded rules.

use serde::{Deserialize, Serialize};

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
