//! Two bots in the same games: who ends above whom, and by how many points.
//!
//! A meeting is a pair of seats of one game, one seat of each bot; ranks that are level count half. Intervals are over
//! deals; the p-value is that of the sign-flip permutation test over deals.

use std::collections::BTreeMap;

use super::histogram::POINT;
use super::{Interval, Ratio, benjamini_hochberg, sign_flip_p};
use crate::schedule::BotIdx;

/// Halves: a meeting counts 2 for the bot that ends above.
const MEETING: f64 = 2.0;

/// One bot beside another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairStanding {
    /// The bot.
    pub bot: BotIdx,
    /// The other.
    pub opponent: BotIdx,
    /// Pairs of seats in one game.
    pub meetings: u64,
    /// The share of meetings in which the bot ends above the other, level ones half.
    pub above: Interval,
    /// The mean score of the bot less that of the other, in points.
    pub score_difference: Interval,
    /// The two-sided p-value of no difference in who ends above.
    pub p: f64,
    /// The same with false discoveries controlled over all pairs of the run (Benjamini and Hochberg 1995).
    pub q: f64,
}

/// A deal under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenPair {
    meetings: u64,
    halves: i64,
    difference: i64,
}

impl OpenPair {
    /// Adds a meeting, seen from the first bot: ranks, and scores in sixtieths.
    pub(super) fn add(&mut self, ranks: [f64; 2], scores: [i64; 2]) -> bool {
        self.meetings += 1;
        self.halves += match ranks[0].total_cmp(&ranks[1]) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        self.difference += scores[0] - scores[1];
        self.meetings == 1
    }
}

/// Whole deals, seen from the bot with the lower number.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTally {
    meetings: u64,
    above: Ratio,
    difference: Ratio,
    /// How often each sum over a deal of meetings won less those lost came up.
    margins: BTreeMap<i64, u64>,
}

impl PairTally {
    pub(super) fn end_deal(&mut self, open: &mut OpenPair) {
        let OpenPair { meetings, halves, difference } = std::mem::take(open);
        self.meetings += meetings;
        self.above.add(halves, meetings);
        self.difference.add(difference, meetings);
        *self.margins.entry(halves - meetings as i64).or_default() += 1;
    }
}

/// The place of a pair in a list of all pairs of `bots` bots, for `first < second`.
pub(super) fn pair_index(bots: usize, first: BotIdx, second: BotIdx) -> usize {
    let (first, second) = (usize::from(first), usize::from(second));
    first * (2 * bots - first - 1) / 2 + second - first - 1
}

/// The number of pairs of `bots` bots.
pub(super) fn pair_count(bots: usize) -> usize {
    bots * (bots - 1) / 2
}

/// Every ordered pair that met, by bot, then by opponent.
pub(super) fn pair_standings(bots: usize, pairs: &[PairTally]) -> Vec<PairStanding> {
    let all = (0..bots as BotIdx).flat_map(|first| (first + 1..bots as BotIdx).map(move |second| (first, second)));
    let met: Vec<((BotIdx, BotIdx), &PairTally)> = all.zip(pairs).filter(|(_, pair)| pair.meetings > 0).collect();
    let p: Vec<f64> = met.iter().map(|(_, pair)| sign_flip_p(&pair.margins)).collect();
    let q = benjamini_hochberg(&p);
    let both = met.iter().zip(p.iter().zip(&q)).flat_map(|(&((bot, opponent), pair), (&p, &q))| {
        let above = pair.above.interval(MEETING, 0.0, 1.0);
        let score_difference = pair.difference.interval(POINT, f64::NEG_INFINITY, f64::INFINITY);
        let meetings = pair.meetings;
        [
            PairStanding { bot, opponent, meetings, above, score_difference, p, q },
            PairStanding {
                bot: opponent,
                opponent: bot,
                meetings,
                above: above.mirrored(1.0),
                score_difference: score_difference.mirrored(0.0),
                p,
                q,
            },
        ]
    });
    let mut both: Vec<PairStanding> = both.collect();
    both.sort_by_key(|pair| (pair.bot, pair.opponent));
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_order() {
        for bots in 1..7 {
            let all =
                (0..bots as BotIdx).flat_map(|first| (first + 1..bots as BotIdx).map(move |second| (first, second)));
            let indexes: Vec<usize> = all.map(|(first, second)| pair_index(bots, first, second)).collect();
            assert_eq!(indexes, (0..pair_count(bots)).collect::<Vec<_>>());
        }
    }
}
