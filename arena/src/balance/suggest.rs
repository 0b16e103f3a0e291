//! A small change of the tables after which no component is found beyond the margin.
//!
//! A local search, one point or one resource at a time. A subject is *out* when its effect is beyond the margin and q < 0.05.
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
//! other components is seen in step 3 only. The result says how many components are out, surely within the margin, and neither.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use riverlab_bots::Evaluate;
use riverlab_engine::{Component, ComponentIdx, RulesSource};
use toml::{Table, Value};

use super::effect::{Effect, RATE};
use super::intervention::Direction;
use super::stage::{Baseline, Experiment, PreparedStage, Stage, changed_rules};
use super::study::{StudyPlan, Subject};
use super::tally::StageResult;
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
pub struct Search<'a, G: Evaluate> {
    plan: &'a StudyPlan,
    rules: &'static G::Rules,
    components: Vec<Component>,
    /// The values changed so far, by key.
    changes: BTreeMap<String, Moved>,
    /// Subjects that are out, with their effects as they are now.
    pending: BTreeMap<usize, f64>,
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
    /// The effects of all subjects on fresh deals, under the tables as they were.
    pub before: Vec<Effect>,
    /// The same under the changed tables.
    pub after: Vec<Effect>,
}

/// Whether an effect is beyond the margin, and surely one.
pub fn exceeds_margin(effect: &Effect, margin: f64) -> bool {
    effect.share.mean.abs() > margin && effect.q < RATE
}

impl<'a, G: Evaluate> Search<'a, G> {
    /// A search from the tables of the study.
    pub fn new(plan: &'a StudyPlan, rules: &'static G::Rules) -> Self {
        Search {
            plan,
            rules,
            components: G::components(rules, plan.players),
            changes: BTreeMap::new(),
            pending: BTreeMap::new(),
            phase: Phase::Beginning,
            deals: 1..=plan.deals,
            steps: 0,
            checks: 0,
            is_changed: false,
            last_check: None,
        }
    }

    /// The values changed so far, each `key=value`.
    fn sets(&self) -> Vec<String> {
        self.changes.iter().map(|(key, value)| format!("{key}={}", value.to)).collect()
    }

