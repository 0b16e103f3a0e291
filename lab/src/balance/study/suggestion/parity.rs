//! Parity: whether a component is worth as much as its siblings, and used as often.
//!
//! The *target* of a subject is the median effect of its `siblings` and the median of their
//! rates, under the same tables and on the same deals. The *rate* of a component is the share of the seats that hold it at the
//! end of games in which nothing is done to any component; a building is held by a seat that has built it. A subject is at
//! parity if its effect lies within the margin around the target, and its rate within a factor of `FACTOR` of that of the
//! siblings. Where a subject has no siblings that can be measured, the target of its effect is 0, and its rate may not fall
//! below 1/`FACTOR` of what it is under the tables as they were. Where siblings are never held, nothing is asked of the
//! rate.
//!
//! Both are tested over deals, as in [`verdict`](crate::balance::verdict): a minimum-effect test (Murphy and Myors 1999) says
//! that a subject is *beyond* a limit, two one-sided tests (Schuirmann 1987) that it is *within*, each at p < 0.05, adjusted by
//! Holm's method over the effects and the rates of all subjects that were asked for. A subject *leans* if it is seen beyond a
//! limit and shown to differ from the target, by a two-sided test adjusted in the same way, but not shown to be beyond. The
//! target is taken as it was seen, as the median of several components varies less than a single one.

use riverlab_stats::power::RATE;
use riverlab_stats::{Ratio, holm};

use crate::balance::effect::Effect;
use crate::balance::family::siblings;
use crate::balance::plan::{Role, StudyPlan};
use crate::balance::tally::StageResult;

/// How many times as often, or as rarely, as its siblings a component may be held.
pub(crate) const FACTOR: f64 = 1.5;

/// What a subject is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Target {
    /// The number of siblings that could be measured.
    pub siblings: usize,
    /// The effect: the median of the siblings, or 0.
    pub effect: f64,
    /// How far from it an effect may be.
    pub margin: f64,
    /// The rate: the median of the siblings, or what it was before anything was changed.
    pub rate: f64,
}

impl Target {
    /// The limits of the rate; `None` where nothing is asked of it.
    fn limits(&self) -> Option<(f64, f64)> {
        let most = if self.siblings == 0 { 1.0 } else { (self.rate * FACTOR).min(1.0) };
        (self.rate > 0.0).then_some((self.rate / FACTOR, most))
    }

    /// How far an effect is from the target, in margins.
    pub(crate) fn effect_distance(&self, effect: f64) -> f64 {
        (effect - self.effect).abs() / self.margin
    }

    /// How far a rate is from the target: 1 at either limit, infinite where it is 0.
    pub(crate) fn rate_distance(&self, rate: f64) -> f64 {
        if self.rate == 0.0 || (self.siblings == 0 && rate >= self.rate) {
            return 0.0;
        }
        libm::log(rate / self.rate).abs() / libm::log(FACTOR)
    }
}

/// How a subject stands to its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Position {
    /// The effect.
    pub effect: f64,
    /// The share of the seats that hold the component at the end.
    pub rate: f64,
    /// What they are compared with.
    pub target: Target,
}

impl Position {
    /// How far the effect is from the target, in margins.
    pub(crate) fn effect_distance(&self) -> f64 {
        self.target.effect_distance(self.effect)
    }

    /// How far the rate is from the target: 1 at either limit.
    pub(crate) fn rate_distance(&self) -> f64 {
        self.target.rate_distance(self.rate)
    }

    /// The larger of both: at most 1 where the subject is seen at parity.
    pub(crate) fn distance(&self) -> f64 {
        self.effect_distance().max(self.rate_distance())
    }
}

/// What the deals say of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Shown to be within.
    Within,
    /// Shown to be beyond.
    Beyond,
    /// Seen beyond and shown to differ from the target, but not shown to be beyond.
    Leans,
    /// None of these.
    Open,
}

impl Standing {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Within => "within",
            Standing::Beyond => "beyond",
            Standing::Leans => "leans",
            Standing::Open => "open",
        }
    }

    /// What follows from the tests, for a distance of 1 at a limit.
    fn of(tests: Tests, distance: f64) -> Standing {
        if tests.beyond < RATE {
            Standing::Beyond
        } else if tests.within < RATE {
            Standing::Within
        } else if distance > 1.0 && tests.differs < RATE {
            Standing::Leans
        } else {
            Standing::Open
        }
    }

    fn is_out(self) -> bool {
        matches!(self, Standing::Beyond | Standing::Leans)
    }
}

/// The p-values of an effect or a rate.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Tests {
    /// Of one within the limits: small where it is beyond.
    beyond: f64,
    /// Of one beyond the limits: small where it is within.
    within: f64,
    /// Of one at the target.
    differs: f64,
}

impl Tests {
    fn of_effect(effect: &Effect, target: &Target) -> Tests {
        let (beyond, within) = effect.shares.p_around(target.effect, target.margin);
        let (differs, _) = effect.shares.p_around(target.effect, 0.0);
        Tests { beyond, within, differs: (2.0 * differs).min(1.0) }
    }

