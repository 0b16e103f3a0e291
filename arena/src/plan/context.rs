//! What a run was played with: the program, the game, its rules, and learned weights.

use std::fmt;

use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use serde::{Deserialize, Serialize};

use super::weights::WeightsHashes;
use crate::error::ArenaError;
use crate::table::Table;

/// Which program plays which game by which rules and learned weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameContext {
    /// The version of riverlab.
    pub version: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: String,
    /// A fingerprint of its rules tables.
    pub rules_hash: String,
    /// Fingerprints of the learned weights that bots play by.
    #[serde(default, skip_serializing_if = "WeightsHashes::is_empty")]
    pub weights: WeightsHashes,
    /// Where the rules come from: what was changed in the standard ones.
    #[serde(default, skip_serializing_if = "RulesSource::is_standard")]
    pub rules: RulesSource,
}

impl GameContext {
    /// This program with the game of a table and these bots.
    ///
    /// # Errors
    /// When a file of weights cannot be read.
    pub fn of(table: &dyn Table, bots: &[BotSpec]) -> Result<GameContext, ArenaError> {
        let facts = table.facts();
        Ok(GameContext {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: facts.name.clone(),
            rules_version: facts.rules_version.clone(),
            rules_hash: facts.rules_hash.clone(),
            weights: WeightsHashes::of(table, bots)?,
            rules: facts.source.clone(),
        })
    }

    /// Whether this is the program and the table the game and the rules.
    ///
    /// # Errors
    /// When it is not; the message names what differs.
    pub fn check(&self, table: &dyn Table) -> Result<(), ArenaError> {
        self.difference(table).map_or(Ok(()), |difference| {
            Err(ArenaError::Usage(format!("the plan does not fit the game: it {difference}")))
        })
    }

    /// The first thing in which this program and a table differ from this.
    pub fn difference<'a>(&'a self, table: &'a dyn Table) -> Option<Difference<'a>> {
        let facts = table.facts();
        let pairs = [
            ("riverlab version", self.version.as_str(), env!("CARGO_PKG_VERSION")),
            ("game", self.game.as_str(), facts.name.as_str()),
            ("rules version", self.rules_version.as_str(), facts.rules_version.as_str()),
            ("rules", self.rules_hash.as_str(), facts.rules_hash.as_str()),
        ];
        let (name, theirs, ours) = pairs.into_iter().find(|(_, theirs, ours)| theirs != ours)?;
        Some(Difference { name, theirs, ours })
    }
}

/// The program, game and rules at the head of the plans of tunings, trainings and endings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesContext {
    /// The version of riverlab.
    pub(crate) version: String,
    /// The game.
    pub(crate) game: String,
    /// A fingerprint of its rules tables.
    pub rules_hash: String,
}

impl RulesContext {
    /// This program with the game of a table.
    pub fn of(table: &(impl Table + ?Sized)) -> RulesContext {
        let facts = table.facts();
        RulesContext {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: facts.name.clone(),
            rules_hash: facts.rules_hash.clone(),
        }
    }
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "was played with {} {}, this is {}", self.name, self.theirs, self.ours)
    }
}

/// In what a run and a program differ.
pub struct Difference<'a> {
    /// The name of the thing.
    pub(crate) name: &'static str,
    /// What the run was played with.
    pub(crate) theirs: &'a str,
    /// What there is here.
    pub(crate) ours: &'a str,
}
