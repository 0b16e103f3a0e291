//! The search for parity: a local one, one point or one resource at a time. [`parity`](super::parity) defines the target of a
//! subject, its effect and its rate, and when it is out of its limits.
//!
//! 1. All subjects are played under the tables as they are.
//! 2. For each whose effect or rate is out, changes are tried on the same deals: one point, or one resource of cost, the way
//!    that makes it weaker where its effect or its rate is too high, and stronger where one of them is too low. A change is
//!    kept if it brings the subject nearer, which the larger of its two distances from the target decides, and if it takes
//!    neither effect nor rate out of its limits, or farther out. If there are several, the one by which least of the other one
//!    is lost is kept (nothing is lost where both get nearer), then the one after which the subject is nearest. This goes on
//!    until a subject is within half of both limits, as what is just within a limit on these deals may be out of it on others,
//!    or until nothing helps any more.
//! 3. All subjects are played under the changed tables, and under those as they were, on fresh deals. What is out there, and
//!    what was changed and is seen out, is changed further (2) on these deals and checked on others, at most five times. A
//!    change that went too far is undone in this way.
//!
//! While changes are tried, the siblings' effects are assumed to be what they were; their rates are those of the games without
//! an intervention, which are played under each change. What a change does to other components is seen in step 3 only.
//!
//! The search is not exhaustive: another combination of changes may do with fewer. A subject that cannot be measured, as a ban
//! leaves a player no legal move, is left as it is and not played again. Where a subject stays out, the search says what stood
//! in the way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;

use super::parity::{Parity, Position, effects_under, parities, rate, target_under};
use crate::balance::effect::Effect;
use crate::balance::family::siblings;
use crate::balance::plan::{Role, StudyPlan};
use crate::balance::setup::StudySetup;
use crate::balance::stage::{Baseline, Experiment, NoLegalMove, Stage};
use crate::balance::tally::StageResult;
use crate::balance::verdict::Direction;

/// How often the changed tables are checked on fresh deals.
const MAX_CHECKS: u64 = 5;
/// How many steps lead from one check to the next at most.
const MAX_STEPS: usize = 20;
/// The distance from the target, of 1 at a limit, at which a subject is left as it is.
const NEAR_ENOUGH: f64 = 0.5;

/// A change to be tried for a subject.
#[derive(Clone, Debug)]
struct Candidate {
    subject: usize,
    /// Values of the tables.
    sets: Vec<String>,
    /// By how much it moves them.
    by: i32,
}

/// A value that is not what it was.
#[derive(Clone, Debug)]
struct Moved {
    /// What it is now.
    to: String,
    /// By how much it has moved.
    by: i32,
}

#[derive(Clone, Debug)]
enum Phase {
    Beginning,
    Screening,
    Trying(Vec<Candidate>),
    Checking,
}

/// Why a subject was not brought nearer to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// No change does so.
    NothingHelps,
    /// What brings its effect nearer takes its rate out of its limits, or farther out.
    RateWouldLeave,
    /// What brings its rate nearer takes its effect out of its limits, or farther out.
    EffectWouldLeave,
}

/// A search under way.
pub(crate) struct Search<'a> {
    setup: &'a StudySetup<'a>,
    /// The values changed so far, by key.
    changes: BTreeMap<String, Moved>,
    /// The subjects for which values were changed, even where that was undone.
    changed: BTreeSet<usize>,
    /// Subjects that are out, as they stand now.
    pending: BTreeMap<usize, Position>,
    /// What stood in the way of subjects that were out at the last check.
    obstacles: BTreeMap<usize, Obstacle>,
    /// Subjects that cannot be measured.
    impossible: BTreeMap<usize, NoLegalMove>,
    phase: Phase,
    /// The deals on which changes are tried: those that showed what is out.
    deals: RangeInclusive<u64>,
    steps: usize,
    checks: u64,
    /// Whether values were changed since the last check.
    is_changed: bool,
    /// The stage that was the last check.
    last_check: Option<usize>,
}

