//! What the user asks for, before it is known whether it can be played.

use riverlab_bots::BotSpec;
use riverlab_stats::RankRule;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::plan::bots::{Bots, first_copies};
use crate::plan::comparison::Comparison;
use crate::plan::shard::Shard;
use crate::plan::shard::indivisible;
use crate::plan::stop_rule::StopRule;
use crate::schedule::{Pairing, ScheduleSpec};
use crate::table::Table;

/// More games than anybody plays.
const MAX_GAMES: u64 = 1_000_000_000_000;
/// Why a run has no parts.
const STOPS: &str = "a run that stops by its results cannot be split";
/// More bots than anybody compares.
const MAX_BOTS: usize = 1000;

/// What the user asks for. [`Plan::new`](crate::plan::Plan::new) makes a plan of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The number of players.
    pub players: usize,
    /// The bots.
    pub bots: Bots,
    /// Who meets whom.
    pub pairing: Pairing,
    /// What a match compares; nothing in a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The master seed.
    pub seed: u64,
    /// The number of deals that each line-up plays, at most.
    pub deals: u64,
    /// When to stop before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
    /// The programs among the bots.
    #[serde(default, skip_serializing_if = "Programs::is_empty")]
    pub programs: Programs,
    /// Which part of the deals to play; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl Request {
    /// A tournament of all line-ups.
    pub fn tournament(players: usize, bots: Vec<BotSpec>, deals: u64, seed: u64) -> Request {
        Request {
            players,
            bots: Bots::from(bots),
            pairing: Pairing::Full,
            comparison: None,
            seed,
            deals,
            stop: None,
            programs: Programs::default(),
            shard: None,
        }
    }

    /// The same, in which bots can be programs that have said who they are.
    #[must_use]
    pub fn with_programs(self, programs: Programs) -> Request {
        let bots = Bots::marked(self.bots.specs().to_vec(), |spec| programs.mark_of(spec));
        Request { bots, programs, ..self }
    }

    /// The size of the schedule of all deals.
    pub fn schedule_spec(&self) -> ScheduleSpec {
        ScheduleSpec { pairing: self.pairing, bots: self.bots.len(), players: self.players, deals: self.deals }
    }

    /// Whether the bots can be made.
    pub(super) fn check_specs(&self, table: &dyn Table) -> Result<(), ArenaError> {
        Ok(self.bots.specs().iter().try_for_each(|spec| table.check_bot(spec, &self.programs))?)
    }

    /// Whether the game can be played so, by whatever bots; returns the number of games of all deals.
    pub(super) fn check(&self, table: &dyn Table) -> Result<u64, ArenaError> {
        table.facts().check_players("--players", self.players)?;
        self.check_bots()?;
        self.check_comparison()?;
        let spec = self.schedule_spec();
        spec.check().map_err(|error| ArenaError::Usage(format!("--schedule {error}")))?;
        self.check_stop(table)?;
        spec.games().filter(|games| *games <= MAX_GAMES).ok_or_else(|| {
            let (bots, deals) = (self.bots.len(), self.deals);
            ArenaError::Usage(format!("--bots: {bots} bots and {deals} deals make more than {MAX_GAMES} games"))
        })
    }

    fn check_bots(&self) -> Result<(), ArenaError> {
        if self.bots.is_empty() {
            return Err(ArenaError::Usage("--bots: none are given".to_owned()));
        }
        if self.bots.len() > MAX_BOTS {
            return Err(ArenaError::Usage(format!("--bots: {} bots: at most {MAX_BOTS}", self.bots.len())));
        }
        if self.bots != Bots::marked(self.bots.specs().to_vec(), |spec| self.programs.mark_of(spec)) {
            return Err(ArenaError::Usage("--bots: the marks of programs do not fit what these said".to_owned()));
        }
        Ok(())
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

    /// Whether an order can be settled.
    fn check_ranks(&self, rule: RankRule, table: &dyn Table) -> Result<(), ArenaError> {
        let wrong = |text: String| Err(ArenaError::Usage(text));
        let different = different_bots(self.bots.specs(), table);
        if self.comparison.is_some() {
            return wrong("--deals auto:ranks: a match compares two bots; use --sprt, or auto:WIDTH".to_owned());
        }
        if self.pairing != Pairing::Full {
            return wrong(format!(
                "--deals auto:ranks: needs the schedule full, in which all bots meet the same field, not {}",
                self.pairing
            ));
        }
        if !(2..=RankRule::MAX_BOTS).contains(&different) {
            let most = RankRule::MAX_BOTS;
            return wrong(format!("--deals auto:ranks: {different} different bots: needs 2 to {most}"));
        }
        if self.shard.is_some() {
            return Err(indivisible(STOPS));
        }
        if rule.most_deals(different) != self.deals {
            return wrong("--deals auto:ranks: the number of deals follows from the margin".to_owned());
        }
        Ok(())
    }

    fn check_stop(&self, table: &dyn Table) -> Result<(), ArenaError> {
        let wrong = |text: &str| Err(ArenaError::Usage(text.to_owned()));
        let range = self.comparison.map_or(1.0, Comparison::range);
        if self.stop.and_then(StopRule::width).is_some_and(|width| width.most_blocks(range) != self.deals) {
            return wrong("--deals auto: the number of deals follows from the width");
        }
        if self.stop.and_then(StopRule::sprt).is_some() && self.comparison.is_none() {
            return wrong("--sprt: only a match has a sequential test");
        }
        if let Some(rule) = self.stop.and_then(StopRule::ranks) {
            return self.check_ranks(rule, table);
        }
        let swiss = matches!(self.pairing, Pairing::Swiss { .. });
        match (&self.stop, self.shard) {
            (Some(StopRule::Width(_)), _) if swiss => wrong("--deals auto: a Swiss has a fixed number of deals"),
            (Some(_), Some(_)) => Err(indivisible(STOPS)),
            (None, Some(_)) if swiss => Err(indivisible("a Swiss cannot be split: its rounds depend on results")),
            _ => Ok(()),
        }
    }
}

/// The number of different bots.
pub fn different_bots(bots: &[BotSpec], table: &dyn Table) -> usize {
    (0..).zip(first_copies(bots, table)).filter(|(bot, first)| bot == first).count()
}
