//! Adaptive studies: rounds of deals go to the experiments whose verdict is open, and verdicts hold at every look.
//!
//! After each round every experiment has three e-values of its deals so far, of [e-processes](riverlab_stats::SequentialMean)
//! for a margin m:
//!
//! - of no effect: ½·(K⁺(0) + K⁻(0));
//! - of an effect within the margin: ½·(K⁺(m) + K⁻(−m));
//! - of an effect beyond it: the smaller of K⁻(m) and K⁺(−m), two one-sided tests.
//!
//! Over all experiments that can be measured, decided or not,
//!
//! - *strong* and *weak* are discoveries with q < 0.05 by the second (e-BH; Wang and Ramdas 2022): of all that are called so
//!   in a study at most 5 % are expected to lie within the margin;
//! - *balanced* has p < 0.05 by the third, adjusted by closed testing (Vovk and Wang 2021): with 95 % nothing of a study is
//!   called balanced that lies beyond the margin;
//! - *leans-strong* and its like, of what is not decided, are discoveries with q < 0.05 by the first;
//! - *near-margin*: none of the first two, and the 95 % interval of one look is narrower than half the margin.
//!
//! The last is no test: when it comes depends on the spread of an effect and not on its size, so the interval at this stop
//! covers the truth as often as one of a fixed number of deals (Chow and Robbins 1965; see
//! [`FixedWidth`](riverlab_stats::FixedWidth)), and takes 40 % of the deals that one needs which holds at every look. It is the
//! interval of what is near the margin; all other intervals of shares hold at every look.
//!
//! What has one of the first two verdicts or the last is decided: it is not played any further, and keeps its e-values, so
//! that a later round makes no discovery undone. The promises hold for any number of rounds, any rule by which
//! [rounds are planned](allocation) from earlier deals, and any end, also one that a budget or a person brings about.
//!
//! Refuses: comparisons of bots, whose experiments are not played on the same deals; and exact intervals of scores, which are
//! those of a fixed number of deals.

pub mod allocation;
pub mod arm;

use allocation::{Outlook, next_round};
use arm::{Adjusted, Arm, LogE, Status};
use riverlab_stats::{e_benjamini_hochberg, e_holm};

use super::effect::EffectTally;
use super::plan::StudyPlan;
use super::stage::{Experiment, ImpossibleExperiment, Stage};
use super::tally::StageResult;
use super::verdict::{Direction, Evidence, Verdict, verdict};

/// The experiments of an adaptive study with what its rounds have shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Race {
    arms: Vec<Arm>,
    margin: f64,
    players: usize,
    bots: usize,
    first_round: u64,
    rounds: u32,
    games: u64,
    last_deal: u64,
}

impl Race {
    /// A study of which nothing is played.
    pub(crate) fn new(plan: &StudyPlan) -> Race {
        let arm = |experiment: Experiment| {
            let direction = Direction::of(&plan.family[experiment.subject].intervention);
            Arm::new(experiment, direction, plan.players, plan.margin)
        };
        let arms = Stage::first(plan).experiments.into_iter().map(arm).collect();
        Race::of_arms(arms, plan.margin, plan.players, plan.deals)
    }

    /// A study of these experiments, by bot, then by subject, with so many deals in its first round.
    pub(super) fn of_arms(arms: Vec<Arm>, margin: f64, players: usize, first_round: u64) -> Race {
        let bots = arms.iter().map(|arm| arm.experiment.baseline + 1).max().unwrap_or(0);
        Race { arms, margin, players, bots, first_round, rounds: 0, games: 0, last_deal: 0 }
    }

    /// A study that has played these rounds.
    pub(crate) fn played(plan: &StudyPlan, rounds: &[StageResult]) -> Race {
        let mut race = Race::new(plan);
        for round in rounds {
            race.add_round(round);
        }
        race
    }

    /// Its experiments, by bot, then by subject.
    pub(crate) fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// The number of rounds that are played.
    pub(crate) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The number of games of all rounds.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Adds what a round has shown, and decides what can be decided.
    pub(crate) fn add_round(&mut self, round: &StageResult) {
        let measured = round.stage.experiments.iter().zip(&round.tallies);
        self.add(measured, &round.impossible, *round.stage.deals.end(), round.games);
    }

    /// Adds the experiments of a round that ended with this deal and had so many games.
    pub(super) fn add<'a>(
        &mut self,
        measured: impl Iterator<Item = (&'a Experiment, &'a EffectTally)>,
        impossible: &[ImpossibleExperiment],
        last_deal: u64,
        games: u64,
    ) {
        self.rounds += 1;
        self.games += games;
        self.last_deal = last_deal;
        let margin = self.margin;
        measured.for_each(|(experiment, tally)| self.arm(experiment).add_round(tally, margin));
        for one in impossible {
            self.arm(&one.experiment).status = Status::NotMeasurable(one.found);
        }
        self.decide();
    }

    fn arm(&mut self, experiment: &Experiment) -> &mut Arm {
        let is_it = |arm: &&mut Arm| {
            (arm.experiment.baseline, arm.experiment.subject) == (experiment.baseline, experiment.subject)
        };
        self.arms.iter_mut().find(is_it).expect("rounds have experiments of the study")
    }

    fn decide(&mut self) {
        for (idx, adjusted) in self.adjusted() {
            let arm = &mut self.arms[idx];
            let is_shown = adjusted.verdict.is_beyond_margin() || adjusted.verdict == Verdict::Balanced;
            if !arm.is_open() {
                continue;
            }
            if is_shown {
                arm.status = Status::Decided(adjusted);
            } else if arm.is_narrow(self.margin) {
                arm.status = Status::Decided(Adjusted { verdict: Verdict::NearMargin, ..adjusted });
            }
        }
    }

    /// What the e-values of all experiments that can be measured come to, each with its place among the experiments. Of what
    /// is decided it is what it was then.
    pub(crate) fn adjusted(&self) -> Vec<(usize, Adjusted)> {
        let family: Vec<usize> = (0..self.arms.len()).filter(|&arm| self.arms[arm].is_measurable()).collect();
        let logs = |of: fn(&LogE) -> f64| family.iter().map(|&arm| of(&self.arms[arm].log_e)).collect::<Vec<f64>>();
        let q = e_benjamini_hochberg(&logs(|log_e| log_e.effect));
        let beyond = e_benjamini_hochberg(&logs(|log_e| log_e.beyond));
        let within = e_holm(&logs(|log_e| log_e.within));
        let one = |(place, &idx): (usize, &usize)| {
            let arm = &self.arms[idx];
            if let Status::Decided(then) = arm.status {
                return (idx, then);
            }
            let (q, beyond, within) = (q[place], beyond[place], within[place]);
            let (mean, deals) = (arm.shares.mean(), arm.shares.deals());
            let evidence = Evidence { mean, deals, q, beyond, within, looks: 1 };
            (idx, Adjusted { q, beyond, within, verdict: verdict(&evidence, arm.direction) })
        };
        family.iter().enumerate().map(one).collect()
    }

    /// The next round, where so many games are left if there is a limit: none when all is decided, or no deal can be paid for.
    pub(crate) fn next_round(&self, games_left: Option<u64>) -> Option<Stage> {
        let outlook = Outlook {
            margin: self.margin,
            players: self.players,
            bots: self.bots,
            first_round: self.first_round,
            last_deal: self.last_deal,
            games_left,
        };
        next_round(&self.arms, &outlook)
    }
}
