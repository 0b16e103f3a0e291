//! Rank intervals by share that hold together, for bots that met the same field equally often.
//!
//! Notation: d(g) is the share of one bot less that of another, summed over the deals of group g and divided by the range
//! of a share, so that a deal counts at most 1. Let every group have a random weight, exponential with mean 1, and let there
//! be pseudo-deals for what was not seen, as for [means](riverlab_stats): for the bot that is ahead one of shape ¾ in
//! which it loses everything to the other, and one of shape ¼ like the best group. The bot is ahead beyond chance where the
//! weighted sum of d is below 0 with a probability of less than 0.05/(k(k − 1)), for k different bots. So with 95 %
//! probability no difference is taken for the opposite of what it is (Bonferroni over all ordered pairs, which asks for
//! nothing about how they depend on each other), and all true ranks are in their intervals at once: from 1 + the number of
//! bots that are ahead beyond chance to the number of bots less those that are behind.
//!
//! The worst pseudo-deal moves towards the worst group as deals are lost, as for means, but only what was lost beyond a draw
//! counts: two bots that hardly ever win are level in nearly all deals, and such deals do not show how bad a bad one is. The
//! quantile is that of Student's distribution with the stretch for few groups, as for ranks by rating: quantiles so far out
//! are more sensitive to the number of deals than those of an interval of 95 %. So ranks are a little more cautious than the
//! p-value of a single pair.
//!
//! Deals are gathered in groups by their numbers and each bot's sum is kept for each group, so memory does not grow with
//! deals, and with bots as their number. Copies of a bot have equal shares by construction: they count as one bot, with the
//! mean of their shares, and have one interval.
//!
//! Mogstad, Romano, Shaikh, Wilhelm, Inference for ranks with applications to mobility across neighbourhoods and academic
//! achievement across countries, 2024, of which this is the simple form with Bonferroni's bound instead of the bootstrap's
//! quantile of the largest difference: the two differ by some percent.
//!
//! Refuses: schedules in which bots meet different fields.

use riverlab_engine::Share;
use riverlab_stats::parallel_map::parallel_map;
use riverlab_stats::{RankInterval, negative_sum, normal, pseudo_deals, stretched};

use crate::schedule::BotIdx;

/// Numbers of groups: the fewest, which many bots have, and the most.
const GROUPS: (usize, usize) = (64, 256);
/// Products of pairs of bots and groups, some of which take a microsecond.
const WORK: usize = 100_000_000;
/// Fewer standard errors than these are never beyond chance, so that nothing else need be computed.
const CLEARLY_LEVEL: f64 = 1.5;

/// Each bot's shares in groups of deals.
#[derive(Clone, Debug)]
pub(super) struct ShareGroups {
    /// The number of deals of each group.
    deals: Vec<u64>,
    /// In sixtieths, by group, then by bot.
    sums: Vec<i64>,
    bots: usize,
}

/// A bot and its copies as one: its shares by group, in deals.
struct Pooled {
    bot: BotIdx,
    copies: usize,
    shares: Vec<f64>,
}

impl ShareGroups {
    /// No deals yet.
    pub(super) fn new(bots: usize) -> ShareGroups {
        let groups = (WORK / (bots * bots)).clamp(GROUPS.0, GROUPS.1);
        ShareGroups { deals: vec![0; groups], sums: vec![0; groups * bots], bots }
    }

    /// Adds a deal, counted from 1, with the sum of each bot's shares in sixtieths.
    pub(super) fn add(&mut self, deal: u64, shares: impl Iterator<Item = i64>) {
        let group = ((deal - 1) % self.deals.len() as u64) as usize;
        self.deals[group] += 1;
        let sums = &mut self.sums[group * self.bots..(group + 1) * self.bots];
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }

    /// The rank interval of each bot, where each has so many seats in a deal and shares go from `least` to `most`.
    pub(super) fn ranks(&self, first_copies: &[BotIdx], seats: f64, (least, most): (f64, f64)) -> Vec<RankInterval> {
        let pooled = self.pooled(first_copies, f64::from(Share::WHOLE) * seats * (most - least));
        let mut ranks = vec![RankInterval { lo: 1, hi: self.bots }; self.bots];
        let deals: Vec<f64> = self.deals.iter().filter(|&&deals| deals > 0).map(|&deals| deals as f64).collect();
        if deals.len() < 2 || pooled.len() < 2 {
            return ranks;
        }
        let error = 0.05 / (pooled.len() * (pooled.len() - 1)) as f64;
        let limit = stretched(normal::upper_quantile(error), deals.len());
        let behind = |better: &Pooled| -> Vec<usize> {
            let is_behind = |worse: &Pooled| is_ahead(&better.shares, &worse.shares, &deals, seats, limit);
            (0..pooled.len()).filter(|&other| is_behind(&pooled[other])).collect()
        };
        let behind = parallel_map(pooled.len(), |better| behind(&pooled[better]));
        let mut of_pooled = vec![RankInterval { lo: 1, hi: self.bots }; pooled.len()];
        for (better, behind) in behind.iter().enumerate() {
            for &worse in behind {
                of_pooled[better].hi -= pooled[worse].copies;
                of_pooled[worse].lo += pooled[better].copies;
            }
        }
        for (rank, original) in ranks.iter_mut().zip(first_copies) {
            *rank = of_pooled[pooled.partition_point(|pooled| pooled.bot < *original)];
        }
        ranks
    }

    /// Every different bot with its shares by group with deals, of which `whole` is one.
    fn pooled(&self, first_copies: &[BotIdx], whole: f64) -> Vec<Pooled> {
        let originals = (0..).zip(first_copies).filter(|(bot, original)| bot == *original);
        let of = |(bot, _): (BotIdx, &BotIdx)| {
            let copies: Vec<usize> = (0..self.bots).filter(|&copy| first_copies[copy] == bot).collect();
            let groups = self.sums.chunks_exact(self.bots).zip(&self.deals).filter(|(_, deals)| **deals > 0);
            let mean = |sums: &[i64]| {
                copies.iter().map(|&copy| sums[copy]).sum::<i64>() as f64 / (whole * copies.len() as f64)
            };
            Pooled { bot, copies: copies.len(), shares: groups.map(|(sums, _)| mean(sums)).collect() }
        };
        originals.map(of).collect()
    }
}

/// Whether a bot is ahead of another one by more than so many deviations.
fn is_ahead(better: &[f64], worse: &[f64], deals: &[f64], seats: f64, limit: f64) -> bool {
    let groups = || better.iter().zip(worse).map(|(better, worse)| better - worse).zip(deals);
    let (ahead, all) = groups().fold((0.0, 0.0), |(ahead, all), (d, deals)| (ahead + d, all + deals));
    let squares: f64 = groups().map(|(d, deals)| (d - ahead / all * deals).powi(2)).sum();
    if ahead <= 0.0 || ahead * ahead < CLEARLY_LEVEL * CLEARLY_LEVEL * squares {
        return false;
    }
    let mut terms: Vec<(f64, f64)> = groups().map(|(d, _)| (d, 1.0)).collect();
    let (worst, best) = groups()
        .map(|(d, deals)| d / deals)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(worst, best), d| (worst.min(d), best.max(d)));
    let lost = groups().map(|(d, _)| f64::max(-d, 0.0)).sum();
    terms.extend(pseudo_deals(worst, best, f64::min(worst, -1.0), lost, seats));
    negative_sum(&terms) < -limit
}

#[cfg(test)]
#[path = "share_ranks_tests.rs"]
mod tests;
