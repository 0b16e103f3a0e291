//! What a run is: everything that its results depend on.

use riverlab_bots::{BotSpec, Evaluate, registry};
use riverlab_engine::{GameRules, RulesSource};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::ArenaError;
use crate::schedule::Schedule;

/// A tournament: two runs with equal plans have equal results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of riverlab.
    pub version: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: String,
    /// A fingerprint of its component tables.
    pub rules_hash: String,
    /// The number of players.
    pub players: usize,
    /// The names of the bots: their specs, a second copy as `spec#2`.
    pub bots: Vec<String>,
    /// The master seed.
    pub seed: u64,
    /// The number of deals that each line-up plays.
    pub deals: u64,
    /// The number of games.
    pub games: u64,
    /// Whether the results depend on the plan alone: not when a bot's budget is time.
    pub reproducible: bool,
    /// The command that makes this run again.
    pub command: String,
}

/// More games than anybody plays.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// What the user asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the rules come from.
    pub rules: RulesSource,
    /// The number of players.
    pub players: usize,
    /// The bots.
    pub bots: Vec<BotSpec>,
    /// The master seed.
    pub seed: u64,
    /// The number of deals.
    pub deals: u64,
}

impl Request {
    /// The plan for this game, once all values are allowed.
    ///
    /// # Errors
    /// When the number of players, a bot or the number of deals is not allowed.
    pub fn plan<G: Evaluate>(&self, rules: &G::Rules) -> Result<Plan, ArenaError> {
        check_players::<G>("--players", self.players)?;
        for bot in &self.bots {
            registry::build::<G>(bot)?;
        }
        let games = Schedule::new(self.bots.len(), self.players, self.deals).games();
        let games = games.filter(|games| *games <= MOST_GAMES).ok_or_else(|| {
            let (bots, deals) = (self.bots.len(), self.deals);
            ArenaError::Usage(format!("--bots: {bots} bots and {deals} deals make more than {MOST_GAMES} games"))
        })?;
        Ok(Plan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION.to_owned(),
            rules_hash: rules_hash(rules),
            players: self.players,
            bots: names(&self.bots),
            seed: self.seed,
            deals: self.deals,
            games,
            reproducible: !self.bots.iter().any(BotSpec::is_timed),
            command: self.command(G::NAME),
        })
    }

    fn command(&self, game: &str) -> String {
        let mut words = vec!["riverlab tournament".to_owned(), game.to_owned()];
        if let Some((file, _)) = &self.rules.file {
            words.push(format!("--rules {}", quoted(file)));
        }
        words.extend(self.rules.sets.iter().map(|set| format!("--set {}", quoted(set))));
        words.push(format!("--players {}", self.players));
        words.push("--bots".to_owned());
        words.extend(self.bots.iter().map(ToString::to_string));
        words.push(format!("--deals {} --seed {}", self.deals, self.seed));
        words.join(" ")
    }
}

/// Whether a game can be played by so many; `what` names the value in the message.
///
/// # Errors
/// When it cannot; the message says which numbers are allowed.
pub fn check_players<G: Evaluate>(what: &str, players: usize) -> Result<(), ArenaError> {
    if G::PLAYERS.contains(&players) {
        return Ok(());
    }
    Err(ArenaError::Usage(format!("{what} {players}: {} is for {} players", G::NAME, players_text::<G>())))
}

/// The numbers of players that can play a game: `2` or `2 to 4`.
pub fn players_text<G: Evaluate>() -> String {
    let (least, most) = (G::PLAYERS.start(), G::PLAYERS.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A fingerprint of the component tables: the first 16 hexadecimal digits of their SHA-256.
pub fn rules_hash(rules: &impl GameRules) -> String {
    let digest = Sha256::digest(rules.canonical().as_bytes());
    digest.iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The bots' names: the spec, and for further copies the spec with `#2`, `#3`, ….
fn names(bots: &[BotSpec]) -> Vec<String> {
    let name = |(idx, spec): (usize, &BotSpec)| match bots[..idx].iter().filter(|earlier| *earlier == spec).count() {
        0 => spec.to_string(),
        copies => format!("{spec}#{}", copies + 1),
    };
    bots.iter().enumerate().map(name).collect()
}

fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_numbered() {
        let specs = ["random", "greedy", "random", "random"].map(|text| text.parse().expect("a spec"));
        assert_eq!(names(&specs), ["random", "greedy", "random#2", "random#3"]);
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("spaces.wood.2=2 each"), "'spaces.wood.2=2 each'");
        assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
