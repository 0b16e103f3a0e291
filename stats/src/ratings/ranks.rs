//! Rank intervals that hold together.
//!
//! Let d be the estimated difference of two bots of one group, d* that of a replicate, and s₋ and s₊ the root mean squares
//! of d* − d over the replicates below and above d. They differ where one bot won nearly all games: how much more it might
//! be ahead is uncertain, that it is ahead is not. Let c be the 0.95 quantile over the replicates of the largest |d* − d|/s
//! of all pairs, s that of the side of d*. Then with 95 % probability all true differences are from d − c·s₋ to d + c·s₊ at
//! once, and so all true ranks are in their intervals at once: from 1 + the number of bots that are significantly stronger
//! (by an interval above 0) to the number of bots less those that are significantly weaker. The stretch for few groups of
//! deals is that of the other intervals.
//!
//! Mogstad, Romano, Shaikh, Wilhelm, Inference for ranks with applications to mobility across neighbourhoods and academic
//! achievement across countries, 2024; package csranks, arXiv 2401.15205.

use super::bootstrap::{Bootstrap, quantile};
use super::graph::Groups;
use crate::interval::RankInterval;
use crate::parallel_map::parallel_map;

/// The bots that one bot is compared with: those of its group with higher numbers.
struct Rivals {
    bot: usize,
    /// Bot and the spread of the difference.
    others: Vec<(usize, Spread)>,
}

/// How far a difference goes below and above its estimate in replicates, as root mean squares.
#[derive(Clone, Copy)]
struct Spread {
    below: f64,
    above: f64,
}

impl Spread {
    /// The spread on the side to which a difference moves.
    fn towards(self, moved: f64) -> f64 {
        if moved < 0.0 { self.below } else { self.above }
    }
}

/// The rank interval of each bot.
pub(super) fn ranks(strengths: &[f64], groups: &Groups, bootstrap: &Bootstrap) -> Vec<RankInterval> {
    let members = groups.members();
    let mut ranks: Vec<_> = groups.of.iter().map(|&group| RankInterval { lo: 1, hi: members[group].len() }).collect();
    if bootstrap.replicates.is_empty() {
        return ranks;
    }
    let rivals = rivals(strengths, &members, bootstrap);
    let limit = bootstrap.stretched(simultaneous(strengths, &rivals, bootstrap));
    for rival in &rivals {
        for &(other, spread) in &rival.others {
            let ahead = strengths[rival.bot] - strengths[other];
            if ahead.abs() > limit * spread.towards(-ahead) {
                let (strong, weak) = if ahead > 0.0 { (rival.bot, other) } else { (other, rival.bot) };
                ranks[strong].hi -= 1;
                ranks[weak].lo += 1;
            }
        }
    }
    ranks
}

fn rivals(strengths: &[f64], members: &[Vec<usize>], bootstrap: &Bootstrap) -> Vec<Rivals> {
    let pairs = members.iter().flat_map(|group| (0..group.len()).map(|idx| group[idx..].split_first()));
    let pairs: Vec<(&usize, &[usize])> = pairs.flatten().collect();
    parallel_map(pairs.len(), |pair| {
        let (&bot, others) = pairs[pair];
        let others = others.iter().map(|&other| (other, spread(strengths, bot, other, bootstrap))).collect();
        Rivals { bot, others }
    })
}

/// The spread of a difference over replicates.
fn spread(strengths: &[f64], bot: usize, other: usize, bootstrap: &Bootstrap) -> Spread {
    let estimate = strengths[bot] - strengths[other];
    let moved = bootstrap.replicates.iter().map(|replicate| replicate[bot] - replicate[other] - estimate);
    let root_mean_square = |of_side: &dyn Fn(f64) -> bool| {
        let (sum, count) = moved
            .clone()
            .filter(|&moved| of_side(moved))
            .fold((0.0, 0.0), |(sum, count), moved| (sum + moved * moved, count + 1.0));
        if count > 0.0 { f64::sqrt(sum / count) } else { 0.0 }
    };
    Spread { below: root_mean_square(&|moved| moved < 0.0), above: root_mean_square(&|moved| moved >= 0.0) }
}

/// How many of these spreads contain all differences in 95 % of replicates.
fn simultaneous(strengths: &[f64], rivals: &[Rivals], bootstrap: &Bootstrap) -> f64 {
    let largest = |replicate: &Vec<f64>| {
        let moved: Vec<f64> = replicate.iter().zip(strengths).map(|(value, estimate)| value - estimate).collect();
        let of = |rival: &Rivals| {
            let largest = |most: f64, &(other, spread): &(usize, Spread)| {
                let moved = moved[rival.bot] - moved[other];
                let (distance, spread) = (moved.abs(), spread.towards(moved));
                if distance > most * spread { distance / spread } else { most }
            };
            rival.others.iter().fold(0.0, largest)
        };
        rivals.iter().map(of).fold(0.0, f64::max)
    };
    let mut largest = parallel_map(bootstrap.replicates.len(), |number| largest(&bootstrap.replicates[number]));
    largest.sort_unstable_by(f64::total_cmp);
    quantile(&largest, 0.95)
}
