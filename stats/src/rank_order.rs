//! Stopping when the order of bots is settled.
//!
//! Notation: d is the share of one bot in a deal less that of another, between −1 and 1; deals are independent; k different
//! bots make P = k(k − 1)/2 pairs; m is the margin and α = 0.05. Every pair has the [e-processes](super::SequentialMean) of its
//! deals. Two bots are *told apart* once K⁺(0), or K⁻(0), has reached 2P/α, and *equivalent* once both K⁻(m) and K⁺(−m) have:
//! two one-sided tests. At most two of these can be wrong for a pair, each with probability α/2P, so with 95 % none ever is, of
//! all pairs and however often one looks.
//!
//! The order is settled when every two neighbors in the order of the shares so far are told apart or equivalent. Whatever
//! the truth is, that comes: a difference is away from 0 or from the margin by half a margin. Results are looked at after
//! 30 deals and then whenever there are 2 % more, on the deals in their order.
//!
//! Copies of a bot count as one bot, with the mean of their shares.
//!
//! Refuses: schedules in which bots meet different fields.

use super::ratio::DealSum;
use super::sequential_mean::SequentialMean;
use crate::player_idx::PlayerIdx;
use crate::stable_sort::stable_sort_by;

/// The number of deals before which it does not stop.
const MIN: u64 = 30;
/// The margin where none is given.
const MARGIN: f64 = 0.05;
/// The narrowest and the widest margin.
const MARGINS: (f64, f64) = (0.001, 0.5);
/// The probability that anything said of any pair is wrong.
const ERROR: f64 = 0.05;
/// More bots than these have too many pairs.
const MAX_BOTS: usize = 100;
/// Sixtieths of a win.
const UNIT: f64 = 60.0;

/// Stops when the order of bots is settled. Invariant: the margin is one that [`RankRule::parse`] allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankRule {
    margin: f64,
}

impl RankRule {
    /// The most bots that it can be asked of.
    pub const MAX_BOTS: usize = MAX_BOTS;

    /// Reads what stands behind `ranks`: nothing, or a colon and a margin.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn parse(text: &str) -> Result<RankRule, String> {
        let margin =
            if text.is_empty() { Some(MARGIN) } else { text.strip_prefix(':').and_then(|text| text.parse().ok()) };
        let margin = margin.filter(|margin| (MARGINS.0..=MARGINS.1).contains(margin));
        margin.map(|margin| RankRule { margin }).ok_or_else(|| {
            format!("`ranks{text}` is neither ranks nor ranks:MARGIN with a margin from {} to {}", MARGINS.0, MARGINS.1)
        })
    }

    /// Differences of shares within it are equivalent.
    pub fn margin(self) -> f64 {
        self.margin
    }

    /// The number of deals that so many bots play at most: about one and a half times as many as a difference takes that is
    /// hardest to tell, of half the margin, where every deal is won or lost altogether.
    pub fn most_deals(self, bots: usize) -> u64 {
        let half = self.margin / 2.0;
        (1.5 * 2.0 * (log_level(bots) + 1.5) / (half * half)).ceil() as u64
    }
}

/// The logarithm of 2P/α, with at least one pair.
fn log_level(bots: usize) -> f64 {
    let pairs = (bots * bots.saturating_sub(1) / 2).max(1);
    libm::log(2.0 * pairs as f64 / ERROR)
}

/// What is known of two bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairOrder {
    /// The first is ahead.
    Ahead,
    /// The first is behind.
    Behind,
    /// They are equivalent.
    Equivalent,
    /// It takes more deals.
    Open,
}

/// The order of bots as far as it is settled.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// Differences within it are equivalent.
    pub margin: f64,
    /// Different bots by their shares, the best first; each is the first of its copies.
    pub bots: Vec<PlayerIdx>,
    /// What is known of each and the next one.
    pub neighbors: Vec<PairOrder>,
}

impl Order {
    /// Whether all neighbors are told apart or equivalent.
    pub fn is_settled(&self) -> bool {
        !self.neighbors.contains(&PairOrder::Open)
    }
}

/// Follows the order of bots.
#[derive(Clone, Debug)]
pub struct RankOrder {
    rule: RankRule,
    /// Each different bot with its copies.
    bots: Vec<(PlayerIdx, Vec<PlayerIdx>)>,
    /// The sum of the mean shares of each over deals, in sixtieths.
    shares: Vec<f64>,
    /// Each pair of different bots with an earlier one: by the later, then by the earlier one.
    pairs: Vec<Pair>,
    deals: u64,
    next_look: u64,
    leg_begun: u64,
}

