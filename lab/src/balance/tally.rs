//! Results of a stage as they come in, deal by deal, and of the stages of a study.

use riverlab_engine::{ComponentIdx, Scope};
use riverlab_stats::{Interval, Ratio, benjamini_hochberg};

use super::effect::{DealEffect, Effect, EffectTally, effects};
use super::judging::{UNIT, p_around};
use super::plan::{StudyPlan, Task};
use super::setup::StudySetup;
use super::stage::{Block, Comparison, Experiment, ImpossibleExperiment, NoLegalMove, SlotResult, Stage};
use super::together::TakenTogether;
use super::verdict::Direction;

/// The difference between two effects on the same deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrast {
    /// The experiments, the second taken from the first; from that of two components both of one are taken, and this is the
    /// first of them.
    pub pair: (usize, usize),
    /// The difference of the share effects.
    pub share: Interval,
    /// The difference of the score effects, in points.
    pub score: Interval,
    /// The two-sided p-value of no difference of shares.
    pub p: f64,
    /// The same with false discoveries controlled over all contrasts of the stage.
    pub q: f64,
    /// The p-value of a difference beyond the margin, of two components beside one of each.
    pub within: Option<f64>,
}

/// What a stage has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct StageResult {
    /// The stage, without the experiments that turned out to be impossible.
    pub stage: Stage,
    /// The effect of each of its experiments.
    pub effects: Vec<Effect>,
    /// The deals of each of them, to be added to those of other stages.
    pub tallies: Vec<EffectTally>,
    /// The experiments in which a ban left a player no legal move: nothing is estimated of them.
    pub impossible: Vec<ImpossibleExperiment>,
    /// The contrasts asked for.
    pub contrasts: Vec<Contrast>,
    /// What the baselines gave.
    pub baselines: Vec<BaselineResult>,
    /// The number of games that are played.
    pub games: u64,
}

impl StageResult {
    /// Whether there is something to report: a whole deal, or no experiment that is possible.
    pub(crate) fn has_results(&self) -> bool {
        self.deals() > 0 || (self.effects.is_empty() && !self.impossible.is_empty())
    }

    /// The deals that are played.
    pub fn deals(&self) -> u64 {
        self.effects.iter().map(|effect| effect.deals).min().unwrap_or(0)
    }
}

/// What games gave in which nothing is done to any component.
#[derive(Clone, PartialEq, Debug)]
pub struct BaselineResult {
    /// The mean score.
    pub score: Interval,
    /// The share of the start player.
    pub start: Interval,
    /// For each subject of the family how many seats held its component at the end, over deals and seats; none in studies
    /// that do not ask for it.
    pub holders: Vec<Ratio>,
    /// How often winners took two components, in studies that ask for it.
    pub together: Option<TakenTogether>,
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
    pub(crate) fn complete_stages(&self) -> &[StageResult] {
        if self.is_complete { &self.stages } else { &self.stages[..self.stages.len() - 1] }
    }

    /// How far a study has come that is not complete.
    pub fn progress_text(&self) -> Option<String> {
        let last = self.stages.last().filter(|_| !self.is_complete)?;
        let (stage, deals, of) = (self.stages.len(), last.deals(), last.stage.deal_count());
        Some(format!("not complete: {deals} of {of} deals of stage {stage} are played; the same command goes on\n"))
    }

    /// The number of games of all its stages.
    pub fn games(&self) -> u64 {
        self.stages.iter().map(|result| result.games).sum()
    }
}

/// Gathers what a baseline gives.
#[derive(Clone, Debug)]
struct BaselineTally {
    score: Ratio,
    start: Ratio,
    /// Of each subject of the family the seats that held its component at the end.
    holders: Vec<Ratio>,
    together: Option<TakenTogether>,
}

impl BaselineTally {
    /// No deal yet.
    fn new(plan: &StudyPlan) -> BaselineTally {
        let (none, subjects) = (Ratio::default(), plan.family.len());
        let together = matches!(plan.study, Task::Interactions(_)).then(|| TakenTogether::new(subjects));
        BaselineTally { score: none.clone(), start: none.clone(), holders: vec![none; subjects], together }
    }

