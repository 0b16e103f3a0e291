//! Plays the games of a schedule in parallel and hands out the results in schedule order, in bounded memory.
//!
//! Workers take neighboring games in small batches, play them, and send the results to the calling thread, which puts
//! them in order. A worker that is far ahead of the slowest batch waits. How the games are batched depends on time, so
//! nothing but progress may depend on the batches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
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
const MOST_GAMES: usize = 256;
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

/// What is still to be played, shared by the workers.
struct Feeder<I> {
    games: I,
    /// The number of the next batch to take.
    next: u64,
    /// How many batches have been handed out in order.
    handed_out: u64,
    stopped: bool,
}

struct Work<'a, I> {
    feeder: Mutex<Feeder<I>>,
    moved_on: Condvar,
    stop: &'a AtomicBool,
    ahead: u64,
}

impl<I: Iterator<Item = ScheduledGame>> Work<'_, I> {
    fn lock(&self) -> MutexGuard<'_, Feeder<I>> {
        self.feeder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, most: usize) -> Option<(u64, Vec<ScheduledGame>)> {
        let mut feeder = self.lock();
        while !feeder.stopped && feeder.next >= feeder.handed_out + self.ahead {
            feeder = self.moved_on.wait(feeder).unwrap_or_else(PoisonError::into_inner);
        }
        if feeder.stopped || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let games: Vec<ScheduledGame> = feeder.games.by_ref().take(most).collect();
        let number = feeder.next;
        feeder.next += 1;
        (!games.is_empty()).then_some((number, games))
    }

    fn hand_out(&self) {
        self.lock().handed_out += 1;
        self.moved_on.notify_all();
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.moved_on.notify_all();
    }
}

/// Stops everybody when a worker panics, so that nobody waits for its batch.
struct StopOnPanic<'a, 'b, I: Iterator<Item = ScheduledGame>>(&'a Work<'b, I>);

impl<I: Iterator<Item = ScheduledGame>> Drop for StopOnPanic<'_, '_, I> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
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
    each: impl FnMut(Batch) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let games = Schedule::new(plan.bots.len(), plan.players, plan.deals).iter().skip(done as usize);
    let work = Work {
        feeder: Mutex::new(Feeder { games, next: 0, handed_out: 0, stopped: false }),
        moved_on: Condvar::new(),
        stop,
        ahead: AHEAD * threads as u64,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| ArenaError::Usage(format!("--threads {threads}: {error}")))?;
    pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move |_| {
                let _guard = StopOnPanic(work);
                Worker::<G>::new(plan, bots, rules).work(work, &sender);
            });
        }
        drop(sender);
        let result = hand_out_in_order(&work, &receiver, each);
        work.stop();
        result
    })
}

fn hand_out_in_order<I: Iterator<Item = ScheduledGame>>(
    work: &Work<'_, I>,
    receiver: &Receiver<(u64, Batch)>,
    mut each: impl FnMut(Batch) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, batch) in receiver {
        waiting.insert(number, batch);
        while let Some(batch) = waiting.remove(&next) {
            each(batch)?;
            next += 1;
            work.hand_out();
        }
    }
    Ok(())
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

    fn work<I: Iterator<Item = ScheduledGame>>(&mut self, work: &Work<'_, I>, sender: &Sender<(u64, Batch)>) {
        let mut most = 1;
        while let Some((number, games)) = work.take(most) {
            let start = Instant::now();
            let count = games.len();
            let batch = self.play(games);
            let per_game = start.elapsed() / count as u32;
            most = (BATCH.as_nanos() / per_game.as_nanos().max(1)).clamp(1, MOST_GAMES as u128) as usize;
            if sender.send((number, batch)).is_err() {
                return;
            }
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
        play_game(self.rules, self.plan.seed, game.deal, &mut seated, |_, _| {})
    }
}
