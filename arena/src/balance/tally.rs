//! Results of a stage as they come in, deal by deal.

use std::collections::BTreeMap;

use super::effect::{Effect, EffectTally, effects};
use super::stage::{Block, Stage};
use super::study::StudyPlan;
use crate::stats::{Interval, Ratio, benjamini_hochberg, sign_flip_p};

/// The difference between two effects on the same deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrast {
    /// The experiments, the second taken from the first.
    pub pair: (usize, usize),
    /// The difference of the share effects.
    pub share: Interval,
    /// The two-sided p-value of no difference.
    pub p: f64,
    /// The same with false discoveries controlled over all contrasts of the stage.
    pub q: f64,
}

/// What a stage has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct StageResult {
    /// The stage.
    pub stage: Stage,
    /// The effect of each experiment.
    pub effects: Vec<Effect>,
    /// The contrasts asked for.
    pub contrasts: Vec<Contrast>,
    /// The mean score of each arm, and the mean share of its start player.
    pub arms: Vec<ArmResult>,
}

impl StageResult {
    /// The deals that are played.
    pub fn deals(&self) -> u64 {
        self.effects.iter().map(|effect| effect.deals).min().unwrap_or(0)
    }
}

/// A table at which nothing is done to any component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArmResult {
    /// The mean score.
    pub score: Interval,
    /// The share of the start player.
    pub start: Interval,
}

/// Follows a stage.
#[derive(Clone, Debug)]
pub struct StageTally {
    stage: Stage,
    margin: f64,
    effects: Vec<EffectTally>,
    contrasts: Vec<(Ratio, BTreeMap<i64, u64>)>,
    arms: Vec<(Ratio, Ratio)>,
    /// The component of each experiment, if it is one.
    components: Vec<Option<usize>>,
    /// The arms of the deal under way.
    blocks: Vec<Option<Block>>,
    /// The share effects of the deal under way.
    shares: Vec<i64>,
}

impl StageTally {
    /// No deal yet; `names` are those of all components.
    pub fn new(stage: &Stage, plan: &StudyPlan, names: &[String]) -> StageTally {
        let tally = |experiment: &super::stage::Experiment| {
            let what = &experiment.intervention;
            EffectTally::new(what.scope(), what.direction(), plan.players)
        };
        let component =
            |experiment: &super::stage::Experiment| names.iter().position(|name| *name == experiment.component);
        StageTally {
            margin: plan.margin,
            effects: stage.experiments.iter().map(tally).collect(),
            contrasts: vec![Default::default(); stage.contrasts.len()],
            arms: vec![Default::default(); stage.arms.len()],
            components: stage.experiments.iter().map(component).collect(),
            blocks: vec![None; stage.arms.len()],
            shares: vec![0; stage.experiments.len()],
            stage: stage.clone(),
        }
    }

    /// Adds the next block, in the order of the deals and of their slots.
    pub fn add(&mut self, block: Block) {
        let arms = self.stage.arms.len();
        if let Some(number) = block.slot.checked_sub(arms) {
            let arm = self.stage.experiments[number].arm;
            let without = self.blocks[arm].as_ref().expect("arms come before experiments");
            let had = |component: usize| without.taken.iter().any(|taken| taken.index() == component);
            let taken = self.components[number].is_none_or(had);
            self.shares[number] = self.effects[number].add(&block, without, taken);
        } else {
            let (score, start) = &mut self.arms[block.slot];
            score.add(block.scores.iter().sum(), block.scores.players() as u64);
            start.add(i64::from(block.shares.as_slice()[0]), 1);
        }
        let last = block.slot + 1 == self.stage.slots();
        if block.slot < arms {
            let slot = block.slot;
            self.blocks[slot] = Some(block);
        }
        if last {
            self.end_deal();
        }
    }

    fn end_deal(&mut self) {
        for (&(one, other), (ratio, margins)) in self.stage.contrasts.iter().zip(&mut self.contrasts) {
            let difference = self.shares[one] - self.shares[other];
            let games = match self.stage.experiments[one].intervention.scope() {
                super::intervention::Scope::One => self.blocks[0].as_ref().map_or(1, |block| block.shares.players()),
                super::intervention::Scope::All => 1,
            };
            ratio.add(difference, games as u64);
            *margins.entry(difference).or_default() += 1;
        }
    }

    /// What the stage has shown so far.
    pub fn result(&self) -> StageResult {
        let p: Vec<f64> = self.contrasts.iter().map(|(_, margins)| sign_flip_p(margins)).collect();
        let q = benjamini_hochberg(&p);
        let intervals = self.contrasts.iter().map(|(ratio, _)| ratio.interval(60.0, -2.0, 2.0));
        let tests = p.into_iter().zip(q);
        let contrasts = self.stage.contrasts.iter().zip(intervals.zip(tests));
        let arm = |(score, start): &(Ratio, Ratio)| ArmResult {
            score: score.interval(60.0, f64::NEG_INFINITY, f64::INFINITY),
            start: start.interval(60.0, 0.0, 1.0),
        };
        StageResult {
            stage: self.stage.clone(),
            effects: effects(&self.effects, &self.stage.families(), self.margin),
            contrasts: contrasts.map(|(&pair, (share, (p, q)))| Contrast { pair, share, p, q }).collect(),
            arms: self.arms.iter().map(arm).collect(),
        }
    }
}
