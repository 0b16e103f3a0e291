//! Work in parallel, results in order, in bounded memory.
//!
//! Workers take neighboring pieces of work in small batches. Whoever finishes the batch that is next in order hands it
//! out, with those behind it that are waiting; there is no other thread. A worker that is far ahead of the slowest batch
//! waits. How work is batched depends on time, so nothing but progress may depend on the batches.

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

/// The number of threads for work that nobody has given one: that in `RAYON_NUM_THREADS`, or that of all cores.
pub fn all_cores() -> usize {
    let wanted = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok()).filter(|&count| count > 0);
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
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

/// Which batch is next. It names no type of work, so it is compiled once.
struct Turns {
    /// The number of the next batch to take.
    next: u64,
    /// The number of pieces that were taken, where batches have a size.
    taken: u64,
    /// The number of the next batch to hand out.
    next_out: u64,
    stopped: bool,
    error: Option<ArenaError>,
}

/// A thread's worker, as the team sees it. All methods but `work` are called under the team's lock.
trait Member {
    /// Takes the next pieces from the source, at most `most`.
    fn take(&mut self, most: usize) -> (usize, More);
    /// Works on these pieces.
    fn work(&mut self);
    /// Stores the results under this batch number.
    fn put_aside(&mut self, number: u64);
    /// Gives the source the results of this batch, if they are there.
    fn deliver(&mut self, number: u64) -> Option<Result<ControlFlow<()>, ArenaError>>;
}

struct Team<'a> {
    turns: Mutex<Turns>,
    moved_on: Condvar,
    stop: &'a AtomicBool,
    batches: Batches,
    ahead: u64,
}

impl Team<'_> {
    /// The next pieces, at most `most`: fewer where the rest depends on results, none when there is nothing left.
    fn take(&self, member: &mut dyn Member, most: usize) -> Option<(u64, usize)> {
        let mut turns = lock(&self.turns);
        loop {
            if turns.stopped || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if turns.next < turns.next_out + self.ahead {
                let most = match self.batches {
                    Batches::ByTime => most,
                    Batches::OfPieces { pieces, .. } => (pieces - turns.taken % pieces) as usize,
                };
                let (pieces, more) = member.take(most);
                if pieces > 0 {
                    let number = turns.next;
                    turns.next += 1;
                    turns.taken += pieces as u64;
                    return Some((number, pieces));
                }
                if more == More::No {
                    return None;
                }
            }
            turns = self.moved_on.wait(turns).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deliver(&self, member: &mut dyn Member, number: u64) {
        let mut guard = lock(&self.turns);
        let turns = &mut *guard;
        member.put_aside(number);
        while !turns.stopped
            && let Some(delivered) = member.deliver(turns.next_out)
        {
            turns.next_out += 1;
            match delivered {
                Ok(ControlFlow::Continue(())) => {}
                // What was given up is done again another time.
                Ok(ControlFlow::Break(())) | Err(ArenaError::Interrupted) => turns.stopped = true,
                Err(error) => {
                    turns.error = Some(error);
                    turns.stopped = true;
                }
            }
        }
        self.moved_on.notify_all();
    }

    fn work(&self, member: &mut dyn Member) {
        let mut most = 1;
        while let Some((number, pieces)) = self.take(member, most) {
            let start = Instant::now();
            member.work();
            let each = start.elapsed() / pieces as u32;
            most = (BATCH.as_nanos() / each.as_nanos().max(1)).clamp(1, MAX_PIECES as u128) as usize;
            self.deliver(member, number);
        }
    }

    fn stop(&self) {
        lock(&self.turns).stopped = true;
        self.moved_on.notify_all();
    }

    /// Runs `join` on `threads` threads.
    fn on_each_thread(self, threads: usize, join: &(dyn Fn(&Team<'_>) + Sync)) -> Result<(), ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| ArenaError::Usage(format!("--threads {threads}: {error}")))?;
        let team = &self;
        let join = || {
            let _guard = StopOnPanic(team);
            join(team);
        };
        pool.scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| join())));
        self.turns.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops everybody when a worker panics, so that nobody waits for its batch.
struct StopOnPanic<'a>(&'a Team<'a>);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// What the workers share.
struct Shared<'s, S: Source> {
    source: &'s mut S,
    /// Finished batches that others must precede: a few for each thread.
    waiting: Vec<(u64, Result<S::Done, ArenaError>)>,
}

struct Worker<'t, 's, S: Source, W> {
    shared: &'t Mutex<Shared<'s, S>>,
    job: W,
    pieces: Vec<S::Work>,
    done: Option<Result<S::Done, ArenaError>>,
}

impl<S: Source, W: FnMut(Vec<S::Work>) -> Result<S::Done, ArenaError>> Member for Worker<'_, '_, S, W> {
    fn take(&mut self, most: usize) -> (usize, More) {
        let (pieces, more) = lock(self.shared).source.take(most);
        self.pieces = pieces;
        (self.pieces.len(), more)
    }

    fn work(&mut self) {
        self.done = Some((self.job)(std::mem::take(&mut self.pieces)));
    }

    fn put_aside(&mut self, number: u64) {
        lock(self.shared).waiting.extend(self.done.take().map(|done| (number, done)));
    }

    fn deliver(&mut self, number: u64) -> Option<Result<ControlFlow<()>, ArenaError>> {
        let mut shared = lock(self.shared);
        let place = shared.waiting.iter().position(|(waiting, _)| *waiting == number)?;
        let (_, done) = shared.waiting.swap_remove(place);
        Some(done.and_then(|done| shared.source.deliver(done)))
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
    let turns = Turns { next: 0, taken, next_out: 0, stopped: false, error: None };
    let ahead = AHEAD * threads as u64;
    let team = Team { turns: Mutex::new(turns), moved_on: Condvar::new(), stop, batches, ahead };
    let shared = &Mutex::new(Shared { source, waiting: Vec::new() });
    team.on_each_thread(threads, &|team| {
        team.work(&mut Worker { shared, job: worker(), pieces: Vec::new(), done: None });
    })
}
