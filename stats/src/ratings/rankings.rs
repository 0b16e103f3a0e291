//! Every ranking that one game can end in, with its probability under the model.
//!
//! Notation: a set of players is a mask of bits. From the players left A the tied set T comes next with probability
//! w(T)/Σ w(U); a ranking is a sequence of such sets. Its score for the log worth of player i is the sum over stages of what
//! i got less what was expected: 1/|T| if i is in T, less Σ 1/|U| · w(U)/Σ w over the U with i. Its score for log δ of a size
//! is the number of ties of that size less those expected. (These are the derivatives of the logarithm of its probability,
//! so their mean is 0.) There are 3, 13, 75, 541, 4,683 rankings of 2 to 6 players with ties of all sizes. Where games only say
//! who won, a ranking ends with its first stage, and all others have the same rank.

use super::data::MAX_PLAYERS;

/// One game before it is played.
pub(super) struct Rankings {
    everybody: usize,
    winners_only: bool,
    /// w(T) by mask.
    weights: [f64; 1 << MAX_PLAYERS],
    /// What is expected of the stage at which these players are left, by mask.
    stages: [Stage; 1 << MAX_PLAYERS],
}

#[derive(Clone, Copy, Default)]
struct Stage {
    total: f64,
    shares: [f64; MAX_PLAYERS],
    ties: [f64; MAX_PLAYERS + 1],
}

/// A ranking, complete or down to some stage.
#[derive(Clone, Copy, Default)]
pub(super) struct Ranking {
    /// Its probability.
    pub(super) probability: f64,
    /// The rank of each player; equal ones are tied.
    pub(super) ranks: [u8; MAX_PLAYERS],
    /// Scores for the log worth of each player.
    pub(super) shares: [f64; MAX_PLAYERS],
    /// Scores for log δ, by size.
    pub(super) ties: [f64; MAX_PLAYERS + 1],
}

impl Rankings {
    /// A game of players with these log worths, and log δ of the sizes of ties that there are. It may only say who won.
    pub(super) fn new(log_worths: &[f64], log_deltas: impl Fn(usize) -> Option<f64>, winners_only: bool) -> Rankings {
        let everybody = (1 << log_worths.len()) - 1;
        let mut weights = [0.0; 1 << MAX_PLAYERS];
        for (mask, weight) in weights.iter_mut().enumerate().take(everybody + 1).skip(1) {
            let size = mask.count_ones() as usize;
            let log_delta = if size == 1 { Some(0.0) } else { log_deltas(size) };
            let log: f64 = members(mask).map(|player| log_worths[player]).sum();
            *weight = log_delta.map_or(0.0, |log_delta| libm::exp(log_delta + log / size as f64));
        }
        let mut stages = [Stage::default(); 1 << MAX_PLAYERS];
        for (left, stage) in stages.iter_mut().enumerate().take(everybody + 1).skip(1) {
            *stage = Stage::new(left, &weights);
        }
        Rankings { everybody, winners_only, weights, stages }
    }

    /// Calls `visit` with every ranking.
    pub(super) fn each(&self, visit: &mut impl FnMut(&Ranking)) {
        self.advance(self.everybody, 1, &Ranking { probability: 1.0, ..Ranking::default() }, visit);
    }

    /// The rankings that begin in this way.
    fn advance(&self, left: usize, rank: u8, so_far: &Ranking, visit: &mut impl FnMut(&Ranking)) {
        let is_last = left & left.wrapping_sub(1) == 0 || (self.winners_only && left != self.everybody);
        if is_last {
            let mut ranking = *so_far;
            members(left).for_each(|player| ranking.ranks[player] = rank);
            return visit(&ranking);
        }
        let stage = &self.stages[left];
        for tied in subsets(left).filter(|&tied| self.weights[tied] > 0.0) {
            let mut next = *so_far;
            next.probability *= self.weights[tied] / stage.total;
            next.shares.iter_mut().zip(stage.shares).for_each(|(score, share)| *score -= share);
            next.ties.iter_mut().zip(stage.ties).for_each(|(score, chance)| *score -= chance);
            let size = tied.count_ones() as usize;
            next.ties[size] += 1.0;
            for player in members(tied) {
                next.ranks[player] = rank;
                next.shares[player] += 1.0 / size as f64;
            }
            self.advance(left & !tied, rank + 1, &next, visit);
        }
    }
}

impl Stage {
    fn new(left: usize, weights: &[f64]) -> Stage {
        let mut stage = Stage::default();
        for tied in subsets(left) {
            let size = tied.count_ones() as usize;
            stage.total += weights[tied];
            stage.ties[size] += weights[tied];
            members(tied).for_each(|player| stage.shares[player] += weights[tied] / size as f64);
        }
        let total = stage.total;
        stage.shares.iter_mut().chain(&mut stage.ties).for_each(|sum| *sum /= total);
        stage
    }
}

/// The players of a mask.
fn members(mask: usize) -> impl Iterator<Item = usize> {
    (0..MAX_PLAYERS).filter(move |player| mask >> player & 1 == 1)
}

/// The sets of some players, but for that of nobody.
fn subsets(mask: usize) -> impl Iterator<Item = usize> {
    let next = move |&subset: &usize| Some((subset - 1) & mask).filter(|&next| next > 0);
    std::iter::successors(Some(mask).filter(|&mask| mask > 0), next)
}

#[cfg(test)]
#[path = "rankings_tests.rs"]
mod tests;
