//! The Davidson–Luce model and its maximum-likelihood fit.
//!
//! A ranking is built from the top. From the set A of the players left, the tied set T comes next with probability
//!
//! ```text
//! w(T) / Σ_{U ⊆ A} w(U),    w(T) = δ_|T| · (Π_{i∈T} α_i)^(1/|T|),    δ_1 = 1,
//! log α_i = strength of the bot + effect of its position in turn order
//! ```
//!
//! where U has the sizes that occur in the data. Without ties this is the Plackett–Luce model, for two players that of
//! Davidson, for two players without ties that of Bradley and Terry.
//!
//! What keeps estimates finite: each bot also won a share `PSEUDO` of a game against a phantom of strength 0 and lost as
//! much to it (in such games there is neither a tie nor an effect of positions), and effects of turn order and log δ have a
//! normal prior of mean 0 and standard deviation 10. Both are too weak to be seen next to some dozens of games. The
//! likelihood does not change when a constant is added to all strengths, or to all effects of turn order, so at the maximum
//! the phantom and the prior decide it: effects of turn order have the sum 0.
//!
//! Newton's method; the step is multiplied by ln(1 + d)/d, where d bounds how far the step moves the logarithm of any
//! ratio of weights. The third derivative along the step is at most d times the second, so this never goes past the
//! maximum and converges from everywhere (Sun and Tran-Dinh, Generalized self-concordant functions: a recipe for
//! Newton-type methods, arXiv 1703.04599).
//!
//! Firth, Kosmidis, Turner, Davidson–Luce model for multi-item choice with ties, arXiv 1909.07123. Turner, van Etten,
//! Firth, Kosmidis, Modelling rankings in R: the `PlackettLuce` package, arXiv 1810.12068 (pseudo-rankings). Hunter, MM
//! algorithms for generalized Bradley–Terry models, 2004.

use std::borrow::Cow;

use super::data::{Cluster, MAX_PLAYERS, Member, RatingData, SIXTIETHS, SetKey};
use super::stages::{Curvature, Run, Worths};
use super::tangent::Tangent;
use crate::linear::{Cholesky, Matrix, add_scaled, dot};

/// Pseudo-wins of each bot, and pseudo-losses: the default of R's `PlackettLuce`.
pub(super) const PSEUDO: f64 = 0.5;
/// The standard deviation of the prior of effects of turn order and log tie weights.
const PRIOR_SD: f64 = 10.0;
/// Squared distances from the maximum, in standard errors, at which iterations end: for the fit and for replicates.
const TOLERANCE: f64 = 1e-14;
const REPLICATE_TOLERANCE: f64 = 1e-8;
/// A replicate computes the Hessian again when a step leaves more than this of the squared distance.
const SLOW: f64 = 0.5;
/// Steps of a constrained fit, of which none but a hopeless one needs so many.
const MOST_CONSTRAINED_STEPS: usize = 200;
/// More steps than any data need.
const MAX_STEPS: usize = 10_000;

/// The part of the model that does not depend on weights. Parameters are the strengths of the bots, then the effects of
/// the positions, then log δ of each size of ties.
pub(super) struct Model<'a> {
    pub(super) data: &'a RatingData,
    /// Groups of deals with games.
    pub(super) clusters: usize,
    /// Sizes of tied sets in the data, from 2.
    pub(super) ties: Vec<usize>,
    /// For each set in the order of keys, its number in the data.
    numbers: Vec<u32>,
    runs: Vec<Run>,
}

/// How much each independent piece of evidence counts.
pub(super) struct Weights {
    /// By group of deals with games.
    pub(super) clusters: Vec<f64>,
    /// Pseudo-wins by bot.
    pub(super) wins: Vec<f64>,
    /// Pseudo-losses by bot.
    pub(super) losses: Vec<f64>,
    /// The prior, by turn order and then by size of ties.
    pub(super) priors: Vec<f64>,
}

