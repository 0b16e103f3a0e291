//! What a study is: everything that its results depend on.

use std::ops::RangeInclusive;

use riverlab_bots::{BotSpec, Evaluate, registry};
use riverlab_engine::{Component, RulesSource};
use serde::{Deserialize, Serialize};
use wildmatch::WildMatch;

use super::intervention::{Direction, Intervention};
use super::stage::{Baseline, Experiment, PreparedStage, Stage};
use crate::error::ArenaError;
use crate::plan::{check_players, names, quoted, rules_hash, spec_of_name};
use crate::store::file_names::STUDY_RESULTS;
use crate::store::manifest::RunPlan;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// The effects of interventions.
    Effects,
    /// Which verdicts hold under other readings of the values that match one of these patterns.
    Readings(Vec<String>),
    /// A small change of the tables after which no component is found beyond the margin.
    Suggest,
}

/// A component and what is done to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// The component; the change of the tables where it is of none.
    #[serde(rename = "element")]
    pub component: String,
    /// Its kind.
    pub kind: String,
    /// What is done.
    pub intervention: Intervention,
}

/// A balance study: two studies with equal plans have equal results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyPlan {
    /// What is asked.
    pub study: Task,
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
    /// The bots' names; each plays against copies of itself.
    pub bots: Vec<String>,
    /// What is done to what.
    pub family: Vec<Subject>,
    /// Effects within it are balanced.
    pub margin: f64,
    /// The deals that everything is played on.
    pub deals: u64,
    /// The fresh deals for what stands out in those; 0 for none.
    pub confirm: u64,
    /// The master seed.
    pub seed: u64,
    /// Whether the results depend on the plan alone: not when a bot's budget is time.
    pub reproducible: bool,
    /// The command that makes this study again.
    pub command: String,
}

/// What the user asks for.
#[derive(Clone, Debug)]
pub struct StudyRequest {
    /// What is asked.
    pub task: Task,
    /// Where the rules come from.
    pub rules: RulesSource,
    /// The number of players.
    pub players: usize,
    /// The bots.
    pub bots: Vec<BotSpec>,
    /// Names, kinds and patterns of components; those of the game where there is none.
    pub components: Vec<String>,
    /// What is done to them.
    pub interventions: Vec<Intervention>,
    /// Effects within it are balanced.
    pub margin: f64,
    /// The deals that everything is played on.
    pub deals: u64,
    /// The fresh deals for what stands out in those.
    pub confirm: u64,
    /// The master seed.
    pub seed: u64,
}

impl StudyRequest {
    /// The plan for this game, once all values are allowed.
    ///
    /// # Errors
    /// When the number of players, a bot, a component, an intervention or the margin is not allowed.
    pub fn plan<G: Evaluate>(&self, rules: &'static G::Rules) -> Result<StudyPlan, ArenaError> {
        check_players::<G>("--players", self.players)?;
        let usage = |text: String| Err(ArenaError::Usage(text));
        if !(self.margin > 0.0 && self.margin < 1.0) {
            return usage(format!("--margin {}: expected a share between 0 and 1, for example 0.02", self.margin));
        }
        for (number, bot) in self.bots.iter().enumerate() {
            registry::build::<G>(bot)?;
            if self.bots[..number].contains(bot) {
                return usage(format!("--bots: {bot} is given twice: each bot plays against copies of itself anyway"));
            }
        }
        for (number, intervention) in self.interventions.iter().enumerate() {
            if self.interventions[..number].contains(intervention) {
                return usage(format!("--interventions: {intervention} is given twice"));
            }
        }
        self.check_task()?;
        let plan = StudyPlan {
            study: self.task.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_version: G::RULES_VERSION.to_owned(),
            rules_hash: rules_hash(rules),
            rules: self.rules.clone(),
            players: self.players,
            bots: names(&self.bots),
            family: self.family::<G>(rules)?,
            margin: self.margin,
            deals: self.deals,
            confirm: self.confirm,
            seed: self.seed,
            reproducible: !self.bots.iter().any(BotSpec::is_timed),
            command: self.command(G::NAME),
        };
        PreparedStage::<G>::new(&plan.first_stage(), &plan.rules, rules, plan.players)?;
        Ok(plan)
    }

