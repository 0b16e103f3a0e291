//! What a study is: everything that its results depend on.

use std::fmt;

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::plan::{Bots, GameContext, Shard, command_of_part, indivisible, without_shard};
use riverlab_arena::store::file_names::STUDY_RESULTS;
use riverlab_arena::store::manifest::RunPlan;
use riverlab_arena::store::parts::Divisible;
use riverlab_engine::Intervention;
use serde::{Deserialize, Serialize};

use super::budget::Budget;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// The effects of interventions.
    Effects,
    /// Which verdicts hold under alternatives of the values that match one of these patterns; of all where there is none.
    #[serde(rename = "readings")]
    Sensitivity(Vec<String>),
    /// A small change of the tables after which every component is at parity with its siblings.
    #[serde(rename = "suggest")]
    Suggestion,
    /// What two components are worth together beyond the sum of what each is worth, for so many pairs.
    Interactions(usize),
}

/// A component and what is done to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// The name of the component; the values of the tables where the intervention sets these.
    #[serde(rename = "element")]
    pub component: String,
    /// Its kind.
    pub kind: String,
    /// What is done.
    pub intervention: Intervention,
    /// What it is played for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub role: Role,
}

/// What a subject is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It was asked for.
    #[default]
    Asked,
    /// To compare its siblings with it, which were asked for.
    Sibling,
}

/// Whether a value need not be written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Subject {
    /// The intervention as it stands in tables beside the component: `set` alone where the values stand for one.
    pub(crate) fn intervention_name(&self) -> String {
        match &self.intervention {
            Intervention::Set(_) => "set".to_owned(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.intervention, self.component)
    }
}

/// A balance study: two studies with equal plans have equal results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyPlan {
    /// What is asked.
    pub study: Task,
    /// The program, the game, its rules, and learned weights.
    #[serde(flatten)]
    pub context: GameContext,
    /// The number of players.
    pub players: usize,
    /// The bots, which files hold by their names; each plays against copies of itself.
    pub bots: Bots,
    /// The programs among them.
    #[serde(default, skip_serializing_if = "Programs::is_empty")]
    pub programs: Programs,
    /// What is done to what. Stages, effects and findings refer to a subject by its index in this list.
    pub family: Vec<Subject>,
    /// Effects within it are balanced: a win share, more than 0 and less than 1.
    pub margin: f64,
    /// The number of deals that everything is played on; in a study with a budget those of its first round.
    pub deals: u64,
    /// The number of fresh deals for what stands out in those; 0 to leave this out.
    pub confirm: u64,
    /// How much may be played until everything is decided; none where the number of deals is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// The master seed.
    pub seed: u64,
    /// Which part of the deals of the first stage to play; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether the results depend on the plan alone: not when a bot's budget, or that of the study, is time.
    pub reproducible: bool,
    /// The command that makes this study again.
    pub command: String,
}

impl StudyPlan {
    /// A part of this study: some of the deals of its first stage. What follows is played when the parts are merged.
    ///
    /// # Errors
    /// When it cannot be split, or there are fewer deals than parts.
    pub fn part(&self, shard: Shard) -> Result<StudyPlan, ArenaError> {
        let cannot = |what: &str| Err(indivisible(&format!("{what} cannot be split: its stages depend on results")));
        if self.budget.is_some() {
            return cannot("a study with --until-decided");
        }
        if self.study == Task::Suggestion {
            return cannot("a study with --suggest");
        }
        shard.check(self.deals)?;
        let command = command_of_part(&self.command, shard);
        Ok(StudyPlan { shard: Some(shard), command, ..self.clone() })
    }

    /// Whether it depends on time how many stages there are.
    pub(crate) fn ends_by_the_clock(&self) -> bool {
        self.budget.is_some_and(|budget| budget.time().is_some())
    }

    /// Whether the study asks how often components are held at the end, so that games without an intervention note it.
    pub(crate) fn notes_held(&self) -> bool {
        self.study == Task::Suggestion
    }
}

impl RunPlan for StudyPlan {
    const IS_STUDY: bool = true;
    const RESULT_FILES: &'static [&'static str] = &STUDY_RESULTS;

    fn version(&self) -> &str {
        &self.context.version
    }
}

impl Divisible for StudyPlan {
    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn of_all_parts(&self) -> StudyPlan {
        let Some(shard) = self.shard else { return self.clone() };
        let command = without_shard(&self.command, shard).to_owned();
        StudyPlan { shard: None, command, ..self.clone() }
    }
}
