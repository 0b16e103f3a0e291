use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stable_sort_by_key;

#[test]
fn sorts_as_the_standard_library_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for len in 0..200 {
        let mut ours: Vec<(u8, usize)> = (0..len).map(|place| (rng.random_range(0..20), place)).collect();
        let mut theirs = ours.clone();
        stable_sort_by_key(&mut ours, |item| item.0);
        theirs.sort_by_key(|item| item.0);
        assert_eq!(ours, theirs);
    }
}