    /// Whether what is asked can be asked so.
    fn check_task(&self) -> Result<(), ArenaError> {
        let usage = |text: String| Err(ArenaError::Usage(text));
        match &self.task {
            Task::Readings(_) if self.confirm > 0 => {
                usage(format!("--confirm {}: all readings are played on the same deals", self.confirm))
            }
            Task::Effects | Task::Readings(_) => Ok(()),
            Task::Suggest if self.bots.len() > 1 => {
                usage(format!("--suggest: balances for the play of one bot, {} are given", self.bots.len()))
            }
            Task::Suggest if self.confirm == 0 => {
                usage("--suggest: what is suggested is checked on fresh deals, --confirm 0 gives none".to_owned())
            }
            Task::Suggest => match &self.interventions[..] {
                [one] if one.direction() != Direction::Start => Ok(()),
                _ => usage("--suggest: needs one intervention, done to one player alone: ban, grant, …".to_owned()),
            },
        }
    }

    /// Every component asked for with everything that is done to it.
    fn family<G: Evaluate>(&self, rules: &G::Rules) -> Result<Vec<Subject>, ArenaError> {
        let components = G::components(rules, self.players);
        if components.is_empty() {
            return Err(ArenaError::Usage(format!("{} has no elements that could be balanced", G::NAME)));
        }
        let chosen = self.chosen::<G>(&components)?;
        let mut family = Vec::new();
        for (component, named) in chosen {
            for intervention in &self.interventions {
                if intervention.applies_to(component) {
                    let (component, kind) = (component.name.clone(), component.kind.to_owned());
                    family.push(Subject { component, kind, intervention: intervention.clone() });
                } else if named && !matches!(intervention, Intervention::Set(_)) {
                    return Err(ArenaError::Usage(not_applicable(intervention, component)));
                }
            }
        }
        for intervention in &self.interventions {
            if let Intervention::Set(text) = intervention {
                let (component, kind) = (text.clone(), "tables".to_owned());
                family.push(Subject { component, kind, intervention: intervention.clone() });
            } else if !family.iter().any(|subject| subject.intervention == *intervention) {
                return Err(ArenaError::Usage(applies_to_none(intervention, &components)));
            }
        }
        Ok(family)
    }

