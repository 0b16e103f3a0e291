//! From what a user asks to the plan of a study.

use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::plan::{Bots, GameContext, first_copies};
use riverlab_arena::shell::command_text;
use riverlab_bots::BotSpec;
use riverlab_engine::{Intervention, Scope};

use super::budget::Budget;
use super::family::{family, with_siblings};
use super::plan::{StudyPlan, Subject, Task};
use super::setup::{StudySetup, StudyTable};
use super::stage::Stage;
use super::study::interactions::possible_pairs;
use super::verdict::Direction;

/// What the user asks for.
#[derive(Clone, Debug)]
pub struct StudyRequest {
    /// What is asked.
    pub task: Task,
    /// The number of players.
    pub players: usize,
    /// The bots; each plays against copies of itself.
    pub bots: Vec<BotSpec>,
    /// The programs among them.
    pub programs: Programs,
    /// Names, kinds and patterns of components; where there is none, the kinds that people ask about first.
    pub components: Vec<String>,
    /// What is done to them.
    pub interventions: Vec<Intervention>,
    /// Effects within it are balanced: a win share, more than 0 and less than 1.
    pub margin: f64,
    /// The number of deals that everything is played on.
    pub deals: u64,
    /// The number of fresh deals for what stands out in those; 0 to leave this out.
    pub confirm: u64,
    /// How much may be played until everything is decided; none where the number of deals is fixed.
    pub budget: Option<Budget>,
    /// The master seed.
    pub seed: u64,
}

impl StudyRequest {
    /// The plan for this game, once all values are allowed.
    ///
    /// # Errors
    /// When the number of players, a bot, a component, an intervention or the margin is not allowed.
    pub fn plan(&self, table: &dyn StudyTable) -> Result<StudyPlan, ArenaError> {
        table.facts().check_players("--players", self.players)?;
        self.check_values(table)?;
        self.check_task()?;
        self.check_adaptive()?;
        let bots = Bots::marked(self.bots.clone(), |spec| self.programs.mark_of(spec));
        let by_the_clock = self.budget.is_some_and(|budget| budget.time().is_some());
        let reproducible = bots.irreproducible().next().is_none() && !by_the_clock;
        let plan = StudyPlan {
            study: self.task.clone(),
            context: GameContext::of(table, &self.bots)?,
            players: self.players,
            reproducible,
            bots,
            programs: self.programs.clone(),
            family: self.family(table)?,
            margin: self.margin,
            deals: self.deals,
            confirm: self.confirm,
            budget: self.budget,
            seed: self.seed,
            shard: None,
            command: command_text("balance", &table.facts().name, &table.facts().source, &self.words()),
        };
        // Tables that an intervention makes invalid are found here, before anything is written.
        let setup = StudySetup::new(&plan, table)?;
        if matches!(plan.study, Task::Interactions(_)) && possible_pairs(&setup).is_empty() {
            let family: Vec<String> = plan.family.iter().map(ToString::to_string).collect();
            return Err(ArenaError::Usage(format!(
                "--interactions: no two of {} can be done at the same time",
                family.join(", ")
            )));
        }
        let first = Stage::first(&plan);
        table.prepare(&setup, &first, &AtomicBool::new(false))?;
        check_budget(&plan, &first)?;
        Ok(plan)
    }

    /// What is asked about, and for a suggestion what it is compared with.
    fn family(&self, table: &dyn StudyTable) -> Result<Vec<Subject>, ArenaError> {
        let asked = family(table, self.players, &self.components, &self.interventions)?;
        Ok(match self.task {
            Task::Suggestion => with_siblings(table, self.players, &asked),
            Task::Effects | Task::Sensitivity(_) | Task::Interactions(_) => asked,
        })
    }

