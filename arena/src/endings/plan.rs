//! What is asked for, and what stands of it in the folder.

use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

use crate::plan::WeightsHashes;

/// Which positions are made, and who decides in them.
#[derive(Clone, Debug)]
pub struct EndingsRequest {
    /// Where the rules come from.
    pub rules: RulesSource,
    /// The bots that decide.
    pub bots: Vec<BotSpec>,
    /// The bot that plays the games.
    pub by: BotSpec,
    /// The number of positions.
    pub positions: u64,
    /// The most positions that a solution may take.
    pub most: u64,
    /// The master seed.
    pub seed: u64,
    /// The command that asks for it.
    pub command: String,
}

/// The same as it stands in the folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct EndingsPlan {
    pub(super) command: String,
    pub(super) version: String,
    pub(super) game: String,
    pub(super) rules_hash: String,
    pub(super) weights: WeightsHashes,
    pub(super) bots: Vec<String>,
    pub(super) by: String,
    pub(super) positions: u64,
    pub(super) most: u64,
    pub(super) seed: u64,
}

impl EndingsPlan {
    /// In what another plan asks for other results.
    pub(super) fn difference(&self, asked: &EndingsPlan) -> Option<String> {
        let fields = |plan: &EndingsPlan| {
            [
                ("riverlab version", plan.version.clone()),
                ("game", plan.game.clone()),
                ("rules", plan.rules_hash.clone()),
                ("weights", plan.weights.to_string()),
                ("bots", plan.bots.join(" ")),
                ("games by", plan.by.clone()),
                ("positions", plan.positions.to_string()),
                ("positions of a solution", plan.most.to_string()),
                ("seed", plan.seed.to_string()),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(asked));
        let ((name, there), (_, asked)) = pairs.find(|(there, asked)| there != asked)?;
        Some(format!("{name} {there} there, {asked} asked for"))
    }
}
