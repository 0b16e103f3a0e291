//! What a run is: everything that its results depend on.
//!
//! A [`Request`] is what the user asks for, a [`Plan`] is a request that this version of the game can play. Plans know no
//! folder, no number of threads and no clock: two runs with equal plans have equal results.

mod adjust;
mod bots;
mod command_line;
mod comparison;
mod players;
mod programs;
mod quoted;
mod request;
mod shard;
mod stop_rule;
mod weights;

use riverlab_bots::Evaluate;
use riverlab_engine::GameRules;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::ArenaError;
use crate::schedule::{BotIdx, Schedule};
use crate::venue::Venue;
use command_line::command_of;

pub use adjust::Adjust;
pub use bots::{Bots, spec_of_name};
pub(crate) use command_line::{command_of_part, without_shard};
pub use comparison::Comparison;
pub use players::{check_players, players_text};
pub use programs::{Clock, Function, Hello, Limits, OnFault, Program, Programs};
pub use quoted::{quoted, rules_options};
pub use request::Request;
pub(crate) use request::different_bots;
pub use shard::Shard;
pub(crate) use shard::indivisible;
pub use stop_rule::StopRule;
pub(crate) use weights::weights_used;
pub use weights::{WeightsHashes, weights_notes};

/// Older versions whose runs can be read.
const READABLE_VERSIONS: [&str; 4] = ["0.1.0", "0.2.0", "0.3.0", "0.4.0"];

/// A tournament, a match, or a part of a tournament: two runs with equal plans have equal results.
///
/// ```
/// use riverlab_arena::plan::{Plan, Request};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
///
/// let bots = ["random", "greedy", "ply"].map(|text| text.parse().expect("a spec")).to_vec();
/// let plan = Plan::new::<Dice>(Request::tournament(2, bots, 10, 1), &FixedRules)?;
/// // Three line-ups of two bots, each in two rotations, on ten deals.
/// assert_eq!(plan.games, 60);
/// assert_eq!(plan.command, "riverlab tournament dice --players 2 --bots random greedy ply --deals 10 --seed 1");
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of riverlab.
    pub version: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: String,
    /// A fingerprint of its rules tables.
    pub rules_hash: String,
    /// What is in the learned weights that bots go by.
    #[serde(default, skip_serializing_if = "WeightsHashes::is_empty")]
    pub weights: WeightsHashes,
    /// What was asked for.
    #[serde(flatten)]
    pub request: Request,
    /// The number of games, at most.
    pub games: u64,
    /// Whether the results depend on the plan alone: not when a bot's budget is time.
    pub reproducible: bool,
    /// The command that makes this run again.
    pub command: String,
}

impl Plan {
    /// The plan of what is asked for, once all values are allowed.
    ///
    /// # Errors
    /// When the number of players, a bot, their number, the number of deals or the shard is not allowed.
    pub fn new<'a, G: Evaluate>(request: Request, venue: impl Into<Venue<'a, G>>) -> Result<Plan, ArenaError> {
        let venue = venue.into();
        let games = request.check(venue)?;
        let reproducible = request.bots.irreproducible().next().is_none();
        let plan = Plan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION.to_owned(),
            rules_hash: rules_hash(venue.rules),
            weights: WeightsHashes::of::<G>(venue.bots, request.bots.specs())?,
            games,
            reproducible,
            command: command_of(&request, G::NAME),
            request,
        };
        match plan.request.shard {
            None => Ok(plan),
            Some(shard) => plan.part(shard),
        }
    }

    /// A plan of a game that there is none of.
    #[cfg(test)]
    pub(crate) fn unchecked(request: &Request, game: &str) -> Plan {
        use riverlab_engine::games::toy::{Dice, FixedRules};
        let random = vec!["random".parse().expect("a spec"); request.bots.len()];
        let playable = Request { bots: Bots::from(random), ..request.clone() };
        let plan = Plan::new::<Dice>(playable, &FixedRules).expect("a plan");
        Plan { game: game.to_owned(), request: Request { bots: request.bots.clone(), ..plan.request }, ..plan }
    }

    /// Whether it is of an older version of riverlab, whose runs this one can read.
    pub fn is_older(&self) -> bool {
        READABLE_VERSIONS.contains(&self.version.as_str())
    }

    /// The name of a bot.
    pub fn name(&self, bot: BotIdx) -> &str {
        self.request.bots.name(bot)
    }

    /// The games of this run.
    pub fn schedule(&self) -> Schedule {
        let (first, last) = self.deal_range();
        Schedule::new(self.request.schedule_spec(), first, last, self.request.seed)
    }

    /// The number of deals of all parts.
    fn all_deals(&self) -> u64 {
        self.request.schedule_spec().all_deals().expect("few enough to be planned")
    }

    /// The first and the last deal of this run.
    fn deal_range(&self) -> (u64, u64) {
        let deals = self.all_deals();
        self.request.shard.map_or((1, deals), |shard| shard.deal_range(deals))
    }

    /// The number of deals of this run, at most: those of its part, if it is one.
    pub fn deals_here(&self) -> u64 {
        let (first, last) = self.deal_range();
        last + 1 - first
    }

    /// A part of this run.
    ///
    /// # Errors
    /// When there are fewer deals than parts.
    pub fn part(&self, shard: Shard) -> Result<Plan, ArenaError> {
        shard.check(self.request.deals, "deals")?;
        let request = Request { shard: Some(shard), ..self.request.clone() };
        let mut part = Plan { request, command: command_of_part(&self.command, shard), ..self.clone() };
        part.games = part.deals_here() * (self.games / self.all_deals());
        Ok(part)
    }

    /// The run that this one is a part of; a run that is no part is returned as it is.
    #[must_use]
    pub fn of_all_parts(&self) -> Plan {
        let Some(shard) = self.request.shard else { return self.clone() };
        let request = Request { shard: None, ..self.request.clone() };
        let command = without_shard(&self.command, shard).to_owned();
        let games = request.schedule_spec().games().expect("few enough to be planned");
        Plan { request, games, command, ..self.clone() }
    }
}

/// A fingerprint of the rules tables: the first 16 hexadecimal digits of their SHA-256.
pub fn rules_hash(rules: &impl GameRules) -> String {
    fingerprint(rules.canonical())
}

/// The first 16 hexadecimal digits of the SHA-256 of a text.
pub(crate) fn fingerprint(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use riverlab_engine::games::toy::{Dice, FixedRules};

    #[test]
    fn shards_cover_all_deals_once() {
        let bots = ["random", "greedy"].map(|text| text.parse().expect("a spec")).to_vec();
        let all = Plan::new::<Dice>(Request::tournament(2, bots, 10, 1), &FixedRules).expect("a plan");
        for of in 1..=10 {
            let parts: Vec<Plan> = (1..=of).map(|number| all.part(Shard { number, of }).expect("a part")).collect();
            let mut next = 1;
            for part in &parts {
                let (first, last) = part.deal_range();
                assert!(first == next && last >= first, "{first} {last}");
                next = last + 1;
                assert_eq!(part.of_all_parts(), all);
            }
            assert_eq!(next, 11);
            assert_eq!(parts.iter().map(|part| part.games).sum::<u64>(), all.games);
        }
        assert!(all.part(Shard { number: 1, of: 11 }).is_err());
    }
}
