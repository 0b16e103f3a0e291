//! The result tables of a study: the files that they are written to, and the rows for its page.

use riverlab_arena::store::file_names::{EFFECTS, INTERACTIONS, READINGS, SCREEN, SUGGESTED, SUGGESTION, SYNERGIES};
use riverlab_arena::store::run_dir::ResultFile;
use serde_json::{Value, json};

use super::rows::effects::EffectTable;
use super::rows::interactions::{self, InteractionRow};
use super::rows::readings::{self, ReadingRow};
use super::rows::synergies::{self, SynergyRow};

/// All tables of a study. It has a file for each one that is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) effects: Option<EffectTable>,
    /// Effects on the deals that chose what was played again on fresh ones.
    pub(crate) screen: Option<EffectTable>,
    /// How effects differ between bots; none with a single bot.
    pub(crate) interactions: Vec<InteractionRow>,
    /// Pairs of components.
    pub(crate) synergies: Vec<SynergyRow>,
    /// Effects under alternatives.
    pub(crate) readings: Option<Vec<ReadingRow>>,
    /// Effects under the suggested rules tables.
    pub(crate) suggested: Option<EffectTable>,
    /// The suggested rules tables.
    pub(crate) suggestion: Option<String>,
}

impl Tables {
    /// The content of all files.
    pub(crate) fn files(&self) -> Vec<ResultFile> {
        let effects = |table: &Option<EffectTable>| table.as_ref().map(EffectTable::csv);
        let interactions = || interactions::layout().csv(&self.interactions);
        let files = [
            (EFFECTS, effects(&self.effects)),
            (SCREEN, effects(&self.screen)),
            (INTERACTIONS, (!self.interactions.is_empty()).then(interactions)),
            (SYNERGIES, (!self.synergies.is_empty()).then(|| synergies::layout().csv(&self.synergies))),
            (READINGS, self.readings.as_ref().map(|rows| readings::layout().csv(rows))),
            (SUGGESTED, effects(&self.suggested)),
            (SUGGESTION, self.suggestion.as_ref().map(|text| text.clone().into_bytes())),
        ];
        files.into_iter().filter_map(|(name, content)| Some((name, content?))).collect()
    }

    /// Effects and their differences between bots as JSON.
    pub(crate) fn findings_json(&self) -> Value {
        json!({
            "effects": self.effects.as_ref().map(EffectTable::json),
            "interactions": interactions::layout().json_rows(&self.interactions),
        })
    }
}
