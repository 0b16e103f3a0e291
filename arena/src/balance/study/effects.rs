//! The effects of interventions: screened on some deals, what stands out confirmed on fresh ones.
//!
//! A subject stands out when for any bot p < 0.1. It is then played anew, by all bots, on deals that have not been looked
//! at, and only these count; the family of the false discovery rate are the subjects confirmed. All others keep what the
//! screening showed: with p ≥ 0.1 none of them is strong or weak.

use std::collections::BTreeSet;

use serde_json::json;

use super::Study;
use crate::balance::finding::{Deals, Findings, effects_of, interactions_of};
use crate::balance::plan::StudyPlan;
use crate::balance::power::STANDS_OUT;
use crate::balance::report::Report;
use crate::balance::report::summary::summary_text;
use crate::balance::report::tables::{effects_csv, findings_json, interactions_csv};
use crate::balance::stage::Stage;
use crate::balance::tally::StageResult;
use crate::error::ArenaError;
use crate::store::file_names::{EFFECTS, INTERACTIONS, SCREEN};

/// A study of effects.
#[derive(Debug)]
pub struct EffectsStudy<'a> {
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
        (!subjects.is_empty()).then(|| Stage::compare_bots(plan, &subjects, fresh))
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
        let (effects, interactions) = (effects_of(first, on), interactions_of(first));
        return Findings { effects, screening: Vec::new(), interactions };
    };
    let screening = effects_of(first, Deals::Screening);
    let confirmed: BTreeSet<usize> = second.stage.experiments.iter().map(|experiment| experiment.subject).collect();
    let mut effects = effects_of(second, Deals::Fresh);
    effects.extend(screening.iter().filter(|finding| !confirmed.contains(&finding.subject)).cloned());
    effects.sort_by_key(|finding| (finding.subject, finding.bot));
    Findings { effects, screening, interactions: interactions_of(second) }
}

/// The report of a study of effects; that of any other one as long as it has shown no more than effects.
pub(super) fn effects_report(plan: &StudyPlan, stages: &[StageResult]) -> Report {
    let findings = findings(plan, stages);
    let mut tables = vec![(EFFECTS, effects_csv(plan, &findings.effects))];
    if !findings.screening.is_empty() {
        tables.push((SCREEN, effects_csv(plan, &findings.screening)));
    }
    if !findings.interactions.is_empty() {
        tables.push((INTERACTIONS, interactions_csv(plan, &findings.interactions)));
    }
    let json = json!({ "study": plan, "findings": findings_json(plan, &findings) });
    Report { tables, text: summary_text(plan, &findings), json }
}
