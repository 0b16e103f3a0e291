//! What is asked for, and what stands of it in the folder.

use riverlab_bots::BotSpec;
use serde::{Deserialize, Serialize};

use crate::plan::WeightsHashes;
use crate::store::planned::Planned;

/// Which positions are made, and who decides in them.
#[derive(Clone, Debug)]
pub struct EndingsRequest {
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

impl Planned for EndingsPlan {
    fn fields(&self) -> Vec<(&'static str, String)> {
        vec![
            ("riverlab version", self.version.clone()),
            ("game", self.game.clone()),
            ("rules", self.rules_hash.clone()),
            ("weights", self.weights.to_string()),
            ("bots", self.bots.join(" ")),
            ("games by", self.by.clone()),
            ("positions", self.positions.to_string()),
            ("positions of a solution", self.most.to_string()),
            ("seed", self.seed.to_string()),
        ]
    }
}