    /// Adds a deal.
    fn add(&mut self, block: &Block, targets: &[Option<ComponentIdx>]) {
        let seats = block.scores.players() as u64;
        self.score.add(block.scores.iter().sum(), seats);
        self.start.add(i64::from(block.shares.as_slice()[0]), 1);
        for (holders, target) in self.holders.iter_mut().zip(targets) {
            let Some(component) = target else { continue };
            let count = block.held.iter().filter(|held| *held == component).count();
            holders.add(count as i64, seats);
        }
        if let Some(together) = &mut self.together {
            let is_taken = |target: &Option<ComponentIdx>| target.is_some_and(|one| block.taken.contains(&one));
            together.add(&targets.iter().map(is_taken).collect::<Vec<bool>>());
        }
    }

    fn result(&self) -> BaselineResult {
        BaselineResult {
            score: self.score.interval_without_limits(60.0),
            start: self.start.interval(60.0, 0.0, 1.0),
            holders: self.holders.clone(),
            together: self.together.clone(),
        }
    }
}

/// Gathers the difference between two effects deal by deal.
#[derive(Clone, Debug, Default)]
struct ContrastTally {
    share: Ratio,
    score: Ratio,
}

/// Follows a stage.
#[derive(Clone, Debug)]
pub(crate) struct StageTally {
    stage: Stage,
    margin: f64,
    /// How often *balanced* may be said of the same component.
    looks: u32,
    effects: Vec<EffectTally>,
    contrasts: Vec<ContrastTally>,
    baselines: Vec<BaselineTally>,
    /// The component of each subject of the family, if it is of one.
    targets: Vec<Option<ComponentIdx>>,
    /// The component of each experiment, if it is of one.
    components: Vec<Option<ComponentIdx>>,
    /// What the baselines gave on the deal under way.
    blocks: Vec<Option<Block>>,
    /// The effects of the deal under way.
    of_deal: Vec<DealEffect>,
    /// For each experiment where a ban left a player no legal move.
    impossible: Vec<Option<NoLegalMove>>,
    /// For each slot whether it is still to be played.
    needed: Vec<bool>,
    games: u64,
    players: usize,
}

impl StageTally {
    /// Before the first deal.
    pub(crate) fn new(stage: &Stage, setup: &StudySetup<'_>) -> StageTally {
        let plan = setup.plan;
        let tally = |experiment: &Experiment| {
            let direction = Direction::of(&plan.family[experiment.subject].intervention);
            EffectTally::new(experiment.scope, direction, plan.players)
        };
        let mut stage_tally = StageTally {
            margin: plan.margin,
            looks: if plan.confirm > 0 { 2 } else { 1 },
            effects: stage.experiments.iter().map(tally).collect(),
            contrasts: vec![ContrastTally::default(); stage.contrasts.len()],
            baselines: vec![BaselineTally::new(plan); stage.baselines.len()],
            targets: setup.targets.clone(),
            components: stage.experiments.iter().map(|experiment| setup.targets[experiment.subject]).collect(),
            blocks: vec![None; stage.baselines.len()],
            of_deal: vec![DealEffect::default(); stage.experiments.len()],
            impossible: vec![None; stage.experiments.len()],
            needed: Vec::new(),
            games: 0,
            players: plan.players,
            stage: stage.clone(),
        };
        stage_tally.find_needed();
        stage_tally
    }

    /// Experiments are needed as long as they are possible, baselines as long as an experiment is compared with them.
    fn find_needed(&mut self) {
        let possible: Vec<bool> = self.impossible.iter().map(Option::is_none).collect();
        let compared = |baseline: usize| {
            let mut experiments = self.stage.experiments.iter().zip(&possible);
            experiments.any(|(experiment, possible)| experiment.baseline == baseline && *possible)
        };
        let baselines: Vec<bool> = (0..self.stage.baselines.len()).map(compared).collect();
        self.needed = baselines.into_iter().chain(possible.iter().copied()).collect();
    }

    /// Whether a slot is still to be played.
    pub(crate) fn is_needed(&self, slot: usize) -> bool {
        self.needed[slot]
    }

    /// The number of games that were played.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Adds the result of the next slot that is needed, in the order of the deals and of their slots.
    pub(crate) fn add(&mut self, result: SlotResult) {
        match result {
            SlotResult::Played(block) => self.add_block(block),
            SlotResult::NoLegalMove(found) => self.add_impossible(found),
        }
    }

    fn add_block(&mut self, block: Block) {
        self.games += self.stage.games_of(block.slot, self.players);
        match block.slot.checked_sub(self.stage.baselines.len()) {
            Some(experiment) => self.add_experiment(experiment, &block),
            None => self.add_baseline(block),
        }
    }