/// A pair with what is known of it: what was found first stays.
#[derive(Clone, Debug)]
struct Pair {
    /// The share of the earlier bot less that of the later one.
    difference: SequentialMean,
    order: PairOrder,
}

impl RankOrder {
    /// No deals yet. `first_copies` says for each bot which is the first one with the same spec.
    pub fn new(rule: RankRule, first_copies: &[PlayerIdx]) -> RankOrder {
        let all = || (0..first_copies.len() as PlayerIdx).zip(first_copies);
        let copies = |bot: PlayerIdx| all().filter(|(_, first)| **first == bot).map(|(copy, _)| copy).collect();
        let bots: Vec<(PlayerIdx, Vec<PlayerIdx>)> =
            all().filter(|(bot, first)| bot == *first).map(|(bot, _)| (bot, copies(bot))).collect();
        let pair = Pair { difference: SequentialMean::new(UNIT, (-1.0, 1.0), rule.margin), order: PairOrder::Open };
        RankOrder {
            rule,
            shares: vec![0.0; bots.len()],
            pairs: vec![pair; bots.len() * (bots.len() - 1) / 2],
            bots,
            deals: 0,
            next_look: MIN,
            leg_begun: 0,
        }
    }

    /// Adds a deal with the shares of each bot in sixtieths, one for each of its seats, and says whether the order is
    /// settled.
    pub fn add(&mut self, share_of: impl Fn(PlayerIdx) -> DealSum) -> bool {
        let both = |one: DealSum, other: DealSum| DealSum { sum: one.sum + other.sum, count: one.count + other.count };
        let pooled = |(_, copies): &(PlayerIdx, Vec<PlayerIdx>)| {
            copies.iter().map(|&copy| share_of(copy)).fold(DealSum::default(), both)
        };
        let shares: Vec<DealSum> = self.bots.iter().map(pooled).collect();
        self.deals += 1;
        for (total, share) in self.shares.iter_mut().zip(&shares) {
            *total += share.sum as f64 / share.count as f64;
        }
        let of_pairs = (0..shares.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        for (pair, (earlier, later)) in self.pairs.iter_mut().zip(of_pairs) {
            let (one, other) = (shares[earlier], shares[later]);
            let difference = one.sum * other.count as i64 - other.sum * one.count as i64;
            pair.difference.add(difference, one.count * other.count);
        }
        self.deals >= self.next_look && self.look()
    }

    /// Tests what is open.
    fn look(&mut self) -> bool {
        self.next_look = self.deals + (self.deals / 50).max(1);
        let (level, margin) = (log_level(self.bots.len()), self.rule.margin);
        let ranked = self.ranked();
        for neighbors in ranked.windows(2) {
            let pair = &mut self.pairs[place(neighbors[0], neighbors[1])];
            if pair.order == PairOrder::Open {
                pair.order = tested(&pair.difference, margin, level);
            }
        }
        if 4 * (self.deals - self.leg_begun) > self.deals {
            self.leg_begun = self.deals;
            self.pairs.iter_mut().for_each(|pair| pair.difference.end_leg());
        }
        self.order().is_settled()
    }

    /// The places of different bots by their shares, the best first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.bots.len()).collect();
        stable_sort_by(&mut ranked, |&one, &other| {
            self.shares[other].total_cmp(&self.shares[one]).then(one.cmp(&other))
        });
        ranked
    }

    /// The order so far.
    pub fn order(&self) -> Order {
        let ranked = self.ranked();
        let known = |neighbors: &[usize]| {
            let (better, worse) = (neighbors[0], neighbors[1]);
            match self.pairs[place(better, worse)].order {
                PairOrder::Ahead if better > worse => PairOrder::Behind,
                PairOrder::Behind if better > worse => PairOrder::Ahead,
                order => order,
            }
        };
        Order {
            margin: self.rule.margin,
            neighbors: ranked.windows(2).map(known).collect(),
            bots: ranked.into_iter().map(|place| self.bots[place].0).collect(),
        }
    }
}

/// The place of a pair of different bots.
fn place(one: usize, other: usize) -> usize {
    let (earlier, later) = (one.min(other), one.max(other));
    later * (later - 1) / 2 + earlier
}

fn tested(difference: &SequentialMean, margin: f64, level: f64) -> PairOrder {
    if difference.log_e_above(0.0) >= level {
        PairOrder::Ahead
    } else if difference.log_e_below(0.0) >= level {
        PairOrder::Behind
    } else if difference.log_e_below(margin).min(difference.log_e_above(-margin)) >= level {
        PairOrder::Equivalent
    } else {
        PairOrder::Open
    }
}

#[cfg(test)]
#[path = "rank_order_tests.rs"]
mod tests;
