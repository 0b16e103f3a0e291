//! What there is to know of a game under rules, without its type.

use std::ops::RangeInclusive;

use riverlab_bots::{Defaults, Evaluate};
use riverlab_engine::data::ProvenanceCounts;
use riverlab_engine::{GameRules, PartMeaning, RulesSource};

use crate::error::ArenaError;
use crate::fingerprint::rules_hash;

/// A game under rules: names, versions and numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct GameFacts {
    /// The name, as on the command line.
    pub name: String,
    /// The name on the box.
    pub title: String,
    /// The numbers of players that can play it.
    pub players: RangeInclusive<usize>,
    /// The names of the score parts.
    pub parts: Vec<String>,
    /// Whether the score parts add up to the score.
    pub parts_are: PartMeaning,
    /// Whether it has components, whose effects can be studied.
    pub has_components: bool,
    /// Whether players know different things.
    pub imperfect_information: bool,
    /// Whether results only say who has won, and nothing of the order of the others.
    pub winners_only: bool,
    /// The version of the rules.
    pub rules_version: String,
    /// Where the rules come from: what was changed in the standard ones.
    pub source: RulesSource,
    /// A fingerprint of the rules tables.
    pub rules_hash: String,
    /// The fingerprint of the standard rules tables.
    pub standard_hash: String,
    /// What names the game variant, as name and value.
    pub variant: Vec<(String, String)>,
    /// How many values of the rules tables are known how well.
    pub provenance_counts: ProvenanceCounts,
    /// The options of searches that value positions by hand, where others than the listed ones were measured to be better.
    pub defaults: Defaults,
    /// The same for searches by learned weights.
    pub learned_defaults: Defaults,
}

impl GameFacts {
    /// The facts of a game under rules that come from here.
    pub fn of<G: Evaluate>(rules: &G::Rules, source: RulesSource) -> GameFacts {
        GameFacts {
            name: G::NAME.to_owned(),
            title: G::TITLE.to_owned(),
            players: G::PLAYERS,
            parts: G::PARTS.iter().map(|part| (*part).to_owned()).collect(),
            parts_are: G::PARTS_ARE,
            has_components: G::PLAYERS.into_iter().any(|players| !G::components(rules, players).is_empty()),
            imperfect_information: G::IMPERFECT_INFORMATION,
            winners_only: G::WINNERS_ONLY,
            rules_version: G::RULES_VERSION.to_owned(),
            rules_hash: rules_hash(rules),
            standard_hash: rules_hash(G::Rules::standard()),
            variant: rules.facts().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            provenance_counts: rules.provenance_counts(),
            defaults: G::DEFAULTS,
            learned_defaults: G::LEARNED_DEFAULTS,
            source,
        }
    }

    /// Whether so many players can play the game; `what` names the value in the message.
    ///
    /// # Errors
    /// When they cannot; the message says which numbers are allowed.
    pub fn check_players(&self, what: &str, players: usize) -> Result<(), ArenaError> {
        if self.players.contains(&players) {
            return Ok(());
        }
        let (name, allowed) = (&self.name, self.players_text());
        Err(ArenaError::Usage(format!("{what} {players}: {name} is for {allowed} players")))
    }

    /// The numbers of players that can play the game: `2` or `2 to 4`.
    pub fn players_text(&self) -> String {
        let (min, max) = (self.players.start(), self.players.end());
        if min == max { min.to_string() } else { format!("{min} to {max}") }
    }

    /// The fingerprint of rules tables that are not the standard ones, as traces name it.
    pub(crate) fn changed_rules_hash(&self) -> Option<String> {
        (!self.source.is_standard()).then(|| self.rules_hash.clone())
    }
}
