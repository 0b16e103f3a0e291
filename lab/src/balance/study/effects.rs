//! The effects of interventions: screened on some deals, what stands out confirmed on fresh ones.
//!
//! A subject stands out when for any bot p < 0.1. It is then played anew, by all bots, on deals that have not been looked
//! at, and only these count; the family of the false discovery rate are the subjects confirmed. All others keep what the
//! screening showed: with p ≥ 0.1 none of them is strong or weak. What a bot cannot be measured with, as a ban leaves a
//! player no legal move, is not played with it again.

use std::collections::BTreeSet;

use riverlab_arena::error::ArenaError;
use riverlab_stats::power::STANDS_OUT;
use riverlab_stats::stable_sort::stable_sort_by_key;
use serde_json::json;

use super::Study;
use crate::balance::finding::{Deals, Findings, effects_of, interactions_of, unmeasured_of};
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::precision::Precision;
use crate::balance::report::rows::effects::EffectTable;
use crate::balance::report::rows::interactions;
use crate::balance::report::summary::summary_text;
use crate::balance::report::tables::Tables;
use crate::balance::stage::{Experiment, Stage};
use crate::balance::tally::StageResult;

/// A study of effects.
#[derive(Debug)]
pub(crate) struct EffectsStudy<'a> {
    /// Its plan.
    pub plan: &'a StudyPlan,
}

impl Study for EffectsStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        Ok(match done {
            [] => Some(Stage::first(self.plan)),
            [screened] if self.plan.confirm > 0 => self.confirmation(screened),
            _ => None,
        })
    }

    fn report(&self, stages: &[StageResult], _is_complete: bool) -> Report {
        effects_report(self.plan, stages)
    }
}

impl EffectsStudy<'_> {
    /// What stands out, on fresh deals.
    fn confirmation(&self, screened: &StageResult) -> Option<Stage> {
        let (plan, subjects) = (self.plan, outstanding(screened));
        let fresh = plan.deals + 1..=plan.deals + plan.confirm;
        (!subjects.is_empty()).then(|| {
            let stage = Stage::compare_bots(plan, &subjects, fresh);
            let is_possible = |experiment: &Experiment| {
                let bot = stage.bot_of(experiment);
                let mut impossible = screened.impossible.iter().map(|one| &one.experiment);
                !impossible.any(|one| (one.subject, screened.stage.bot_of(one)) == (experiment.subject, bot))
            };
            stage.with_experiments(&stage.experiments.iter().map(is_possible).collect::<Vec<_>>())
        })
    }
}

/// The subjects that stand out in a stage.
fn outstanding(screened: &StageResult) -> Vec<usize> {
    let experiments = screened.stage.experiments.iter().zip(&screened.effects);
    let outstanding = experiments.filter(|(_, effect)| effect.p < STANDS_OUT);
    outstanding.map(|(experiment, _)| experiment.subject).collect::<BTreeSet<usize>>().into_iter().collect()
}

/// What the stages of a study of effects have shown so far: a screening, or with a confirmation.
pub(super) fn findings(plan: &StudyPlan, stages: &[StageResult]) -> Findings {
    let Some(first) = stages.first() else { return Findings::default() };
    let Some(second) = stages.get(1) else {
        let on = if plan.confirm > 0 { Deals::Screening } else { Deals::All };
        let (effects, unmeasured) = (effects_of(first, on), unmeasured_of(first, on));
        return Findings { effects, unmeasured, interactions: interactions_of(first), ..Findings::default() };
    };
    let (screening, screening_unmeasured) =
        (effects_of(first, Deals::Screening), unmeasured_of(first, Deals::Screening));
    let (mut effects, mut unmeasured) = (effects_of(second, Deals::Fresh), unmeasured_of(second, Deals::Fresh));
    let of_effects = effects.iter().map(|finding| (finding.subject, finding.bot));
    let confirmed: BTreeSet<_> = of_effects.chain(unmeasured.iter().map(|one| (one.subject, one.bot))).collect();
    effects.extend(screening.iter().filter(|finding| !confirmed.contains(&(finding.subject, finding.bot))).cloned());
    stable_sort_by_key(&mut effects, |finding| (finding.subject, finding.bot));
    // What could not be measured was not played again.
    unmeasured.extend(screening_unmeasured.iter().cloned());
    stable_sort_by_key(&mut unmeasured, |one| (one.subject, one.bot));
    Findings { effects, unmeasured, screening, screening_unmeasured, interactions: interactions_of(second) }
}

/// The tables of a study of effects.
pub(super) fn tables(plan: &StudyPlan, findings: &Findings) -> Tables {
    let Findings { effects, unmeasured, screening, screening_unmeasured, interactions } = findings;
    Tables {
        effects: Some(EffectTable::new(plan, effects, unmeasured)),
        screen: (!screening.is_empty()).then(|| EffectTable::new(plan, screening, screening_unmeasured)),
        interactions: interactions::rows(plan, interactions),
        ..Tables::default()
    }
}

/// The report of a study of effects; that of any other one as long as it has shown no more than effects.
pub(super) fn effects_report(plan: &StudyPlan, stages: &[StageResult]) -> Report {
    let findings = findings(plan, stages);
    let tables = tables(plan, &findings);
    let json = json!({ "study": plan, "findings": tables.findings_json() });
    let precision = Precision::of(plan, &findings);
    let text = summary_text(plan, &findings, &precision);
    Report { tables, notes: precision.sentences(), text, json }
}
