//! What is trained: everything that the games of a training depend on.

use riverlab_arena::plan::RulesContext;
use riverlab_arena::shell::{Word, command_text};
use riverlab_arena::store::planned::{Field, Planned};
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

/// What is trained, and on how many games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainRequest {
    /// The number of players.
    pub players: usize,
    /// The bot at all other seats, which stays as it is: weights are trained that win most against it. Without one all seats have
    /// the best weights so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<BotSpec>,
    /// The number of generations, of which a folder can be given more later.
    #[serde(skip)]
    pub generations: u64,
    /// The number of games of each generation.
    pub games: u64,
    /// The simulations per decision of self-play and of the gate.
    pub sims: u64,
    /// The number of deals of each gate.
    pub gate_deals: u64,
    /// The master seed.
    pub seed: u64,
    /// The command that asks for it.
    #[serde(skip)]
    pub command: String,
}

/// Everything that the games of a training depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct TrainPlan {
    #[serde(flatten)]
    pub(super) context: RulesContext,
    pub(super) features_hash: String,
    #[serde(flatten)]
    pub(super) request: TrainRequest,
}

impl TrainRequest {
    /// The same with the command that asks for it, of this game by its rules.
    #[must_use]
    pub fn with_command(self, game: &str, rules: &RulesSource) -> TrainRequest {
        let command = command_text("train", game, rules, &self.words());
        TrainRequest { command, ..self }
    }

    /// The options that ask for it, but for the game and its rules.
    pub fn words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        words.extend(self.against.as_ref().map(|bot| Word::new("against", bot)));
        words.extend([Word::new("players", self.players), Word::new("generations", self.generations)]);
        words.extend([Word::new("games", self.games), Word::new("sims", self.sims)]);
        words.extend([Word::new("gate-deals", self.gate_deals), Word::new("seed", self.seed)]);
        words
    }
}

impl Planned for TrainPlan {
    fn fields(&self) -> Vec<Field> {
        let mut fields = Field::of_context(&self.context);
        fields.push(Field::new("features", &self.features_hash));
        let mut words = self.request.words();
        // More generations go on with those that are there.
        words.retain(|word| word.option != "generations");
        fields.extend(Field::of_words(&words));
        fields
    }
}
