//! Which verdicts hold under alternatives of the tables.
//!
//! Values that only a picture of the printed game shows are reconstructed, and the tables state their plausible
//! alternatives ([`riverlab_engine::Alternative`]). Everything is played under the tables as given and under each alternative,
//! on the same deals. A verdict *holds* under an alternative that gives the same one, *changes* under one that gives another
//! where also the effects differ (q < 0.05 over all differences of the study), and is *open* under all others, such as those
//! under which a ban leaves a player no legal move.

use std::sync::atomic::Ordering;

use riverlab_arena::error::ArenaError;
use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::text_table;
use riverlab_engine::Alternative;
use riverlab_stats::power::RATE;
use riverlab_stats::stable_sort::stable_sort_by_key;
use serde_json::json;
use wildmatch::WildMatch;

use super::Study;
use super::effects::{findings, tables};
use crate::balance::effect::Effect;
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::precision::Precision;
use crate::balance::report::rows::readings::{self, ReadingRow};
use crate::balance::report::summary::summary_text;
use crate::balance::report::tables::Tables;
use crate::balance::setup::StudySetup;
use crate::balance::stage::{Comparison, Experiment, NoLegalMove, Stage};
use crate::balance::tally::{Contrast, StageResult};
use crate::balance::verdict::{NOT_MEASURABLE, Robustness, Verdict};

/// An effect under an alternative.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SensitivityResult {
    /// The alternative: an index into those of the study.
    pub alternative: usize,
    /// What was done to what: an index into the family of the study.
    pub subject: usize,
    /// The bot: an index into those of the study.
    pub bot: usize,
    /// The effect under the alternative, or why it cannot be measured.
    pub effect: Result<Effect, NoLegalMove>,
    /// The verdict under the tables as given; `None` where it cannot be measured.
    pub given: Option<Verdict>,
    /// The effect under the alternative less that under the tables as given, where both can be measured.
    pub difference: Option<Contrast>,
    /// What the alternative makes of the verdict.
    pub robustness: Robustness,
}

/// A study of sensitivity to alternatives.
#[derive(Debug)]
pub(crate) struct SensitivityStudy<'a> {
    plan: &'a StudyPlan,
    /// The alternatives that are compared with the tables as given.
    alternatives: Vec<Alternative>,
    /// How many more are not possible together with what is asked.
    impossible: usize,
}

