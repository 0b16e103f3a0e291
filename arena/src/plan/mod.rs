//! What a run is: everything that its results depend on.
//!
//! A [`Request`] is what the user asks for, a [`Plan`] is a request that this version of the game can play. Plans know no
//! folder, no number of threads and no clock: two runs with equal plans have equal results.

mod bots;
mod command_line;
mod comparison;
mod context;
mod request;
mod shard;
mod stop_rule;
mod weights;

use riverlab_stats::Sprt;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::external::programs::OnFault;
use crate::schedule::{BotIdx, Schedule};
use crate::table::game_rows;
use crate::table::{Playing, Table};

pub use bots::{Bots, first_copies, spec_of_name};
pub use command_line::{command_of_part, without_shard};
pub use comparison::Comparison;
pub use context::GameContext;
pub use context::{Difference, RulesContext};
pub use request::Request;
pub use request::different_bots;
pub use shard::Shard;
pub use shard::indivisible;
pub use stop_rule::StopRule;
pub(crate) use weights::weights_used;
pub use weights::{WeightsHashes, weights_notes};

/// A tournament, a match, or a part of a tournament: two runs with equal plans have equal results.
///
/// ```
/// use riverlab_arena::plan::{Plan, Request};
/// use riverlab_arena::table::GameTable;
/// use riverlab_engine::games::toy::Dice;
///
/// let bots = ["random", "greedy", "ply"].map(|text| text.parse().expect("a spec")).to_vec();
/// let plan = Plan::new(Request::tournament(2, bots, 10, 1), &GameTable::<Dice>::standard())?;
/// // Three line-ups of two bots, each in two rotations, on ten deals.
/// assert_eq!(plan.games, 60);
/// assert_eq!(plan.command, "riverlab tournament dice --players 2 --bots random greedy ply --deals 10 --seed 1");
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The program, the game, its rules, and learned weights.
    #[serde(flatten)]
    pub context: GameContext,
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
    pub fn new(request: Request, table: &dyn Table) -> Result<Plan, ArenaError> {
        table.facts().check_players("--players", request.players)?;
        request.check_specs(table)?;
        let context = GameContext::of(table, request.bots.specs())?;
        Plan::of_context(request, context, table)
    }

    /// The plan of the same request, of a run that is read: its bots need not be here.
    ///
    /// # Errors
    /// As [`new`](Self::new), but for bots.
    pub(crate) fn again(&self, table: &dyn Table) -> Result<Plan, ArenaError> {
        let weights = self.context.weights.clone();
        Plan::of_context(self.request.clone(), GameContext { weights, ..GameContext::of(table, &[])? }, table)
    }

    fn of_context(request: Request, context: GameContext, table: &dyn Table) -> Result<Plan, ArenaError> {
        let games = request.check(table)?;
        let reproducible = request.bots.irreproducible().next().is_none();
        let (shard, request) = (request.shard, Request { shard: None, ..request });
        let command = request.command_text(&context);
        let plan = Plan { context, request, games, reproducible, command };
        match shard {
            None => Ok(plan),
            Some(shard) => plan.part(shard),
        }
    }

    /// A plan for a game that does not exist.
    #[cfg(test)]
    pub(crate) fn unchecked(request: &Request, game: &str) -> Plan {
        use riverlab_engine::games::toy::Dice;

        use crate::table::GameTable;
        let random = vec!["random".parse().expect("a spec"); request.bots.len()];
        let playable = Request { bots: Bots::from(random), ..request.clone() };
        let mut plan = Plan::new(playable, &GameTable::<Dice>::standard()).expect("a plan");
        plan.context.game = game.to_owned();
        plan.request.bots = request.bots.clone();
        plan
    }

    /// The name of a bot.
    pub fn name(&self, bot: BotIdx) -> &str {
        self.request.bots.name(bot)
    }

    /// Whether a program that fails forfeits its game, so that tables count forfeits.
    pub(crate) fn can_forfeit(&self) -> bool {
        self.request.programs.on_fault == OnFault::Forfeit
    }

    /// The header row of `games.csv`.
    pub(crate) fn games_header(&self, table: &dyn Table) -> String {
        game_rows::header(&table.facts().parts, self.request.programs.on_fault)
    }

    /// What its games have in common, for those who play them.
    pub fn playing(&self, table: &dyn Table) -> Playing<'_> {
        let Request { players, seed, bots, programs, .. } = &self.request;
        Playing {
            players: *players,
            seed: *seed,
            bots: bots.specs(),
            names: bots.names(),
            programs,
            keeps_moves: table.facts().has_components,
        }
    }

    /// What is to be said of its sequential test, if it has one that ends before anything can be decided.
    pub fn cannot_decide(&self) -> Option<String> {
        self.request.stop.and_then(StopRule::sprt).and_then(|_| Sprt::cannot_decide(self.request.deals))
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
    pub(crate) fn deals_here(&self) -> u64 {
        let (first, last) = self.deal_range();
        last + 1 - first
    }

    /// A part of this run.
    ///
    /// # Errors
    /// When there are fewer deals than parts.
    pub(crate) fn part(&self, shard: Shard) -> Result<Plan, ArenaError> {
        shard.check(self.request.deals)?;
        let request = Request { shard: Some(shard), ..self.request.clone() };
        let command = request.command_text(&self.context);
        let mut part = Plan { request, command, ..self.clone() };
        part.games = part.deals_here() * (self.games / self.all_deals());
        Ok(part)
    }

    /// The run that this one is a part of; a run that is no part is returned as it is.
    #[must_use]
    pub(crate) fn of_all_parts(&self) -> Plan {
        if self.request.shard.is_none() {
            return self.clone();
        }
        let request = Request { shard: None, ..self.request.clone() };
        let games = request.schedule_spec().games().expect("few enough to be planned");
        Plan { games, command: request.command_text(&self.context), request, ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
