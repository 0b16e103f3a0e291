//! The first line of a trace: which game, under which rules, and who played it.

use std::io::{self, Write as _};

use riverlab_bots::Evaluate;
use riverlab_engine::{GameRules, RulesSource};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::{check_players, rules_hash};
use crate::venue::Venue;

/// The first line of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The master seed, if the game was played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the deal of that seed, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// The version of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_version: Option<String>,
    /// What names the game variant, as in [`GameRules::facts`]; of a trace that was read, also fields that nobody knows.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// A fingerprint of the component tables, if they are not the embedded ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_hash: Option<String>,
    /// The bots in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
}

/// What names the variant of a game that is played by these rules, for the header.
pub fn header_facts(rules: &impl GameRules) -> Map<String, Value> {
    rules.facts().into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))).collect()
}

/// The names of a game's facts.
struct FactNames;

impl GameTask for FactNames {
    type Output = Vec<&'static str>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Self::Output, ArenaError> {
        Ok(venue.rules.facts().into_iter().map(|(name, _)| name).collect())
    }
}

impl Header {
    /// The values of the tables that lead to the variant which the header names. A number is taken for its text.
    ///
    /// # Errors
    /// When there is no such game, or a fact of it is neither text nor number.
    pub fn sets<Games: GameList>(&self, catalog: &Catalog<Games>) -> Result<Vec<String>, ArenaError> {
        let names = catalog.with_game(&self.game, &RulesSource::default(), FactNames)?;
        let known = names.into_iter().filter_map(|name| Some((name, self.facts.get(name)?)));
        let set = |(name, value): (&str, &Value)| match value {
            Value::Null => None,
            Value::String(text) => Some(Ok(format!("{name}={text}"))),
            Value::Number(number) => Some(Ok(format!("{name}={number}"))),
            other => {
                let message = format!("line 1: {name}: {other}: expected a text such as \"both\"");
                Some(Err(ArenaError::Found(message)))
            }
        };
        known.filter_map(set).collect()
    }
}

/// Whether a trace with this header can be replayed under these rules. Another version of the rules is noted on stderr.
///
/// # Errors
/// When the game is not for so many players, or the tables are other ones.
pub fn check_header<G: Evaluate>(header: &Header, rules: &'static G::Rules) -> Result<(), ArenaError> {
    check_players::<G>("line 1: players", header.players)?;
    if let Some(version) = header.rules_version.as_deref().filter(|version| *version != G::RULES_VERSION) {
        let ours = G::RULES_VERSION;
        let _ = writeln!(io::stderr(), "note: the trace was made with rules version {version}, these are {ours}");
    }
    let ours = rules_hash(rules);
    if let Some(theirs) = header.rules_hash.as_ref().filter(|hash| **hash != ours) {
        let message = format!(
            "the trace was made with other component tables ({theirs}, these are {ours}): give the same --rules and --set"
        );
        return Err(ArenaError::Usage(message));
    }
    Ok(())
}
