//! What is trained: everything that the games of a training depend on.

use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

use crate::plan::Shard;
use crate::store::parts::Divisible;
use crate::store::planned::Planned;

/// Everything that the games of a training depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainPlan {
    pub(super) version: String,
    pub(super) game: String,
    pub(super) rules_hash: String,
    pub(super) features_hash: String,
    pub(super) players: usize,
    pub(super) games: u64,
    pub(super) sims: u64,
    pub(super) gate_deals: u64,
    pub(super) seed: u64,
    /// The bot at all other seats, if it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<String>,
    /// What is played, if it is no more than a part of a generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<PartOfGeneration>,
}

/// Some of the games of one generation, which comes after those that a training has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct PartOfGeneration {
    /// Which part of its games.
    pub(super) shard: Shard,
    /// The generation.
    pub(super) generation: u64,
    /// The number of generations of the training.
    pub(super) generations: u64,
    /// The fingerprint of the weights that are played with; none for hand-made values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weights: Option<String>,
    /// Where the rules come from.
    pub(super) rules: RulesSource,
    /// The command of the training.
    pub(super) command: String,
}

impl Divisible for TrainPlan {
    fn shard(&self) -> Option<Shard> {
        Some(self.part.as_ref()?.shard)
    }

    fn of_all_parts(&self) -> TrainPlan {
        let whole = Shard { number: 1, of: 1 };
        let part = self.part.as_ref().map(|part| PartOfGeneration { shard: whole, ..part.clone() });
        TrainPlan { part, ..self.clone() }
    }
}

impl Planned for TrainPlan {
    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("riverlab version", self.version.clone()),
            ("game", self.game.clone()),
            ("rules", self.rules_hash.clone()),
            ("features", self.features_hash.clone()),
            ("players", self.players.to_string()),
            ("games", self.games.to_string()),
            ("sims", self.sims.to_string()),
            ("deals of a match", self.gate_deals.to_string()),
            ("seed", self.seed.to_string()),
            ("bot to train against", self.against.clone().unwrap_or_else(|| "none".to_owned())),
        ];
        let of_part = |say: fn(&PartOfGeneration) -> String| self.part.as_ref().map_or("none".to_owned(), say);
        fields.extend([
            ("shard", of_part(|part| part.shard.to_string())),
            ("generation", of_part(|part| part.generation.to_string())),
            ("weights", of_part(|part| part.weights.clone().unwrap_or_else(|| "hand".to_owned()))),
            ("command", of_part(|part| part.command.clone())),
        ]);
        fields
    }
}
