//! A parallel map whose scheduling is compiled once, to keep the program small: rayon's adapters compile it for each use.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The results of `job` for each number below `count`, in order, computed on the threads of the current pool.
pub fn parallel_map<T: Send>(count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = iter::repeat_with(Mutex::default).take(count).collect();
    on_each(count, &|number| {
        let result = job(number);
        *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let result = |result: Mutex<Option<T>>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(result).collect()
}

/// The same with a value that each thread makes by `own`.
pub fn parallel_map_with<O, T: Send>(
    count: usize,
    own: impl Fn() -> O + Sync,
    job: impl Fn(&mut O, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let by_thread = parallel_map(rayon::current_num_threads().min(count), |_| {
        let mut own = own();
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&number| number < count);
        numbers.map(|number| (number, job(&mut own, number))).collect::<Vec<_>>()
    });
    let mut results: Vec<(usize, T)> = by_thread.into_iter().flatten().collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Calls `work` with each number below `count`.
fn on_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_count_and_threads() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            for count in [0, 1, 2, 100] {
                let expected: Vec<usize> = (0..count).map(|number| number * number).collect();
                let made = AtomicUsize::new(0);
                let own = || made.fetch_add(1, Ordering::Relaxed);
                let (plain, with) = pool.install(|| {
                    let plain = parallel_map(count, |number| number * number);
                    (plain, parallel_map_with(count, own, |_, number| number * number))
                });
                assert!(plain == expected && with == expected, "{threads} threads, {count}: {plain:?}, {with:?}");
                assert!(made.into_inner() <= threads.min(count));
            }
        }
    }

    #[test]
    #[should_panic(expected = "number 3")]
    fn panics_are_passed_on() {
        parallel_map(5, |number| assert!(number != 3, "number {number}"));
    }
}