    /// The components asked for in the order of the game, with whether they were named.
    fn chosen<'e, G: Evaluate>(&self, components: &'e [Component]) -> Result<Vec<(&'e Component, bool)>, ArenaError> {
        let only_tables = self.interventions.iter().all(|what| matches!(what, Intervention::Set(_)));
        if only_tables && !self.components.is_empty() {
            let message = format!(
                "--elements {}: set: changes the tables, not what is done to an element; leave --elements out",
                self.components.join(" ")
            );
            return Err(ArenaError::Usage(message));
        }
        let asked: Vec<String> = match self.components.is_empty() {
            true if only_tables => Vec::new(),
            true => G::DEFAULT_KINDS.iter().map(|kind| (*kind).to_owned()).collect(),
            false => self.components.clone(),
        };
        for text in &asked {
            if !components.iter().any(|component| matches(text, component)) {
                return Err(ArenaError::Usage(unknown(text, components)));
            }
        }
        let find = |component: &'e Component| {
            let hit = asked.iter().any(|text| matches(text, component));
            hit.then(|| (component, asked.contains(&component.name)))
        };
        Ok(components.iter().filter_map(find).collect())
    }

    fn command(&self, game: &str) -> String {
        let mut words = vec!["riverlab balance".to_owned(), game.to_owned()];
        if let Some((file, _)) = &self.rules.file {
            words.push(format!("--rules {}", quoted(file)));
        }
        words.extend(self.rules.sets.iter().map(|set| format!("--set {}", quoted(set))));
        words.push(format!("--players {}", self.players));
        let list = |words: Vec<String>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        words.push(format!("--bots {}", list(self.bots.iter().map(ToString::to_string).collect())));
        if !self.components.is_empty() {
            words.push(format!("--elements {}", list(self.components.clone())));
        }
        words.push(format!("--interventions {}", list(self.interventions.iter().map(ToString::to_string).collect())));
        words.push(format!("--margin {} --deals {} --confirm {}", self.margin, self.deals, self.confirm));
        match &self.task {
            Task::Effects => {}
            Task::Readings(patterns) => {
                words.push(format!("--readings {}", list(patterns.clone())).trim_end().to_owned());
            }
            Task::Suggest => words.push("--suggest".to_owned()),
        }
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

/// Whether a name, a kind or a pattern with `*` means a component.
fn matches(text: &str, component: &Component) -> bool {
    text == component.kind || WildMatch::new(text).matches(&component.name)
}

/// What to say of a text that means no component.
fn unknown(text: &str, components: &[Component]) -> String {
    let mut kinds: Vec<&str> = components.iter().map(|component| component.kind).collect();
    kinds.dedup();
    let mut near: Vec<(f64, &str)> = components
        .iter()
        .map(|component| (strsim::jaro_winkler(text, &component.name), component.name.as_str()))
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let near: Vec<&str> = near.iter().take(4).map(|(_, name)| *name).collect();
    format!(
        "--elements \"{text}\": there is no such element: allowed are the kinds {}, names such as {}, and patterns with *",
        kinds.join(", "),
        near.join(", ")
    )
}

fn applies_to_none(intervention: &Intervention, components: &[Component]) -> String {
    let mut kinds: Vec<&str> = components
        .iter()
        .filter(|component| intervention.applies_to(component))
        .map(|component| component.kind)
        .collect();
    kinds.dedup();
    let allowed = match &kinds[..] {
        [] => "nothing in this game".to_owned(),
        some => format!("the kinds {}", some.join(", ")),
    };
    format!("--interventions {intervention}: applies to none of the elements asked for: it applies to {allowed}")
}

fn not_applicable(intervention: &Intervention, component: &Component) -> String {
    use riverlab_engine::Treatment;
    let name = |treatment: &Treatment| match treatment {
        Treatment::Ban => "ban, ban-all",
        Treatment::Grant => "grant",
        Treatment::Remove => "remove",
        Treatment::Cost => "cost+1, cost-1 and the like",
        Treatment::Points => "points+1, points-1 and the like",
    };
    let allowed: Vec<&str> = component.treatments.iter().map(name).collect();
    let allowed = match &allowed[..] {
        [] => "nothing can be done to it".to_owned(),
        some => format!("allowed are {}", some.join(", ")),
    };
    format!("--interventions {intervention}: does not apply to {} ({}): {allowed}", component.name, component.kind)
}

impl StudyPlan {
    /// The bots.
    ///
    /// # Errors
    /// When the plan was not made here.
    pub fn specs(&self) -> Result<Vec<BotSpec>, ArenaError> {
        Ok(self.bots.iter().map(|name| spec_of_name(name).parse()).collect::<Result<_, _>>()?)
    }

    /// Every bot with everything that is done, on the deals that everything is played on.
    pub fn first_stage(&self) -> Stage {
        let mut stage = self.stage(&[Vec::new()], &self.family, 1..=self.deals);
        let (bots, family) = (self.bots.len(), self.family.len());
        for bot in 0..bots.saturating_sub(1) {
            stage.contrasts.extend((0..family).map(|place| (bot * family + place, (bots - 1) * family + place)));
        }
        stage
    }

    /// Every bot, under each of these changes of the tables, with these subjects, on these deals: experiments by change, by
    /// bot, by subject.
    pub fn stage(&self, changes: &[Vec<String>], family: &[Subject], deals: RangeInclusive<u64>) -> Stage {
        let bots = 0..self.bots.len();
        let arms = changes.iter().flat_map(|sets| bots.clone().map(|bot| Baseline { sets: sets.clone(), bot }));
        let arms: Vec<Baseline> = arms.collect();
        let experiment = |arm: usize, subject: &Subject| Experiment {
            arm,
            component: subject.component.clone(),
            intervention: subject.intervention.clone(),
        };
        let experiments =
            (0..arms.len()).flat_map(|arm| family.iter().map(move |subject| experiment(arm, subject))).collect();
        Stage { arms, experiments, contrasts: Vec::new(), deals }
    }
}

impl RunPlan for StudyPlan {
    const IS_STUDY: bool = true;
    const RESULT_FILES: &'static [&'static str] = &STUDY_RESULTS;

    fn fields(&self) -> Vec<(&'static str, String)> {
        let family: Vec<String> =
            self.family.iter().map(|subject| format!("{} {}", subject.intervention, subject.component)).collect();
        vec![
            ("riverlab version", self.version.clone()),
            ("study", format!("{:?}", self.study).to_lowercase()),
            ("game", self.game.clone()),
            ("rules version", self.rules_version.clone()),
            ("rules", self.rules_hash.clone()),
            ("players", self.players.to_string()),
            ("bots", self.bots.join(" ")),
            ("experiments", family.join(", ")),
            ("margin", self.margin.to_string()),
            ("deals", self.deals.to_string()),
            ("confirm", self.confirm.to_string()),
            ("seed", self.seed.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_by_name_kind_and_pattern() {
        let component = Component { name: "meadow-per-desert".to_owned(), kind: "meadow", treatments: &[] };
        for (text, expected) in [
            ("meadow-per-desert", true),
            ("meadow", true),
            ("meadow-*", true),
            ("*desert", true),
            ("*per*", true),
            ("meadow-*-desert", true),
            ("*", true),
            ("meadow-per", false),
            ("mead", false),
            ("*forest", false),
            ("meadow-*-forest", false),
            ("", false),
        ] {
            assert_eq!(matches(text, &component), expected, "{text}");
        }
    }
}
