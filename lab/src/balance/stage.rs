//! A stage: experiments that are played on the same deals.
//!
//! Everything in a stage is compared with a baseline: the same bot at all seats, under the same tables, with nothing done to
//! any component. A deal plays each baseline once, then each experiment: one game for what affects all players, one for each
//! seat where it affects one player alone.

use std::ops::RangeInclusive;

use riverlab_engine::{ComponentIdx, PerPlayer, Scope, Seat};
use serde::{Deserialize, Serialize};

use super::plan::StudyPlan;

/// Games in which nothing is done to any component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// Values of the tables, each `key=value`, on top of those of the study.
    pub sets: Vec<String>,
    /// The bot at all seats: an index into those of the study.
    pub bot: usize,
}

/// Games in which something is done to a component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// What it is compared with: an index into the baselines of the stage.
    pub baseline: usize,
    /// What is done to what: an index into the family of the study.
    pub subject: usize,
    /// A second one of the family, to whose component the same is done as well.
    pub partner: Option<usize>,
    /// Whom it affects.
    pub scope: Scope,
}

/// Experiments whose effects are compared deal by deal: one less another, or less two others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// The experiment.
    pub one: usize,
    /// What is taken from it.
    pub less: usize,
    /// What is taken from it as well.
    pub and_less: Option<usize>,
}

impl Comparison {
    /// One experiment less another.
    pub(crate) fn of_two(one: usize, less: usize) -> Comparison {
        Comparison { one, less, and_less: None }
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = usize> {
        [Some(self.one), Some(self.less), self.and_less].into_iter().flatten()
    }
}

/// Experiments that are played on the same deals.
///
/// Its baselines and experiments together are its slots, baselines first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// What they are compared with.
    pub baselines: Vec<Baseline>,
    /// The experiments.
    pub experiments: Vec<Experiment>,
    /// Experiments whose effects are compared deal by deal.
    pub contrasts: Vec<Comparison>,
    /// The numbers of the deals.
    pub deals: RangeInclusive<u64>,
}

impl Stage {
    /// The stage that every study begins with: all subjects, for every bot, under the tables of the study.
    pub fn first(plan: &StudyPlan) -> Stage {
        let all: Vec<usize> = (0..plan.family.len()).collect();
        Stage::compare_bots(plan, &all, 1..=plan.deals)
    }

    /// These subjects for every bot, and how each bot differs from the last one.
    pub(crate) fn compare_bots(plan: &StudyPlan, subjects: &[usize], deals: RangeInclusive<u64>) -> Stage {
        let mut stage = Stage::crossed(plan, &[Vec::new()], subjects, deals);
        let (bots, count) = (plan.bots.len(), subjects.len());
        for bot in 0..bots.saturating_sub(1) {
            let compared = |idx| Comparison::of_two(bot * count + idx, (bots - 1) * count + idx);
            stage.contrasts.extend((0..count).map(compared));
        }
        stage
    }

    /// Every bot, under each of these lists of values of the tables, with these subjects: experiments by values, by bot, by
    /// subject.
    pub(crate) fn crossed(
        plan: &StudyPlan,
        values: &[Vec<String>],
        subjects: &[usize],
        deals: RangeInclusive<u64>,
    ) -> Stage {
        let bots = 0..plan.bots.len();
        let baselines = values.iter().flat_map(|sets| bots.clone().map(|bot| Baseline { sets: sets.clone(), bot }));
        let baselines: Vec<Baseline> = baselines.collect();
        let of_baseline = |baseline| subjects.iter().map(move |&subject| Experiment::new(plan, baseline, subject));
        let experiments = (0..baselines.len()).flat_map(of_baseline).collect();
        Stage { baselines, experiments, contrasts: Vec::new(), deals }
    }

    /// The same stage with some of its experiments; `keep` has one entry for each. Of the contrasts those are kept of which
    /// all experiments are.
    #[must_use]
    pub(crate) fn with_experiments(&self, keep: &[bool]) -> Stage {
        let new_index = |idx: usize| keep[..idx].iter().filter(|&&kept| kept).count();
        let experiments = self.experiments.iter().zip(keep).filter(|(_, kept)| **kept);
        let contrasts = self.contrasts.iter().filter(|compared| compared.all().all(|idx| keep[idx]));
        let renumbered = |compared: &Comparison| Comparison {
            one: new_index(compared.one),
            less: new_index(compared.less),
            and_less: compared.and_less.map(new_index),
        };
        Stage {
            baselines: self.baselines.clone(),
            experiments: experiments.map(|(experiment, _)| experiment.clone()).collect(),
            contrasts: contrasts.map(renumbered).collect(),
            deals: self.deals.clone(),
        }
    }

