//! Whether the ratings describe the games they were fitted to.
//!
//! Two things are compared with what the model predicts at its fit. For each pair of different bots: how often one ended above
//! the other, level ones counting half, in the very games in which they met. For each bot, with three players and more: how
//! often it came next at the stages behind the winners, that is whether the strengths that win also order those who did not.
//!
//! Notation: for such a statistic, r(c) is the sum seen less the sum predicted over the group of deals c; J is its covariance
//! with the gradient of the log-likelihood, that is the derivative of what is predicted; g(c) is the gradient of the group, H
//! the Hessian. As the fit was made on the same games, r is no sum of independent values, but its first-order equivalent is
//!
//! ```text
//! e(c) = r(c) − JᵀH⁻¹g(c),    R = Σ e(c)
//! ```
//!
//! which has been cleared of what the fit explains, and of the pull of pseudo-games (Neyman 1959; conditional moment tests:
//! Newey 1985, Tauchen 1985; for strengths behind the winners this is the score test of strengths of their own). Its variance
//! is taken to be the larger of two: that over groups of deals, D/(D − 1)·Σ(e(c) − mean)², which holds for games of a deal
//! that share luck, and that of the model, V − JᵀH⁻¹J with V the variance of the statistic for known parameters, which does
//! not vanish where hardly anything else happened than what was expected. R over its square root is compared with Student's
//! distribution with D − 1 degrees of freedom. Where less than a hundredth of V is left, as for the pairs of a gauntlet
//! that has one challenger, the fit follows the data wherever they go, and nothing is tested.
//!
//! Where games only say who won, a pair is compared in the meetings that one of the two won: with x its part of them above and d
//! their number, in a game x − p·d takes the place of x, and p, the rate predicted, is Σ E x/Σ E d over all games. Nothing is
//! known of the order behind the winners then.
//!
//! p-values are adjusted by Holm's method over all tests of a run, so that where the model is true any of them is below 0.05
//! with a probability of at most about 0.05. Copies of a bot count as one bot; two copies are no pair.
//!
//! Refuses: what the ratings are not fitted to (scores), and runs with a single group of deals or so many bots or line-ups
//! that it would take long.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::data::{Cluster, Detail, MAX_PLAYERS, Member, RatingData, SIXTIETHS};
use super::fit::{Fit, Model, PSEUDO, SeatedSet, Stages, Weights};
use super::rankings::{Ranking, Rankings};
use crate::linear::{add_scaled, dot};
use crate::multiplicity::holm;
use crate::pair_index::pair_index;
use crate::parallel_map::parallel_map;
use crate::student;

/// What part of its variance must be left to a statistic after the fit.
const LEAST_LEFT: f64 = 0.01;
/// Floating-point operations that the predictions may take: some seconds.
const MOST_WORK: usize = 10_000_000_000;
/// Rankings with ties of so many players.
const RANKINGS: [usize; MAX_PLAYERS + 1] = [1, 1, 3, 13, 75, 541, 4_683];

/// What the ratings predict beside what was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Goodness {
    /// For each pair of different bots that met, of which the first has the lower number: how often it ended above. In
    /// ascending order.
    pub pairs: Vec<((u16, u16), Misfit)>,
    /// For each different bot that was left at such a stage: how often it came next behind the winners. In ascending order.
    pub behind: Vec<(u16, Misfit)>,
}

impl Goodness {
    /// How often one of two different bots ended above the other.
    pub(crate) fn above(&self, bot: u16, opponent: u16) -> Option<Misfit> {
        let pair = (bot.min(opponent), bot.max(opponent));
        let idx = self.pairs.binary_search_by_key(&pair, |(bots, _)| *bots).ok()?;
        let above = self.pairs[idx].1;
        Some(if bot < opponent { above } else { above.mirrored() })
    }

    /// How often a bot came next behind the winners.
    pub fn behind(&self, bot: u16) -> Option<Misfit> {
        let idx = self.behind.binary_search_by_key(&bot, |(bot, _)| *bot).ok()?;
        Some(self.behind[idx].1)
    }
}

/// A rate as it was seen and as the ratings predict it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Misfit {
    /// The rate seen.
    pub seen: f64,
    /// The rate predicted.
    pub predicted: f64,
    /// The standard error of their difference.
    pub standard_error: f64,
    /// The two-sided p-value of no difference, adjusted by Holm's method over all tests of the run; none where the fit
    /// follows whatever was seen.
    pub p: Option<f64>,
}

