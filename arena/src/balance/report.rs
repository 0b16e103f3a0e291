//! A study of any task: which stage comes next, and what is said in the end.

use riverlab_bots::Evaluate;
use riverlab_engine::{Alternative, GameRules};
use serde_json::{Value, json};

use super::conduct::StudyResult;
use super::findings::{Deals, Finding, findings, next_stage};
use super::sensitivity;
use super::stage::Stage;
use super::study::{StudyPlan, Task};
use super::suggest::{Search, Suggestion, overlay};
use super::summary::{readings_text, suggestion_text, summary_text};
use super::tables::{effects_csv, findings_json, interactions_csv, readings_csv, readings_json, suggestion_json};
use super::tally::StageResult;
use crate::error::ArenaError;
use crate::store::file_names::{EFFECTS, INTERACTIONS, READINGS, SCREEN, SUGGESTED, SUGGESTION};

/// A study under way.
#[derive(Debug)]
pub struct Study<'a, G: Evaluate> {
    plan: &'a StudyPlan,
    /// Where a balance is searched for.
    search: Option<Search<'a, G>>,
    /// Where other readings are compared.
    readings: Vec<Alternative>,
    /// Readings that do not fit what else was changed in the tables.
    impossible: usize,
}

/// What a study comes to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Tables, by the names of their files.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// For a terminal.
    pub text: String,
    /// The same for programs.
    pub json: Value,
}

impl<'a, G: Evaluate> Study<'a, G> {
    /// A study from its beginning.
    ///
    /// # Errors
    /// When there is nothing to ask.
    pub fn new(plan: &'a StudyPlan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let mut study = Study { plan, search: None, readings: Vec::new(), impossible: 0 };
        match &plan.study {
            Task::Effects => {}
            Task::Readings(patterns) => {
                let chosen = sensitivity::chosen(rules.alternatives(), patterns)?;
                (study.readings, study.impossible) = sensitivity::possible::<G>(chosen, plan, rules);
            }
            Task::Suggest => study.search = Some(Search::new(plan, rules)),
        }
        Ok(study)
    }

