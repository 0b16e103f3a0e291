//! What a run is: everything that its results depend on.

use std::fmt;
use std::str::FromStr;

use riverlab_bots::{BotSpec, Evaluate, registry};
use riverlab_engine::{GameRules, RulesSource};
use serde::{Deserialize, Serialize};
use serde_with::{DeserializeFromStr, SerializeDisplay};
use sha2::{Digest, Sha256};

use crate::error::ArenaError;
use crate::schedule::{BotIdx, Pairing, Schedule, ScheduleSpec};
use crate::stats::{FixedWidth, Sprt};

/// A tournament, a match, or a part of a tournament: two runs with equal plans have equal results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of riverlab.
    pub version: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: String,
    /// A fingerprint of its component tables.
    pub rules_hash: String,
    /// What was changed in them.
    #[serde(default, skip_serializing_if = "RulesSource::is_standard")]
    pub rules: RulesSource,
    /// The number of players.
    pub players: usize,
    /// The bots' names: their specs, a second copy as `spec#2`, marked where their budget is time.
    pub bots: Vec<String>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// What a match compares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The master seed.
    pub seed: u64,
    /// The number of deals that each line-up plays, at most.
    pub deals: u64,
    /// When to stop before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
    /// Which part of the deals this run plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The number of games, at most.
    pub games: u64,
    /// Whether the results depend on the plan alone: not when a bot's budget is time.
    pub reproducible: bool,
    /// The command that makes this run again.
    pub command: String,
}

/// What a match compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// The first bot with an equal share.
    EqualShare,
    /// The first bot with the second, in the same seats of the same deals against the same field.
    Baseline,
}

impl Comparison {
    /// How many bots are put to the test: the first ones of the run.
    pub fn challengers(self) -> usize {
        match self {
            Comparison::EqualShare => 1,
            Comparison::Baseline => 2,
        }
    }

    /// The size of the range of what is compared: shares from 0 to 1, or differences from −1 to 1.
    pub fn range(self) -> f64 {
        match self {
            Comparison::EqualShare => 1.0,
            Comparison::Baseline => 2.0,
        }
    }
}

/// When a run stops before all of its deals are played. It looks after every whole deal, in the order of the deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopRule {
    /// When every interval of a share is as narrow as that.
    Width(f64),
    /// When a sequential test has decided.
    Sprt {
        /// The hypotheses.
        test: String,
        /// The probability of accepting the better hypothesis under the other.
        alpha: f64,
        /// The probability of the reverse.
        beta: f64,
    },
}

impl StopRule {
    /// The rule of fixed width, if it is one.
    ///
    /// # Errors
    /// When the plan was not made here.
    pub fn width(&self) -> Result<Option<FixedWidth>, ArenaError> {
        match self {
            StopRule::Width(width) => {
                let rule = FixedWidth::parse(&width.to_string());
                rule.map(Some).map_err(|error| ArenaError::Usage(format!("--deals auto: {error}")))
            }
            StopRule::Sprt { .. } => Ok(None),
        }
    }

    /// The sequential test, if it is one.
    ///
    /// # Errors
    /// When the plan was not made here.
    pub fn sprt(&self) -> Result<Option<Sprt>, ArenaError> {
        match self {
            StopRule::Width(_) => Ok(None),
            StopRule::Sprt { test, alpha, beta } => {
                Sprt::parse(test, *alpha, *beta).map(Some).map_err(|error| ArenaError::Usage(format!("--sprt {error}")))
            }
        }
    }
}

/// As on the command line: `auto:0.02`, `sprt:win:0.1`.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Width(width) => write!(f, "auto:{width}"),
            StopRule::Sprt { test, .. } => write!(f, "sprt:{test}"),
        }
    }
}

/// One of several equal parts of a run, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, SerializeDisplay, DeserializeFromStr)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of && of <= 10_000 => Ok(Shard { number, of }),
            _ => Err("expected K/M, part K of M, with K from 1 to M and M at most 10000".to_owned()),
        }
    }
}

/// More games than anybody plays.
const MAX_GAMES: u64 = 1_000_000_000_000;
/// More bots than anybody compares.
const MAX_BOTS: usize = 1000;