/// A statistic.
struct Residual {
    seen: f64,
    predicted: f64,
    /// Of how many it is a rate.
    count: f64,
    /// r(c).
    by_cluster: Vec<f64>,
    /// J, by parameter.
    slope: Vec<f64>,
    /// V.
    variance: f64,
}

/// What the model expects of a pair of bots in one game: of the sum of the values of its meetings.
struct ExpectedPair {
    bots: (u16, u16),
    meetings: f64,
    value: f64,
    variance: f64,
    /// Covariance with the scores of players, and of sizes of ties.
    players: [f64; MAX_PLAYERS],
    ties: [f64; MAX_PLAYERS + 1],
}

/// What the ratings of some games predict beside what was seen; none where too little was played to compare them, or so much
/// that it would take long.
///
/// The result depends on the set of games alone: neither on their order nor on the number of threads.
pub fn goodness(data: &RatingData) -> Option<Goodness> {
    let model = &Model::new(data);
    let has_pairs = model.clusters().next().is_some_and(|cluster| !cluster.above.is_empty());
    let games = model.games();
    if model.clusters < 2 || !has_pairs || work(model, games.len()) > MOST_WORK {
        return None;
    }
    let fit = &model.fit(Weights::plain(model, PSEUDO));
    let clusters: Vec<&Cluster> = model.clusters().collect();
    let gradient =
        |cluster: usize| model.slope(&model.counts(std::iter::once(clusters[cluster]), Stages::All), &fit.parameters);
    let gradients = parallel_map(clusters.len(), gradient);
    let (pairs, behind) = (pairs(model, fit, &games), behind_winners(model, fit));
    let residuals: Vec<&Residual> = pairs.values().chain(behind.values()).collect();
    let mut misfits = parallel_map(residuals.len(), |number| misfit(model, fit, &gradients, residuals[number]));
    let p: Vec<f64> = misfits.iter().filter_map(|misfit| misfit.p).collect();
    misfits.iter_mut().filter_map(|misfit| misfit.p.as_mut()).zip(holm(&p)).for_each(|(p, adjusted)| *p = adjusted);
    let of_behind = misfits.split_off(pairs.len());
    Some(Goodness {
        pairs: pairs.into_keys().zip(misfits).collect(),
        behind: behind.into_keys().zip(of_behind).collect(),
    })
}

/// About how many floating-point operations it takes for so many different games.
fn work(model: &Model, games: usize) -> usize {
    let (players, parameters) = (model.data.players, model.parameters());
    let pairs = model.data.bots * model.data.bots / 2;
    let rankings = if model.data.ends_with_winners() { 2 << players } else { RANKINGS[players] };
    games * rankings * players.pow(3) + pairs * parameters * (2 * parameters + model.clusters)
}

fn misfit(model: &Model, fit: &Fit, gradients: &[Vec<f64>], residual: &Residual) -> Misfit {
    let influence = fit.hessian.solve(&residual.slope);
    let of_model = residual.variance - dot(&residual.slope, &influence);
    let cleared = residual.by_cluster.iter().zip(gradients).map(|(r, gradient)| r - dot(&influence, gradient));
    let cleared: Vec<f64> = cleared.collect();
    let total: f64 = cleared.iter().sum();
    let games = || model.clusters().map(|cluster| cluster.games as f64);
    let per_game = total / games().sum::<f64>();
    let clusters = model.clusters as f64;
    let squares: f64 = cleared.iter().zip(games()).map(|(e, games)| (e - per_game * games).powi(2)).sum();
    let variance = f64::max(of_model, squares * clusters / (clusters - 1.0));
    let p = || student::two_sided_p(total / variance.sqrt(), clusters - 1.0);
    Misfit {
        seen: residual.seen / residual.count,
        predicted: residual.predicted / residual.count,
        standard_error: variance.max(0.0).sqrt() / residual.count,
        p: (of_model > LEAST_LEFT * residual.variance).then(p),
    }
}

impl Misfit {
    /// The same rate of the opponent.
    #[must_use]
    pub fn mirrored(&self) -> Misfit {
        Misfit { seen: 1.0 - self.seen, predicted: 1.0 - self.predicted, ..*self }
    }

    /// How far what was seen is from what is predicted.
    pub fn size(&self) -> f64 {
        (self.seen - self.predicted).abs()
    }