    /// Whether the margin is a share, and all bots and interventions are different.
    fn check_values(&self, table: &dyn StudyTable) -> Result<(), ArenaError> {
        let usage = |text: String| Err(ArenaError::Usage(text));
        if !(self.margin > 0.0 && self.margin < 1.0) {
            return usage(format!("--margin {}: expected a share between 0 and 1, for example 0.02", self.margin));
        }
        for (idx, bot) in self.bots.iter().enumerate() {
            table.check_bot(bot, &self.programs)?;
            let first = usize::from(first_copies(&self.bots, table)[idx]);
            if first < idx {
                let same = if self.bots[first] == *bot { String::new() } else { format!(" (as {})", self.bots[first]) };
                return usage(format!(
                    "--bots: {bot} is given twice{same}: each bot plays against copies of itself anyway"
                ));
            }
        }
        for (idx, intervention) in self.interventions.iter().enumerate() {
            if self.interventions[..idx].contains(intervention) {
                return usage(format!("--interventions: {intervention} is given twice"));
            }
        }
        Ok(())
    }

    /// Whether what is asked can be asked so.
    fn check_task(&self) -> Result<(), ArenaError> {
        let usage = |text: String| Err(ArenaError::Usage(text));
        match &self.task {
            Task::Sensitivity(_) if self.confirm > 0 => {
                usage(format!("--confirm {}: all alternatives are played on the same deals", self.confirm))
            }
            Task::Effects | Task::Sensitivity(_) => Ok(()),
            Task::Interactions(_) if self.confirm == 0 => {
                usage("--interactions: pairs are played on fresh deals, --confirm 0 gives none".to_owned())
            }
            Task::Interactions(_) => {
                let is_other =
                    |one: &&Intervention| !matches!(one, Intervention::Ban(Scope::One) | Intervention::Grant);
                match self.interventions.iter().find(is_other) {
                    Some(other) => usage(format!(
                        "--interactions: {other} is not done to two components at a time, ban and grant are"
                    )),
                    None => Ok(()),
                }
            }
            Task::Suggestion if self.bots.len() > 1 => {
                usage(format!("--suggest: balances for the play of one bot, {} are given", self.bots.len()))
            }
            Task::Suggestion if self.confirm == 0 => {
                usage("--suggest: what is suggested is checked on fresh deals, --confirm 0 gives none".to_owned())
            }
            Task::Suggestion => match &self.interventions[..] {
                [one] if Direction::of(one) != Direction::Start => Ok(()),
                _ => usage("--suggest: needs one intervention, done to one player alone: ban, grant, …".to_owned()),
            },
        }
    }

    /// Whether what is asked can be played until it is decided.
    fn check_adaptive(&self) -> Result<(), ArenaError> {
        let usage = |text: String| Err(ArenaError::Usage(text));
        if self.budget.is_none() {
            return Ok(());
        }
        let with =
            |why: &str, option: &str| usage(format!("--until-decided: {why}, so {option} cannot be given with it"));
        match self.task {
            Task::Sensitivity(_) => with("all readings are played on the same deals", "--readings"),
            Task::Suggestion => with("effects alone are played until they are decided", "--suggest"),
            Task::Interactions(_) => {
                with("effects of one component each are played until they are decided", "--interactions")
            }
            Task::Effects if self.confirm > 0 => usage(format!(
                "--confirm {}: verdicts of --until-decided hold at every look, nothing is left to be confirmed",
                self.confirm
            )),
            Task::Effects => Ok(()),
        }
    }
}

/// Whether a budget of games pays for the first round, in which everything is played.
fn check_budget(plan: &StudyPlan, first: &Stage) -> Result<(), ArenaError> {
    let games = first.games_per_deal(plan.players) * first.deal_count();
    match plan.budget {
        Some(Budget::Games(budget)) if budget < games => Err(ArenaError::Usage(format!(
            "--budget {budget}: the first round alone takes {games} games: {} on each of {} deals (--deals)",
            first.games_per_deal(plan.players),
            plan.deals
        ))),
        _ => Ok(()),
    }
}
