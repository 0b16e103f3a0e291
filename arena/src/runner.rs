//! Plays the games of a schedule in parallel and hands out the results in schedule order, in bounded memory.
//!
//! Workers take neighboring games in small batches and play them. Whoever finishes the batch that is next in order hands
//! it out, with those behind it that are waiting; there is no other thread. A worker that is far ahead of the slowest
//! batch waits. How the games are batched depends on time, so nothing but progress may depend on the batches.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use riverlab_bots::{Bot, BotSpec, Evaluate, registry};

use crate::error::ArenaError;
use crate::game_loop::{FinishedGame, play_game};
use crate::journal::{into_bytes, rows_in_memory, write_rows};
use crate::moves::Recorder;
use crate::observe::{Observer, has_elements};
use crate::plan::Plan;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::stats::ElementEvent;
use crate::timing::{Thought, Timed};

/// How long a batch should take.
const BATCH: Duration = Duration::from_millis(2);
/// The largest batch.
const MOST_GAMES: usize = 32;
/// How many batches each worker may be ahead of the slowest.
const AHEAD: u64 = 16;

/// Whether decisions are timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// They are.
    On,
    /// They are not, which is faster where bots hardly think.
    Off,
}

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The game.
    pub game: ScheduledGame,
    /// Its result.
    pub result: FinishedGame,
    /// Where what belongs to it ends in the batch.
    pub ends: Ends,
}

/// Where a game ends in a batch.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ends {
    /// In the rows.
    pub rows: usize,
    /// In the rows of moves.
    pub moves: usize,
    /// In the events.
    pub events: usize,
    /// In the decisions that were timed.
    pub thoughts: usize,
}

/// Finished games in schedule order, with their rows for the journal.
#[derive(Debug)]
pub struct Batch {
    /// The games.
    pub games: Vec<Played>,
    /// Their rows.
    pub rows: Vec<u8>,
    /// The rows of their moves; none in games without elements.
    pub moves: Vec<u8>,
    /// What happened to elements.
    pub events: Vec<ElementEvent>,
    /// How long decisions took, where they were timed.
    pub thoughts: Vec<Thought>,
}

impl Batch {
    /// The games, each with what happened to its elements.
    pub fn observed(&self) -> impl Iterator<Item = (&Played, &[ElementEvent])> {
        let mut begin = 0;
        self.games.iter().map(move |played| {
            let events = &self.events[begin..played.ends.events];
            begin = played.ends.events;
            (played, events)
        })
    }
}

/// What is written down of a game while it is played.
struct Watch<G: Evaluate> {
    recorder: Recorder<G>,
    observer: Observer,
}

impl<G: Evaluate> Watch<G> {
    fn new(rules: &'static G::Rules, players: usize) -> Self {
        Watch { recorder: Recorder::new(), observer: Observer::new::<G>(rules, players) }
    }

    fn begin(&mut self, game: u64) {
        self.recorder.begin(game);
        self.observer.begin();
    }

    fn before(&mut self, state: &G, mv: G::Move) {
        self.recorder.before(state, mv);
        self.observer.before(state, mv);
    }

    fn end(&mut self, last: &G) {
        self.recorder.end();
        self.observer.end(last);
    }
}

/// What the workers share.
struct Shared<F> {
    /// What is still to be played.
    schedule: Schedule,
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

struct Work<'a, F> {
    shared: Mutex<Shared<F>>,
    moved_on: Condvar,
    stop: &'a AtomicBool,
    ahead: u64,
}

impl<F> Work<'_, F>
where
    F: FnMut(Batch) -> Result<ControlFlow<()>, ArenaError>,
{
    fn lock(&self) -> MutexGuard<'_, Shared<F>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next games, at most so many: fewer where the rest depends on results, none when there is nothing left.
    fn take(&self, most: usize) -> Option<(u64, Vec<ScheduledGame>)> {
        let mut shared = self.lock();
        loop {
            if shared.stopped || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if shared.next < shared.next_out + self.ahead {
                let (games, last) = next_games(&mut shared.schedule, most);
                if !games.is_empty() {
                    let number = shared.next;
                    shared.next += 1;
                    return Some((number, games));
                }
                if last == Next::End {
                    return None;
                }
            }
            shared = self.moved_on.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn hand_out(&self, number: u64, batch: Batch) {
        let mut guard = self.lock();
        let shared = &mut *guard;
        shared.waiting.insert(number, batch);
        while !shared.stopped
            && let Some(batch) = shared.waiting.remove(&shared.next_out)
        {
            shared.next_out += 1;
            batch.games.iter().for_each(|played| shared.schedule.saw(&played.game, &played.result));
            match (shared.each)(batch) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => shared.stopped = true,
                Err(error) => {
                    shared.error = Some(error);
                    shared.stopped = true;
                }
            }
        }
        self.moved_on.notify_all();
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.moved_on.notify_all();
    }
}

/// The next games of a schedule, at most so many, and what came after them if they are fewer.
fn next_games(schedule: &mut Schedule, most: usize) -> (Vec<ScheduledGame>, Next) {
    let mut games = Vec::new();
    while games.len() < most {
        match schedule.next_game() {
            Next::Game(game) => games.push(game),
            other => return (games, other),
        }
    }
    (games, Next::Wait)
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

/// Plays all games that are left of the schedule of a plan on `threads` threads; `each` gets the results in schedule
/// order, until it says that the run has ended.
///
/// Ends early, without an error, when `stop` is set: games that are under way are finished, and what is contiguous is
/// handed out.
///
/// # Errors
/// The first error of `each`, which ends the run.
pub fn run<G: Evaluate>(
    plan: &Plan,
    rules: &'static G::Rules,
    schedule: Schedule,
    threads: usize,
    clock: Clock,
    stop: &AtomicBool,
    each: impl FnMut(Batch) -> Result<ControlFlow<()>, ArenaError> + Send,
) -> Result<(), ArenaError> {
    let bots = plan.specs()?;
    let shared = Shared { schedule, next: 0, next_out: 0, waiting: BTreeMap::new(), each, stopped: false, error: None };
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
                Worker::<G>::new(plan, &bots, rules, clock).work(&work);
            });
        }
    });
    work.shared.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