/// Weighted counts: what the likelihood depends on.
pub(super) struct Evidence {
    /// The coefficient of each parameter.
    linear: Vec<f64>,
    /// How often each set came up, in the order of keys.
    stages: Vec<f64>,
    wins: Vec<f64>,
    losses: Vec<f64>,
    /// 1/variance of each position and tie.
    priors: Vec<f64>,
}

/// The maximum of the likelihood.
pub(super) struct Fit {
    pub(super) parameters: Vec<f64>,
    /// The Hessian of the negative log-likelihood next to it, decomposed.
    pub(super) hessian: Cholesky,
}

/// A set of players that games began with.
pub(super) struct SeatedSet {
    pub(super) members: Vec<Member>,
    /// Its number in the data.
    pub(super) number: usize,
}

/// Which stages of games are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stages {
    All,
    /// Those after the winners have been taken out. Only their derivatives for strengths mean something.
    BehindWinners,
}

impl Weights {
    /// Everything as it was played, with `pseudo` pseudo-wins and as many losses.
    pub(super) fn plain(model: &Model, pseudo: f64) -> Weights {
        Weights {
            clusters: vec![1.0; model.clusters],
            wins: vec![pseudo; model.data.bots],
            losses: vec![pseudo; model.data.bots],
            priors: vec![1.0; model.data.players + model.ties.len()],
        }
    }
}