    /// Whether there is a misfit beyond chance.
    pub fn is_clear(&self) -> bool {
        self.p.is_some_and(|p| p < 0.05)
    }
}

impl Residual {
    fn new(model: &Model) -> Residual {
        let (by_cluster, slope) = (vec![0.0; model.clusters], vec![0.0; model.parameters()]);
        Residual { seen: 0.0, predicted: 0.0, count: 0.0, by_cluster, slope, variance: 0.0 }
    }
}

/// How often one bot of each pair ended above the other; where games only say who won, of the meetings that one of them won.
fn pairs(model: &Model, fit: &Fit, games: &[SeatedSet]) -> BTreeMap<(u16, u16), Residual> {
    let winners_only = model.data.ends_with_winners();
    let rates = if winners_only { rates(model, fit, games) } else { BTreeMap::new() };
    let value = |bots: (u16, u16), one: u8, other: u8| match rates.get(&bots) {
        None => level_half(one, other),
        Some(rate) => decided(one, other) * (level_half(one, other) - rate),
    };
    let expected = parallel_map(games.len(), |game| expected(model, fit, &games[game].members, &value));
    let mut residuals: BTreeMap<(u16, u16), Residual> = BTreeMap::new();
    for (SeatedSet { members, number }, expected) in games.iter().zip(&expected) {
        let counts =
            || model.clusters().map(|cluster| cluster.stages.get(*number).map_or(0.0, |&count| f64::from(count)));
        for pair in expected {
            let residual = residuals.entry(pair.bots).or_insert_with(|| Residual::new(model));
            residual.by_cluster.iter_mut().zip(counts()).for_each(|(r, count)| *r -= count * pair.value);
            add_pair(residual, model, pair, members, counts().sum());
        }
    }
    for (&(one, other), residual) in &mut residuals {
        let idx = pair_index(model.data.bots, one, other);
        for (r, cluster) in residual.by_cluster.iter_mut().zip(model.clusters()) {
            let above = cluster.above[idx] as f64 / 2.0;
            residual.seen += above;
            *r += above;
        }
        if let Some(rate) = rates.get(&(one, other)) {
            for (r, cluster) in residual.by_cluster.iter_mut().zip(model.clusters()) {
                *r -= rate * cluster.decided[idx] as f64;
            }
            residual.count = model.clusters().map(|cluster| cluster.decided[idx]).sum::<u64>() as f64;
            residual.predicted = rate * residual.count;
        }
    }
    residuals.retain(|_, residual| residual.count > 0.0);
    residuals
}

/// The rate p that the ratings predict for each pair, where games only say who won.
fn rates(model: &Model, fit: &Fit, games: &[SeatedSet]) -> BTreeMap<(u16, u16), f64> {
    let mut sums: BTreeMap<(u16, u16), [f64; 2]> = BTreeMap::new();
    for SeatedSet { members, number } in games {
        let count: u32 = model.clusters().filter_map(|cluster| cluster.stages.get(*number)).sum();
        let above = expected(model, fit, members, &|_, one, other| decided(one, other) * level_half(one, other));
        let meetings = expected(model, fit, members, &|_, one, other| decided(one, other));
        for (above, meetings) in above.iter().zip(&meetings) {
            let sums = sums.entry(above.bots).or_default();
            add_scaled(sums, f64::from(count), [above.value, meetings.value]);
        }
    }
    sums.into_iter().map(|(bots, [above, meetings])| (bots, above / meetings)).collect()
}