/// What the user asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the rules come from.
    pub rules: RulesSource,
    /// The number of players.
    pub players: usize,
    /// The bots.
    pub bots: Vec<BotSpec>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// What a match compares, if it is one.
    pub comparison: Option<Comparison>,
    /// The master seed.
    pub seed: u64,
    /// The number of deals, at most.
    pub deals: u64,
    /// When to stop before.
    pub stop: Option<StopRule>,
    /// Which part of the deals to play.
    pub shard: Option<Shard>,
}

impl Request {
    /// A tournament of all line-ups under the standard rules.
    pub fn tournament(players: usize, bots: Vec<BotSpec>, deals: u64, seed: u64) -> Request {
        Request {
            rules: RulesSource::default(),
            players,
            bots,
            pairing: Pairing::Full,
            comparison: None,
            seed,
            deals,
            stop: None,
            shard: None,
        }
    }

    /// The plan for this game, once all values are allowed.
    ///
    /// # Errors
    /// When the number of players, a bot, their number, the number of deals or the shard is not allowed.
    pub fn plan<G: Evaluate>(&self, rules: &G::Rules) -> Result<Plan, ArenaError> {
        check_players::<G>("--players", self.players)?;
        if self.bots.is_empty() {
            return Err(ArenaError::Usage("--bots: none are given".to_owned()));
        }
        if self.bots.len() > MAX_BOTS {
            return Err(ArenaError::Usage(format!("--bots: {} bots: at most {MAX_BOTS}", self.bots.len())));
        }
        for bot in &self.bots {
            registry::build::<G>(bot)?;
        }
        self.check_comparison()?;
        let scheme =
            ScheduleSpec { pairing: self.pairing, bots: self.bots.len(), players: self.players, deals: self.deals };
        scheme.check().map_err(|error| ArenaError::Usage(format!("--schedule {error}")))?;
        self.check_stop()?;
        let games = scheme.games().filter(|games| *games <= MAX_GAMES).ok_or_else(|| {
            let (bots, deals) = (self.bots.len(), self.deals);
            ArenaError::Usage(format!("--bots: {bots} bots and {deals} deals make more than {MAX_GAMES} games"))
        })?;
        let mut plan = Plan {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION.to_owned(),
            rules_hash: rules_hash(rules),
            rules: self.rules.clone(),
            players: self.players,
            bots: names(&self.bots),
            pairing: self.pairing,
            comparison: self.comparison,
            seed: self.seed,
            deals: self.deals,
            stop: self.stop.clone(),
            shard: None,
            games,
            reproducible: !self.bots.iter().any(BotSpec::is_timed),
            command: self.command(G::NAME),
        };
        if let Some(shard) = self.shard {
            plan = plan.part(shard)?;
        }
        Ok(plan)
    }

    /// A plan of a game that there is none of.
    #[cfg(test)]
    pub(crate) fn unchecked_plan(&self, game: &str) -> Plan {
        use riverlab_engine::games::toy::{Dice, FixedRules};
        let random = vec!["random".parse().expect("a spec"); self.bots.len()];
        let request = Request { bots: random, ..self.clone() };
        let plan = request.plan::<Dice>(&FixedRules);
        Plan { game: game.to_owned(), bots: names(&self.bots), ..plan.expect("a plan") }
    }

    /// A match has a gauntlet of the bots that it compares.
    fn check_comparison(&self) -> Result<(), ArenaError> {
        let challengers = self.comparison.map(Comparison::challengers);
        match (challengers, self.pairing) {
            (None, _) => Ok(()),
            (Some(compared), Pairing::Gauntlet { challengers }) if compared == challengers => Ok(()),
            (Some(_), other) => Err(ArenaError::Usage(format!("a match has no schedule {other}"))),
        }
    }

    fn check_stop(&self) -> Result<(), ArenaError> {
        let swiss = matches!(self.pairing, Pairing::Swiss { .. });
        let wrong = |text: &str| Err(ArenaError::Usage(text.to_owned()));
        if let Some(stop) = &self.stop {
            stop.sprt()?;
            let width = stop.width()?;
            let range = self.comparison.map_or(1.0, Comparison::range);
            if width.is_some_and(|width| width.most_blocks(range) != self.deals) {
                return wrong("--deals auto: the number of deals follows from the width");
            }
            if matches!(stop, StopRule::Sprt { .. }) && self.comparison.is_none() {
                return wrong("--sprt: only a match has a sequential test");
            }
        }
        match (&self.stop, self.shard) {
            (Some(StopRule::Width(_)), _) if swiss => wrong("--deals auto: a Swiss has a fixed number of deals"),
            (Some(_), Some(_)) => wrong("--shard: a run that stops by its results cannot be split"),
            (None, Some(_)) if swiss => wrong("--shard: a Swiss cannot be split: its rounds depend on results"),
            _ => Ok(()),
        }
    }

