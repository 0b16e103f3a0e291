//! Work in parallel, results in order, in bounded memory.
//!
//! Workers take neighboring pieces of work in small batches. Whoever finishes the batch that is next in order hands it
//! out, with those behind it that are waiting; there is no other thread. A worker that is far ahead of the slowest batch
//! waits. How work is batched depends on time, so nothing but progress may depend on the batches.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::ArenaError;

/// How long a batch should take.
const BATCH: Duration = Duration::from_millis(2);
/// The largest batch.
const MAX_PIECES: usize = 32;
/// How many batches each worker may be ahead of the slowest.
const AHEAD: u64 = 16;

/// How large batches are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Batches {
    /// As large as a short time allows.
    ByTime,
    /// Of so many pieces, at least one; the first one is smaller, as if so many pieces had been taken before.
    OfPieces {
        /// The pieces of a batch.
        pieces: u64,
        /// Those that were taken before.
        before: u64,
    },
}

/// The number of threads for work that nobody has given one: that of all cores.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether there is more to do once what is under way is handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// There may be: what there is depends on results.
    Maybe,
    /// There is not.
    No,
}

/// Where work comes from and results go.
pub trait Source: Send {
    /// A piece of work.
    type Work: Send;
    /// The results of a batch.
    type Done: Send;

    /// The next pieces, at most so many, and what is to be expected if there is none.
    fn take(&mut self, most: usize) -> (Vec<Self::Work>, More);

    /// Gets the results of each batch, in order, and says whether the work goes on.
    ///
    /// # Errors
    /// Whatever ends the work.
    fn deliver(&mut self, done: Self::Done) -> Result<ControlFlow<()>, ArenaError>;
}

/// What the workers share.
struct Shared<'s, S: Source> {
    source: &'s mut S,
    /// The number of the next batch to take.
    next: u64,
    /// The number of pieces that were taken, where batches have a size.
    taken: u64,
    /// The number of the next batch to hand out.
    next_out: u64,
    /// Finished batches that others must precede.
    waiting: BTreeMap<u64, Result<S::Done, ArenaError>>,
    stopped: bool,
    error: Option<ArenaError>,
}

struct Team<'a, 's, S: Source> {
    shared: Mutex<Shared<'s, S>>,
    moved_on: Condvar,
    stop: &'a AtomicBool,
    batches: Batches,
    ahead: u64,
}

impl<'s, S: Source> Team<'_, 's, S> {
    fn lock(&self) -> MutexGuard<'_, Shared<'s, S>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next pieces, at most so many: fewer where the rest depends on results, none when there is nothing left.
    fn take(&self, most: usize) -> Option<(u64, Vec<S::Work>)> {
        let mut shared = self.lock();
        loop {
            if shared.stopped || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if shared.next < shared.next_out + self.ahead {
                let most = match self.batches {
                    Batches::ByTime => most,
                    Batches::OfPieces { pieces, .. } => (pieces - shared.taken % pieces) as usize,
                };
                let (pieces, more) = shared.source.take(most);
                if !pieces.is_empty() {
                    let number = shared.next;
                    shared.next += 1;
                    shared.taken += pieces.len() as u64;
                    return Some((number, pieces));
                }
                if more == More::No {
                    return None;
                }
            }
            shared = self.moved_on.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deliver(&self, number: u64, done: Result<S::Done, ArenaError>) {
        let mut guard = self.lock();
        let shared = &mut *guard;
        shared.waiting.insert(number, done);
        while !shared.stopped
            && let Some(done) = shared.waiting.remove(&shared.next_out)
        {
            shared.next_out += 1;
            match done.and_then(|done| shared.source.deliver(done)) {
                Ok(ControlFlow::Continue(())) => {}
                // What was given up is done again another time.
                Ok(ControlFlow::Break(())) | Err(ArenaError::Interrupted) => shared.stopped = true,
                Err(error) => {
                    shared.error = Some(error);
                    shared.stopped = true;
                }
            }
        }
        self.moved_on.notify_all();
    }

    fn work(&self, mut worker: impl FnMut(Vec<S::Work>) -> Result<S::Done, ArenaError>) {
        let mut most = 1;
        while let Some((number, pieces)) = self.take(most) {
            let start = Instant::now();
            let count = pieces.len();
            let done = worker(pieces);
            let each = start.elapsed() / count as u32;
            most = (BATCH.as_nanos() / each.as_nanos().max(1)).clamp(1, MAX_PIECES as u128) as usize;
            self.deliver(number, done);
        }
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.moved_on.notify_all();
    }
}

/// Stops everybody when a worker panics, so that nobody waits for its batch.
struct StopOnPanic<'a, S: Fn()>(&'a S);

impl<S: Fn()> Drop for StopOnPanic<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

/// Does all work of a source on `threads` threads, each with a worker of its own.
///
/// Ends early, without an error, when `stop` is set or a worker is [interrupted](ArenaError::Interrupted): batches that are
/// under way are finished, and what is contiguous is handed out.
///
/// # Errors
/// The first error in the order of the work, be it a worker's or the source's, which ends it.
pub fn run<S: Source, W: FnMut(Vec<S::Work>) -> Result<S::Done, ArenaError>>(
    source: &mut S,
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<(), ArenaError> {
    run_in_batches(source, threads, Batches::ByTime, stop, worker)
}

/// The same with batches of this size.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_in_batches<S: Source, W: FnMut(Vec<S::Work>) -> Result<S::Done, ArenaError>>(
    source: &mut S,
    threads: usize,
    batches: Batches,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<(), ArenaError> {
    let taken = match batches {
        Batches::ByTime => 0,
        Batches::OfPieces { before, .. } => before,
    };
    let shared = Shared { source, next: 0, taken, next_out: 0, waiting: BTreeMap::new(), stopped: false, error: None };
    let ahead = AHEAD * threads as u64;
    let team = Team { shared: Mutex::new(shared), moved_on: Condvar::new(), stop, batches, ahead };
    on_each_thread(threads, &|| {
        let stop = || team.stop();
        let _guard = StopOnPanic(&stop);
        team.work(worker());
    })?;
    team.shared.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

/// Does the same on so many threads at once. One function for all kinds of work, as it is called once in a run.
fn on_each_thread(threads: usize, work: &(dyn Fn() + Sync)) -> Result<(), ArenaError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| ArenaError::Usage(format!("--threads {threads}: {error}")))?;
    pool.scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
    Ok(())
}
