//! Numbers of pairs in a list of all pairs.

use super::player_idx::PlayerIdx;

/// The place of a pair in a list of all pairs of `bots` bots, for `first < second`.
pub fn pair_index(bots: usize, first: PlayerIdx, second: PlayerIdx) -> usize {
    let (first, second) = (usize::from(first), usize::from(second));
    first * (2 * bots - first - 1) / 2 + second - first - 1
}

/// The number of pairs of `bots` bots.
pub fn pair_count(bots: usize) -> usize {
    bots * (bots - 1) / 2
}

#[cfg(test)]
#[path = "pair_index_tests.rs"]
mod tests;
