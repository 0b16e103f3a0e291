//! The effects of a study: screened on some deals, what stands out confirmed on fresh ones.
//!
//! A subject stands out when for any bot p < 0.1. It is then played anew, by all bots, on deals that have not been looked
//! at, and only these count; the family of the false discovery rate are the subjects confirmed. All others keep what the
//! screening showed: with p ≥ 0.1 none of them is strong or weak.

use super::effect::Effect;
use super::stage::Stage;
use super::study::{StudyPlan, Subject};
use super::tally::{Contrast, StageResult};

/// What stands out is to be looked at again.
const STANDS_OUT: f64 = 0.1;

/// The effect of one subject for one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What was done to what.
    pub subject: Subject,
    /// The bot: an index into those of the study.
    pub bot: usize,
    /// On which deals.
    pub on: Deals,
    /// The effect.
    pub effect: Effect,
}

/// The deals of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deals {
    /// Those that everything was played on.
    All,
    /// The same, where what stood out was played on others.
    Screening,
    /// Deals that were not looked at when it was chosen what to play.
    Fresh,
}

impl Deals {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Deals::All => "all",
            Deals::Screening => "screening",
            Deals::Fresh => "fresh",
        }
    }
}

/// How much an effect differs between two bots.
#[derive(Clone, PartialEq, Debug)]
pub struct Interaction {
    /// What was done to what.
    pub subject: Subject,
    /// The bot and the last one, from which it differs.
    pub bots: (usize, usize),
    /// The difference.
    pub contrast: Contrast,
}

/// Everything that a study of effects has shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// By subject, then by bot.
    pub effects: Vec<Finding>,
    /// Those of the screening deals, where others count for some.
    pub screening: Vec<Finding>,
    /// By subject, then by bot.
    pub interactions: Vec<Interaction>,
}

/// The next stage of a study of effects.
pub fn next_stage(plan: &StudyPlan, done: &[StageResult]) -> Option<Stage> {
    match done {
        [] => Some(plan.first_stage()),
        [screened] if plan.confirm > 0 => confirmation(plan, screened),
        _ => None,
    }
}

/// The subjects that stand out: indexes into those of the study.
fn outstanding(plan: &StudyPlan, screened: &StageResult) -> Vec<usize> {
    let family = plan.family.len();
    let stands_out =
        |&subject: &usize| screened.effects.iter().skip(subject).step_by(family).any(|effect| effect.p < STANDS_OUT);
    (0..family).filter(stands_out).collect()
}

fn confirmation(plan: &StudyPlan, screened: &StageResult) -> Option<Stage> {
    let subjects: Vec<Subject> =
        outstanding(plan, screened).into_iter().map(|subject| plan.family[subject].clone()).collect();
    (!subjects.is_empty()).then(|| {
        let chosen = StudyPlan { family: subjects, ..plan.clone() };
        Stage { deals: plan.deals + 1..=plan.deals + plan.confirm, ..chosen.first_stage() }
    })
}

/// What the stages of a study of effects have shown so far.
pub fn findings(plan: &StudyPlan, done: &[StageResult]) -> Findings {
    let Some(first) = done.first() else { return Findings::default() };
    let all: Vec<usize> = (0..plan.family.len()).collect();
    let Some(second) = done.get(1) else {
        return Findings {
            effects: of_stage(plan, first, &all, if plan.confirm > 0 { Deals::Screening } else { Deals::All }),
            screening: Vec::new(),
            interactions: interactions(plan, first, &all),
        };
    };
    let fresh = outstanding(plan, first);
    let mut screening = of_stage(plan, first, &all, Deals::Screening);
    let mut effects = of_stage(plan, second, &fresh, Deals::Fresh);
    let confirmed = |finding: &Finding| effects.iter().any(|fresh| fresh.subject == finding.subject);
    let rest: Vec<Finding> = screening.iter().filter(|finding| !confirmed(finding)).cloned().collect();
    effects.extend(rest);
    let place = |finding: &Finding| {
        (plan.family.iter().position(|subject| *subject == finding.subject).expect("of the study"), finding.bot)
    };
    effects.sort_by_key(place);
    screening.sort_by_key(place);
    Findings { effects, screening, interactions: interactions(plan, second, &fresh) }
}

/// The effects of a stage that played these subjects of the study.
fn of_stage(plan: &StudyPlan, result: &StageResult, subjects: &[usize], on: Deals) -> Vec<Finding> {
    let finding = |(place, &subject): (usize, &usize)| {
        (0..plan.bots.len()).map(move |bot| Finding {
            subject: plan.family[subject].clone(),
            bot,
            on,
            effect: result.effects[bot * subjects.len() + place].clone(),
        })
    };
    subjects.iter().enumerate().flat_map(finding).collect()
}

fn interactions(plan: &StudyPlan, result: &StageResult, subjects: &[usize]) -> Vec<Interaction> {
    let count = subjects.len().max(1);
    let interaction = |contrast: &Contrast| {
        let (one, other) = contrast.pair;
        let subject = plan.family[subjects[one % count]].clone();
        Interaction { subject, bots: (one / count, other / count), contrast: contrast.clone() }
    };
    let mut interactions: Vec<Interaction> = result.contrasts.iter().map(interaction).collect();
    let place = |subject: &Subject| plan.family.iter().position(|other| other == subject);
    interactions.sort_by_key(|interaction| (place(&interaction.subject), interaction.bots));
    interactions
}
