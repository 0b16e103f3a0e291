//! A stable sort that is compiled once, to keep the program small: the standard library's is compiled for each type and
//! comparison. This one sorts indexes through a `dyn` call, which is fast enough for tables.

use std::cmp::Ordering;
use std::mem;

/// Sorts by a comparison. Equal items keep their order.
pub fn stable_sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let mut sorted = sorted_indexes(items.len(), &|one, other| order(&items[one], &items[other]));
    // Each cycle of the permutation is closed before the next one begins.
    for start in 0..items.len() {
        let mut place = start;
        loop {
            let from = mem::replace(&mut sorted[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// Sorts by a key. Items with equal keys keep their order.
pub fn stable_sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    stable_sort_by(items, |one, other| key(one).cmp(&key(other)));
}

fn sorted_indexes(len: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..len).collect();
    indexes.sort_by(|&one, &other| order(one, other));
    indexes
}

#[cfg(test)]
#[path = "stable_sort_tests.rs"]
mod tests;
