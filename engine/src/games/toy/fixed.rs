//! The rules of toy games in which there is nothing to change.

use std::sync::LazyLock;

use crate::data::DataFacts;
use crate::{GameRules, RulesError, RulesSource};

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

    fn data(&self) -> &DataFacts {
        static DATA: LazyLock<DataFacts> = LazyLock::new(|| DataFacts::of_text("fixed"));
        &DATA
    }
}
