//! Ratings of all bots, with their intervals and ranks.

use super::bootstrap::Bootstrap;
use super::data::{Detail, RatingData};
use super::fit::{Fit, Model, PSEUDO, Weights};
use super::ranks::ranks;
use super::scores::{Contrast, Own, ends, work};
use crate::interval::{Interval, RankInterval};
use crate::parallel_map::parallel_map;

/// Floating-point operations that all intervals may take: some seconds.
const MOST_WORK: usize = 10_000_000_000;

/// Elo of one unit of log strength.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings of all bots.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each bot, in the order of the bots.
    pub bots: Vec<BotRating>,
    /// The effect of each position in turn order, the start player's first: Elo relative to the mean of the positions.
    pub start_orders: Vec<Interval>,
    /// The weights of ties of the sizes that occurred.
    pub ties: Vec<TieWeight>,
    /// What the fit is of.
    pub detail: Detail,
    /// Whether it is of who won alone, in games of three and more that say no more.
    pub winners_only: bool,
    /// The number of groups of bots that met, if only through others.
    pub groups: usize,
    /// Whether some bots of a group never finished below, or never above, the others: then their distance is a matter of
    /// the pseudo-games alone.
    pub separated: bool,
}

/// The rating of a bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BotRating {
    /// Elo relative to the mean of its group. An end is infinite where the bot, or those it is compared with, won or lost
    /// all; both are if there is one deal only.
    pub elo: Interval,
    /// Its rank in its group, by rating.
    pub rank: RankInterval,
    /// The number of its group, from 0. Bots of different groups cannot be compared.
    pub group: usize,
}

/// How common ties of one size are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TieWeight {
    /// The number of tied players.
    pub size: usize,
    /// δ: how likely it is that so many equal players tie, relative to one of them being alone ahead.
    pub weight: Interval,
}

/// Rates all bots.
///
/// The result depends on the set of games alone: neither on their order nor on the number of threads.
///
/// The baseball teams of Agresti (*Categorical Data Analysis*, 2002, section 10.6): games of the American League in 1987, and the log
/// strengths of the model of Bradley and Terry, Baltimore's being 0.
///
/// ```
/// use riverlab_stats::{Detail, Placed, RatingData, rate};
///
/// // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: the wins of each against each.
/// let won = [
///     [0, 7, 9, 7, 7, 9, 11],
///     [6, 0, 7, 5, 11, 9, 9],
///     [4, 6, 0, 7, 7, 8, 12],
///     [6, 8, 6, 0, 6, 7, 10],
///     [6, 2, 6, 7, 0, 7, 12],
///     [4, 4, 5, 6, 6, 0, 6],
///     [2, 4, 1, 3, 1, 7, 0],
/// ];
/// let (mut data, mut game) = (RatingData::new(7, 2, 273, Detail::Rankings), 0);
/// for (winner, row) in won.iter().enumerate() {
///     for (loser, &games) in row.iter().enumerate() {
///         for _ in 0..games {
///             game += 1;
///             let start_order = (game % 2) as u8;
///             let placed = |bot, rank, start_order| Placed { bot: bot as u16, start_order, rank };
///             data.add(game, &[placed(winner, 1.0, start_order), placed(loser, 2.0, 1 - start_order)]);
///         }
///     }
/// }
/// let bots = rate(&data).bots;
/// // Pseudo-games, which keep strengths finite where somebody lost all, draw them together by one part in a hundred.
/// let strength = |bot: usize| (bots[bot].elo.mean - bots[6].elo.mean) * 10_f64.ln() / 400.0;
/// for (bot, of_agresti) in [1.58, 1.44, 1.29, 1.25, 1.11, 0.68].into_iter().enumerate() {
///     assert!((strength(bot) - of_agresti).abs() < 0.025, "{bot}: {} and {of_agresti}", strength(bot));
/// }
/// ```
pub fn rate(data: &RatingData) -> Ratings {
    let model = Model::new(data);
    let groups = data.beaten.groups();
    let members = groups.members();
    let centre = |parameters: &mut [f64]| centre(parameters, &members, data.players);
    let mut full = model.fit(Weights::plain(&model, PSEUDO));
    let bootstrap = Bootstrap::new(&model, &full, centre);
    centre(&mut full.parameters);
    let ranks = ranks(&full.parameters[..data.bots], &groups, &bootstrap);
    let intervals = intervals(&model, &full, &members, &bootstrap);
    let (of_bots, of_start_orders) = intervals.split_at(data.bots);
    let bot = |(bot, (&elo, rank)): (usize, (&Interval, RankInterval))| BotRating { elo, rank, group: groups.of[bot] };
    Ratings {
        bots: of_bots.iter().zip(ranks).enumerate().map(bot).collect(),
        start_orders: of_start_orders.to_vec(),
        ties: tie_weights(&model, &full, &bootstrap),
        detail: data.detail,
        winners_only: data.is_of_winners(),
        groups: groups.count,
        separated: groups.separated,
    }
}

