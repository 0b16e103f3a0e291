//! A parallel map whose scheduling is compiled once: each use of rayon's adapters compiles about 10 kB of it.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The results of `of` for each number below `count`, in order, computed on the threads of the current pool.
pub(crate) fn parallel_map<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = iter::repeat_with(Mutex::default).take(count).collect();
    on_each(count, &|number| {
        let result = of(number);
        *lock(&results[number]) = Some(result);
    });
    let result = |result: Mutex<Option<T>>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(result).collect()
}

/// The same, where each thread makes something of its own first.
pub(crate) fn parallel_map_with<O, T: Send>(
    count: usize,
    own: impl Fn() -> O + Sync,
    of: impl Fn(&mut O, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let by_thread = parallel_map(rayon::current_num_threads(), |_| {
        let mut own = own();
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&number| number < count);
        numbers.map(|number| (number, of(&mut own, number))).collect::<Vec<_>>()
    });
    let mut results: Vec<(usize, T)> = by_thread.into_iter().flatten().collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Calls `work` with each number below `count`. The only use of rayon's iterators.
fn on_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
