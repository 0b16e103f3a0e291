//! Two bots in the same games: who ends above whom, and by how many points.
//!
//! A meeting is a pair of seats of one game, one seat of each bot; ranks that are level count half. Where a game does not say
//! who of the two is above, as between two who have not won, the meeting counts for scores only. Intervals are over deals, and
//! p-values belong to them.
//!
//! Copies of a bot add no hypotheses: false discoveries are controlled over the pairs of different bots, each counted once.
//! Two copies have no difference to be found, and where their deals show none, their interval is a point.

use std::collections::BTreeMap;

use super::histogram::POINT;
use super::interval::Interval;
use super::multiplicity::benjamini_hochberg;
use super::ratings::{Goodness, Misfit};
use super::ratio::Ratio;
use crate::player_idx::PlayerIdx;
use crate::stable_sort::stable_sort_by_key;

/// Halves: a meeting counts 2 for the bot that ends above.
const MEETING: f64 = 2.0;

/// One bot beside another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairStanding {
    /// The bot.
    pub bot: PlayerIdx,
    /// The other.
    pub opponent: PlayerIdx,
    /// Pairs of seats in one game.
    pub meetings: u64,
    /// The share of meetings in which the bot ends above the other, level ones half, of those of which that is known; a half if
    /// there are none.
    pub above: Interval,
    /// The mean score of the bot less that of the other, in points.
    pub score_difference: Interval,
    /// The two-sided p-value of no difference in who ends above.
    pub p: f64,
    /// The same with false discoveries controlled over all pairs of different bots of the run (Benjamini and Hochberg 1995);
    /// 1 for two copies of one bot.
    pub q: f64,
    /// The share of meetings as the ratings predict it; all copies of a bot together, and none for two copies.
    pub misfit: Option<Misfit>,
}

/// A deal under way.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenPair {
    meetings: u64,
    /// Those with known ranks.
    ranked: u64,
    halves: i64,
    difference: i64,
}

impl OpenPair {
    /// Adds a meeting, seen from the first bot: ranks, if they are known, and scores in sixtieths. Says whether it is the first one.
    pub fn add(&mut self, ranks: Option<[f64; 2]>, scores: [i64; 2]) -> bool {
        self.meetings += 1;
        if let Some([one, other]) = ranks {
            self.ranked += 1;
            self.halves += match one.total_cmp(&other) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
        }
        self.difference += scores[0] - scores[1];
        self.meetings == 1
    }
}

/// Whole deals, seen from the bot with the lower number.
#[derive(Clone, Debug, Default)]
pub struct PairTally {
    meetings: u64,
    above: Ratio,
    difference: Ratio,
}

impl PairTally {
    /// Adds a deal that has ended and clears it.
    pub fn end_deal(&mut self, open: &mut OpenPair) {
        let OpenPair { meetings, ranked, halves, difference } = std::mem::take(open);
        self.meetings += meetings;
        self.above.add(halves, ranked);
        self.difference.add(difference, meetings);
    }

    /// The two-sided p-value of no difference.
    fn p(&self) -> f64 {
        self.above.p(MEETING, 0.5, 0.0, 1.0)
    }

    /// The share of meetings above, and the mean difference of scores, in points; known where copies show no difference.
    fn intervals(&self, copies: bool) -> (Interval, Interval) {
        let known = |ratio: &Ratio, interval: Interval| {
            let exact = copies && self.meetings > 0 && ratio.sd(1.0) == 0.0;
            if exact { Interval::point(interval.mean) } else { interval }
        };
        let difference = self.difference.interval_without_limits(POINT);
        let above = match self.above.deals() {
            0 => Interval { mean: 0.5, lo: 0.0, hi: 1.0 },
            _ => known(&self.above, self.above.interval(MEETING, 0.0, 1.0)),
        };
        (above, known(&self.difference, difference))
    }
}

/// Every ordered pair that met, by bot, then by opponent; `first_copies` says for each bot which is the first that is the
/// same.
pub fn pair_standings(
    pairs: &[PairTally],
    first_copies: &[PlayerIdx],
    goodness: Option<&Goodness>,
) -> Vec<PairStanding> {
    let bots = first_copies.len() as PlayerIdx;
    let all = (0..bots).flat_map(|first| (first + 1..bots).map(move |second| (first, second)));
    let met: Vec<((PlayerIdx, PlayerIdx), &PairTally)> = all.zip(pairs).filter(|(_, pair)| pair.meetings > 0).collect();
    let originals = |(first, second): (PlayerIdx, PlayerIdx)| {
        let [first, second] = [first, second].map(|bot| first_copies[usize::from(bot)]);
        (first.min(second), first.max(second))
    };
    let hypotheses: Vec<Hypothesis> =
        met.iter().map(|&(pair, tally)| Hypothesis { pair: originals(pair), p: tally.p() }).collect();
    let q = without_copies(&hypotheses);
    let both = met.iter().zip(hypotheses.iter().zip(&q)).flat_map(|(&((bot, opponent), pair), (hypothesis, &q))| {
        let copies = hypothesis.is_about_copies();
        let (above, score_difference) = pair.intervals(copies);
        let (meetings, p) = (pair.meetings, hypothesis.p);
        let misfit = |bot: PlayerIdx, opponent: PlayerIdx| {
            let [bot, opponent] = [bot, opponent].map(|bot| first_copies[usize::from(bot)]);
            goodness.and_then(|goodness| goodness.above(bot, opponent))
        };
        [
            PairStanding { bot, opponent, meetings, above, score_difference, p, q, misfit: misfit(bot, opponent) },
            PairStanding {
                bot: opponent,
                opponent: bot,
                meetings,
                above: above.mirrored(1.0),
                score_difference: score_difference.mirrored(0.0),
                p,
                q,
                misfit: misfit(opponent, bot),
            },
        ]
    });
    let mut both: Vec<PairStanding> = both.collect();
    stable_sort_by_key(&mut both, |pair| (pair.bot, pair.opponent));
    both
}

/// That two bots are equal, with its p-value.
struct Hypothesis {
    /// The first bots that are the same.
    pair: (PlayerIdx, PlayerIdx),
    p: f64,
}

impl Hypothesis {
    fn is_about_copies(&self) -> bool {
        self.pair.0 == self.pair.1
    }
}

/// The q-values of hypotheses about pairs of bots, of which several may be about copies of the same two: each pair counts
/// once, by its first hypothesis, and another of its hypotheses is adjusted as if it were that one. Two copies of one bot
/// are no hypothesis.
fn without_copies(hypotheses: &[Hypothesis]) -> Vec<f64> {
    let mut members: BTreeMap<(PlayerIdx, PlayerIdx), usize> = BTreeMap::new();
    let mut family: Vec<f64> = Vec::new();
    for hypothesis in hypotheses.iter().filter(|hypothesis| !hypothesis.is_about_copies()) {
        members.entry(hypothesis.pair).or_insert_with(|| {
            family.push(hypothesis.p);
            family.len() - 1
        });
    }
    let q = benjamini_hochberg(&family);
    let of = |&Hypothesis { pair, p }: &Hypothesis| match members.get(&pair) {
        None => 1.0,
        Some(&member) if family[member] == p => q[member],
        Some(&member) => {
            let mut family = family.clone();
            family[member] = p;
            benjamini_hochberg(&family)[member]
        }
    };
    hypotheses.iter().map(of).collect()
}

#[cfg(test)]
#[path = "pairs_tests.rs"]
mod tests;