    /// The stage after these, none when the search has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    pub fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (self.phase.clone(), done.last()) {
            (Phase::Screening, Some(screened)) => {
                self.pending = self.out_of(&screened.effects);
                self.steps = 0;
                self.propose()
            }
            (Phase::Trying(candidates), Some(tried)) => {
                self.keep_best(&candidates, tried);
                self.steps += 1;
                self.propose()
            }
            (Phase::Checking, Some(checked)) => {
                self.pending = self.out_of(&checked.effects[self.plan.family.len()..]);
                self.deals = checked.stage.deals.clone();
                self.last_check = Some(done.len() - 1);
                self.steps = 0;
                if self.pending.is_empty() || self.checks == MAX_CHECKS { Ok(None) } else { self.propose() }
            }
            _ => {
                self.phase = Phase::Screening;
                Ok(Some(self.plan.first_stage()))
            }
        }
    }

    /// Tries changes for all that is out, or checks where there is nothing to try.
    fn propose(&mut self) -> Result<Option<Stage>, ArenaError> {
        let candidates = if self.steps == MAX_STEPS { Vec::new() } else { self.candidates()? };
        if candidates.is_empty() {
            return Ok(self.check());
        }
        let arms = candidates.iter().map(|candidate| Baseline {
            sets: self.sets().into_iter().chain(candidate.sets.clone()).collect(),
            bot: 0,
        });
        let experiments = candidates.iter().enumerate().map(|(arm, candidate)| {
            let subject = &self.plan.family[candidate.subject];
            Experiment { arm, component: subject.component.clone(), intervention: subject.intervention.clone() }
        });
        let (arms, experiments) = (arms.collect(), experiments.collect());
        self.phase = Phase::Trying(candidates);
        Ok(Some(Stage { arms, experiments, contrasts: Vec::new(), deals: self.deals.clone() }))
    }

    /// All subjects under the tables as they were and as they are, on fresh deals; none where nothing was changed since the
    /// last check.
    fn check(&mut self) -> Option<Stage> {
        let first = self.plan.deals + self.checks * self.plan.confirm + 1;
        let needed = self.checks == 0 || self.is_changed;
        self.checks += 1;
        self.is_changed = false;
        self.phase = Phase::Checking;
        let deals = first..=first + self.plan.confirm - 1;
        needed.then(|| self.plan.stage(&[Vec::new(), self.sets()], &self.plan.family, deals))
    }

    fn candidates(&self) -> Result<Vec<Candidate>, ArenaError> {
        let rules = changed_rules::<G>(&self.plan.rules, self.rules, &self.sets())?;
        let mut candidates = Vec::new();
        for (&subject, &effect) in &self.pending {
            let Subject { component: name, intervention, .. } = &self.plan.family[subject];
            let place = self.components.iter().position(|component| component.name == *name).expect("of the game");
            let strong = (effect > 0.0) == (intervention.direction() == Direction::Up);
            let (component, step) = (ComponentIdx(place as u16), if strong { 1 } else { -1 });
            let tries = [
                (-step, G::points_overrides(rules, component, -step)),
                (step, G::cost_overrides(rules, component, step)),
            ];
            for (by, sets) in tries {
                // Points below 0 and the like are no tables.
                let candidate = sets.ok().map(|sets| Candidate { subject, sets, by });
                candidates.extend(candidate.filter(|candidate| self.is_possible(candidate)));
            }
        }
        Ok(candidates)
    }

    /// Whether there are such tables, and the subject can be played under them.
    fn is_possible(&self, candidate: &Candidate) -> bool {
        let sets = self.sets().into_iter().chain(candidate.sets.clone()).collect();
        let alone = &self.plan.family[candidate.subject..=candidate.subject];
        let stage = self.plan.stage(&[sets], alone, self.deals.clone());
        PreparedStage::<G>::new(&stage, &self.plan.rules, self.rules, self.plan.players).is_ok()
    }

    /// The subjects that are out.
    fn out_of(&self, effects: &[Effect]) -> BTreeMap<usize, f64> {
        let out = effects.iter().enumerate().filter(|(_, effect)| exceeds_margin(effect, self.plan.margin));
        out.map(|(subject, effect)| (subject, effect.share.mean)).collect()
    }

    /// Keeps for each subject the change that brings its effect nearest to 0, if it brings it nearer.
    fn keep_best(&mut self, candidates: &[Candidate], tried: &StageResult) {
        let pending = std::mem::take(&mut self.pending);
        for (subject, before) in pending {
            let of = candidates.iter().zip(&tried.effects).filter(|(candidate, _)| candidate.subject == subject);
            let means = of.map(|(candidate, effect)| (candidate, effect.share.mean));
            let best = means.min_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
            let Some((candidate, now)) = best.filter(|(_, now)| now.abs() < before.abs()) else { continue };
            for set in &candidate.sets {
                let (key, value) = set.split_once('=').expect("made as key=value");
                self.change(key, value, candidate.by);
            }
            if now.abs() > self.plan.margin {
                self.pending.insert(subject, now);
            }
        }
    }

    /// Notes a change of a value; none where it is what it was again.
    fn change(&mut self, key: &str, to: &str, by: i32) {
        self.is_changed = true;
        let by = by + self.changes.get(key).map_or(0, |moved| moved.by);
        if by == 0 {
            self.changes.remove(key);
        } else {
            self.changes.insert(key.to_owned(), Moved { to: to.to_owned(), by });
        }
    }

    /// What a search that has ended has come to, from its last check.
    ///
    /// # Panics
    /// When it has not ended.
    pub fn suggestion(&self, done: &[StageResult]) -> Suggestion {
        let last = self.last_check.expect("a search ends after a check");
        let (before, after) = done[last].effects.split_at(self.plan.family.len());
        Suggestion { sets: self.sets(), before: before.to_vec(), after: after.to_vec() }
    }
}

/// The tables of a study with these values changed, as a rules file: what differs from the tables of the game.
pub fn overlay(source: &RulesSource, sets: &[String], heading: &str) -> String {
    let mut whole = source.file.as_ref().and_then(|(_, text)| text.parse::<Table>().ok()).unwrap_or_default();
    for value in whole.iter_mut().map(|(_, value)| value) {
        name_entries(value);
    }
    for set in source.sets.iter().chain(sets) {
        let (key, value) = set.split_once('=').expect("made as key=value");
        let parsed = format!("value = {value}").parse::<Table>().ok().and_then(|mut table| table.remove("value"));
        let path: Vec<&str> = key.trim().split('.').collect();
        insert(&mut whole, &path, parsed.unwrap_or_else(|| Value::String(value.trim().to_owned())));
    }
    let heading = heading.lines().map(|line| format!("# {line}")).collect::<Vec<_>>().join("\n");
    format!("{heading}\n\n{}", toml::to_string(&whole).expect("a table of plain values"))
}

