//! Plays the games of a schedule in parallel and hands out the results in schedule order, in bounded memory.
//!
//! Workers take neighboring games in small batches and play them. Whoever finishes the batch that is next in order hands
//! it out, with those behind it that are waiting; there is no other thread. A worker that is far ahead of the slowest
//! batch waits. How the games are batched depends on time, so nothing but progress may depend on the batches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use riverlab_bots::{Bot, BotSpec, Evaluate, registry};

use crate::error::ArenaError;
use crate::game_loop::{FinishedGame, play_game};
use crate::journal::{into_bytes, rows_in_memory, write_rows};
use crate::plan::Plan;
use crate::schedule::{Schedule, ScheduledGame};

/// How long a batch should take.
const BATCH: Duration = Duration::from_millis(2);
/// The largest batch.
const MOST_GAMES: usize = 32;
/// How many batches each worker may be ahead of the slowest.
const AHEAD: u64 = 16;

/// Finished games in schedule order, with their rows for the journal.
#[derive(Debug)]
pub struct Batch {
    /// The games and their results.
    pub games: Vec<(ScheduledGame, FinishedGame)>,
    /// Their rows.
    pub rows: Vec<u8>,
}

/// What the workers share.
struct Shared<I, F> {
    /// What is still to be played.
    games: I,
    /// The number of the next batch to take.
    next: u64,
    /// The number of the next batch to hand out.
    next_out: u64,
    /// Finished batches that others must precede.
    waiting: BTreeMap<u64, Batch>,
    /// Gets the batches in order.
    each: F,
    stopped: bool,
    error: Option<ArenaError>,
}

struct Work<'a, I, F> {
    shared: Mutex<Shared<I, F>>,
    moved_on: Condvar,
    stop: &'a AtomicBool,
    ahead: u64,
}

impl<I, F> Work<'_, I, F>
where
    I: Iterator<Item = ScheduledGame>,
    F: FnMut(Batch) -> Result<(), ArenaError>,
{
    fn lock(&self) -> MutexGuard<'_, Shared<I, F>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, most: usize) -> Option<(u64, Vec<ScheduledGame>)> {
        let mut shared = self.lock();
        while !shared.stopped && shared.next >= shared.next_out + self.ahead {
            shared = self.moved_on.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        if shared.stopped || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let games: Vec<ScheduledGame> = shared.games.by_ref().take(most).collect();
        let number = shared.next;
        shared.next += 1;
        (!games.is_empty()).then_some((number, games))
    }

    fn hand_out(&self, number: u64, batch: Batch) {
        let mut guard = self.lock();
        let shared = &mut *guard;
        shared.waiting.insert(number, batch);
        while !shared.stopped
            && let Some(batch) = shared.waiting.remove(&shared.next_out)
        {
            shared.next_out += 1;
            if let Err(error) = (shared.each)(batch) {
                shared.error = Some(error);
                shared.stopped = true;
            }
        }
        self.moved_on.notify_all();
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

/// Plays all games after the first `done` ones on `threads` threads; `each` gets the results in schedule order.
///
/// Ends early, without an error, when `stop` is set: games that are under way are finished, and what is contiguous is
/// handed out.
///
/// # Errors
/// The first error of `each`, which ends the run.
pub fn run<G: Evaluate>(
    plan: &Plan,
    bots: &[BotSpec],
    rules: &'static G::Rules,
    threads: usize,
    done: u64,
    stop: &AtomicBool,
    each: impl FnMut(Batch) -> Result<(), ArenaError> + Send,
) -> Result<(), ArenaError> {
    let games = Schedule::new(plan.bots.len(), plan.players, plan.deals).iter().skip(done as usize);
    let shared = Shared { games, next: 0, next_out: 0, waiting: BTreeMap::new(), each, stopped: false, error: None };
    let work = Work { shared: Mutex::new(shared), moved_on: Condvar::new(), stop, ahead: AHEAD * threads as u64 };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| ArenaError::Usage(format!("--threads {threads}: {error}")))?;
    pool.scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|_| {
                let stop = || work.stop();
                let _guard = StopOnPanic(&stop);
                Worker::<G>::new(plan, bots, rules).work(&work);
            });
        }
    });
    work.shared.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

/// One thread's bots.
struct Worker<'a, G: Evaluate> {
    plan: &'a Plan,
    rules: &'static G::Rules,
    /// A bot for each bot of the run and each seat.
    bots: Vec<Vec<Box<dyn Bot<G>>>>,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    fn new(plan: &'a Plan, bots: &[BotSpec], rules: &'static G::Rules) -> Self {
        let make = |spec: &BotSpec| registry::build::<G>(spec).expect("the plan has been checked");
        let at_every_seat = |spec: &BotSpec| (0..plan.players).map(|_| make(spec)).collect();
        Worker { plan, rules, bots: bots.iter().map(at_every_seat).collect() }
    }

    fn work<I, F>(&mut self, work: &Work<'_, I, F>)
    where
        I: Iterator<Item = ScheduledGame>,
        F: FnMut(Batch) -> Result<(), ArenaError>,
    {
        let mut most = 1;
        while let Some((number, games)) = work.take(most) {
            let start = Instant::now();
            let count = games.len();
            let batch = self.play(games);
            let per_game = start.elapsed() / count as u32;
            most = (BATCH.as_nanos() / per_game.as_nanos().max(1)).clamp(1, MOST_GAMES as u128) as usize;
            work.hand_out(number, batch);
        }
    }

    fn play(&mut self, games: Vec<ScheduledGame>) -> Batch {
        let mut rows = rows_in_memory();
        let mut finished = Vec::with_capacity(games.len());
        for game in games {
            let result = self.play_one(&game);
            write_rows::<G>(&mut rows, self.plan, &game, &result);
            finished.push((game, result));
        }
        Batch { games: finished, rows: into_bytes(rows) }
    }

    fn play_one(&mut self, game: &ScheduledGame) -> FinishedGame {
        let mut seated: Vec<Option<&mut dyn Bot<G>>> = (0..self.plan.players).map(|_| None).collect();
        for (bot, copies) in self.bots.iter_mut().enumerate() {
            for (seat, copy) in copies.iter_mut().enumerate() {
                if usize::from(game.seats.as_slice()[seat]) == bot {
                    seated[seat] = Some(copy.as_mut());
                }
            }
        }
        let mut seated: Vec<&mut dyn Bot<G>> = seated.into_iter().flatten().collect();
        play_game(self.rules, self.plan.seed, game.deal, &mut seated, |_, _, _| {})
    }
}