/// One thread's bots.
pub(crate) struct Worker<'a, G: Evaluate> {
    plan: &'a Plan,
    rules: &'static G::Rules,
    clock: Clock,
    /// A bot for each bot of the run and each seat.
    bots: Vec<Vec<Box<dyn Bot<G>>>>,
    /// Of games that have elements.
    watch: Option<Watch<G>>,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(crate) fn new(plan: &'a Plan, bots: &[BotSpec], rules: &'static G::Rules, clock: Clock) -> Self {
        let make = |spec: &BotSpec| registry::build::<G>(spec).expect("the plan has been checked");
        let at_every_seat = |spec: &BotSpec| (0..plan.players).map(|_| make(spec)).collect();
        let watch = has_elements::<G>(rules, plan.players).then(|| Watch::new(rules, plan.players));
        Worker { plan, rules, clock, bots: bots.iter().map(at_every_seat).collect(), watch }
    }

    fn work<F>(&mut self, work: &Work<'_, F>)
    where
        F: FnMut(Batch) -> Result<ControlFlow<()>, ArenaError>,
    {
        let mut most = 1;
        while let Some((number, games)) = work.take(most) {
            let start = Instant::now();
            let count = games.len();
            let batch = self.play(&games);
            let per_game = start.elapsed() / count as u32;
            most = (BATCH.as_nanos() / per_game.as_nanos().max(1)).clamp(1, MOST_GAMES as u128) as usize;
            work.hand_out(number, batch);
        }
    }

    /// Plays games one after the other.
    pub(crate) fn play(&mut self, games: &[ScheduledGame]) -> Batch {
        let (mut rows, mut thoughts) = (rows_in_memory(), Vec::new());
        let mut played = Vec::with_capacity(games.len());
        for &game in games {
            let result = self.play_one(&game, &mut thoughts);
            write_rows::<G>(&mut rows, self.plan, &game, &result);
            rows.flush().expect("memory can be written");
            let (moves, events) = self.watched();
            let ends = Ends { rows: rows.get_ref().len(), moves, events, thoughts: thoughts.len() };
            played.push(Played { game, result, ends });
        }
        let rows = into_bytes(rows);
        let (moves, events) = match &mut self.watch {
            Some(watch) => (watch.recorder.take_rows(), watch.observer.take_events()),
            None => (Vec::new(), Vec::new()),
        };
        Batch { games: played, rows, moves, events, thoughts }
    }

    /// How much has been written down: bytes of moves, and events.
    fn watched(&self) -> (usize, usize) {
        self.watch.as_ref().map_or((0, 0), |watch| (watch.recorder.rows().len(), watch.observer.events().len()))
    }

    fn play_one(&mut self, game: &ScheduledGame, thoughts: &mut Vec<Thought>) -> FinishedGame {
        let mut seated: Vec<Option<&mut dyn Bot<G>>> = (0..self.plan.players).map(|_| None).collect();
        for (bot, copies) in self.bots.iter_mut().enumerate() {
            for (seat, copy) in copies.iter_mut().enumerate() {
                if usize::from(game.seats.as_slice()[seat]) == bot {
                    seated[seat] = Some(copy.as_mut());
                }
            }
        }
        let mut seated: Vec<&mut dyn Bot<G>> = seated.into_iter().flatten().collect();
        if self.clock == Clock::Off {
            return watched_game(self.rules, self.plan.seed, game, &mut seated, self.watch.as_mut());
        }
        let timed = seated.into_iter().zip(game.seats.as_slice());
        let mut timed: Vec<Timed<'_, G>> = timed.map(|(bot, &idx)| Timed { bot, idx, thoughts: Vec::new() }).collect();
        let mut seated: Vec<&mut dyn Bot<G>> = timed.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        let result = watched_game(self.rules, self.plan.seed, game, &mut seated, self.watch.as_mut());
        thoughts.extend(timed.into_iter().flat_map(|bot| bot.thoughts));
        result
    }
}

fn watched_game<G: Evaluate>(
    rules: &'static G::Rules,
    seed: u64,
    game: &ScheduledGame,
    seated: &mut [&mut dyn Bot<G>],
    watch: Option<&mut Watch<G>>,
) -> FinishedGame {
    let Some(watch) = watch else { return play_game(rules, seed, game.deal, seated, |_, _, _| {}).0 };
    watch.begin(game.game);
    let (result, last) = play_game(rules, seed, game.deal, seated, |state, mv, _| watch.before(state, mv));
    watch.end(&last);
    result
}