    /// Of an intervention on one player, the games are played by seat up to that of the player without a legal move.
    fn add_impossible(&mut self, found: NoLegalMove) {
        let experiment = found.slot - self.stage.baselines.len();
        self.games += match self.stage.experiments[experiment].scope {
            Scope::One => found.seat.index() as u64 + 1,
            Scope::All => 1,
        };
        self.impossible[experiment] = Some(found);
        self.find_needed();
    }

    fn add_baseline(&mut self, block: Block) {
        let slot = block.slot;
        self.baselines[slot].add(&block, &self.targets);
        self.blocks[slot] = Some(block);
    }

    fn add_experiment(&mut self, experiment: usize, block: &Block) {
        let baseline = self.stage.experiments[experiment].baseline;
        let without = self.blocks[baseline].as_ref().expect("baselines come before experiments");
        let taken = self.components[experiment].is_none_or(|component| without.taken.contains(&component));
        self.of_deal[experiment] = self.effects[experiment].add(block, without, taken);
    }

    /// Says that nothing more of a deal is to come.
    pub(crate) fn end_deal(&mut self) {
        for (compared, contrast) in self.stage.contrasts.iter().zip(&mut self.contrasts) {
            let difference = |effect: fn(&DealEffect) -> i64| {
                let of = |idx: usize| effect(&self.of_deal[idx]);
                of(compared.one) - of(compared.less) - compared.and_less.map_or(0, of)
            };
            let games = match self.stage.experiments[compared.one].scope {
                Scope::One => self.players,
                Scope::All => 1,
            };
            contrast.share.add(difference(|effect| effect.share), games as u64);
            contrast.score.add(difference(|effect| effect.score), self.players as u64);
        }
    }

    /// What the stage has shown so far. Experiments that are impossible belong to no family.
    pub(crate) fn result(&self) -> StageResult {
        let keep: Vec<bool> = self.impossible.iter().map(Option::is_none).collect();
        let stage = self.stage.with_experiments(&keep);
        let tallies = self.effects.iter().zip(&keep).filter(|(_, kept)| **kept);
        let tallies: Vec<EffectTally> = tallies.map(|(tally, _)| tally.clone()).collect();
        let ended = self.stage.experiments.iter().zip(&self.impossible);
        let ended = ended.filter_map(|(experiment, found)| Some((experiment.clone(), (*found)?)));
        StageResult {
            effects: effects(&tallies, &stage.families(), self.margin, self.looks),
            impossible: ended.map(|(experiment, found)| ImpossibleExperiment { experiment, found }).collect(),
            contrasts: self.contrasts(&stage, &keep),
            baselines: self.baselines.iter().map(BaselineTally::result).collect(),
            games: self.games,
            tallies,
            stage,
        }
    }

    /// The contrasts of the experiments that are possible, which are those of `stage`.
    fn contrasts(&self, stage: &Stage, keep: &[bool]) -> Vec<Contrast> {
        let all = self.stage.contrasts.iter().zip(&self.contrasts);
        let kept = all.filter(|(compared, _)| compared.all().all(|idx| keep[idx]));
        let kept: Vec<(&ContrastTally, (f64, f64))> =
            kept.map(|(compared, sums)| (sums, self.limits(*compared))).collect();
        let p: Vec<f64> = kept.iter().map(|(sums, (least, most))| sums.share.p(UNIT, 0.0, *least, *most)).collect();
        let q = benjamini_hochberg(&p);
        let contrast = |(idx, compared): (usize, &Comparison)| {
            let (sums, limits) = kept[idx];
            Contrast {
                pair: (compared.one, compared.less),
                share: sums.share.interval(UNIT, limits.0, limits.1),
                score: sums.score.interval_without_limits(UNIT),
                p: p[idx],
                q: q[idx],
                within: compared.and_less.map(|_| p_around(&sums.share, limits, 0.0, self.margin).1),
            }
        };
        stage.contrasts.iter().enumerate().map(contrast).collect()
    }

    /// The least and the greatest difference that a deal can have.
    fn limits(&self, compared: Comparison) -> (f64, f64) {
        let (least, most) = self.effects[compared.one].limits();
        let others = if compared.and_less.is_some() { 2.0 } else { 1.0 };
        (least - others * most, most - others * least)
    }
}