    fn of_rate(holders: &Ratio, target: &Target) -> Tests {
        let Some((least, most)) = target.limits() else { return Tests { beyond: 1.0, within: 0.0, differs: 1.0 } };
        let [above_least, below_least] = holders.one_sided_p(1.0, least, 0.0, 1.0);
        // No rate is above 1.
        let [above_most, below_most] = if most < 1.0 { holders.one_sided_p(1.0, most, 0.0, 1.0) } else { [1.0, 0.0] };
        let differs = holders.p(1.0, target.rate, 0.0, 1.0);
        Tests { beyond: above_most.min(below_least), within: below_most.max(above_least), differs }
    }

    /// Adjusts each kind of tests by Holm's method.
    fn adjusted(tests: &[Tests]) -> Vec<Tests> {
        let adjust = |p: fn(&Tests) -> f64| holm(&tests.iter().map(p).collect::<Vec<f64>>());
        let adjusted = adjust(|test| test.beyond).into_iter().zip(adjust(|test| test.within));
        let adjusted = adjusted.zip(adjust(|test| test.differs));
        adjusted.map(|((beyond, within), differs)| Tests { beyond, within, differs }).collect()
    }
}

/// A subject under some tables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parity {
    /// An index into the family of the study.
    pub subject: usize,
    /// Its effect.
    pub effect: Effect,
    /// How it stands to its target.
    pub position: Position,
    /// What the deals say of its effect.
    pub effect_standing: Standing,
    /// What they say of its rate.
    pub rate_standing: Standing,
}

impl Parity {
    /// Whether the effect or the rate is out of its limits: shown to be so, or seen so and shown to differ from the target.
    pub(crate) fn is_out(&self) -> bool {
        self.effect_standing.is_out() || self.rate_standing.is_out()
    }

    /// Whether both are shown to lie within.
    pub(crate) fn is_shown(&self) -> bool {
        [self.effect_standing, self.rate_standing] == [Standing::Within; 2]
    }

    /// Whether both lie within, as far as can be seen.
    pub(crate) fn is_reached(&self) -> bool {
        !self.is_out() && self.position.distance() <= 1.0
    }
}

/// The subjects that were asked for, under the tables of a baseline. The first baseline has the tables as they were.
pub(crate) fn parities(plan: &StudyPlan, played: &StageResult, baseline: usize) -> Vec<Parity> {
    let effects = effects_under(played, baseline);
    let asked = effects.iter().filter(|(subject, _)| plan.family[*subject].role == Role::Asked);
    let positions: Vec<(usize, &Effect, Position)> = asked
        .map(|(subject, effect)| {
            let position = Position {
                effect: effect.share.mean,
                rate: rate(played, baseline, *subject),
                target: target(plan, played, baseline, *subject, &effects),
            };
            (*subject, effect, position)
        })
        .collect();
    let tests = positions.iter().flat_map(|(subject, effect, position)| {
        let holders = &played.baselines[baseline].holders[*subject];
        [Tests::of_effect(effect, &position.target), Tests::of_rate(holders, &position.target)]
    });
    let tests = Tests::adjusted(&tests.collect::<Vec<Tests>>());
    let parity = |(idx, (subject, effect, position)): (usize, (usize, &Effect, Position))| Parity {
        subject,
        effect: effect.clone(),
        position,
        effect_standing: Standing::of(tests[2 * idx], position.effect_distance()),
        rate_standing: Standing::of(tests[2 * idx + 1], position.rate_distance()),
    };
    positions.into_iter().enumerate().map(parity).collect()
}

/// The target of a subject among these effects.
fn target(
    plan: &StudyPlan,
    played: &StageResult,
    baseline: usize,
    subject: usize,
    effects: &[(usize, Effect)],
) -> Target {
    let is_sibling = |other: usize| siblings(&plan.family, subject).any(|sibling| sibling == other);
    let of: Vec<&(usize, Effect)> = effects.iter().filter(|(other, _)| is_sibling(*other)).collect();
    let median_effect = median(of.iter().map(|(_, effect)| effect.share.mean).collect());
    let median_rate = median(of.iter().map(|(other, _)| rate(played, baseline, *other)).collect());
    Target {
        siblings: of.len(),
        effect: median_effect.unwrap_or(0.0),
        margin: plan.margin,
        rate: median_rate.unwrap_or_else(|| rate(played, 0, subject)),
    }
}

/// A target with the rates that its siblings have under this baseline; their effects are assumed to be what they were.
pub(crate) fn target_under(before: &Target, siblings: &[usize], played: &StageResult, baseline: usize) -> Target {
    let rates = siblings.iter().map(|&sibling| rate(played, baseline, sibling)).collect();
    Target { rate: median(rates).unwrap_or(before.rate), ..*before }
}

/// The share of the seats that held the component of a subject at the end.
pub(crate) fn rate(played: &StageResult, baseline: usize, subject: usize) -> f64 {
    played.baselines[baseline].holders[subject].mean(1.0)
}

/// The effects that a stage has shown under these tables, each with its subject.
pub(crate) fn effects_under(played: &StageResult, baseline: usize) -> Vec<(usize, Effect)> {
    let experiments = played.stage.experiments.iter().zip(&played.effects);
    let under = experiments.filter(|(experiment, _)| experiment.baseline == baseline);
    under.map(|(experiment, effect)| (experiment.subject, effect.clone())).collect()
}

/// The value in the middle; between two the mean of both.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(f64::midpoint(values[last / 2], values[values.len() / 2]))
}

#[cfg(test)]
#[path = "parity_tests.rs"]
mod tests;
