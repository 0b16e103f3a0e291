//! A stable sort, compiled once.
//!
//! The standard library compiles its sort for each type and order, some 8 kB. Here one sorts indexes, which suits what is
//! sorted once and is no longer than a table.

use std::cmp::Ordering;

/// Sorts by an order; what is equal stays in its order.
pub(crate) fn stable_sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let sorted = sorted_indexes(items.len(), &|one, other| order(&items[one], &items[other]));
    for place in 0..items.len() {
        // What belongs here may have been swapped away: then it is where its place was filled from.
        let mut from = sorted[place];
        while from < place {
            from = sorted[from];
        }
        items.swap(place, from);
    }
}

/// Sorts by a key; what has the same key stays in its order.
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
