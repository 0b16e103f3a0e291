//! Findings: effects with the subject and the bot that they belong to.

use riverlab_stats::stable_sort::stable_sort_by_key;

use super::effect::Effect;
use super::stage::{NoLegalMove, Stage};
use super::tally::{Contrast, StageResult};

/// The effect of one subject for one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What was done to what: an index into the family of the study.
    pub subject: usize,
    /// The bot: an index into those of the study.
    pub bot: usize,
    /// On which deals.
    pub on: Deals,
    /// The effect.
    pub effect: Effect,
}

/// An entry whose effect cannot be measured for one bot: nothing is estimated of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unmeasured {
    /// What was done to what: an index into the family of the study.
    pub subject: usize,
    /// The bot: an index into those of the study.
    pub bot: usize,
    /// On which deals.
    pub on: Deals,
    /// Why.
    pub found: NoLegalMove,
}

/// The deals of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deals {
    /// Those that everything was played on.
    All,
    /// The same, where what stood out was played on others.
    Screening,
    /// Those of the rounds that it took part in.
    Rounds,
    /// Deals that were not looked at when it was chosen what to play.
    Fresh,
}

impl Deals {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Deals::All => "all",
            Deals::Screening => "screening",
            Deals::Rounds => "rounds",
            Deals::Fresh => "fresh",
        }
    }
}

/// How much an effect differs between two bots.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Interaction {
    /// What was done to what: an index into the family of the study.
    pub subject: usize,
    /// The bot and the last one, from which it differs.
    pub bots: (usize, usize),
    /// The difference.
    pub contrast: Contrast,
}

/// Everything that a study of effects has shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Findings {
    /// By subject, then by bot.
    pub effects: Vec<Finding>,
    /// Those that cannot be measured, by subject, then by bot.
    pub unmeasured: Vec<Unmeasured>,
    /// Effects of the screening deals, where others count for some.
    pub screening: Vec<Finding>,
    /// Those that could not be measured on the screening deals.
    pub screening_unmeasured: Vec<Unmeasured>,
    /// By subject, then by bot.
    pub interactions: Vec<Interaction>,
}

/// The effects of a stage on one component each, by subject, then by bot.
pub(crate) fn effects_of(result: &StageResult, on: Deals) -> Vec<Finding> {
    let stage = &result.stage;
    let mut findings: Vec<Finding> = stage
        .experiments
        .iter()
        .zip(&result.effects)
        .filter(|(experiment, _)| experiment.partner.is_none())
        .map(|(experiment, effect)| Finding {
            subject: experiment.subject,
            bot: stage.bot_of(experiment),
            on,
            effect: effect.clone(),
        })
        .collect();
    stable_sort_by_key(&mut findings, |finding| (finding.subject, finding.bot));
    findings
}

/// What could not be measured in a stage, by subject, then by bot.
pub(crate) fn unmeasured_of(result: &StageResult, on: Deals) -> Vec<Unmeasured> {
    let impossible = result.impossible.iter().filter(|one| one.experiment.partner.is_none());
    let mut unmeasured: Vec<Unmeasured> = impossible
        .map(|one| Unmeasured {
            subject: one.experiment.subject,
            bot: result.stage.bot_of(&one.experiment),
            on,
            found: one.found,
        })
        .collect();
    stable_sort_by_key(&mut unmeasured, |one| (one.subject, one.bot));
    unmeasured
}

/// How effects of a stage differ between bots, by subject, then by bot.
pub(crate) fn interactions_of(result: &StageResult) -> Vec<Interaction> {
    let Stage { experiments, .. } = &result.stage;
    let bot = |experiment: usize| result.stage.bot_of(&experiments[experiment]);
    let mut interactions: Vec<Interaction> = result
        .contrasts
        .iter()
        .filter(|contrast| experiments[contrast.pair.0].partner.is_none())
        .map(|contrast| Interaction {
            subject: experiments[contrast.pair.0].subject,
            bots: (bot(contrast.pair.0), bot(contrast.pair.1)),
            contrast: contrast.clone(),
        })
        .collect();
    stable_sort_by_key(&mut interactions, |interaction| (interaction.subject, interaction.bots));
    interactions
}
