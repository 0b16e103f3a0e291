//! The search for a balance: a local one, one point or one resource at a time. A subject is *out* when its effect is beyond the margin and q < 0.05.
//! 1. All subjects are played under the tables as they are.
//! 2. For each that is out two changes are tried on the same deals, one point or one resource of cost. The one that brings
//!    the effect nearest to 0 is kept if that is nearer than before, until the effect is within the margin; where neither
//!    helps, the subject is left alone.
//! 3. All subjects are played under the changed tables, and under those as they were, on fresh deals. What is out there is
//!    changed further (2), on these deals, and checked on others, and so on, at most five times.
//!
//! What becomes of it depends on the intervention: with `ban` a component is changed until nobody misses it by more than the
//! margin, with `grant` until nobody gains more by starting with it.
//!
//! No component is changed by more than it takes on this way, but another way may need fewer changes: what one change does to
//! other components is seen in step 3 only. A subject that cannot be measured, as a ban leaves a player no legal move, is left
//! as it is and not played again. The result says how many components are out, how many are shown to lie within
//! the margin, and how many neither.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use riverlab_bots::Evaluate;
use riverlab_engine::Modify;

use crate::balance::effect::Effect;
use crate::balance::plan::StudyPlan;
use crate::balance::setup::StudySetup;
use crate::balance::stage::{Baseline, Experiment, NoLegalMove, Stage};
use crate::balance::tally::StageResult;
use crate::balance::verdict::Direction;
use crate::balance::worker::PreparedStage;
use crate::error::ArenaError;

/// How often the changed tables are checked on fresh deals.
const MAX_CHECKS: u64 = 5;
/// How many steps lead from one check to the next at most.
const MAX_STEPS: usize = 20;

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

/// A search under way.
#[derive(Debug)]
pub struct Search<'a, G: Evaluate + Modify> {
    setup: &'a StudySetup<'a, G>,
    /// The values changed so far, by key.
    changes: BTreeMap<String, Moved>,
    /// Subjects that are out, with their effects as they are now.
    pending: BTreeMap<usize, f64>,
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
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The values to change, `key=value`.
    pub sets: Vec<String>,
    /// The effects of subjects on fresh deals, under the tables as they were.
    pub before: Vec<(usize, Effect)>,
    /// The same under the changed tables.
    pub after: Vec<(usize, Effect)>,
    /// The subjects that could not be measured once at least.
    pub impossible: BTreeMap<usize, NoLegalMove>,
}