impl<'a> SensitivityStudy<'a> {
    /// A study of the alternatives that these patterns mean. Those are left out with which values no longer fit together
    /// where other values are changed too, or under which what is asked cannot be done.
    ///
    /// # Errors
    /// When the tables have no alternatives, or a pattern means none.
    pub(crate) fn new(setup: &StudySetup<'a>, patterns: &[String]) -> Result<SensitivityStudy<'a>, ArenaError> {
        let (plan, mut alternatives) = (setup.plan, chosen(setup.table.alternatives(), patterns)?);
        let all = alternatives.len();
        let subjects: Vec<usize> = (0..plan.family.len()).collect();
        alternatives.retain(|alternative| {
            let stage = Stage::crossed(plan, std::slice::from_ref(&alternative.sets), &subjects, 1..=1);
            setup.table.prepare(setup, &stage, setup.stop).is_ok()
        });
        if setup.stop.load(Ordering::Relaxed) {
            return Err(ArenaError::Interrupted);
        }
        let impossible = all - alternatives.len();
        Ok(SensitivityStudy { plan, alternatives, impossible })
    }

    /// The one stage: the tables as given, then each alternative, whose effects are compared with those before.
    fn stage(&self) -> Stage {
        let given = std::iter::once(Vec::new());
        let values: Vec<Vec<String>> = given.chain(self.alternatives.iter().map(|one| one.sets.clone())).collect();
        let subjects: Vec<usize> = (0..self.plan.family.len()).collect();
        let mut stage = Stage::crossed(self.plan, &values, &subjects, 1..=self.plan.deals);
        let each = self.plan.bots.len() * self.plan.family.len();
        stage.contrasts = (each..stage.experiments.len()).map(|idx| Comparison::of_two(idx, idx % each)).collect();
        stage
    }

    /// Every effect under every alternative: by subject, by bot, by alternative.
    fn results(&self, result: &StageResult) -> Vec<SensitivityResult> {
        let measured = result.stage.experiments.iter().enumerate();
        let measured = measured.map(|(idx, experiment)| (experiment, Ok(idx)));
        let impossible = result.impossible.iter().map(|one| (&one.experiment, Err(one.found)));
        let others = measured.chain(impossible).filter(|(experiment, _)| !self.is_given(experiment));
        let mut all: Vec<SensitivityResult> =
            others.map(|(experiment, played)| self.sensitivity(result, experiment, played)).collect();
        stable_sort_by_key(&mut all, |one| (one.subject, one.bot, one.alternative));
        all
    }

    /// What an experiment under an alternative comes to: its index in the stage, or why it cannot be measured.
    fn sensitivity(
        &self,
        result: &StageResult,
        experiment: &Experiment,
        played: Result<usize, NoLegalMove>,
    ) -> SensitivityResult {
        let (subject, bot) = (experiment.subject, result.stage.bot_of(experiment));
        let is_same = |one: &Experiment| (one.subject, result.stage.bot_of(one)) == (subject, bot);
        let mut experiments = result.stage.experiments.iter().zip(&result.effects);
        let given = experiments.find(|(one, _)| self.is_given(one) && is_same(one)).map(|(_, effect)| effect.verdict);
        let effect = played.map(|idx| result.effects[idx].clone());
        // Contrasts are in the order of the experiments that they compare with those under the tables as given.
        let place = played.ok().and_then(|idx| result.contrasts.binary_search_by_key(&idx, |one| one.pair.0).ok());
        let difference = place.map(|place| result.contrasts[place].clone());
        let robustness = match (given, &effect, &difference) {
            (Some(given), Ok(effect), Some(difference)) => robustness(given, effect.verdict, difference.q),
            _ => Robustness::Open,
        };
        let alternative = experiment.baseline / self.plan.bots.len() - 1;
        SensitivityResult { alternative, subject, bot, effect, given, difference, robustness }
    }

    /// Whether an experiment is played under the tables as given, whose baselines come first.
    fn is_given(&self, experiment: &Experiment) -> bool {
        experiment.baseline < self.plan.bots.len()
    }

    /// What the stage has shown under the tables as given.
    fn given(&self, result: &StageResult) -> StageResult {
        let keep: Vec<bool> = result.stage.experiments.iter().map(|experiment| self.is_given(experiment)).collect();
        let effects = result.effects.iter().zip(&keep).filter(|(_, kept)| **kept);
        let tallies = result.tallies.iter().zip(&keep).filter(|(_, kept)| **kept);
        let impossible = result.impossible.iter().filter(|one| self.is_given(&one.experiment));
        StageResult {
            stage: result.stage.with_experiments(&keep),
            effects: effects.map(|(effect, _)| effect.clone()).collect(),
            tallies: tallies.map(|(tally, _)| tally.clone()).collect(),
            impossible: impossible.cloned().collect(),
            contrasts: Vec::new(),
            ..result.clone()
        }
    }
}

impl Study for SensitivityStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        Ok(done.is_empty().then(|| self.stage()))
    }

    /// The effects under the tables as given, and what the alternatives make of them.
    fn report(&self, stages: &[StageResult], _is_complete: bool) -> Report {
        let (plan, result) = (self.plan, &stages[0]);
        let (findings, results) = (findings(plan, &[self.given(result)]), self.results(result));
        let precision = Precision::of(plan, &findings);
        let rows: Vec<ReadingRow> = results.iter().map(|one| self.row(one)).collect();
        let json = readings::layout().json_rows(&rows);
        let tables = Tables { readings: Some(rows), ..tables(plan, &findings) };
        Report {
            notes: self.notes(&precision),
            text: summary_text(plan, &findings, &precision).with(self.text(&results)),
            json: json!({ "study": plan, "findings": tables.findings_json(), "readings": json }),
            tables,
        }
    }
}