/// What a search has come to.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Suggestion {
    /// The values to change, `key=value`.
    pub sets: Vec<String>,
    /// The effects of all subjects on fresh deals, under the tables as they were, and under the changed ones.
    pub effects: [Vec<(usize, Effect)>; 2],
    /// How the subjects that were asked for stand to their targets, on the same deals and under the same tables.
    pub parities: [Vec<Parity>; 2],
    /// The subjects for which values were changed, even where that was undone.
    pub changed: BTreeSet<usize>,
    /// What stood in the way of subjects.
    pub obstacles: BTreeMap<usize, Obstacle>,
    /// The subjects that could not be measured once at least.
    pub impossible: BTreeMap<usize, NoLegalMove>,
}

impl<'a> Search<'a> {
    /// A search from the tables of the study.
    pub(crate) fn new(setup: &'a StudySetup<'a>) -> Self {
        Search {
            setup,
            changes: BTreeMap::new(),
            changed: BTreeSet::new(),
            pending: BTreeMap::new(),
            obstacles: BTreeMap::new(),
            impossible: BTreeMap::new(),
            phase: Phase::Beginning,
            deals: 1..=setup.plan.deals,
            steps: 0,
            checks: 0,
            is_changed: false,
            last_check: None,
        }
    }

    /// The plan of the study.
    pub(crate) fn plan(&self) -> &'a StudyPlan {
        self.setup.plan
    }

    /// The values changed so far, each `key=value`.
    fn sets(&self) -> Vec<String> {
        self.changes.iter().map(|(key, value)| format!("{key}={}", value.to)).collect()
    }

    /// These, and those of a candidate.
    fn sets_with(&self, candidate: &Candidate) -> Vec<String> {
        self.sets().into_iter().chain(candidate.sets.clone()).collect()
    }

    /// The stage after these; `None` when the search has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    pub(crate) fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (self.phase.clone(), done.last()) {
            (Phase::Screening, Some(screened)) => {
                self.find_pending(screened, 0);
                self.propose()
            }
            (Phase::Trying(candidates), Some(tried)) => {
                self.keep_best(&candidates, tried);
                self.steps += 1;
                self.propose()
            }
            (Phase::Checking, Some(checked)) => {
                self.find_pending(checked, 1);
                self.deals = checked.stage.deals.clone();
                self.last_check = Some(done.len() - 1);
                if self.pending.is_empty() || self.checks == MAX_CHECKS { Ok(None) } else { self.propose() }
            }
            _ => {
                self.phase = Phase::Screening;
                Ok(Some(Stage::first(self.plan())))
            }
        }
    }

    /// Finds what is out under the tables of a baseline, also what was changed and is merely seen so.
    fn find_pending(&mut self, played: &StageResult, baseline: usize) {
        self.note_impossible(played);
        let is_out = |parity: &Parity| {
            let is_seen = self.changed.contains(&parity.subject) && !parity.is_reached();
            (parity.is_out() || is_seen) && !self.impossible.contains_key(&parity.subject)
        };
        let out = parities(self.plan(), played, baseline).into_iter().filter(is_out);
        self.pending = out.map(|parity| (parity.subject, parity.position)).collect();
        self.obstacles.clear();
        self.steps = 0;
    }

    /// Tries changes for all that is out, or checks where there is nothing to try.
    fn propose(&mut self) -> Result<Option<Stage>, ArenaError> {
        let candidates = if self.steps == MAX_STEPS { Vec::new() } else { self.candidates()? };
        if candidates.is_empty() {
            return Ok(self.check());
        }
        let baselines =
            candidates.iter().map(|candidate| Baseline { sets: self.sets_with(candidate), bot: 0 }).collect();
        let experiment =
            |(baseline, candidate): (usize, &Candidate)| Experiment::new(self.plan(), baseline, candidate.subject);
        let experiments = candidates.iter().enumerate().map(experiment).collect();
        self.phase = Phase::Trying(candidates);
        Ok(Some(Stage { baselines, experiments, contrasts: Vec::new(), deals: self.deals.clone() }))
    }

    /// All subjects under the tables as they were and as they are, on fresh deals; `None` where nothing was changed since
    /// the last check, or nothing that was asked for can be measured.
    fn check(&mut self) -> Option<Stage> {
        let first = self.plan().deals + self.checks * self.plan().confirm + 1;
        let family = &self.plan().family;
        let subjects: Vec<usize> = (0..family.len()).filter(|one| !self.impossible.contains_key(one)).collect();
        let is_measurable = subjects.iter().any(|&one| family[one].role == Role::Asked);
        let needed = is_measurable && (self.checks == 0 || self.is_changed);
        self.checks += 1;
        self.is_changed = false;
        self.phase = Phase::Checking;
        let deals = first..=first + self.plan().confirm - 1;
        needed.then(|| Stage::crossed(self.plan(), &[Vec::new(), self.sets()], &subjects, deals))
    }

    /// What can be tried for the subjects that are out.
    fn candidates(&self) -> Result<Vec<Candidate>, ArenaError> {
        let table = self.setup.table.with_values(&self.sets())?;
        let mut candidates = Vec::new();
        for (&subject, position) in &self.pending {
            let component = self.setup.targets[subject].expect("what is suggested for is of a component");
            let direction = Direction::of(&self.plan().family[subject].intervention);
            for step in steps(position, direction) {
                let tries =
                    [(step, table.points_overrides(component, step)), (-step, table.cost_overrides(component, -step))];
                for (by, sets) in tries {
                    // A building without points cannot lose one.
                    let candidate = sets.map(|sets| Candidate { subject, sets, by });
                    candidates.extend(candidate.filter(|candidate| self.is_possible(candidate)));
                }
            }
        }
        Ok(candidates)
    }

    /// Whether there are such tables, and the subject can be played under them.
    fn is_possible(&self, candidate: &Candidate) -> bool {
        let sets = self.sets_with(candidate);
        let stage = Stage::crossed(self.plan(), &[sets], &[candidate.subject], self.deals.clone());
        self.setup.table.prepare(self.setup, &stage, &AtomicBool::new(false)).is_ok()
    }

    /// Notes which subjects could not be measured in a stage, each with the first place where that was found.
    fn note_impossible(&mut self, played: &StageResult) {
        for one in &played.impossible {
            self.impossible.entry(one.experiment.subject).or_insert(one.found);
        }
    }

    /// Keeps for each subject the best change that brings it nearer, if there is one, and notes what stood in the way if not.
    fn keep_best(&mut self, candidates: &[Candidate], tried: &StageResult) {
        let pending = std::mem::take(&mut self.pending);
        for (subject, before) in pending {
            let tries = self.tries(subject, &before, candidates, tried);
            let best = tries.iter().filter(|(_, now)| is_better(&before, now)).min_by(|(_, one), (_, other)| {
                preference(&before, one).partial_cmp(&preference(&before, other)).expect("no NaN")
            });
            let Some(&(candidate, now)) = best else {
                let tries: Vec<Position> = tries.iter().map(|(_, now)| *now).collect();
                self.obstacles.insert(subject, obstacle(&before, &tries));
                continue;
            };
            for set in &candidate.sets {
                let (key, value) = set.split_once('=').expect("made as key=value");
                self.change(key, value, candidate.by);
            }
            self.changed.insert(subject);
            if now.distance() > NEAR_ENOUGH {
                self.pending.insert(subject, now);
            }
        }
    }

    /// How a subject would stand with each of its candidates. Each is a baseline; one that left a player no legal move has no
    /// effect.
    fn tries<'c>(
        &self,
        subject: usize,
        before: &Position,
        candidates: &'c [Candidate],
        tried: &StageResult,
    ) -> Vec<(&'c Candidate, Position)> {
        let measured = |sibling: &usize| !self.impossible.contains_key(sibling);
        let siblings: Vec<usize> = siblings(&self.plan().family, subject).filter(measured).collect();
        let experiments = tried.stage.experiments.iter().zip(&tried.effects);
        let of = experiments.filter(|(experiment, _)| experiment.subject == subject);
        of.map(|(experiment, effect)| {
            let baseline = experiment.baseline;
            let target = target_under(&before.target, &siblings, tried, baseline);
            let position = Position { effect: effect.share.mean, rate: rate(tried, baseline, subject), target };
            (&candidates[baseline], position)
        })
        .collect()
    }

    /// Notes a change of a value, or forgets it where the value is what it was again.
    fn change(&mut self, key: &str, to: &str, by: i32) {
        self.is_changed = true;
        let by = by + self.changes.get(key).map_or(0, |moved| moved.by);
        if by == 0 {
            self.changes.remove(key);
        } else {
            self.changes.insert(key.to_owned(), Moved { to: to.to_owned(), by });
        }
    }

    /// What a search that has ended has come to, from its last check. There is no effect where nothing can be measured.
    pub(crate) fn suggestion(&self, done: &[StageResult]) -> Suggestion {
        let suggestion = Suggestion {
            sets: self.sets(),
            changed: self.changed.clone(),
            obstacles: self.obstacles.clone(),
            impossible: self.impossible.clone(),
            ..Suggestion::default()
        };
        let Some(last) = self.last_check.map(|last| &done[last]) else { return suggestion };
        Suggestion {
            effects: [0, 1].map(|baseline| effects_under(last, baseline)),
            parities: [0, 1].map(|baseline| parities(self.plan(), last, baseline)),
            ..suggestion
        }
    }
}