/// What a meeting counts for the player with the first of two ranks.
fn level_half(one: u8, other: u8) -> f64 {
    match one.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// 1 where one of two players won, else 0.
fn decided(one: u8, other: u8) -> f64 {
    f64::from(u8::from(one.min(other) == 1))
}

/// Adds what is expected of so many games.
fn add_pair(residual: &mut Residual, model: &Model, pair: &ExpectedPair, members: &[Member], games: f64) {
    let (bots, players) = (model.data.bots, model.data.players);
    residual.predicted += games * pair.value;
    residual.count += games * pair.meetings;
    residual.variance += games * pair.variance;
    for (&Member { bot, start_order }, covariance) in members.iter().zip(pair.players) {
        residual.slope[bot] += games * covariance;
        residual.slope[bots + start_order] += games * covariance;
    }
    let ties = model.ties.iter().map(|&size| pair.ties[size]);
    add_scaled(&mut residual.slope[bots + players..], games, ties);
}

/// What the model expects of every pair of different bots in a game of these, where a meeting has a value that depends on the
/// two ranks.
fn expected(
    model: &Model,
    fit: &Fit,
    members: &[Member],
    value: &impl Fn((u16, u16), u8, u8) -> f64,
) -> Vec<ExpectedPair> {
    let (bots, players) = (model.data.bots, model.data.players);
    let worths: Vec<f64> =
        members.iter().map(|one| fit.parameters[one.bot] + fit.parameters[bots + one.start_order]).collect();
    let log_delta =
        |size| model.ties.iter().position(|&tie| tie == size).map(|idx| fit.parameters[bots + players + idx]);
    let original = |player: usize| model.data.first_copies[members[player].bot];
    let all = (0..members.len()).flat_map(|one| (0..members.len()).map(move |other| (one, other)));
    // The seats of each pair of different bots.
    let mut seats: BTreeMap<(u16, u16), Vec<(usize, usize)>> = BTreeMap::new();
    for (one, other) in all.filter(|&(one, other)| original(one) < original(other)) {
        seats.entry((original(one), original(other))).or_default().push((one, other));
    }
    let mut pairs: Vec<ExpectedPair> =
        seats.iter().map(|(&bots, seats)| ExpectedPair::new(bots, seats.len())).collect();
    Rankings::new(&worths, log_delta, model.data.ends_with_winners()).each(&mut |ranking| {
        pairs.iter_mut().zip(seats.values()).for_each(|(pair, seats)| pair.add(ranking, seats, value));
    });
    for pair in &mut pairs {
        pair.variance -= pair.value * pair.value;
    }
    pairs
}

impl ExpectedPair {
    fn new(bots: (u16, u16), meetings: usize) -> ExpectedPair {
        let (players, ties) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS + 1]);
        ExpectedPair { bots, meetings: meetings as f64, value: 0.0, variance: 0.0, players, ties }
    }

    /// Adds a ranking with its probability; `variance` is that of 0 until all are added.
    fn add(&mut self, ranking: &Ranking, seats: &[(usize, usize)], value: &impl Fn((u16, u16), u8, u8) -> f64) {
        let of_meeting = |&(one, other): &(usize, usize)| value(self.bots, ranking.ranks[one], ranking.ranks[other]);
        let sum: f64 = seats.iter().map(of_meeting).sum();
        let weighted = ranking.probability * sum;
        self.value += weighted;
        self.variance += weighted * sum;
        // Scores have mean 0, so these are covariances.
        add_scaled(&mut self.players, weighted, ranking.shares);
        add_scaled(&mut self.ties, weighted, ranking.ties);
    }
}

/// How often each bot came next behind the winners, where there are complete rankings of three and more.
fn behind_winners(model: &Model, fit: &Fit) -> BTreeMap<u16, Residual> {
    let mut residuals: BTreeMap<u16, Residual> = BTreeMap::new();
    if model.data.players < 3 || model.data.detail == Detail::Pairs || model.data.ends_with_winners() {
        return residuals;
    }
    let originals = &model.data.first_copies;
    let all = model.counts(model.clusters(), Stages::BehindWinners);
    model.each_set(&all, |members, count| {
        for member in members.iter().filter(|_| count > 0.0) {
            residuals.entry(originals[member.bot]).or_insert_with(|| Residual::new(model)).count += count;
        }
    });
    for (cluster, counted) in model.clusters().enumerate() {
        let evidence = model.counts(std::iter::once(counted), Stages::BehindWinners);
        let slope = model.slope(&evidence, &fit.parameters);
        for (bot, original) in originals.iter().enumerate() {
            let Some(residual) = residuals.get_mut(original) else { continue };
            let seen = (counted.bots[bot] - counted.wins[bot]) as f64 / SIXTIETHS as f64;
            residual.seen += seen;
            residual.predicted += seen - slope[bot];
            residual.by_cluster[cluster] += slope[bot];
        }
    }
    let information = model.information(&all, &fit.parameters);
    for (bot, original) in originals.iter().enumerate() {
        let Some(residual) = residuals.get_mut(original) else { continue };
        let column = (0..model.parameters()).map(|parameter| information[(parameter, bot)]);
        add_scaled(&mut residual.slope, 1.0, column);
    }
    for (original, residual) in &mut residuals {
        let copies = (0..originals.len()).filter(|&copy| originals[copy] == *original);
        residual.variance = copies.map(|copy| residual.slope[copy]).sum();
    }
    residuals
}
