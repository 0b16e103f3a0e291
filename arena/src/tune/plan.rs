//! What is tuned: everything that the result of a tuning depends on.

use riverlab_bots::BotSpec;
use riverlab_engine::{Intervention, RulesSource};
use serde::{Deserialize, Serialize};

use super::objective::Objective;
use super::space::Space;
use crate::plan::{Request, WeightsHashes};
use crate::schedule::Pairing;

/// What is tuned, against whom, and on how many games.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// Where the rules come from.
    pub rules: RulesSource,
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

impl TunePlan {
    /// The first thing in which the plan of a folder differs from another one.
    pub(super) fn difference(&self, asked: &TunePlan) -> Option<String> {
        let fields = |plan: &TunePlan| {
            [
                ("riverlab version", plan.version.clone()),
                ("game", plan.game.clone()),
                ("rules", plan.rules_hash.clone()),
                ("weights", plan.weights.to_string()),
                ("players", plan.players.to_string()),
                ("bot", plan.bot.clone()),
                ("objective", plan.objective.clone()),
                ("field", plan.against.join(" ")),
                ("elements", plan.elements.join(" ")),
                ("interventions", plan.interventions.join(" ")),
                ("options", plan.over.join(" ")),
                ("games", plan.games.to_string()),
                ("confirm", plan.confirm.to_string()),
                ("seed", plan.seed.to_string()),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(asked));
        let ((name, there), (_, asked)) = pairs.find(|(there, asked)| there != asked)?;
        Some(format!("{name} {there} there, {asked} asked for"))
    }
}

impl TuneRequest {
    /// Games of the first of these bots, each against the rest.
    pub(super) fn of_games(&self, bots: Vec<BotSpec>, challengers: usize, deals: u64, seed: u64) -> Request {
        Request {
            rules: self.rules.clone(),
            pairing: Pairing::Gauntlet { challengers },
            ..Request::tournament(self.players, bots, deals, seed)
        }
    }
}
