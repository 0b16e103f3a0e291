//! The options of `mcts`. Each is declared here once, beside the type that its values are read as: a constant with its
//! name, its default, its meaning and the values that it allows. Those that say how simulations are played and valued
//! are declared in [`crate::simulate`].
//!
//! A new option needs a constant that is listed in `INFO`, a field that `MctsOptions::read` fills, and a line in the
//! test below.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::budget::Budget;
use super::select::{Formula, Selection};
use crate::eval::Evaluate;
use crate::eval::evaluator::EVAL;
use crate::options::{AllowedValues, BotInfo, BotOption, NumberOr, Options, Words};
use crate::simulate::{DEPTH, ROLLOUT, SimulationOptions, VALUE};
use crate::spec::{BotSpec, SpecError};

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "mcts",
    summary: "Monte Carlo tree search for n players, chance and hidden information",
    options: &[
        SIMS.info,
        MS.info,
        C.info,
        SELECT.info,
        ROLLOUT.info,
        DEPTH.info,
        VALUE.info,
        EVAL.info,
        PRIOR.info,
        POLICY.info,
        UNIFORM.info,
        CHANCE.info,
        REUSE.info,
        FINAL.info,
        EARLY.info,
        THREADS.info,
        OBSERVERS.info,
        SECRETS.info,
        SIMULTANEOUS.info,
        WORLDS.info,
        OPPONENTS.info,
        NODES.info,
    ],
    source: "UCT (Kocsis, Szepesvári 2006), information sets (Cowling, Powley, Whitehouse 2012)",
};

const SIMS: BotOption<RangeInclusive<u64>> =
    BotOption::new("sims", "1000", "simulations per decision, over all threads", 1..=1_000_000_000);

const MS: BotOption<NumberOr<u64>> = BotOption::new(
    BotSpec::TIME,
    BotSpec::UNTIMED,
    "milliseconds per decision instead: not reproducible",
    NumberOr { word: BotSpec::UNTIMED, range: 1..=3_600_000 },
);

const C: BotOption<RangeInclusive<f32>> = BotOption::new("c", "0.7", "exploration constant", 0.0..=1000.0);

const SELECT: BotOption<Words<Formula>> = BotOption::new(
    "select",
    "ucb1",
    "bandit formula: ucb1, puct",
    Words(&[("ucb1", Formula::Ucb1), ("puct", Formula::Puct)]),
);

const PRIOR: BotOption<NumberOr<f32>> = BotOption::new(
    "prior",
    "off",
    "weight of the value of the position after a move, or off",
    NumberOr { word: "off", range: 0.001..=1000.0 },
);

const POLICY: BotOption<Words<bool>> = BotOption::new(
    "policy",
    "off",
    "probabilities of moves (puct): by prior (off), or the learned policy's (learned; not for the first with a prior)",
    Words(&[("off", false), ("learned", true)]),
);

const UNIFORM: BotOption<RangeInclusive<f32>> = BotOption::new(
    "uniform",
    "0",
    "how much of the probabilities of the learned policy is the same for all moves",
    0.0..=1.0,
);

/// Whether chance events are part of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// They are not: a node stands for the moves of players only.
    Open,
    /// They are, as nodes.
    Closed,
}

const CHANCE: BotOption<Words<Chance>> = BotOption::new(
    "chance",
    "open",
    "chance events are part of the tree (closed) or drawn anew and forgotten (open)",
    Words(&[("open", Chance::Open), ("closed", Chance::Closed)]),
);

const REUSE: BotOption<Words<bool>> = BotOption::new(
    "reuse",
    "off",
    "keep what the last search found out about the position: on, off",
    Words(&[("on", true), ("off", false)]),
);

/// How the move is taken from the finished tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Final {
    /// The most visited move.
    Visits,
    /// The move with the best mean.
    Value,
}

const FINAL: BotOption<Words<Final>> = BotOption::new(
    "final",
    "visits",
    "the move played has the most visits or the best mean: visits, value",
    Words(&[("visits", Final::Visits), ("value", Final::Value)]),
);

const EARLY: BotOption<Words<bool>> = BotOption::new(
    "early",
    "on",
    "a decision ends as soon as no other move can have as many visits: on, off",
    Words(&[("on", true), ("off", false)]),
);

const THREADS: BotOption<RangeInclusive<u32>> =
    BotOption::new("threads", "1", "trees that grow side by side and are added up", 1..=256);

/// Whose knowledge the trees are about, in a game of imperfect information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observers {
    /// That of the player who thinks.
    Single,
    /// That of each player, in a tree for each.
    Multi,
}

const OBSERVERS: BotOption<Words<Observers>> = BotOption::new(
    "observers",
    "single",
    "one tree of what the player sees (single) or one for each player (multi)",
    Words(&[("single", Observers::Single), ("multi", Observers::Multi)]),
);

/// How the search takes what others have chosen unseen in a simultaneous choice that is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HiddenChoices {
    /// All of it is equally likely.
    Uniform,
    /// They choose it again in trees of their own.
    Search,
}

const SECRETS: BotOption<Words<HiddenChoices>> = BotOption::new(
    "secrets",
    "even",
    "what others chose unseen at the same time: any (even), or, with multi, chosen again (search)",
    Words(&[("even", HiddenChoices::Uniform), ("search", HiddenChoices::Search)]),
);

/// How moves are selected in simultaneous choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simultaneous {
    /// By the bandit formula, as everywhere else.
    Bandit,
    /// By [regret matching](super::regret).
    Regret,
}