impl SensitivityStudy<'_> {
    fn row(&self, one: &SensitivityResult) -> ReadingRow {
        let subject = &self.plan.family[one.subject];
        let alternative = &self.alternatives[one.alternative];
        ReadingRow {
            reading: alternative.id.clone(),
            subject: one.subject,
            bot: one.bot,
            element: subject.component.clone(),
            intervention: subject.intervention_name(),
            bot_name: self.plan.bots.names()[one.bot].clone(),
            effect: one.effect.clone(),
            given: one.given,
            difference: one.difference.clone(),
            robustness: one.robustness,
            sets: alternative.sets.join(" "),
        }
    }

    fn notes(&self, precision: &Precision) -> Vec<String> {
        let note = self.impossible_note().map(|note| format!("beside the readings that are compared {note}"));
        precision.sentences().into_iter().chain(note).collect()
    }

    /// How many alternatives are left out, if any is.
    fn impossible_note(&self) -> Option<String> {
        let note = || format!("{} more are not possible together with what is asked", self.impossible);
        (self.impossible > 0).then(note)
    }

    /// Which verdicts hold under the alternatives.
    fn text(&self, results: &[SensitivityResult]) -> Text {
        let mut text = Text::from(format!(
            "\nother readings of reconstructed values: {}; a verdict holds where it is the same, changes where the effect differs \
         too (q < {RATE})\n",
            self.alternatives.len()
        ));
        text.push(self.impossible_note().map_or(String::new(), |note| note + "\n"));
        let header = ["element", "", "bot", "verdict", "holds", "open", "changes", "changes under"];
        let mut table = text_table(&header, &[0, 1, 2, 3, 7]);
        let mut firm = 0;
        let groups = results.chunk_by(|one, other| (one.subject, one.bot) == (other.subject, other.bot));
        for group in groups {
            let Some(given) = group[0].given.filter(|given| *given != Verdict::Undecided) else { continue };
            firm += usize::from(group.iter().all(|one| one.robustness == Robustness::Holds));
            table.add_row(self.cells(given, group));
        }
        let verdicts = table.row_count();
        text.with(fitted(table, &[])).with(format!("{firm} of {verdicts} verdicts hold under all readings\n"))
    }

    /// The line of one verdict, from its results under all alternatives.
    fn cells(&self, given: Verdict, group: &[SensitivityResult]) -> Vec<String> {
        let (first, subject) = (&group[0], &self.plan.family[group[0].subject]);
        let count = |robustness| group.iter().filter(|one| one.robustness == robustness).count().to_string();
        let changing = group.iter().filter(|one| one.robustness == Robustness::Changes);
        let name = |one: &SensitivityResult| {
            let verdict = one.effect.as_ref().map_or(NOT_MEASURABLE, |effect| effect.verdict.name());
            format!("{} ({verdict})", self.alternatives[one.alternative].id)
        };
        vec![
            subject.component.clone(),
            subject.intervention_name(),
            self.plan.bots.names()[first.bot].clone(),
            given.name().to_owned(),
            count(Robustness::Holds),
            count(Robustness::Open),
            count(Robustness::Changes),
            changing.map(name).collect::<Vec<_>>().join(", "),
        ]
    }
}

/// The alternatives that patterns mean: by their names, or by the keys of the values that they move. All where there is no
/// pattern.
fn chosen(alternatives: &[Alternative], patterns: &[String]) -> Result<Vec<Alternative>, ArenaError> {
    let usage = |text: String| Err(ArenaError::Usage(text));
    if alternatives.is_empty() {
        return usage("--readings: the tables of this game state no alternatives".to_owned());
    }
    let means = |pattern: &str, alternative: &Alternative| {
        let pattern = WildMatch::new(pattern);
        pattern.matches(&alternative.id) || alternative.covers.iter().any(|key| pattern.matches(key))
    };
    for pattern in patterns {
        if !alternatives.iter().any(|alternative| means(pattern, alternative)) {
            let first = &alternatives[0].id;
            return usage(format!(
                "--readings \"{pattern}\": means none of {} alternatives, such as {first}",
                alternatives.len()
            ));
        }
    }
    let wanted =
        |alternative: &&Alternative| patterns.is_empty() || patterns.iter().any(|pattern| means(pattern, alternative));
    Ok(alternatives.iter().filter(wanted).cloned().collect())
}

/// What an alternative makes of a verdict, with the q of the difference between the effects.
fn robustness(given: Verdict, under: Verdict, q: f64) -> Robustness {
    if given == under {
        return Robustness::Holds;
    }
    let decided = given != Verdict::Undecided && under != Verdict::Undecided;
    if decided && q < RATE { Robustness::Changes } else { Robustness::Open }
}

#[cfg(test)]
#[path = "sensitivity_tests.rs"]
mod tests;
