//! The smallest change of the tables that brings all elements within the margin.
//!
//! A local search, one point or one resource at a time:
//! 1. all subjects are played under the tables as they are;
//! 2. for each that is strong or weak two changes are tried, one point or one resource of cost, on the same deals; the one
//!    that brings the effect nearer to 0 is kept, until the effect is within the margin;
//! 3. all subjects are played under the changed tables, and under those as they were, on fresh deals. What is strong or weak
//!    there is changed further (2), on these deals, and checked on others, and so on, at most five times.
//!
//! So no element is changed by more than it takes on this way, but another way may need fewer changes: what one change
//! does to other elements is seen in step 3 only. The result says how many elements are balanced, undecided, and out.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use riverlab_bots::Evaluate;
use riverlab_engine::{Element, ElementIdx, RulesSource};
use toml::{Table, Value};

use super::effect::{Effect, Verdict};
use super::intervention::Direction;
use super::stage::{Arm, Experiment, Stage, changed_rules};
use super::study::StudyPlan;
use super::tally::StageResult;
use crate::error::ArenaError;

/// How often the changed tables are checked on fresh deals.
const MOST_CHECKS: u64 = 5;
/// How many steps lead from one check to the next at most.
const MOST_STEPS: usize = 20;

/// A change to be tried for a subject.
#[derive(Clone, Debug)]
struct Candidate {
    subject: usize,
    /// Values of the tables.
    sets: Vec<String>,
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
    elements: Vec<Element>,
    /// The values changed so far, by key.
    changes: BTreeMap<String, String>,
    /// Subjects out of the margin, with whether they are too strong.
    pending: BTreeMap<usize, bool>,
    phase: Phase,
    /// The deals on which changes are tried: those that showed what is out.
    deals: RangeInclusive<u64>,
    steps: usize,
    checks: u64,
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

fn is_out(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Strong => Some(true),
        Verdict::Weak => Some(false),
        _ => None,
    }
}

impl<'a, G: Evaluate> Search<'a, G> {
    /// A search from the tables of the study.
    pub fn new(plan: &'a StudyPlan, rules: &'static G::Rules) -> Self {
        Search {
            plan,
            rules,
            elements: G::elements(rules, plan.players),
            changes: BTreeMap::new(),
            pending: BTreeMap::new(),
            phase: Phase::Beginning,
            deals: 1..=plan.deals,
            steps: 0,
            checks: 0,
        }
    }

    /// The values changed so far, each `key=value`.
    fn sets(&self) -> Vec<String> {
        self.changes.iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// The stage after these, none when the search has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    pub fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        match (self.phase.clone(), done.last()) {
            (Phase::Screening, Some(screened)) => {
                self.pending = out_of(&screened.effects);
                self.steps = 0;
                self.propose()
            }
            (Phase::Trying(candidates), Some(tried)) => {
                self.keep_best(&candidates, tried);
                self.steps += 1;
                self.propose()
            }
            (Phase::Checking, Some(checked)) => {
                self.pending = out_of(&checked.effects[self.plan.family.len()..]);
                self.deals = checked.stage.deals.clone();
                self.steps = 0;
                if self.pending.is_empty() || self.checks == MOST_CHECKS { Ok(None) } else { self.propose() }
            }
            _ => {
                self.phase = Phase::Screening;
                Ok(Some(self.plan.first_stage()))
            }
        }
    }

    /// Tries changes for all that is out, or checks where there is nothing to try.
    fn propose(&mut self) -> Result<Option<Stage>, ArenaError> {
        let candidates = if self.steps == MOST_STEPS { Vec::new() } else { self.candidates()? };
        if candidates.is_empty() {
            return Ok(self.check());
        }
        let arms = candidates
            .iter()
            .map(|candidate| Arm { sets: self.sets().into_iter().chain(candidate.sets.clone()).collect(), bot: 0 });
        let experiments = candidates.iter().enumerate().map(|(arm, candidate)| {
            let subject = &self.plan.family[candidate.subject];
            Experiment { arm, element: subject.element.clone(), intervention: subject.intervention.clone() }
        });
        let (arms, experiments) = (arms.collect(), experiments.collect());
        self.phase = Phase::Trying(candidates);
        Ok(Some(Stage { arms, experiments, contrasts: Vec::new(), deals: self.deals.clone() }))
    }

    /// All subjects under the tables as they were and as they are, on fresh deals; none where nothing was changed since the
    /// last check.
    fn check(&mut self) -> Option<Stage> {
        let first = self.plan.deals + self.checks * self.plan.confirm + 1;
        let unchanged = matches!(self.phase, Phase::Checking);
        self.checks += 1;
        self.phase = Phase::Checking;
        let deals = first..=first + self.plan.confirm - 1;
        (!unchanged).then(|| self.plan.stage(&[Vec::new(), self.sets()], &self.plan.family, deals))
    }

    fn candidates(&self) -> Result<Vec<Candidate>, ArenaError> {
        let rules = changed_rules::<G>(&self.plan.rules, self.rules, &self.sets())?;
        let mut candidates = Vec::new();
        for (&subject, &strong) in &self.pending {
            let name = &self.plan.family[subject].element;
            let place = self.elements.iter().position(|element| element.name == *name).expect("of the game");
            let (element, step) = (ElementIdx(place as u16), if strong { 1 } else { -1 });
            for sets in [G::revalued(rules, element, -step), G::repriced(rules, element, step)].into_iter().flatten() {
                let all: Vec<String> = self.sets().into_iter().chain(sets.clone()).collect();
                // Points below 0 and the like are no tables.
                if changed_rules::<G>(&self.plan.rules, self.rules, &all).is_ok() {
                    candidates.push(Candidate { subject, sets });
                }
            }
        }
        Ok(candidates)
    }

    /// Keeps for each subject the change that brings its effect nearest to 0.
    fn keep_best(&mut self, candidates: &[Candidate], tried: &StageResult) {
        let pending: Vec<usize> = self.pending.keys().copied().collect();
        for subject in pending {
            let of = candidates.iter().zip(&tried.effects).filter(|(candidate, _)| candidate.subject == subject);
            let best = of.min_by(|(_, one), (_, other)| one.share.mean.abs().total_cmp(&other.share.mean.abs()));
            let Some((candidate, effect)) = best else {
                self.pending.remove(&subject);
                continue;
            };
            for set in &candidate.sets {
                let (key, value) = set.split_once('=').expect("made as key=value");
                self.changes.insert(key.to_owned(), value.to_owned());
            }
            let up = self.plan.family[subject].intervention.direction() == Direction::Up;
            if effect.share.mean.abs() <= self.plan.margin {
                self.pending.remove(&subject);
            } else {
                self.pending.insert(subject, (effect.share.mean > 0.0) == up);
            }
        }
    }

    /// What the search has come to, from its last check.
    pub fn suggestion(&self, done: &[StageResult]) -> Option<Suggestion> {
        let last = done.last().filter(|_| matches!(self.phase, Phase::Checking))?;
        let (before, after) = last.effects.split_at(self.plan.family.len());
        Some(Suggestion { sets: self.sets(), before: before.to_vec(), after: after.to_vec() })
    }
}

/// The subjects that are strong or weak, with which.
fn out_of(effects: &[Effect]) -> BTreeMap<usize, bool> {
    effects.iter().enumerate().filter_map(|(subject, effect)| Some((subject, is_out(effect.verdict)?))).collect()
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
    use super::*;
    use riverlab_engine::GameRules;
    use riverlab_engine::games::the_river::RiverRules;

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
