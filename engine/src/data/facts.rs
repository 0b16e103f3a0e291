//! What rules tables say as a whole, whatever the game.

use super::alternatives::Alternative;
use super::error::RulesError;
use super::provenance::ProvenanceCounts;
use super::tree::DataTree;

/// The text of rules tables, how well their values are known, and what else these could be.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DataFacts {
    canonical: String,
    provenance_counts: ProvenanceCounts,
    alternatives: Vec<Alternative>,
}

impl DataFacts {
    /// Those of rules without tables, which this text tells apart from others.
    ///
    /// ```
    /// use riverlab_engine::ProvenanceCounts;
    /// use riverlab_engine::data::DataFacts;
    ///
    /// let facts = DataFacts::of_text("7 stones");
    /// assert_eq!((facts.canonical(), facts.provenance_counts()), ("7 stones", ProvenanceCounts::default()));
    /// ```
    pub fn of_text(canonical: impl Into<String>) -> DataFacts {
        DataFacts { canonical: canonical.into(), ..DataFacts::default() }
    }

    /// Those of tables that were read.
    ///
    /// # Errors
    /// When a provenance is none of `rulebook`, `review`, `reconstructed`.
    pub fn of(data: &DataTree) -> Result<DataFacts, RulesError> {
        let provenance_counts = data.provenance_counts()?;
        Ok(DataFacts { canonical: data.canonical(), provenance_counts, alternatives: Vec::new() })
    }

    /// The same with alternatives of the values that are reconstructed.
    #[must_use]
    pub fn with_alternatives(self, alternatives: Vec<Alternative>) -> DataFacts {
        DataFacts { alternatives, ..self }
    }

    /// All data in one text, equal when the data is written alike.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// How well the values are known.
    pub fn provenance_counts(&self) -> ProvenanceCounts {
        self.provenance_counts.clone()
    }

    /// The plausible alternatives of the values that are reconstructed, in the order of the data.
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }
}
