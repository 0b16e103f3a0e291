//! Results of a stage as they come in, deal by deal, and of the stages of a study.

use riverlab_bots::Evaluate;
use riverlab_engine::{ComponentIdx, Modify, Scope};

use super::effect::{Effect, EffectTally, effects};
use super::setup::StudySetup;
use super::stage::{Block, Experiment, Stage};
use super::verdict::Direction;
use crate::stats::{Interval, Ratio, benjamini_hochberg};

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
    /// What the baselines gave.
    pub baselines: Vec<BaselineResult>,
}

impl StageResult {
    /// The deals that are played.
    pub fn deals(&self) -> u64 {
        self.effects.iter().map(|effect| effect.deals).min().unwrap_or(0)
    }
}

/// What games gave in which nothing is done to any component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BaselineResult {
    /// The mean score.
    pub score: Interval,
    /// The share of the start player.
    pub start: Interval,
}

/// What a study has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyResult {
    /// The stages that are complete, and the one under way.
    pub stages: Vec<StageResult>,
    /// Whether nothing is left to be played.
    pub is_complete: bool,
}

impl StudyResult {
    /// The stages that are complete.
    pub fn complete_stages(&self) -> &[StageResult] {
        if self.is_complete { &self.stages } else { &self.stages[..self.stages.len() - 1] }
    }

    /// How far a study has come that is not complete.
    pub fn progress_text(&self) -> Option<String> {
        let last = self.stages.last().filter(|_| !self.is_complete)?;
        let (stage, deals, of) = (self.stages.len(), last.deals(), last.stage.deal_count());
        Some(format!("not complete: {deals} of {of} deals of stage {stage} are played; the same command goes on\n"))
    }

    /// The number of games of all its stages.
    pub fn games(&self, players: usize) -> u64 {
        self.stages.iter().map(|result| result.stage.games_per_deal(players) * result.stage.deal_count()).sum()
    }
}

/// Follows a stage.
#[derive(Clone, Debug)]
pub struct StageTally {
    stage: Stage,
    margin: f64,
    /// How often *balanced* may be said of the same component.
    looks: u32,
    effects: Vec<EffectTally>,
    contrasts: Vec<Ratio>,
    baselines: Vec<(Ratio, Ratio)>,
    /// The component of each experiment, if it is of one.
    components: Vec<Option<ComponentIdx>>,
    /// What the baselines gave on the deal under way.
    blocks: Vec<Option<Block>>,
    /// The share effects of the deal under way.
    shares: Vec<i64>,
    players: usize,
}

impl StageTally {
    /// Before the first deal.
    pub fn new<G: Evaluate + Modify>(stage: &Stage, setup: &StudySetup<'_, G>) -> StageTally {
        let plan = setup.plan;
        let tally = |experiment: &Experiment| {
            let direction = Direction::of(&plan.family[experiment.subject].intervention);
            EffectTally::new(experiment.scope, direction, plan.players)
        };
        StageTally {
            margin: plan.margin,
            looks: if plan.confirm > 0 { 2 } else { 1 },
            effects: stage.experiments.iter().map(tally).collect(),
            contrasts: vec![Ratio::default(); stage.contrasts.len()],
            baselines: vec![Default::default(); stage.baselines.len()],
            components: stage.experiments.iter().map(|experiment| setup.targets[experiment.subject]).collect(),
            blocks: vec![None; stage.baselines.len()],
            shares: vec![0; stage.experiments.len()],
            players: plan.players,
            stage: stage.clone(),
        }
    }

    /// Adds the next block, in the order of the deals and of their slots.
    pub fn add(&mut self, block: Block) {
        let is_last = block.slot + 1 == self.stage.slots();
        match block.slot.checked_sub(self.stage.baselines.len()) {
            Some(experiment) => self.add_experiment(experiment, &block),
            None => self.add_baseline(block),
        }
        if is_last {
            self.end_deal();
        }
    }

    fn add_baseline(&mut self, block: Block) {
        let slot = block.slot;
        let (score, start) = &mut self.baselines[slot];
        score.add(block.scores.iter().sum(), block.scores.players() as u64);
        start.add(i64::from(block.shares.as_slice()[0]), 1);
        self.blocks[slot] = Some(block);
    }

    fn add_experiment(&mut self, experiment: usize, block: &Block) {
        let baseline = self.stage.experiments[experiment].baseline;
        let without = self.blocks[baseline].as_ref().expect("baselines come before experiments");
        let taken = self.components[experiment].is_none_or(|component| without.taken.contains(&component));
        self.shares[experiment] = self.effects[experiment].add(block, without, taken);
    }

    fn end_deal(&mut self) {
        for (&(one, other), ratio) in self.stage.contrasts.iter().zip(&mut self.contrasts) {
            let difference = self.shares[one] - self.shares[other];
            let games = match self.stage.experiments[one].scope {
                Scope::One => self.players,
                Scope::All => 1,
            };
            ratio.add(difference, games as u64);
        }
    }

    /// What the stage has shown so far.
    pub fn result(&self) -> StageResult {
        let limit = |&(one, _): &(usize, usize)| {
            let (least, most) = self.effects[one].limits();
            most - least
        };
        let limits = || self.stage.contrasts.iter().map(limit);
        let p: Vec<f64> =
            self.contrasts.iter().zip(limits()).map(|(ratio, limit)| ratio.p(60.0, 0.0, -limit, limit)).collect();
        let q = benjamini_hochberg(&p);
        let intervals = self.contrasts.iter().zip(limits()).map(|(ratio, limit)| ratio.interval(60.0, -limit, limit));
        let tests = p.into_iter().zip(q);
        let contrasts = self.stage.contrasts.iter().zip(intervals.zip(tests));
        let baseline = |(score, start): &(Ratio, Ratio)| BaselineResult {
            score: score.interval_without_limits(60.0),
            start: start.interval(60.0, 0.0, 1.0),
        };
        StageResult {
            stage: self.stage.clone(),
            effects: effects(&self.effects, &self.stage.families(), self.margin, self.looks),
            contrasts: contrasts.map(|(&pair, (share, (p, q)))| Contrast { pair, share, p, q }).collect(),
            baselines: self.baselines.iter().map(baseline).collect(),
        }
    }
}
