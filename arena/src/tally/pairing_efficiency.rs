//! What playing each deal in all rotations saves, measured.
//!
//! Notation: in a block of R rotations a bot wins the shares s(1) … s(R). Its variance is V(paired) = Var(Σ s(r)) over the
//! deals of a line-up. Had every rotation a deal of its own, it would be V(apart) = Σ Var(s(r)). Summed over bots and
//! line-ups, V(apart) / V(paired) says how many times as many games on separate deals are as precise (Glasserman and Yao
//! 1992 on when common random numbers help). The interval is that of the jackknife over 20 groups of deals, on the scale
//! of logarithms. Where hardly any deals decide about it, the groups that are left out have no spread to speak of: nothing is
//! said where fewer than two or three groups weigh on the result, by the effective number (Σ x²)²/Σ x⁴ of their influences x.
//!
//! What the line-ups of a run gain or lose by playing the same deals is not part of it.
//!
//! Refuses: a Swiss, whose line-ups change; very many line-ups; fewer than 20 deals; and contests in which nearly all deals
//! end alike.

use riverlab_engine::{PerPlayer, Share};
use riverlab_stats::{Interval, t_quantile};

use crate::schedule::ScheduledGame;

/// The groups of deals that are left out in turn.
const GROUPS: usize = 20;
/// With fewer groups that matter nothing is said.
const FEWEST_THAT_MATTER: f64 = 2.5;
/// Beyond that nothing is measured: some ten megabytes.
const MAX_CELLS: u64 = 500_000;

/// Sums of shares, or of shares of blocks, in sixtieths.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: i64,
    sum: i64,
    squares: i64,
}

impl Moments {
    fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn merge(&mut self, other: Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn without(self, part: Moments) -> Moments {
        Moments { count: self.count - part.count, sum: self.sum - part.sum, squares: self.squares - part.squares }
    }

    fn variance(self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let spread = i128::from(self.count) * i128::from(self.squares) - i128::from(self.sum) * i128::from(self.sum);
        spread as f64 / (self.count as f64 * (self.count - 1) as f64)
    }
}

/// Gathers shares by group of deals, line-up, and rotation or complete block.
#[derive(Clone, Debug)]
pub(super) struct PairingEfficiency {
    players: usize,
    /// For each group, line-up and first place of a bot in it: the rotations, then the block.
    groups: Vec<Vec<Moments>>,
}

/// Blocks of a deal under way: for each line-up and first place of a bot in it the sum of its shares, if it has been there.
pub(super) type OpenBlocks = Vec<Option<i64>>;

impl PairingEfficiency {
    /// For so many line-ups in a deal, unless they are too many.
    pub(super) fn new(lineups: u64, players: usize) -> Option<PairingEfficiency> {
        let cells = lineups.checked_mul((players * (players + 1)) as u64)?;
        (cells <= MAX_CELLS / GROUPS as u64)
            .then(|| PairingEfficiency { players, groups: vec![vec![Moments::default(); cells as usize]; GROUPS] })
    }

    /// No game of a deal played yet.
    pub(super) fn open(&self) -> OpenBlocks {
        vec![None; self.groups[0].len() / (self.players + 1)]
    }

    /// Adds a game. A bot at several seats counts once, with the sum of its shares.
    pub(super) fn add(&mut self, game: &ScheduledGame, shares: PerPlayer<Share>, open: &mut OpenBlocks) {
        let (players, rotation) = (self.players, usize::from(game.rotation - 1));
        let seat_of = |start_order: usize| (start_order + players - rotation) % players;
        let seats = game.seats.as_slice();
        for start_order in 0..players {
            let bot = seats[seat_of(start_order)];
            if (0..start_order).any(|earlier| seats[seat_of(earlier)] == bot) {
                continue;
            }
            let own = seats.iter().zip(shares.as_slice()).filter(|(other, _)| **other == bot);
            let share = own.map(|(_, share)| i64::from(share.sixtieths())).sum();
            let block = (game.lineup - 1) as usize * players + start_order;
            self.groups[group(game.deal)][block * (players + 1) + rotation].add(share);
            *open[block].get_or_insert(0) += share;
        }
    }

    /// Adds the blocks of a complete deal, and forgets them.
    pub(super) fn end_deal(&mut self, deal: u64, open: &mut OpenBlocks) {
        let cells = &mut self.groups[group(deal)];
        for (block, share) in open.iter_mut().enumerate().filter_map(|(block, share)| Some((block, share.take()?))) {
            cells[block * (self.players + 1) + self.players].add(share);
        }
    }

    /// How many times as many games on separate deals would be needed; none when too little is known, infinite when blocks
    /// leave no luck at all.
    pub(super) fn factor(&self) -> Option<Interval> {
        let mut all = vec![Moments::default(); self.groups[0].len()];
        for (cell, part) in self.groups.iter().flat_map(|group| (0..group.len()).zip(group)) {
            all[cell].merge(*part);
        }
        let mean = self.ratio(all.iter().copied())?;
        if self.groups.iter().any(|group| group.iter().all(|cell| cell.count == 0)) {
            return None;
        }
        if mean.is_infinite() {
            return Some(Interval::point(mean));
        }
        let without = |group: &Vec<Moments>| {
            self.ratio(all.iter().zip(group).map(|(all, part)| all.without(*part))).map_or(0.0, libm::log)
        };
        let logs: Vec<f64> = self.groups.iter().map(without).collect();
        let centre = logs.iter().sum::<f64>() / GROUPS as f64;
        let squares: f64 = logs.iter().map(|log| (log - centre).powi(2)).sum();
        let fourths: f64 = logs.iter().map(|log| (log - centre).powi(4)).sum();
        if squares * squares <= FEWEST_THAT_MATTER * fourths {
            return None;
        }
        let half = t_quantile(GROUPS as u64 - 1) * (squares * (GROUPS - 1) as f64 / GROUPS as f64).sqrt();
        Some(Interval { mean, lo: mean * libm::exp(-half), hi: mean * libm::exp(half) })
    }

    /// V(apart) / V(paired), if any shares differ.
    fn ratio(&self, cells: impl Iterator<Item = Moments>) -> Option<f64> {
        let (mut apart, mut paired) = (0.0, 0.0);
        for (idx, cell) in cells.enumerate() {
            let sum = if idx % (self.players + 1) == self.players { &mut paired } else { &mut apart };
            *sum += cell.variance();
        }
        (apart > 0.0).then(|| apart / paired)
    }
}

/// The group of a deal.
fn group(deal: u64) -> usize {
    (deal - 1) as usize % GROUPS
}