/// The ways to change a subject: −1 makes it weaker, 1 stronger. Of effect and rate the one counts that is farther from its
/// target, and the other one as well where it is out of its limits; if they ask for different ways, both are tried.
fn steps(position: &Position, direction: Direction) -> Vec<i32> {
    let (target, effect, rate) = (&position.target, position.effect_distance(), position.rate_distance());
    let counts = |one: f64, other: f64| one > NEAR_ENOUGH && (one >= other || one > 1.0);
    let mut steps = Vec::new();
    if counts(effect, rate) {
        let is_strong = (position.effect > target.effect) == (direction == Direction::Up);
        steps.push(if is_strong { -1 } else { 1 });
    }
    if counts(rate, effect) {
        steps.push(if position.rate > target.rate { -1 } else { 1 });
    }
    steps.dedup();
    steps
}

/// Whether a subject is nearer to its target, and neither its effect nor its rate is out of its limits, or farther out, for
/// that.
pub(super) fn is_better(before: &Position, now: &Position) -> bool {
    now.distance() < before.distance()
        && now.effect_distance() <= before.effect_distance().max(1.0)
        && now.rate_distance() <= before.rate_distance().max(1.0)
}

/// Less is better: first what is lost of effect or rate, which is nothing where both are nearer, then the distance.
pub(super) fn preference(before: &Position, now: &Position) -> (f64, f64) {
    let lost = |distance: fn(&Position) -> f64| (distance(now) - distance(before)).max(0.0);
    (lost(Position::effect_distance) + lost(Position::rate_distance), now.distance())
}

/// What stood in the way of a subject that none of these changes brought nearer.
pub(super) fn obstacle(before: &Position, tries: &[Position]) -> Obstacle {
    let [effect, rate] = [Position::effect_distance, Position::rate_distance];
    let is_at_the_cost = |nearer: fn(&Position) -> f64, other: fn(&Position) -> f64| {
        tries.iter().any(|now| nearer(now) < nearer(before) && other(now) > other(before).max(1.0))
    };
    if effect(before) > 1.0 && is_at_the_cost(effect, rate) {
        Obstacle::RateWouldLeave
    } else if rate(before) > 1.0 && is_at_the_cost(rate, effect) {
        Obstacle::EffectWouldLeave
    } else {
        Obstacle::NothingHelps
    }
}