    fn command(&self, game: &str) -> String {
        let what = if self.comparison.is_some() { "match" } else { "tournament" };
        let mut words = vec![format!("riverlab {what}"), game.to_owned()];
        if let Some((file, _)) = &self.rules.file {
            words.push(format!("--rules {}", quoted(file)));
        }
        words.extend(self.rules.sets.iter().map(|set| format!("--set {}", quoted(set))));
        words.push(format!("--players {}", self.players));
        self.push_bots(&mut words);
        match &self.stop {
            Some(StopRule::Width(width)) => words.push(format!("--deals auto:{width}")),
            Some(StopRule::Sprt { test, alpha, beta }) => {
                words.push(format!("--sprt={test} --alpha {alpha} --beta {beta} --deals {}", self.deals));
            }
            None => words.push(format!("--deals {}", self.deals)),
        }
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }

    fn push_bots(&self, words: &mut Vec<String>) {
        let list = |bots: &[BotSpec]| bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match self.comparison {
            None => {
                words.push(format!("--bots {}", list(&self.bots)));
                if self.pairing != Pairing::Full {
                    words.push(format!("--schedule {}", self.pairing));
                }
            }
            Some(comparison) => {
                words.push(format!("--focus {}", self.bots[0]));
                if comparison == Comparison::Baseline {
                    words.push(format!("--baseline {}", self.bots[1]));
                }
                words.push(format!("--against {}", list(&self.bots[comparison.challengers()..])));
            }
        }
    }
}

/// The mark of a bot whose budget is time, at the end of its name, so that it stands in every file.
const TIMED: &str = "[timed]";
/// How the command line of a part ends.
const SHARD: &str = " --shard ";

impl Plan {
    /// The bots.
    ///
    /// # Errors
    /// When the plan was not made here.
    pub fn specs(&self) -> Result<Vec<BotSpec>, ArenaError> {
        Ok(self.bots.iter().map(|name| spec_of_name(name).parse()).collect::<Result<_, _>>()?)
    }

    /// The name of a bot.
    pub fn name(&self, bot: BotIdx) -> &str {
        &self.bots[usize::from(bot)]
    }

    /// The names of the bots whose budget is time.
    pub fn timed(&self) -> impl Iterator<Item = &str> {
        self.bots.iter().map(String::as_str).filter(|name| name.ends_with(TIMED))
    }

    /// For each bot the first one with the same spec.
    pub fn first_copies(&self) -> Vec<BotIdx> {
        let specs: Vec<&str> = self.bots.iter().map(|name| spec_of_name(name)).collect();
        let first = |spec: &&str| specs.iter().position(|other| other == spec).expect("itself") as BotIdx;
        specs.iter().map(first).collect()
    }

    /// What has to be asked for to get this plan.
    ///
    /// # Errors
    /// When the plan was not made here.
    pub fn request(&self) -> Result<Request, ArenaError> {
        Ok(Request {
            rules: self.rules.clone(),
            players: self.players,
            bots: self.specs()?,
            pairing: self.pairing,
            comparison: self.comparison,
            seed: self.seed,
            deals: self.deals,
            stop: self.stop.clone(),
            shard: self.shard,
        })
    }

    /// The size of the whole schedule.
    pub fn scheme(&self) -> ScheduleSpec {
        ScheduleSpec { pairing: self.pairing, bots: self.bots.len(), players: self.players, deals: self.deals }
    }

    /// The games of this run.
    pub fn schedule(&self) -> Schedule {
        let (first, last) = self.deal_range();
        Schedule::new(self.scheme(), first, last, self.seed)
    }

    /// The first and the last deal of this run.
    fn deal_range(&self) -> (u64, u64) {
        let deals = self.scheme().all_deals().expect("few enough to be planned");
        match self.shard {
            None => (1, deals),
            Some(Shard { number, of }) => {
                let end = |number: u64| (u128::from(deals) * u128::from(number) / u128::from(of)) as u64;
                (end(number - 1) + 1, end(number))
            }
        }
    }

