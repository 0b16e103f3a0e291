use super::*;

#[test]
fn moves_are_small() {
    assert!(size_of::<Move>() <= 8, "{}", size_of::<Move>());
}

#[test]
fn swaps_among_the_first_tiles_come_first() {
    assert!(swaps_among(0).is_empty());
    assert!(swaps_among(1).is_empty());
    assert_eq!(swaps_among(12).len(), 66);
    for tiles in 2..=12 {
        for mv in swaps_among(tiles) {
            let Move::Swap(lower, upper) = mv else { panic!("{mv:?}") };
            assert!(lower < upper && upper.0 < tiles);
        }
    }
}

#[test]
fn trades_are_the_ten_bundles_of_three() {
    for bundle in TRADES {
        assert_eq!((bundle.total(), bundle.get(Resource::Food)), (3, 0));
    }
    let mut sorted = TRADES.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), 10);
}
