//! The rules of toy games in which there is nothing to change.

use crate::{GameRules, ProvenanceCounts, RulesError, RulesSource};

/// Rules without tables.
#[derive(Debug)]
pub struct FixedRules;

impl GameRules for FixedRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        if source.is_standard() { Ok(FixedRules) } else { Err(RulesError::Fixed) }
    }

    fn standard() -> &'static Self {
        &FixedRules
    }

    fn canonical(&self) -> &'static str {
        "fixed"
    }

    fn provenance_counts(&self) -> ProvenanceCounts {
        ProvenanceCounts::default()
    }
}