impl<'a, G: Evaluate + Modify> Search<'a, G> {
    /// A search from the tables of the study.
    pub fn new(setup: &'a StudySetup<'a, G>) -> Self {
        Search {
            setup,
            changes: BTreeMap::new(),
            pending: BTreeMap::new(),
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
    pub fn plan(&self) -> &'a StudyPlan {
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
    pub fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (self.phase.clone(), done.last()) {
            (Phase::Screening, Some(screened)) => {
                self.note_impossible(screened);
                self.pending = self.out_of(&effects_under(screened, 0));
                self.steps = 0;
                self.propose()
            }
            (Phase::Trying(candidates), Some(tried)) => {
                self.keep_best(&candidates, tried);
                self.steps += 1;
                self.propose()
            }
            (Phase::Checking, Some(checked)) => {
                self.note_impossible(checked);
                self.pending = self.out_of(&effects_under(checked, 1));
                self.deals = checked.stage.deals.clone();
                self.last_check = Some(done.len() - 1);
                self.steps = 0;
                if self.pending.is_empty() || self.checks == MAX_CHECKS { Ok(None) } else { self.propose() }
            }
            _ => {
                self.phase = Phase::Screening;
                Ok(Some(Stage::first(self.plan())))
            }
        }
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
    /// the last check, or nothing can be measured.
    fn check(&mut self) -> Option<Stage> {
        let first = self.plan().deals + self.checks * self.plan().confirm + 1;
        let subjects: Vec<usize> =
            (0..self.plan().family.len()).filter(|one| !self.impossible.contains_key(one)).collect();
        let needed = !subjects.is_empty() && (self.checks == 0 || self.is_changed);
        self.checks += 1;
        self.is_changed = false;
        self.phase = Phase::Checking;
        let deals = first..=first + self.plan().confirm - 1;
        needed.then(|| Stage::crossed(self.plan(), &[Vec::new(), self.sets()], &subjects, deals))
    }

    /// What can be tried for the subjects that are out.
    fn candidates(&self) -> Result<Vec<Candidate>, ArenaError> {
        let rules = self.setup.base.with_values(&self.sets())?.rules;
        let mut candidates = Vec::new();
        for (&subject, &effect) in &self.pending {
            let component = self.setup.targets[subject].expect("what is suggested for is of a component");
            let direction = Direction::of(&self.plan().family[subject].intervention);
            let is_strong = (effect > 0.0) == (direction == Direction::Up);
            let step = if is_strong { 1 } else { -1 };
            let tries = [
                (-step, G::points_overrides(rules, component, -step)),
                (step, G::cost_overrides(rules, component, step)),
            ];
            for (by, sets) in tries {
                // A building without points cannot lose one.
                let candidate = sets.ok().map(|sets| Candidate { subject, sets, by });
                candidates.extend(candidate.filter(|candidate| self.is_possible(candidate)));
            }
        }
        Ok(candidates)
    }

    /// Whether there are such tables, and the subject can be played under them.
    fn is_possible(&self, candidate: &Candidate) -> bool {
        let sets = self.sets_with(candidate);
        let stage = Stage::crossed(self.plan(), &[sets], &[candidate.subject], self.deals.clone());
        PreparedStage::new(&stage, self.setup).is_ok()
    }

    /// Notes which subjects could not be measured in a stage, each with the first place where that was found.
    fn note_impossible(&mut self, played: &StageResult) {
        for one in &played.impossible {
            self.impossible.entry(one.experiment.subject).or_insert(one.found);
        }
    }

    /// The subjects that are out and can be measured.
    fn out_of(&self, effects: &[(usize, Effect)]) -> BTreeMap<usize, f64> {
        let possible = effects.iter().filter(|(subject, _)| !self.impossible.contains_key(subject));
        let out = possible.filter(|(_, effect)| effect.verdict.is_beyond_margin());
        out.map(|(subject, effect)| (*subject, effect.share.mean)).collect()
    }

    /// Keeps for each subject the change that brings its effect nearest to 0, if it brings it nearer.
    fn keep_best(&mut self, candidates: &[Candidate], tried: &StageResult) {
        let pending = std::mem::take(&mut self.pending);
        for (subject, before) in pending {
            // Each candidate is a baseline; one that left a player no legal move has no effect.
            let experiments = tried.stage.experiments.iter().zip(&tried.effects);
            let of = experiments
                .map(|(experiment, effect)| (&candidates[experiment.baseline], effect))
                .filter(|(candidate, _)| candidate.subject == subject);
            let means = of.map(|(candidate, effect)| (candidate, effect.share.mean));
            let best = means.min_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
            let Some((candidate, now)) = best.filter(|(_, now)| now.abs() < before.abs()) else { continue };
            for set in &candidate.sets {
                let (key, value) = set.split_once('=').expect("made as key=value");
                self.change(key, value, candidate.by);
            }
            if now.abs() > self.plan().margin {
                self.pending.insert(subject, now);
            }
        }
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

    /// What a search that has ended has come to, from its last check. There is none where nothing can be measured.
    pub fn suggestion(&self, done: &[StageResult]) -> Suggestion {
        let under = |baseline| self.last_check.map_or(Vec::new(), |last| effects_under(&done[last], baseline));
        Suggestion { sets: self.sets(), before: under(0), after: under(1), impossible: self.impossible.clone() }
    }
}

/// The effects that a stage has shown under these tables, each with its subject.
fn effects_under(played: &StageResult, baseline: usize) -> Vec<(usize, Effect)> {
    let experiments = played.stage.experiments.iter().zip(&played.effects);
    let under = experiments.filter(|(experiment, _)| experiment.baseline == baseline);
    under.map(|(experiment, effect)| (experiment.subject, effect.clone())).collect()
}

#[cfg(test)]
mod tests {
    use riverlab_engine::games::the_river::{RiverRules, TheRiver};
    use riverlab_engine::{GameRules, RulesSource};

    use super::*;
    use crate::balance::effect::Unpaired;
    use crate::balance::plan::Task;
    use crate::balance::request::StudyRequest;
    use crate::balance::verdict::Verdict;
    use crate::stats::Interval;

    /// Effects of a stage, the deals of the next one, and how the changes of its baselines begin.
    type Step = (&'static [(f64, f64)], &'static str, &'static [&'static str]);

    fn effect(mean: f64, q: f64) -> Effect {
        let interval = Interval { mean, lo: mean - 0.01, hi: mean + 0.01 };
        // Beyond the margin, with grants, where q says so; which way does not matter.
        let is_out = mean.abs() > 0.02 && q < 0.05;
        let (unpaired, verdict) = (Unpaired::default(), if is_out { Verdict::Strong } else { Verdict::Undecided });
        Effect {
            deals: 9,
            share: interval,
            sd: 0.1,
            score: interval,
            p: q,
            q,
            beyond: q,
            within: 1.0,
            verdict,
            shape: [0.0, 3.0],
            extremes: (0.0, 0.0),
            unpaired,
            example: None,
        }
    }

    /// What a stage would give if the experiments had these effects.
    fn result(stage: Stage, effects: &[(f64, f64)]) -> StageResult {
        assert_eq!(stage.experiments.len(), effects.len(), "{:?}", stage.experiments);
        let effects = effects.iter().map(|&(mean, q)| effect(mean, q)).collect();
        let (impossible, contrasts, baselines) = (Vec::new(), Vec::new(), Vec::new());
        StageResult { stage, effects, impossible, contrasts, baselines, games: 0 }
    }

    #[test]
    fn changes_are_kept_while_they_help() {
        let request = StudyRequest {
            task: Task::Suggestion,
            rules: RulesSource::default(),
            players: 2,
            bots: vec!["greedy".parse().expect("a bot")],
            components: ["mill-a", "fort-a", "inn-a"].map(str::to_owned).to_vec(),
            interventions: vec!["grant".parse().expect("one")],
            margin: 0.02,
            deals: 10,
            confirm: 5,
            seed: 1,
        };
        let rules = RiverRules::standard();
        let plan = request.plan::<TheRiver>(rules).expect("a plan");
        let setup = StudySetup::<TheRiver>::new(&plan, rules).expect("it fits the game");
        let mut search = Search::new(&setup);
        let mut done = Vec::new();
        // In the order of the game: inn-a, mill-a, fort-a. The inn is too strong, the mill within the margin, the fort not
        // far beyond it. Tried are one point less (4) and one resource more (4 wood).
        let script: [Step; 7] = [
            (&[(0.09, 0.001), (0.019, 0.001), (-0.05, 0.2)], "1..=10", &["", ""]),
            (&[(0.06, 0.9), (0.07, 0.9)], "1..=10", &["building.inn-a.points=4"; 2]),
            // From here on neither helps.
            (&[(0.06, 0.9), (0.08, 0.9)], "11..=15", &["", "building.inn-a.points=4"]),
            // The check: the inn is out still, the fort too weak now; before, nothing is said.
            (
                &[(0.1, 0.01), (0.0, 1.0), (0.0, 1.0), (-0.03, 0.01), (0.0, 1.0), (-0.04, 0.001)],
                "11..=15",
                &["building.inn-a.points=4"; 4],
            ),
            // The inn is put back to what it was, the fort gets a point more.
            (&[(0.01, 0.9), (0.05, 0.9), (0.0, 0.9), (0.01, 0.9)], "16..=20", &["", "building.fort-a.points=10"]),
            // Another check shows it out again, and now nothing helps: that was the last one.
            (
                &[(0.1, 0.01), (0.0, 1.0), (0.0, 1.0), (0.03, 0.2), (0.0, 1.0), (-0.04, 0.001)],
                "16..=20",
                &["building.fort-a.points=10"; 2],
            ),
            (&[(-0.04, 0.9), (-0.05, 0.9)], "", &[]),
        ];
        let mut stage = search.next_stage(&done).expect("tables").expect("a screening");
        for (step, (effects, deals, baselines)) in script.into_iter().enumerate() {
            done.push(result(stage, effects));
            let Some(next) = search.next_stage(&done).expect("tables") else {
                assert_eq!((deals, step), ("", 6));
                break;
            };
            assert_eq!(format!("{:?}", next.deals), deals, "step {step}");
            let begins = |(baseline, begin): (&Baseline, &&str)| baseline.sets.join(" ").contains(*begin);
            assert_eq!(next.baselines.len(), baselines.len(), "step {step}: {:?}", next.baselines);
            assert!(next.baselines.iter().zip(baselines).all(begins), "step {step}: {:?}", next.baselines);
            stage = next;
        }
        let suggestion = search.suggestion(&done);
        assert_eq!(suggestion.sets, ["building.fort-a.points=10"]);
        assert_eq!(suggestion.after[2], (2, effect(-0.04, 0.001)));
        assert_eq!(suggestion.before[0], (0, effect(0.1, 0.01)));
    }
}