/// Gives the strengths of each group, and the effects of turn order, mean 0.
pub(super) fn centre(parameters: &mut [f64], groups: &[Vec<usize>], players: usize) {
    let bots = groups.iter().map(Vec::len).sum();
    let start_orders: Vec<usize> = (bots..bots + players).collect();
    for members in groups.iter().chain([&start_orders]) {
        let mean = members.iter().map(|&idx| parameters[idx]).sum::<f64>() / members.len() as f64;
        for &idx in members {
            parameters[idx] -= mean;
        }
    }
}

/// Strengths and effects of turn order on the Elo scale: from the [scores](super::scores) of deals, or where that would take too long from
/// the bootstrap.
fn intervals(model: &Model, full: &Fit, groups: &[Vec<usize>], bootstrap: &Bootstrap) -> Vec<Interval> {
    let (bots, players) = (model.data.bots, model.data.players);
    let start_orders: Vec<usize> = (bots..bots + players).collect();
    let contrast = |parameter: usize, own: Own, members: &[usize]| {
        let mut direction = vec![0.0; model.parameters()];
        for &member in members {
            direction[member] = -1.0 / members.len() as f64;
        }
        direction[parameter] += 1.0;
        Contrast { direction, own }
    };
    let group_of = |bot: usize| groups.iter().find(|group| group.contains(&bot)).expect("a bot is in a group");
    let contrasts: Vec<Contrast> = (0..bots)
        .map(|bot| contrast(bot, Own::Bot(bot), group_of(bot)))
        .chain((0..players).map(|place| contrast(bots + place, Own::StartOrder(place), &start_orders)))
        .collect();
    let interval = |parameter: usize| {
        let contrast = &contrasts[parameter];
        let mean = ELO * full.parameters[parameter];
        let is_alone = contrast.direction[parameter] == 0.0;
        if is_alone || model.clusters < 2 || work(model) > MOST_WORK {
            return elo(parameter, full, bootstrap);
        }
        let (lo, hi) = ends(model, contrast, &full.parameters);
        Interval { mean, lo: (ELO * lo).min(mean), hi: (ELO * hi).max(mean) }
    };
    parallel_map(contrasts.len(), interval)
}

/// A parameter on the Elo scale.
fn elo(parameter: usize, full: &Fit, bootstrap: &Bootstrap) -> Interval {
    let whole = Interval { mean: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    bootstrap.interval(ELO * full.parameters[parameter], whole, |replicate| ELO * replicate[parameter])
}

fn tie_weights(model: &Model, full: &Fit, bootstrap: &Bootstrap) -> Vec<TieWeight> {
    let first = model.parameters() - model.ties.len();
    let of = |(idx, &size): (usize, &usize)| {
        let whole = Interval { mean: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        let log = bootstrap.interval(full.parameters[first + idx], whole, |replicate| replicate[first + idx]);
        TieWeight { size, weight: Interval { mean: libm::exp(log.mean), lo: libm::exp(log.lo), hi: libm::exp(log.hi) } }
    };
    model.ties.iter().enumerate().map(of).collect()
}
