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
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_order() {
        for bots in 1..7 {
            let all = (0..bots as PlayerIdx)
                .flat_map(|first| (first + 1..bots as PlayerIdx).map(move |second| (first, second)));
            let indexes: Vec<usize> = all.map(|(first, second)| pair_index(bots, first, second)).collect();
            assert_eq!(indexes, (0..pair_count(bots)).collect::<Vec<_>>());
        }
    }
}
