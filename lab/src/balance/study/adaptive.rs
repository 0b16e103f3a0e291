//! The effects of interventions, played round after round until each is decided or the budget is spent.
//!
//! A round is a stage. `Race` says what the rounds so far have shown and which one comes next. A budget of games is kept to
//! the game; one of time is kept by whoever plays the stages.

use riverlab_arena::error::ArenaError;
use riverlab_stats::stable_sort::stable_sort_by_key;
use serde_json::json;

use super::Study;
use crate::balance::budget::Budget;
use crate::balance::effect::{Anytime, Effect, Ended, effects};
use crate::balance::finding::{Deals, Finding, Findings, Unmeasured};
use crate::balance::plan::StudyPlan;
use crate::balance::race::Race;
use crate::balance::race::arm::{Adjusted, Arm, Status};
use crate::balance::report::Report;
use crate::balance::report::decided::{decided_json, decided_sentences, decided_text};
use crate::balance::report::precision::Precision;
use crate::balance::report::rows::effects::EffectTable;
use crate::balance::report::summary::summary_text;
use crate::balance::report::tables::Tables;
use crate::balance::stage::Stage;
use crate::balance::tally::StageResult;

/// A study of effects that is played until they are decided.
#[derive(Debug)]
pub(crate) struct AdaptiveStudy<'a> {
    plan: &'a StudyPlan,
    budget: Budget,
    /// What the rounds that were seen have shown.
    race: Race,
}

impl<'a> AdaptiveStudy<'a> {
    /// A study of which nothing is played.
    pub(crate) fn new(plan: &'a StudyPlan, budget: Budget) -> AdaptiveStudy<'a> {
        AdaptiveStudy { plan, budget, race: Race::new(plan) }
    }
}

impl Study for AdaptiveStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        for round in &done[self.race.rounds() as usize..] {
            self.race.add_round(round);
        }
        let left = match self.budget {
            Budget::Games(games) => Some(games.saturating_sub(self.race.games())),
            Budget::Seconds(_) => None,
        };
        Ok(self.race.next_round(left))
    }

    fn report(&self, stages: &[StageResult], _is_complete: bool) -> Report {
        let race = Race::played(self.plan, stages);
        let findings = findings(self.plan, &race);
        let precision = Precision::of(self.plan, &findings);
        let mut notes = decided_sentences(self.plan, &race);
        notes.extend(precision.sentences());
        let effects = EffectTable::new(self.plan, &findings.effects, &findings.unmeasured);
        let tables = Tables { effects: Some(effects), ..Tables::default() };
        let text = summary_text(self.plan, &findings, &precision).with(decided_text(self.plan, &race));
        let json = json!({
            "study": self.plan,
            "findings": tables.findings_json(),
            "decided": decided_json(&race),
        });
        Report { tables, notes, text, json }
    }
}

/// The effects of all experiments, by subject, then by bot.
fn findings(plan: &StudyPlan, race: &Race) -> Findings {
    let mut findings = Findings::default();
    for (idx, adjusted) in race.adjusted() {
        let arm = &race.arms()[idx];
        findings.effects.push(Finding {
            subject: arm.experiment.subject,
            bot: arm.experiment.baseline,
            on: Deals::Rounds,
            effect: effect(plan, arm, &adjusted),
        });
    }
    for arm in race.arms() {
        if let Status::NotMeasurable(found) = arm.status {
            let (subject, bot) = (arm.experiment.subject, arm.experiment.baseline);
            findings.unmeasured.push(Unmeasured { subject, bot, on: Deals::Rounds, found });
        }
    }
    stable_sort_by_key(&mut findings.effects, |finding| (finding.subject, finding.bot));
    stable_sort_by_key(&mut findings.unmeasured, |one| (one.subject, one.bot));
    findings
}

/// The effect of an experiment with the interval and the tests that hold at every look.
fn effect(plan: &StudyPlan, arm: &Arm, adjusted: &Adjusted) -> Effect {
    let fixed = effects(std::slice::from_ref(&arm.tally), &[0], plan.margin, 1).swap_remove(0);
    let Adjusted { q, beyond, within, verdict } = *adjusted;
    Effect {
        share: arm.interval(),
        p: libm::exp(-arm.log_e.effect).min(1.0),
        q,
        beyond,
        within,
        verdict,
        anytime: Some(Anytime {
            rounds: arm.rounds,
            log_e_effect: arm.log_e.effect,
            log_e_beyond: arm.log_e.beyond,
            log_e_within: arm.log_e.within,
            ended: if arm.is_open() { Ended::Open } else { Ended::Decided },
        }),
        ..fixed
    }
}