/// `[[building]]` with an `id` is the table `[building.ID]`.
fn name_entries(value: &mut Value) {
    let Value::Array(entries) = value else { return };
    let id = |entry: &Value| entry.get("id").and_then(Value::as_str).map(str::to_owned);
    let Some(ids) = entries.iter().map(id).collect::<Option<Vec<String>>>() else { return };
    let named = ids.into_iter().zip(entries.drain(..)).map(|(id, mut entry)| {
        if let Value::Table(table) = &mut entry {
            table.remove("id");
        }
        (id, entry)
    });
    *value = Value::Table(named.collect());
}

fn insert(table: &mut Table, path: &[&str], value: Value) {
    match path {
        [] => {}
        [key] => {
            table.insert((*key).to_owned(), value);
        }
        [key, rest @ ..] => {
            let below = table.entry((*key).to_owned()).or_insert_with(|| Value::Table(Table::new()));
            insert(below.as_table_mut().expect("a table of the tables"), rest, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use riverlab_engine::GameRules;
    use riverlab_engine::games::the_river::{RiverRules, TheRiver};

    use super::*;
    use crate::balance::effect::{Unpaired, Verdict};
    use crate::balance::study::{StudyRequest, Task};
    use crate::stats::Interval;

    /// Effects of a stage, the deals of the next one, and how the changes of its arms begin.
    type Step = (&'static [(f64, f64)], &'static str, &'static [&'static str]);

    fn effect(mean: f64, q: f64) -> Effect {
        let interval = Interval { mean, lo: mean - 0.01, hi: mean + 0.01 };
        let (unpaired, verdict) = (Unpaired::default(), Verdict::Undecided);
        Effect { deals: 9, share: interval, sd: 0.1, score: interval, p: q, q, verdict, unpaired, example: None }
    }

    /// What a stage would give if the experiments had these effects.
    fn result(stage: Stage, effects: &[(f64, f64)]) -> StageResult {
        assert_eq!(stage.experiments.len(), effects.len(), "{:?}", stage.experiments);
        let effects = effects.iter().map(|&(mean, q)| effect(mean, q)).collect();
        StageResult { stage, effects, contrasts: Vec::new(), arms: Vec::new() }
    }

    #[test]
    fn changes_are_kept_while_they_help() {
        let request = StudyRequest {
            task: Task::Suggest,
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
        let mut search = Search::<TheRiver>::new(&plan, rules);
        let mut done = Vec::new();
        // In the order of the game: inn-a, mill-a, fort-a. The inn is too strong, the mill within the margin, the fort not
        // surely beyond it. Tried are one point less (4) and one resource more (4 wood).
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
        for (step, (effects, deals, arms)) in script.into_iter().enumerate() {
            done.push(result(stage, effects));
            let Some(next) = search.next_stage(&done).expect("tables") else {
                assert_eq!((deals, step), ("", 6));
                break;
            };
            assert_eq!(format!("{:?}", next.deals), deals, "step {step}");
            let begins = |(arm, begin): (&Baseline, &&str)| arm.sets.join(" ").contains(*begin);
            assert_eq!(next.arms.len(), arms.len(), "step {step}: {:?}", next.arms);
            assert!(next.arms.iter().zip(arms).all(begins), "step {step}: {:?}", next.arms);
            stage = next;
        }
        let suggestion = search.suggestion(&done);
        assert_eq!(suggestion.sets, ["building.fort-a.points=10"]);
        assert_eq!(suggestion.after[2], effect(-0.04, 0.001));
        assert_eq!(suggestion.before[0], effect(0.1, 0.01));
    }

    #[test]
    fn overlays_are_rules_files() {
        let list = |sets: &[&str]| sets.iter().map(|&set| set.to_owned()).collect::<Vec<String>>();
        let given = "[[building]]\nid = \"fort-a\"\npoints = 8\n[supply.2]\nwood = 6\n";
        let sets = list(&["building.mill-a.points=4", "display.tiles.2=6", "spaces.wood.2=2 each"]);
        let source = RulesSource { file: Some(("given".into(), given.into())), sets };
        let changes = list(&["building.mill-a.points=3", "building.fort-a.cost.wood=2", "tile.meadow-swap2.points=-1"]);
        let text = overlay(&source, &changes, "two\nlines");
        assert!(text.starts_with("# two\n# lines\n"), "{text}");
        let all = source.sets.iter().cloned().chain(changes).collect();
        let typed = RulesSource { file: source.file.clone(), sets: all };
        let file = RulesSource { file: Some(("mine".into(), text)), sets: Vec::new() };
        let [file, typed] = [file, typed].map(|source| RiverRules::load(&source).expect("tables"));
        assert_eq!(file.canonical(), typed.canonical());
    }
}
