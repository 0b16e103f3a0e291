//! MAST, the move-average sampling technique: rollouts prefer moves that did well in earlier simulations.
//!
//! ```text
//! value of a move = mean result of all simulations of this decision in which its player made it; 1 before the first
//! chosen          = with probability 0.1 any move, else one of highest value
//! ```
//!
//! Moves are counted by player, wherever they were made: in the tree or after it, early or late. Finnsson and Björnsson,
//! "Simulation-Based Approach to General Game Playing", AAAI 2008; epsilon-greedy instead of their softmax as in Tak,
//! Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing", 2012.
//!
//! Moves are told apart by a hash of twelve bits: two whose hashes collide share their statistics.

use std::hash::{Hash, Hasher};

use rand::RngExt;
use riverlab_engine::Seat;

use crate::eval::softmax::Values;
use crate::rng::SearchRng;

/// The mean results of moves, by player.
pub(crate) struct Mast {
    /// The sum and the number of results, by [slot](slot_of).
    results: Vec<(f32, u32)>,
    /// The mean result, by slot: what choices read.
    means: Vec<f32>,
    /// The moves of the simulation that is going on.
    played: Vec<(u32, Seat)>,
}

impl Mast {
    /// The probability of a random move.
    const EPSILON: f32 = 0.1;
    /// The number of slots, which is that of hashes.
    const SLOTS: usize = 1 << HASH_BITS;
    /// The mean of a move without results.
    const UNTRIED: f32 = 1.0;
    /// The largest number of results that is counted.
    const MAX_COUNT: u32 = 1 << 20;

    /// Statistics without any result.
    pub(crate) fn new() -> Self {
        Mast { results: vec![(0.0, 0); Self::SLOTS], means: vec![Self::UNTRIED; Self::SLOTS], played: Vec::new() }
    }

    /// Forgets all results.
    pub(crate) fn clear(&mut self) {
        self.results.fill((0.0, 0));
        self.means.fill(Self::UNTRIED);
    }

    /// Chooses one of the legal moves of a player, and notes it.
    pub(crate) fn choose<M: Copy + Hash>(&mut self, legal: &[M], seat: Seat, rng: &mut SearchRng) -> M {
        let mut place = rng.random_range(0..legal.len() as u32) as usize;
        if rng.random::<f32>() >= Self::EPSILON {
            let mut highest = self.means[slot_of(&legal[place], seat)];
            // Which moves are better cannot be foretold, so nothing here branches on it.
            for (other, mv) in legal.iter().enumerate() {
                let mean = self.means[slot_of(mv, seat)];
                place = if mean > highest { other } else { place };
                highest = if mean > highest { mean } else { highest };
            }
        }
        let chosen = legal[place];
        self.note(&chosen, seat);
        chosen
    }

    /// Notes a move of the simulation that is going on.
    pub(crate) fn note(&mut self, mv: &impl Hash, seat: Seat) {
        self.played.push((slot_of(mv, seat) as u32, seat));
    }

    /// Counts the result of the simulation for all moves that were noted.
    pub(crate) fn learn(&mut self, values: &Values) {
        for (slot, seat) in self.played.drain(..) {
            let (sum, count) = &mut self.results[slot as usize];
            if *count == Self::MAX_COUNT {
                // The sum stays exact enough, and the mean as it is.
                (*sum, *count) = (*sum / 2.0, *count / 2);
            }
            *sum += values[seat.index()];
            *count += 1;
            self.means[slot as usize] = *sum / *count as f32;
        }
    }
}

const HASH_BITS: u32 = 12;

/// Where the results of a player's move are counted.
fn slot_of(mv: &impl Hash, seat: Seat) -> usize {
    let mut hasher = Multiply(seat.index() as u64);
    mv.hash(&mut hasher);
    (hasher.0 >> (u64::BITS - HASH_BITS)) as usize
}

/// A small multiplicative hash, the same on every machine.
struct Multiply(u64);

impl Multiply {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn mast_prefers_what_has_won() {
        let mut mast = Mast::new();
        let mut rng = SearchRng::seed_from_u64(1);
        for mv in 0_u8..5 {
            for _ in 0..10 {
                mast.note(&mv, Seat::FIRST);
                mast.learn(&[f32::from(mv) / 5.0; 8]);
            }
        }
        let best = (0..1000).filter(|_| mast.choose(&[3, 4, 1], Seat::FIRST, &mut rng) == 4).count();
        // One in ten is random, and a third of those is the best as well.
        assert!((900..970).contains(&best), "{best}");
    }
}
