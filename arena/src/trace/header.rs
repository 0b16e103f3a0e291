//! The first line of a trace: which game, under which rules, and who played it.

use riverlab_bots::play::streams::Deal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::ArenaError;
use crate::table::GameFacts;

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
    /// What names the game variant, as in [`GameFacts::variant`]; of a trace that was read, also fields that nobody knows.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// A fingerprint of the component tables, if they are not the embedded ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_hash: Option<String>,
    /// The bots in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
}

impl Header {
    /// The header of a game under these rules, between bots of these names in seat order.
    pub fn of(facts: &GameFacts, players: usize, deal: Deal, bots: Vec<String>) -> Header {
        let variant = facts.variant.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
        Header {
            game: facts.name.clone(),
            players,
            seed: Some(deal.seed),
            deal: Some(deal.number),
            rules_version: Some(facts.rules_version.clone()),
            facts: variant.collect(),
            rules_hash: facts.changed_rules_hash(),
            bots,
        }
    }

    /// The deal of the game; seed 0 and deal 1 where the header names none.
    pub fn dealt(&self) -> Deal {
        Deal { seed: self.seed.unwrap_or_default(), number: self.deal.unwrap_or(1) }
    }

    /// The deal of the game, if the header names both seed and deal.
    pub(crate) fn deal_named(&self) -> Option<Deal> {
        Some(Deal { seed: self.seed?, number: self.deal? })
    }

    /// The values of the tables that lead to the variant that the header names, of a game with these facts. A number is taken for its text.
    ///
    /// # Errors
    /// When a fact of the game is neither text nor number.
    pub fn sets(&self, facts: &GameFacts) -> Result<Vec<String>, ArenaError> {
        let known = facts.variant.iter().filter_map(|(name, _)| Some((name, self.facts.get(name)?)));
        let set = |(name, value): (&String, &Value)| match value {
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

/// Whether a trace with this header can be replayed under these rules.
///
/// # Errors
/// When the game is not for so many players, the seed is out of range, or the rules have another version or other tables.
pub fn check_header(header: &Header, facts: &GameFacts) -> Result<(), ArenaError> {
    facts.check_players("line 1: players", header.players)?;
    if !header.bots.is_empty() && header.bots.len() != header.players {
        let message = format!("line 1: bots: {} for {} players", header.bots.len(), header.players);
        return Err(ArenaError::Found(message));
    }
    let ours = &facts.rules_version;
    if let Some(version) = header.rules_version.as_ref().filter(|version| *version != ours) {
        let message = format!("line 1: rules_version \"{version}\": this program has version {ours}");
        return Err(ArenaError::Found(message));
    }
    header.dealt().checked().map_err(|wrong| ArenaError::Found(format!("line 1: {wrong}")))?;
    let ours = &facts.rules_hash;
    if let Some(theirs) = header.rules_hash.as_ref().filter(|hash| *hash != ours) {
        let message = format!(
            "the trace was made with other component tables ({theirs}, these are {ours}): give the same --rules and --set"
        );
        return Err(ArenaError::Usage(message));
    }
    Ok(())
}
