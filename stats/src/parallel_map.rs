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
#[path = "parallel_map_tests.rs"]
mod tests;