    /// The stage after these, none when the study has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    pub fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (&self.plan.study, &mut self.search) {
            (Task::Suggest, Some(search)) => search.next_stage(done),
            (Task::Readings(_), _) => Ok(done.is_empty().then(|| sensitivity::stage(self.plan, &self.readings))),
            _ => Ok(next_stage(self.plan, done)),
        }
    }

    /// What it has come to so far: of a study that is not complete, the stages that are, or the first one as far as it is.
    pub fn report(&self, result: &StudyResult) -> Report {
        let stages = match result.whole() {
            [] => &result.stages[..],
            whole => whole,
        };
        let mut report = match (&self.plan.study, &self.search) {
            _ if stages.iter().all(|stage| stage.deals() == 0) => Report::default(),
            (Task::Suggest, Some(search)) if result.complete => self.of_suggestion(&search.suggestion(stages)),
            (Task::Suggest, _) => self.of_effects(&stages[..1]),
            (Task::Readings(_), _) => self.of_readings(&stages[0]),
            _ => self.of_effects(stages),
        };
        if let Some(standing) = result.standing() {
            report.text = standing + &report.text;
        }
        report
    }

    fn of_effects(&self, stages: &[StageResult]) -> Report {
        let findings = findings(self.plan, stages);
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

    fn of_readings(&self, result: &StageResult) -> Report {
        let each = self.plan.bots.len() * self.plan.family.len();
        let given = StageResult { effects: result.effects[..each].to_vec(), contrasts: Vec::new(), ..result.clone() };
        let findings = findings(self.plan, &[given]);
        let reread = sensitivity::reread(self.plan, &self.readings, result);
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use riverlab_engine::RulesSource;
    use riverlab_engine::games::the_river::{RiverRules, TheRiver};

    use super::*;
    use crate::balance::conduct::{Progress, Sink, StudyRunner};
    use crate::balance::study::StudyRequest;

    /// A study that is interrupted as soon as something of this stage is played: before the first one for 0.
    fn interrupted(task: Task, intervention: &str, confirm: u64, stage: usize) -> (StudyResult, Report) {
        let request = StudyRequest {
            task,
            rules: RulesSource { file: None, sets: vec!["building.fort-a.points=25".to_owned()] },
            players: 2,
            bots: vec!["greedy".parse().expect("a bot")],
            components: vec!["fort-a".to_owned(), "mill-a".to_owned(), "inn-a".to_owned()],
            interventions: vec![intervention.parse().expect("one")],
            margin: 0.01,
            deals: 30,
            confirm,
            seed: 1,
        };
        let rules: &RiverRules = Box::leak(Box::new(RiverRules::load(&request.rules).expect("tables")));
        let plan = request.plan::<TheRiver>(rules).expect("a plan");
        let stop = AtomicBool::new(stage == 0);
        let mut count = |progress: Progress| stop.store(progress.stage >= stage, Ordering::Relaxed);
        let mut study = Study::<TheRiver>::new(&plan, rules).expect("a study");
        let mut runner = StudyRunner { plan: &plan, threads: 1, stop: &stop, progress: &mut count };
        let next = |done: &[_]| study.next_stage(done);
        let result = runner.conduct::<TheRiver>(rules, None, Sink::Nowhere, next).expect("it is played");
        let report = study.report(&result);
        (result, report)
    }

    fn names(report: &Report) -> Vec<&'static str> {
        report.tables.iter().map(|(name, _)| *name).collect()
    }

    fn table<'r>(report: &'r Report, name: &str) -> &'r [u8] {
        &report.tables.iter().find(|(other, _)| *other == name).expect("a table").1
    }

    #[test]
    fn interrupted_suggestions_show_the_first_stage() {
        let (result, whole) = interrupted(Task::Suggest, "grant", 20, usize::MAX);
        let stages = result.stages.len();
        assert!(result.complete && stages > 2, "{stages} stages");
        assert_eq!(names(&whole), [EFFECTS, SUGGESTED, SUGGESTION]);
        let mut screened: Option<Vec<u8>> = None;
        for stage in 2..=stages {
            let (result, report) = interrupted(Task::Suggest, "grant", 20, stage);
            // A stage may be over with its first batch.
            if result.complete {
                continue;
            }
            assert!(result.stages.len() >= stage);
            assert!(report.text.starts_with("not complete: "), "{}", report.text);
            assert_eq!(names(&report), [EFFECTS]);
            let effects = table(&report, EFFECTS);
            assert_eq!(screened.get_or_insert_with(|| effects.to_vec()), effects, "in stage {stage}");
        }
        assert!(screened.is_some());
    }

    #[test]
    fn interrupted_confirmations_do_not_count() {
        let (result, whole) = interrupted(Task::Effects, "grant", 1000, usize::MAX);
        assert!(result.complete);
        assert_eq!(names(&whole), [EFFECTS, SCREEN]);
        let (result, report) = interrupted(Task::Effects, "grant", 1000, 2);
        assert!(!result.complete && result.stages[1].deals() < 1000);
        assert_eq!(names(&report), [EFFECTS]);
        assert_eq!(table(&report, EFFECTS), table(&whole, SCREEN));
        assert!(report.text.contains(" of 1000 deals of stage 2 are played"), "{}", report.text);
        assert!(!report.text.contains("fresh deals"), "{}", report.text);
    }

    #[test]
    fn a_study_of_which_nothing_is_played_says_so() {
        for task in [Task::Effects, Task::Suggest, Task::Readings(vec!["building.inn-a.*".to_owned()])] {
            let confirm = u64::from(task == Task::Suggest);
            let (result, report) = interrupted(task, "ban", confirm, 0);
            assert_eq!((result.complete, report.tables.len()), (false, 0));
            assert!(report.text.starts_with("not complete: 0 of 30 deals of stage 1 are played"), "{}", report.text);
        }
    }
}
