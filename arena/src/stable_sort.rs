//! A stable sort that is compiled once: the standard library's is about 8 kB for each type and order. This one sorts
//! indexes through a `dyn` call, which is fast enough for tables.

use std::cmp::Ordering;

/// Sorts by a comparison. Equal items keep their order.
pub(crate) fn stable_sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let sorted = sorted_indexes(items.len(), &|one, other| order(&items[one], &items[other]));
    for place in 0..items.len() {
        // An item from an earlier place has been swapped away: follow it to where it is now.
        let mut from = sorted[place];
        while from < place {
            from = sorted[from];
        }
        items.swap(place, from);
    }
}

/// Sorts by a key. Items with equal keys keep their order.
pub(crate) fn stable_sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    stable_sort_by(items, |one, other| key(one).cmp(&key(other)));
}

fn sorted_indexes(len: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..len).collect();
    indexes.sort_by(|&one, &other| order(one, other));
    indexes
}

#[cfg(test)]
mod tests {
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
}
