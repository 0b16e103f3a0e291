//! What is asked for, and what stands of it in the folder.

use riverlab_arena::plan::{RulesContext, WeightsHashes};
use riverlab_arena::shell::{Word, command_text};
use riverlab_arena::store::planned::{Field, Planned};
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

/// Which positions are made, and who decides in them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

impl EndingsRequest {
    /// The same with the command that asks for it, of this game by its rules.
    #[must_use]
    pub fn with_command(self, game: &str, rules: &RulesSource) -> EndingsRequest {
        let command = command_text("endings", game, rules, &self.words());
        EndingsRequest { command, ..self }
    }

    /// The options that ask for it, but for the game and its rules.
    pub fn words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        words.extend([Word::list("bots", &self.bots), Word::new("by", &self.by)]);
        words.extend([Word::new("positions", self.positions), Word::new("nodes", self.most)]);
        words.push(Word::new("seed", self.seed));
        words
    }
}

/// The same as it stands in the folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct EndingsPlan {
    #[serde(flatten)]
    pub(super) context: RulesContext,
    pub(super) weights: WeightsHashes,
    #[serde(flatten)]
    pub(super) request: EndingsRequest,
}

impl Planned for EndingsPlan {
    fn fields(&self) -> Vec<Field> {
        let mut fields = Field::of_context(&self.context);
        fields.extend(Field::of_words(&self.request.words()));
        fields.push(Field::new("weights", &self.weights));
        fields
    }
}
