//! What is tuned: everything that the result of a tuning depends on.

use riverlab_bots::BotSpec;
use riverlab_engine::Intervention;
use serde::{Deserialize, Serialize};

use super::objective::Objective;
use super::space::Space;
use crate::plan::{Request, WeightsHashes};
use crate::schedule::Pairing;
use crate::store::planned::Planned;

/// What is tuned, against whom, and on how many games.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The number of players.
    pub players: usize,
    /// The bot as it is.
    pub bot: BotSpec,
    /// What is looked for.
    pub objective: Objective,
    /// The field: every set of these that fills the other seats. There is none where copies of the bot play each other.
    pub against: Vec<BotSpec>,
    /// The elements whose effects are measured, where these are looked at.
    pub elements: Vec<String>,
    /// What is done to them.
    pub interventions: Vec<Intervention>,
    /// The options, with the values that are tried.
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
    pub(super) command: String,
    pub(super) version: String,
    pub(super) game: String,
    pub(super) rules_hash: String,
    pub(super) weights: WeightsHashes,
    pub(super) players: usize,
    pub(super) bot: String,
    pub(super) objective: String,
    pub(super) against: Vec<String>,
    pub(super) elements: Vec<String>,
    pub(super) interventions: Vec<String>,
    pub(super) over: Vec<String>,
    pub(super) games: u64,
    pub(super) confirm: u64,
    pub(super) seed: u64,
}

impl Planned for TunePlan {
    fn fields(&self) -> Vec<(&'static str, String)> {
        vec![
            ("riverlab version", self.version.clone()),
            ("game", self.game.clone()),
            ("rules", self.rules_hash.clone()),
            ("weights", self.weights.to_string()),
            ("players", self.players.to_string()),
            ("bot", self.bot.clone()),
            ("objective", self.objective.clone()),
            ("field", self.against.join(" ")),
            ("elements", self.elements.join(" ")),
            ("interventions", self.interventions.join(" ")),
            ("options", self.over.join(" ")),
            ("games", self.games.to_string()),
            ("confirm", self.confirm.to_string()),
            ("seed", self.seed.to_string()),
        ]
    }
}

impl TuneRequest {
    /// Games of the first of these bots, each against the rest.
    pub(super) fn of_games(&self, bots: Vec<BotSpec>, challengers: usize, deals: u64, seed: u64) -> Request {
        Request { pairing: Pairing::Gauntlet { challengers }, ..Request::tournament(self.players, bots, deals, seed) }
    }
}
