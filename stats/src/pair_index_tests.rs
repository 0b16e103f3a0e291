use super::*;

#[test]
fn pairs_are_numbered_in_order() {
    for bots in 1..7 {
        let all =
            (0..bots as PlayerIdx).flat_map(|first| (first + 1..bots as PlayerIdx).map(move |second| (first, second)));
        let indexes: Vec<usize> = all.map(|(first, second)| pair_index(bots, first, second)).collect();
        assert_eq!(indexes, (0..pair_count(bots)).collect::<Vec<_>>());
    }
}
