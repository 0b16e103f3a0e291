//! What is tuned: everything that the result of a tuning depends on.

use riverlab_arena::plan::{Request, RulesContext, WeightsHashes};
use riverlab_arena::schedule::Pairing;
use riverlab_arena::shell::{Word, command_text};
use riverlab_arena::store::planned::{Field, Planned};
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

use super::objective::Objective;
use super::space::Space;

/// What is tuned, against whom, and on how many games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuneRequest {
    /// The number of players.
    pub players: usize,
    /// The bot as it is.
    pub bot: BotSpec,
    /// What is looked for.
    pub objective: Objective,
    /// The field: every set of these that fills the other seats. There is none where copies of the bot play each other.
    pub against: Vec<BotSpec>,
    /// The options, with the values that are tried.
    #[serde(rename = "over")]
    pub space: Space,
    /// The number of games, at most.
    pub games: u64,
    /// The number of deals on which the winner is put to the test, at most where that is a match; 0 for none.
    pub confirm: u64,
    /// The master seed.
    pub seed: u64,
    /// The command that asks for it.
    pub command: String,
}

/// The same as it stands in the folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct TunePlan {
    #[serde(flatten)]
    pub(super) context: RulesContext,
    pub(super) weights: WeightsHashes,
    #[serde(flatten)]
    pub(super) request: TuneRequest,
}

impl Planned for TunePlan {
    fn fields(&self) -> Vec<Field> {
        let mut fields = Field::of_context(&self.context);
        fields.extend(Field::of_words(&self.request.words()));
        fields.push(Field::new("weights", &self.weights));
        fields
    }
}

impl TuneRequest {
    /// The same with the command that asks for it, of this game by its rules.
    #[must_use]
    pub fn with_command(self, game: &str, rules: &RulesSource) -> TuneRequest {
        let command = command_text("tune", game, rules, &self.words());
        TuneRequest { command, ..self }
    }

    /// The options that ask for it, but for the game and its rules.
    pub fn words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        words.extend([Word::new("bot", &self.bot), Word::list("over", self.space.dimensions())]);
        words.extend((self.objective != Objective::Share).then(|| Word::new("objective", self.objective)));
        words.extend((!self.against.is_empty()).then(|| Word::list("against", &self.against)));
        words.extend([Word::new("players", self.players), Word::new("games", self.games)]);
        words.extend([Word::new("confirm", self.confirm), Word::new("seed", self.seed)]);
        words
    }

    /// Games of the first of these bots, each against the rest.
    pub(super) fn of_games(&self, bots: Vec<BotSpec>, challengers: usize, deals: u64, seed: u64) -> Request {
        Request { pairing: Pairing::Gauntlet { challengers }, ..Request::tournament(self.players, bots, deals, seed) }
    }
}