impl<'a> Model<'a> {
    pub(super) fn new(data: &'a RatingData) -> Model<'a> {
        let ties = (2..=MAX_PLAYERS).filter(|&size| data.clusters.iter().any(|cluster| cluster.ties[size] > 0));
        let mut sets: Vec<_> = data.sets.iter().map(|(&key, &number)| (key, number)).collect();
        sets.sort_unstable();
        let keys: Vec<SetKey> = sets.iter().map(|set| set.0).collect();
        let runs = keys.chunk_by(|a, b| a.len() == b.len());
        Model {
            data,
            clusters: data.clusters.iter().filter(|cluster| cluster.games > 0).count(),
            ties: ties.collect(),
            runs: runs.map(|keys| Run::new(data.players, keys)).collect(),
            numbers: sets.iter().map(|set| set.1).collect(),
        }
    }

    /// The number of parameters.
    pub(super) fn parameters(&self) -> usize {
        self.data.bots + self.data.players + self.ties.len()
    }

    /// The number of sets of players that came up.
    pub(super) fn sets(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn evidence(&self, weights: Weights) -> Evidence {
        let data = self.data;
        let mut linear = vec![0.0; self.parameters()];
        let mut stages = vec![0.0; self.sets()];
        let clusters = data.clusters.iter().filter(|cluster| cluster.games > 0);
        for (cluster, weight) in clusters.zip(weights.clusters) {
            let (bots, rest) = linear.split_at_mut(data.bots);
            let (start_orders, ties) = rest.split_at_mut(data.players);
            add_scaled(bots, weight / SIXTIETHS as f64, cluster.bots.iter().map(|&count| count as f64));
            add_scaled(start_orders, weight / SIXTIETHS as f64, cluster.start_orders.iter().map(|&count| count as f64));
            add_scaled(ties, weight, self.ties.iter().map(|&size| cluster.ties[size] as f64));
            add_scaled(&mut stages, weight, cluster.stages.iter().map(|&count| f64::from(count)));
        }
        Evidence {
            linear,
            stages: self.numbers.iter().map(|&number| stages[number as usize]).collect(),
            wins: weights.wins,
            losses: weights.losses,
            priors: weights.priors.iter().map(|weight| weight / (PRIOR_SD * PRIOR_SD)).collect(),
        }
    }

    /// Groups of deals with games.
    pub(super) fn clusters(&self) -> impl Iterator<Item = &'a Cluster> + use<'a> {
        self.data.clusters.iter().filter(|cluster| cluster.games > 0)
    }

    /// What some groups of deals say, without pseudo-games and prior.
    pub(super) fn counts<'b>(&self, clusters: impl Iterator<Item = &'b Cluster>, of: Stages) -> Evidence {
        let mut linear = vec![0.0; self.parameters()];
        let mut stages = vec![0.0; self.sets()];
        let (bots, players) = (self.data.bots, self.data.players);
        for cluster in clusters {
            let wins = |bot: usize| if of == Stages::All { 0 } else { cluster.wins[bot] };
            let sixtieths =
                (0..bots).map(|bot| cluster.bots[bot] - wins(bot)).chain(cluster.start_orders.iter().copied());
            add_scaled(&mut linear, 1.0 / SIXTIETHS as f64, sixtieths.map(|count| count as f64));
            let ties = self.ties.iter().map(|&size| cluster.ties[size] as f64);
            add_scaled(&mut linear[bots + players..], 1.0, ties);
            let count = |number: &u32| cluster.stages.get(*number as usize).map_or(0.0, |&count| f64::from(count));
            add_scaled(&mut stages, 1.0, self.numbers.iter().map(count));
        }
        if of == Stages::BehindWinners {
            let smaller = self.runs.iter().filter(|run| run.size() < players).map(Run::len).sum();
            stages[smaller..].fill(0.0);
        }
        let (none, priors) = (vec![0.0; bots], vec![0.0; players + self.ties.len()]);
        Evidence { linear, stages, wins: none.clone(), losses: none, priors }
    }

    /// The maximum, from an even start.
    pub(super) fn fit(&self, weights: Weights) -> Fit {
        let evidence = self.evidence(weights);
        let mut parameters = vec![0.0; self.parameters()];
        for _ in 0..MAX_STEPS {
            let slope = self.slope(&evidence, &parameters);
            let hessian = self.hessian(&evidence, &parameters);
            if self.climb(&mut parameters, &slope, &hessian) < TOLERANCE {
                return Fit { parameters, hessian };
            }
        }
        unreachable!("Newton's method converges")
    }

    /// The maximum for other weights. The Hessian of the full fit serves until steps with it are slow; each time they
    /// are, it is computed afresh.
    pub(super) fn refit(&self, full: &Fit, weights: Weights) -> Vec<f64> {
        let evidence = self.evidence(weights);
        let mut parameters = full.parameters.clone();
        let mut hessian = Cow::Borrowed(&full.hessian);
        let mut last = f64::INFINITY;
        while last >= REPLICATE_TOLERANCE {
            let slope = self.slope(&evidence, &parameters);
            if dot(&slope, &hessian.solve(&slope)) > SLOW * last {
                hessian = Cow::Owned(self.hessian(&evidence, &parameters));
            }
            last = self.climb(&mut parameters, &slope, &hessian);
        }
        parameters
    }

    /// The fit of all other parameters where `direction`·β is `value`, from parameters near it; none where the data say so
    /// little of them that it cannot be computed.
    pub(super) fn fit_at(&self, evidence: &Evidence, start: &[f64], direction: &[f64], value: f64) -> Option<Tangent> {
        let mut parameters = start.to_vec();
        let along = dot(direction, direction);
        let missing = value - dot(direction, &parameters);
        add_scaled(&mut parameters, missing / along, direction.iter().copied());
        for _ in 0..MOST_CONSTRAINED_STEPS {
            let gradient = self.slope(evidence, &parameters);
            let hessian = self.try_hessian(evidence, &parameters)?;
            let (mut step, slope) = (hessian.solve(&gradient), hessian.solve(direction));
            let multiplier = dot(direction, &step) / dot(direction, &slope);
            add_scaled(&mut step, -multiplier, slope.iter().copied());
            let distance = dot(&gradient, &step);
            let damping = self.damping(&step);
            add_scaled(&mut parameters, damping, step.iter().copied());
            if distance < REPLICATE_TOLERANCE {
                return Some(Tangent { parameters, slope, bots: self.data.bots });
            }
        }
        None
    }

    /// The score of each group of deals with games along the tangent, with its number of deals.
    pub(super) fn scores(&self, tangent: &Tangent) -> Vec<(f64, f64)> {
        let (bots, players) = (self.data.bots, self.data.players);
        let worths = self.worths(&tangent.parameters);
        let items: Vec<f64> = (0..bots * players)
            .map(|item| tangent.slope_of(Member { bot: item / players, start_order: item % players }))
            .collect();
        let mut ties = [0.0; MAX_PLAYERS + 1];
        self.ties.iter().zip(&tangent.slope[bots + players..]).for_each(|(&size, &slope)| ties[size] = slope);
        let mut of_keys = Vec::with_capacity(self.sets());
        self.runs.iter().for_each(|run| run.project(&worths, &items, &ties, &mut of_keys));
        let clusters = self.data.clusters.iter().filter(|cluster| cluster.games > 0);
        let score = |cluster: &Cluster| {
            let sixtieths = |counts: &[u64], slope: &[f64]| -> f64 {
                counts.iter().zip(slope).map(|(&count, slope)| count as f64 / SIXTIETHS as f64 * slope).sum()
            };
            let tied: f64 = self.ties.iter().map(|&size| cluster.ties[size] as f64 * ties[size]).sum();
            let seen =
                sixtieths(&cluster.bots, &tangent.slope) + sixtieths(&cluster.start_orders, &tangent.slope[bots..]);
            // In the order of keys, which is that of no game.
            let count = |number: u32| cluster.stages.get(number as usize).map_or(0.0, |&count| f64::from(count));
            let expected: f64 = self.numbers.iter().zip(&of_keys).map(|(&number, of)| count(number) * of).sum();
            (seen + tied - expected, cluster.games as f64 / self.data.games_per_deal as f64)
        };
        clusters.map(score).collect()
    }

    /// Calls `visit` with the members of every set of players that a game began with, and its number of games.
    pub(super) fn each_game(&self, evidence: &Evidence, mut visit: impl FnMut(&[Member], f64)) {
        // Games begin with the largest sets.
        let Some((run, counts)) = self.runs(evidence).last() else { return };
        self.each_set_of(run, |members, idx| visit(members, counts[idx]));
    }

    /// Calls `visit` with the members of every set of players, and how often it came up.
    pub(super) fn each_set(&self, evidence: &Evidence, mut visit: impl FnMut(&[Member], f64)) {
        for (run, counts) in self.runs(evidence) {
            self.each_set_of(run, |members, idx| visit(members, counts[idx]));
        }
    }

    /// Every set of players that a game began with.
    pub(super) fn games(&self) -> Vec<SeatedSet> {
        let Some(run) = self.runs.last() else { return Vec::new() };
        let numbers = &self.numbers[self.numbers.len() - run.len()..];
        let mut games = Vec::with_capacity(run.len());
        self.each_set_of(run, |members, idx| {
            games.push(SeatedSet { members: members.to_vec(), number: numbers[idx] as usize });
        });
        games
    }

    fn each_set_of(&self, run: &Run, mut visit: impl FnMut(&[Member], usize)) {
        for (idx, set) in run.sets().enumerate() {
            let mut members = [Member::default(); MAX_PLAYERS];
            let members = &mut members[..set.len()];
            for (member, &item) in members.iter_mut().zip(set) {
                let (item, players) = (item as usize, self.data.players);
                *member = Member { bot: item / players, start_order: item % players };
            }
            visit(members, idx);
        }
    }

    /// Takes a step and returns how far it was thought to be: a squared distance in standard errors.
    fn climb(&self, parameters: &mut [f64], slope: &[f64], hessian: &Cholesky) -> f64 {
        let step = hessian.solve(slope);
        add_scaled(parameters, self.damping(&step), step.iter().copied());
        dot(slope, &step)
    }

    /// ln(1 + d)/d, where d bounds how much a step moves the logarithm of any ratio of weights.
    fn damping(&self, step: &[f64]) -> f64 {
        let (bots, rest) = step.split_at(self.data.bots);
        let (start_orders, ties) = rest.split_at(self.data.players);
        let apart =
            range(bots, 0.0) + range(start_orders, start_orders.first().copied().unwrap_or(0.0)) + range(ties, 0.0);
        if apart < 1e-9 { 1.0 } else { libm::log1p(apart) / apart }
    }

    fn worths(&self, parameters: &[f64]) -> Worths {
        Worths::new(parameters, self.data.bots, self.data.players, &self.ties)
    }

    /// The gradient of the log-likelihood.
    pub(super) fn slope(&self, evidence: &Evidence, parameters: &[f64]) -> Vec<f64> {
        let (bots, players) = (self.data.bots, self.data.players);
        let mut slope = evidence.linear.clone();
        let worths = self.worths(parameters);
        let (mut items, mut ties) = (vec![0.0; bots * players], [0.0; MAX_PLAYERS + 1]);
        for (run, counts) in self.runs(evidence) {
            run.expect(counts, &worths, &mut items, &mut ties);
        }
        for (item, expected) in items.iter().enumerate() {
            slope[item / players] -= expected;
            slope[bots + item % players] -= expected;
        }
        for (idx, &size) in self.ties.iter().enumerate() {
            slope[bots + players + idx] -= ties[size];
        }
        for bot in 0..bots {
            let chance = chance_to_beat_phantom(parameters[bot]);
            slope[bot] += evidence.wins[bot] * (1.0 - chance) - evidence.losses[bot] * chance;
        }
        for (idx, prior) in evidence.priors.iter().enumerate() {
            slope[bots + idx] -= prior * parameters[bots + idx];
        }
        slope
    }

    /// The Hessian of the negative log-likelihood, decomposed.
    fn hessian(&self, evidence: &Evidence, parameters: &[f64]) -> Cholesky {
        self.try_hessian(evidence, parameters).expect("pseudo-games and the prior make the Hessian positive definite")
    }

    /// The same; none where parameters are so far apart that it is not positive definite but for rounding.
    fn try_hessian(&self, evidence: &Evidence, parameters: &[f64]) -> Option<Cholesky> {
        Cholesky::new(self.information(evidence, parameters))
    }

    /// The Hessian of the negative log-likelihood.
    pub(super) fn information(&self, evidence: &Evidence, parameters: &[f64]) -> Matrix {
        let bots = self.data.bots;
        let mut hessian = Matrix::zeros(self.parameters());
        let worths = self.worths(parameters);
        let players = self.data.players;
        let mut curvature = Curvature { hessian: &mut hessian, bots, players, ties: &self.ties };
        for (run, counts) in self.runs(evidence) {
            run.curve(counts, &worths, &mut curvature);
        }
        for bot in 0..bots {
            let chance = chance_to_beat_phantom(parameters[bot]);
            hessian[(bot, bot)] += (evidence.wins[bot] + evidence.losses[bot]) * chance * (1.0 - chance);
        }
        for (idx, prior) in evidence.priors.iter().enumerate() {
            hessian[(bots + idx, bots + idx)] += prior;
        }
        hessian
    }

    fn runs<'b>(&'b self, evidence: &'b Evidence) -> impl Iterator<Item = (&'b Run, &'b [f64])> {
        let mut stages = evidence.stages.as_slice();
        self.runs.iter().map(move |run| (run, stages.split_off(..run.len()).expect("there is a count for each set")))
    }
}

/// The difference between the largest and the smallest of some values and another one.
fn range(values: &[f64], other: f64) -> f64 {
    let (least, most) =
        values.iter().fold((other, other), |(least, most), &value| (f64::min(least, value), f64::max(most, value)));
    most - least
}

fn chance_to_beat_phantom(strength: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-strength))
}