const SIMULTANEOUS: BotOption<Words<Simultaneous>> = BotOption::new(
    "simultaneous",
    "bandit",
    "choices at the same time: like all (bandit), mixed by regret matching (regret)",
    Words(&[("bandit", Simultaneous::Bandit), ("regret", Simultaneous::Regret)]),
);

/// How often what is hidden and what chance will do is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worlds {
    /// For each simulation.
    Each,
    /// Once for each decision.
    One,
}

const WORLDS: BotOption<Words<Worlds>> = BotOption::new(
    "worlds",
    "each",
    "hidden and future cards are guessed for each simulation or decision: each, one",
    Words(&[("each", Worlds::Each), ("one", Worlds::One)]),
);

/// A bot that is known to sit at the other seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherBot;

impl AllowedValues for OtherBot {
    type Value = Option<BotSpec>;

    fn allowed(&self) -> String {
        "search or a bot in parentheses, such as (greedy)".to_owned()
    }

    fn parse(&self, text: &str) -> Option<Option<BotSpec>> {
        if text == "search" {
            return Some(None);
        }
        text.strip_prefix('(')?.strip_suffix(')')?.parse().ok().map(Some)
    }
}

pub(crate) const OPPONENTS: BotOption<OtherBot> = BotOption::new(
    "opponents",
    "search",
    "how others choose: as this bot would (search), or as another bot does, such as (greedy): a best response to it",
    OtherBot,
);

/// The least number of nodes of a tree: more than any position has moves.
const MIN_NODES: u32 = 1000;
const MAX_NODES: u32 = 1_000_000_000;

const NODES: BotOption<RangeInclusive<u32>> = BotOption::new(
    "nodes",
    "1000000",
    "with so many nodes (about 50 bytes each, twice with reuse) trees grow no more",
    MIN_NODES..=MAX_NODES,
);

/// What one tree is searched by.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// Which move a simulation tries.
    pub selection: Selection,
    /// Whether the prior probabilities of moves are those of the learned policy: all but those of the moves to choose
    /// from, if these have prior knowledge of their own.
    pub has_policy: bool,
    /// How much of the probabilities of the learned policy is the same for all moves, from 0 to 1.
    pub uniform: f32,
    /// How simulations go on beyond the tree, and are valued.
    pub simulation: SimulationOptions,
    /// Whose knowledge the trees are about, where something is hidden.
    pub observers: Observers,
    /// Whether chance events are part of the tree.
    pub chance: Chance,
    /// What others may have chosen unseen.
    pub hidden_choices: HiddenChoices,
    /// How moves are selected in simultaneous choices.
    pub simultaneous: Simultaneous,
    /// The largest number of nodes of one tree, of about 50 bytes each.
    pub max_nodes: u32,
}

/// The defaults of `mcts` that hold where a game has none of its own.
impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            selection: Selection { formula: Formula::Ucb1, c: 0.7, prior: 0.0 },
            has_policy: false,
            uniform: 0.0,
            simulation: SimulationOptions::default(),
            observers: Observers::Single,
            chance: Chance::Open,
            hidden_choices: HiddenChoices::Uniform,
            simultaneous: Simultaneous::Bandit,
            max_nodes: 1_000_000,
        }
    }
}

/// The values of all options.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MctsOptions {
    pub(crate) budget: Budget,
    pub(crate) search: SearchOptions,
    pub(crate) worlds: Worlds,
    pub(crate) reuse: bool,
    pub(crate) chosen_by: Final,
    pub(crate) may_end_early: bool,
    pub(crate) threads: u32,
}

impl MctsOptions {
    /// Reads all options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn read<G: Evaluate>(options: &Options<'_>) -> Result<Self, SpecError> {
        let threads = options.get(&THREADS)?;
        let sims = options.get(&SIMS)?;
        let ms = options.get(&MS)?;
        Ok(MctsOptions {
            budget: ms.map_or(Budget::Simulations(sims), |ms| Budget::Time(Duration::from_millis(ms))),
            search: SearchOptions::read::<G>(options, threads)?,
            worlds: options.get(&WORLDS)?,
            reuse: options.get(&REUSE)?,
            chosen_by: options.get(&FINAL)?,
            may_end_early: options.get(&EARLY)?,
            threads,
        })
    }
}

impl SearchOptions {
    fn read<G: Evaluate>(options: &Options<'_>, threads: u32) -> Result<Self, SpecError> {
        // Every thread has a tree of its own, which must not be too small.
        let nodes = BotOption { values: MIN_NODES * threads..=MAX_NODES, ..NODES };
        let simulation = SimulationOptions::read::<G>(options)?;
        let formula = options.get(&SELECT)?;
        // A game's default holds where it has a meaning.
        let has_policy = options.get(&POLICY)? && (formula == Formula::Puct || options.is_given(&POLICY));
        if has_policy {
            simulation.evaluator.check_policy::<G, _>(options, &POLICY)?;
            if formula != Formula::Puct {
                return Err(options.wrong(&POLICY, "off, or select=puct"));
            }
        }
        Ok(SearchOptions {
            selection: Selection { formula, c: options.get(&C)?, prior: options.get(&PRIOR)?.unwrap_or(0.0) },
            has_policy,
            uniform: options.get(&UNIFORM)?,
            simulation,
            observers: options.get(&OBSERVERS)?,
            chance: options.get(&CHANCE)?,
            hidden_choices: options.get(&SECRETS)?,
            simultaneous: options.get(&SIMULTANEOUS)?,
            max_nodes: options.get(&nodes)? / threads,
        })
    }
}

#[cfg(test)]
#[path = "options_tests.rs"]
mod tests;