    /// The number of baselines and experiments together.
    pub(crate) fn slots(&self) -> usize {
        self.baselines.len() + self.experiments.len()
    }

    /// The experiment in a slot; `None` for a baseline.
    pub fn experiment(&self, slot: usize) -> Option<&Experiment> {
        slot.checked_sub(self.baselines.len()).map(|idx| &self.experiments[idx])
    }

    /// The bot of an experiment: an index into those of the study.
    pub(crate) fn bot_of(&self, experiment: &Experiment) -> usize {
        self.baselines[experiment.baseline].bot
    }

    /// The number of games of a slot on one deal.
    pub(crate) fn games_of(&self, slot: usize, players: usize) -> u64 {
        match self.experiment(slot).map(|experiment| experiment.scope) {
            Some(Scope::One) => players as u64,
            Some(Scope::All) | None => 1,
        }
    }

    /// The number of games of a deal.
    pub(crate) fn games_per_deal(&self, players: usize) -> u64 {
        (0..self.slots()).map(|slot| self.games_of(slot, players)).sum()
    }

    /// For each experiment the number of its family: those under the same tables are one, with one component or with two.
    pub(crate) fn families(&self) -> Vec<usize> {
        let first = self.first_alike();
        let family = |experiment: &Experiment| {
            let of_pairs = if experiment.partner.is_some() { self.baselines.len() } else { 0 };
            first[experiment.baseline] + of_pairs
        };
        self.experiments.iter().map(family).collect()
    }

    /// For each baseline the first one under the same tables.
    pub(crate) fn first_alike(&self) -> Vec<usize> {
        let first = |baseline: &Baseline| {
            self.baselines.iter().position(|other| other.sets == baseline.sets).expect("itself at least")
        };
        self.baselines.iter().map(first).collect()
    }

    /// The number of deals.
    pub(crate) fn deal_count(&self) -> u64 {
        self.deals.end() + 1 - self.deals.start()
    }
}

impl Experiment {
    /// A subject of a plan, compared with this baseline.
    pub fn new(plan: &StudyPlan, baseline: usize, subject: usize) -> Experiment {
        Experiment { baseline, subject, partner: None, scope: plan.family[subject].intervention.scope() }
    }
}

/// What playing a slot on one deal has come to.
#[derive(Clone, PartialEq, Debug)]
pub enum SlotResult {
    /// Its games were played.
    Played(Block),
    /// They could not be: the slot is not played any further.
    NoLegalMove(NoLegalMove),
}

impl SlotResult {
    /// The deal and the slot.
    pub fn position(&self) -> (u64, usize) {
        match self {
            SlotResult::Played(block) => (block.deal, block.slot),
            SlotResult::NoLegalMove(found) => (found.deal, found.slot),
        }
    }
}

/// Where a ban left a player no legal move, so that its effect cannot be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLegalMove {
    /// The experiment: an index into the slots of the stage.
    pub slot: usize,
    /// The number of the deal.
    pub deal: u64,
    /// The player without a legal move; of an intervention on one player alone it is that player.
    pub seat: Seat,
    /// The round in which it happened.
    pub round: u32,
}

impl NoLegalMove {
    /// What is wrong, in plain words.
    pub(crate) fn reason(&self) -> String {
        format!("the ban leaves {} no legal move in round {} of deal {}", self.seat, self.round, self.deal)
    }
}

/// An experiment that a ban without a legal move has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpossibleExperiment {
    /// The experiment.
    pub experiment: Experiment,
    /// The first place where it was found.
    pub found: NoLegalMove,
}

/// What a baseline or an experiment gave on one deal.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The baseline or experiment: an index into the slots of the stage.
    pub slot: usize,
    /// The number of the deal.
    pub deal: u64,
    /// Win shares in sixtieths: of the one affected player, at each seat; or of all players of one game, counted from its
    /// start player.
    pub shares: PerPlayer<u32>,
    /// The scores that belong to them, in sixtieths of a point.
    pub scores: PerPlayer<i64>,
    /// Of a baseline, the components that winners took, by number.
    pub taken: Vec<ComponentIdx>,
    /// Of a baseline, the components that seats held at the end, each once for every seat that did, by number; empty in
    /// studies that do not ask for it.
    pub held: Vec<ComponentIdx>,
}
