//! A study of any task: which stage comes next, and what is said in the end.

use riverlab_bots::Evaluate;
use riverlab_engine::{GameRules, Reading};
use serde_json::{Value, json};

use super::conduct::Conducted;
use super::findings::{Deals, Finding, findings, next_stage};
use super::readings;
use super::stage::Stage;
use super::study::{StudyPlan, Task};
use super::suggest::{Search, Suggestion, overlay};
use super::summary::{readings_text, suggestion_text, summary_text};
use super::tables::{effects_csv, findings_json, interactions_csv, readings_csv, readings_json, suggestion_json};
use super::tally::StageResult;
use crate::error::ArenaError;
use crate::output::{EFFECTS, INTERACTIONS, READINGS, SCREEN, SUGGESTED, SUGGESTION};

/// A study under way.
#[derive(Debug)]
pub struct Inquiry<'a, G: Evaluate> {
    plan: &'a StudyPlan,
    /// Where a balance is searched for.
    search: Option<Search<'a, G>>,
    /// Where other readings are compared.
    readings: Vec<Reading>,
    /// Readings that do not fit what else was changed in the tables.
    impossible: usize,
}

/// What a study comes to.
#[derive(Clone, Debug)]
pub struct Report {
    /// Tables, by the names of their files.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// For a terminal.
    pub text: String,
    /// The same for programs.
    pub json: Value,
}

impl<'a, G: Evaluate> Inquiry<'a, G> {
    /// A study from its beginning.
    ///
    /// # Errors
    /// When there is nothing to ask.
    pub fn new(plan: &'a StudyPlan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let mut inquiry = Inquiry { plan, search: None, readings: Vec::new(), impossible: 0 };
        match &plan.study {
            Task::Effects => {}
            Task::Readings(patterns) => {
                let chosen = readings::chosen(rules.readings(), patterns)?;
                (inquiry.readings, inquiry.impossible) = readings::possible::<G>(chosen, &plan.rules, rules);
            }
            Task::Suggest => inquiry.search = Some(Search::new(plan, rules)),
        }
        Ok(inquiry)
    }

    /// The stage after these, none when the study has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    pub fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (&self.plan.study, &mut self.search) {
            (Task::Suggest, Some(search)) => search.next_stage(done),
            (Task::Readings(_), _) => Ok(done.is_empty().then(|| readings::stage(self.plan, &self.readings))),
            _ => Ok(next_stage(self.plan, done)),
        }
    }

    /// What it has come to so far.
    pub fn report(&self, conducted: &Conducted) -> Report {
        match (&self.plan.study, &self.search) {
            (Task::Suggest, Some(search)) => {
                let suggestion = search.suggestion(&conducted.stages).filter(|_| conducted.complete);
                suggestion.map_or_else(|| self.of_effects(conducted), |suggestion| self.of_suggestion(&suggestion))
            }
            (Task::Readings(_), _) => self.of_readings(conducted),
            _ => self.of_effects(conducted),
        }
    }

    fn of_effects(&self, conducted: &Conducted) -> Report {
        let findings = findings(self.plan, &conducted.stages);
        let mut tables = vec![(EFFECTS, effects_csv(self.plan, &findings.effects))];
        if !findings.screening.is_empty() {
            tables.push((SCREEN, effects_csv(self.plan, &findings.screening)));
        }
        if !findings.interactions.is_empty() {
            tables.push((INTERACTIONS, interactions_csv(self.plan, &findings.interactions)));
        }
        let json = json!({ "study": self.plan, "findings": findings_json(self.plan, &findings) });
        Report { tables, text: summary_text(self.plan, &findings), json }
    }

    fn of_readings(&self, conducted: &Conducted) -> Report {
        let Some(result) = conducted.stages.first() else { return self.of_effects(conducted) };
        let each = self.plan.bots.len() * self.plan.family.len();
        let given = StageResult { effects: result.effects[..each].to_vec(), contrasts: Vec::new(), ..result.clone() };
        let findings = findings(self.plan, &[given]);
        let reread = readings::reread(self.plan, &self.readings, result);
        Report {
            tables: vec![
                (EFFECTS, effects_csv(self.plan, &findings.effects)),
                (READINGS, readings_csv(self.plan, &reread)),
            ],
            text: summary_text(self.plan, &findings)
                + &readings_text(self.plan, [self.readings.len(), self.impossible], &reread),
            json: json!({
                "study": self.plan,
                "findings": findings_json(self.plan, &findings),
                "readings": readings_json(self.plan, &reread),
            }),
        }
    }

    fn of_suggestion(&self, suggestion: &Suggestion) -> Report {
        let finding = |(subject, effect): (&super::study::Subject, &super::effect::Effect)| Finding {
            subject: subject.clone(),
            bot: 0,
            on: Deals::Fresh,
            effect: effect.clone(),
        };
        let [before, after] = [&suggestion.before, &suggestion.after]
            .map(|effects| self.plan.family.iter().zip(effects).map(finding).collect::<Vec<Finding>>());
        let heading = format!(
            "Made by riverlab {} with the command\n{}\nIt is laid over the tables of the game by --rules.",
            self.plan.version, self.plan.command
        );
        Report {
            tables: vec![
                (EFFECTS, effects_csv(self.plan, &before)),
                (SUGGESTED, effects_csv(self.plan, &after)),
                (SUGGESTION, overlay(&self.plan.rules, &suggestion.sets, &heading).into_bytes()),
            ],
            text: suggestion_text(self.plan, &suggestion.sets, &before, &after),
            json: json!({
                "study": self.plan,
                "suggestion": suggestion_json(self.plan, &suggestion.sets, &before, &after),
            }),
        }
    }
}