    /// The number of deals of this run, at most.
    pub fn deals_here(&self) -> u64 {
        let (first, last) = self.deal_range();
        last + 1 - first
    }

    /// A part of this run.
    ///
    /// # Errors
    /// When there are fewer deals than parts.
    pub fn part(&self, shard: Shard) -> Result<Plan, ArenaError> {
        let deals = self.deals;
        if deals < shard.of {
            return Err(ArenaError::Usage(format!(
                "--shard {shard}: {deals} deals cannot be split into {} parts",
                shard.of
            )));
        }
        let mut part = Plan { shard: Some(shard), command: format!("{}{SHARD}{shard}", self.command), ..self.clone() };
        part.games = part.deals_here() * (self.games / self.scheme().all_deals().expect("few enough"));
        Ok(part)
    }

    /// The run that this one is a part of.
    #[must_use]
    pub fn whole(&self) -> Plan {
        let mut whole = Plan { shard: None, ..self.clone() };
        let end = self.shard.map_or(String::new(), |shard| format!("{SHARD}{shard}"));
        if let Some(command) = self.command.strip_suffix(&end) {
            command.clone_into(&mut whole.command);
        }
        whole.games = whole.scheme().games().expect("few enough to be planned");
        whole
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

/// The bots' names: the spec, for further copies with `#2`, `#3`, …, and with `[timed]` where the budget is time.
pub fn names(bots: &[BotSpec]) -> Vec<String> {
    let name = |(idx, spec): (usize, &BotSpec)| {
        let copies = bots[..idx].iter().filter(|earlier| *earlier == spec).count();
        marked(spec, &if copies == 0 { String::new() } else { format!("#{}", copies + 1) })
    };
    bots.iter().enumerate().map(name).collect()
}

/// A spec with the number of a copy, and with the mark of time budgets.
pub fn marked(spec: &BotSpec, number: &str) -> String {
    format!("{spec}{number}{}", if spec.is_timed() { TIMED } else { "" })
}

/// The spec in a bot's name.
pub fn spec_of_name(name: &str) -> &str {
    let spec = name.strip_suffix(TIMED).unwrap_or(name);
    spec.split_once('#').map_or(spec, |(spec, _)| spec)
}

/// A word as it is typed in a shell.
pub fn quoted(text: &str) -> String {
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
    use riverlab_engine::games::toy::{Dice, FixedRules};

    fn plan(bots: &[&str], deals: u64) -> Plan {
        let bots = bots.iter().map(|text| text.parse().expect("a spec")).collect();
        Request::tournament(2, bots, deals, 1).plan::<Dice>(&FixedRules).expect("a plan")
    }

    #[test]
    fn copies_are_numbered_and_time_budgets_marked() {
        let plan = plan(&["random", "greedy", "random", "mcts:ms=5", "mcts:ms=5"], 1);
        assert_eq!(plan.bots, ["random", "greedy", "random#2", "mcts:ms=5[timed]", "mcts:ms=5#2[timed]"]);
        assert_eq!(plan.first_copies(), [0, 1, 0, 3, 3]);
        let specs = plan.specs().expect("specs");
        assert_eq!(names(&specs), plan.bots);
    }

    #[test]
    fn shards_cover_all_deals_once() {
        let whole = plan(&["random", "greedy"], 10);
        for of in 1..=10 {
            let parts: Vec<Plan> = (1..=of).map(|number| whole.part(Shard { number, of }).expect("a part")).collect();
            let mut next = 1;
            for part in &parts {
                let (first, last) = part.deal_range();
                assert!(first == next && last >= first, "{first} {last}");
                next = last + 1;
                assert_eq!(part.whole(), whole);
            }
            assert_eq!(next, 11);
            assert_eq!(parts.iter().map(|part| part.games).sum::<u64>(), whole.games);
        }
        assert!(whole.part(Shard { number: 1, of: 11 }).is_err());
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        assert_eq!("2/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/8".to_owned()));
        for wrong in ["", "2", "0/3", "4/3", "1/0", "1/99999", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("spaces.wood.2=2 each"), "'spaces.wood.2=2 each'");
        assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
