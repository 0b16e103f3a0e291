//! Many games of one known type, stepped on several threads.
//!
//! Each game has random streams of its own, so that a game in a batch goes as the same game alone, on any number of
//! threads.

use std::mem;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use riverlab_engine::{Seat, Turn};

use crate::batch::{Arrays, End, Plan, Row, Seating};
use crate::errors::Wrong;
use crate::game::PyGame;
use crate::playable::{Games, Playable, Progress};
use crate::table::Table;
use crate::table::bot::BotOf;

/// One of the games.
struct OneGame<G: PyGame> {
    table: Table<G>,
    /// What chance does, who sits where, and what bots draw.
    rng: Xoshiro256PlusPlus,
    /// What [`Games::sample_legal`] draws.
    sampler: Xoshiro256PlusPlus,
    /// The seat of the learner.
    seat: usize,
    end: Option<End>,
    /// Whether the mask shows the actions of the table, or nothing.
    is_shown: bool,
    /// What went wrong in the last step.
    wrong: Option<Wrong>,
}

impl<G: PyGame> Clone for OneGame<G> {
    fn clone(&self) -> Self {
        let mut game = OneGame {
            table: self.table.clone(),
            rng: self.rng.clone(),
            sampler: self.sampler.clone(),
            wrong: self.wrong.clone(),
            ..*self
        };
        game.list().expect("they have been listed before");
        game
    }
}

impl<G: PyGame> OneGame<G> {
    fn new(table: Table<G>) -> OneGame<G> {
        let streams = Xoshiro256PlusPlus::seed_from_u64(0);
        let (rng, sampler) = (streams.clone(), streams);
        // No game is under way before the first reset.
        OneGame { table, rng, sampler, seat: 0, end: Some(End::ByTheRules), is_shown: false, wrong: None }
    }

    /// Lists the actions that are shown or may be played: a table that was copied has none.
    fn list(&mut self) -> Result<(), Wrong> {
        if self.is_shown || self.end.is_none() { self.table.list_actions() } else { Ok(()) }
    }

    fn begin(&mut self, plan: &Plan, bots: &mut [BotOf<G>], stop: &AtomicBool) -> Result<(), Wrong> {
        self.seat = match plan.seating {
            Seating::Fixed(seat) => seat,
            Seating::Drawn => self.rng.random_range(0..plan.players as u32) as usize,
            Seating::All => 0,
        };
        self.table.begin_anew(self.rng.next_u64());
        self.advance(plan, bots, stop)?;
        // A game that bots have ended before the first decision ends at the next step, whatever the action is.
        self.end = None;
        Ok(())
    }

    /// Lets chance and the bots act until the learner is to act.
    fn advance(&mut self, plan: &Plan, bots: &mut [BotOf<G>], stop: &AtomicBool) -> Result<(), Wrong> {
        loop {
            self.table.deal(&mut self.rng);
            match self.table.state.turn() {
                Turn::Player(seat) if matches!(plan.seating, Seating::All) => {
                    self.seat = seat.index();
                    break;
                }
                Turn::Player(seat) if seat.index() == self.seat => break,
                Turn::Player(_) if stop.load(Ordering::Relaxed) => return Err("interrupted".to_owned()),
                Turn::Player(seat) => {
                    self.play_bot(&mut bots[seat.index() - usize::from(seat.index() > self.seat)], stop)?;
                }
                Turn::Over => {
                    self.end = Some(End::ByTheRules);
                    break;
                }
                Turn::Chance => unreachable!("chance has acted"),
            }
        }
        self.table.list_actions()
    }

    fn play_bot(&mut self, bot: &mut BotOf<G>, stop: &AtomicBool) -> Result<(), Wrong> {
        self.table.list()?;
        let mv = bot.decide_listed(&self.table, self.rng.next_u64(), stop)?;
        self.table.push_drawn(mv);
        Ok(())
    }

    fn play(&mut self, action: i64, plan: &Plan, bots: &mut [BotOf<G>], stop: &AtomicBool) -> Result<(), Wrong> {
        if let Some(mv) = usize::try_from(action).ok().and_then(|action| self.table.move_of(action)) {
            self.table.push_drawn(mv);
            return self.advance(plan, bots, stop);
        }
        self.end = Some(if self.table.state.turn() == Turn::Over { End::ByTheRules } else { End::ByIllegalAction });
        Ok(())
    }

    /// What can go wrong ends the game.
    fn note(&mut self, done: Result<(), Wrong>) {
        self.wrong = done.err();
        if self.wrong.is_some() {
            self.end = Some(End::ByTheRules);
        }
    }

    fn legal(&self) -> &[usize] {
        match self.end {
            None => self.table.numbers(),
            Some(_) => &[],
        }
    }

    /// Sets the mask to zeros, which takes what it shows: before anything is played.
    #[inline]
    fn clear(&mut self, row: &mut Row<'_>) {
        if row.is_fresh {
            row.mask.fill(0);
        } else if self.is_shown {
            self.table.numbers().iter().for_each(|&action| row.mask[action] = 0);
        }
        self.is_shown = false;
    }

    /// Shows the game in a row whose mask was [cleared](Self::clear).
    #[inline]
    fn show(&mut self, plan: &Plan, row: &mut Row<'_>) {
        self.table.write_observation(Seat::new(self.seat), row.observation);
        self.is_shown = self.end.is_none();
        if self.is_shown {
            self.table.numbers().iter().for_each(|&action| row.mask[action] = 1);
        }
        *row.reward = if self.end.is_some() { self.reward(self.seat, plan) } else { 0.0 };
        *row.is_over = self.end.is_some();
        *row.seat = self.seat as i64;
    }

    /// The reward of a seat at the end.
    fn reward(&self, seat: usize, plan: &Plan) -> f64 {
        match self.end {
            Some(End::ByIllegalAction) if seat == self.seat => -1.0,
            Some(End::ByTheRules) if self.table.state.turn() == Turn::Over => {
                let (share, players) = (self.table.state.win_shares()[Seat::new(seat)].value(), plan.players as f64);
                if plan.is_zero_sum { (players * share - 1.0) / (players - 1.0) } else { share }
            }
            _ => 0.0,
        }
    }
}

/// Many games of one game.
pub(crate) struct GamesOf<G: PyGame> {
    games: Vec<OneGame<G>>,
    plan: Plan,
    shared: Arc<Shared<G>>,
    /// What a call has taken of it while it is under way. One thread alone asks for it; bots must not be shared.
    taken: Mutex<Option<Taken<G>>>,
    takes_long: bool,
    widths: (usize, usize),
}

/// The bots of each thread. They keep nothing of a game.
type BotsOfThreads<G> = Vec<Vec<BotOf<G>>>;

/// What games share with their copies. Its locks are held for a moment, with the GIL: so never when Python forks, where the
/// child could not get them any more.
struct Shared<G: PyGame> {
    /// Those that no call uses.
    bots: Mutex<Vec<BotsOfThreads<G>>>,
    pool: Mutex<Option<Arc<Pool>>>,
}

struct Taken<G: PyGame> {
    bots: BotsOfThreads<G>,
    /// None where there is one thread: the caller's.
    pool: Option<Arc<Pool>>,
}

/// Threads of one process. A process that is forked from it has none of them.
struct Pool {
    threads: Option<ThreadPool>,
    process: u32,
}

impl Pool {
    fn new(threads: usize) -> Result<Pool, Wrong> {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
        Ok(Pool { threads: Some(threads), process: process::id() })
    }

    fn is_here(&self) -> bool {
        self.process == process::id()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Nobody is there to be told of the end, and locks may be held for ever.
        if !self.is_here() {
            mem::forget(self.threads.take());
        }
    }
}

impl<G: PyGame> Shared<G> {
    fn bots(&self) -> MutexGuard<'_, Vec<BotsOfThreads<G>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pool(&self, threads: usize) -> Result<Arc<Pool>, Wrong> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pool.as_ref().filter(|pool| pool.is_here()) {
            return Ok(Arc::clone(pool));
        }
        let made = Arc::new(Pool::new(threads)?);
        *pool = Some(Arc::clone(&made));
        Ok(made)
    }
}

fn make_bots<G: PyGame>(table: &Table<G>, plan: &Plan) -> Result<BotsOfThreads<G>, Wrong> {
    (0..plan.threads).map(|_| plan.bots.iter().map(|spec| BotOf::new(table, spec)).collect()).collect()
}

impl<G: PyGame> GamesOf<G> {
    pub(crate) fn new(table: &Table<G>, plan: &Plan) -> Result<GamesOf<G>, Wrong> {
        let bots = make_bots(table, plan)?;
        let takes_long = bots.iter().flatten().any(BotOf::takes_long);
        Ok(GamesOf {
            games: (0..plan.games).map(|_| OneGame::new(table.clone())).collect(),
            shared: Arc::new(Shared { bots: Mutex::new(vec![bots]), pool: Mutex::default() }),
            taken: Mutex::default(),
            takes_long,
            widths: (table.observation_len(), table.n_actions()),
            plan: plan.clone(),
        })
    }

    /// A table, if it is like those of the games.
    fn like<'a>(&self, table: &'a dyn Playable) -> Result<&'a Table<G>, Wrong> {
        let table = table.as_any().downcast_ref::<Table<G>>().filter(|table| table.is_like(&self.games[0].table));
        table
            .ok_or_else(|| "state: it is of another game, or of another number of players, rules or actions".to_owned())
    }

    /// Does something with each game and its row, on all threads, unless it is stopped.
    fn each(
        &mut self,
        arrays: Arrays<'_>,
        stop: &AtomicBool,
        act: impl Fn(usize, &mut OneGame<G>, &Plan, &mut [BotOf<G>], &mut Row<'_>) + Sync,
    ) -> Result<(), Wrong> {
        let (width, actions) = self.widths;
        let plan = &self.plan;
        let taken = self.taken.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Taken { bots, pool } = taken.as_mut().ok_or("the games are not prepared")?;
        let work = self.games.iter_mut().zip(arrays.rows(width, actions)).enumerate();
        let is_wrong = AtomicBool::new(false);
        let act = |idx: usize, game: &mut OneGame<G>, bots: &mut [BotOf<G>], row: &mut Row<'_>| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            act(idx, game, plan, bots, row);
            if game.wrong.is_some() {
                is_wrong.store(true, Ordering::Relaxed);
            }
        };
        match pool.as_ref().and_then(|pool| pool.threads.as_ref()) {
            None => {
                let bots = &mut bots[0];
                work.for_each(|(idx, (game, mut row))| act(idx, game, bots, &mut row));
            }
            Some(pool) => {
                let mut work: Vec<_> = work.collect();
                let part = work.len().div_ceil(plan.threads);
                let act = &act;
                pool.scope(|scope| {
                    for (part, bots) in work.chunks_mut(part).zip(bots) {
                        scope.spawn(move |_| {
                            for (idx, (game, row)) in part {
                                act(*idx, game, bots, row);
                            }
                        });
                    }
                });
            }
        }
        if !is_wrong.into_inner() {
            return Ok(());
        }
        let wrong = self.games.iter_mut().enumerate().filter_map(|(idx, game)| Some((idx, game.wrong.take()?)));
        // All are taken, so that none is told again.
        let first = wrong.reduce(|first, _| first);
        first.map_or(Ok(()), |(idx, wrong)| Err(format!("environment {idx}: {wrong}")))
    }
}

impl<G: PyGame> Games for GamesOf<G> {
    fn clone_box(&self) -> Box<dyn Games> {
        Box::new(GamesOf {
            games: self.games.clone(),
            plan: self.plan.clone(),
            shared: Arc::clone(&self.shared),
            taken: Mutex::default(),
            takes_long: self.takes_long,
            widths: self.widths,
        })
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn prepare(&mut self) -> Result<(), Wrong> {
        let (plan, shared) = (&self.plan, &self.shared);
        let pool = (plan.threads > 1).then(|| shared.pool(plan.threads)).transpose()?;
        let bots = shared.bots().pop();
        let bots = bots.map_or_else(|| make_bots(&self.games[0].table, plan), Ok)?;
        self.taken = Mutex::new(Some(Taken { bots, pool }));
        Ok(())
    }

    fn release(&mut self) {
        let taken = mem::take(&mut self.taken).into_inner().unwrap_or_else(PoisonError::into_inner);
        self.shared.bots().extend(taken.map(|taken| taken.bots));
    }

    fn takes_long(&self) -> bool {
        self.takes_long
    }

    fn len(&self) -> usize {
        self.games.len()
    }

    fn widths(&self) -> (usize, usize) {
        self.widths
    }

    fn seed(&mut self, game: usize, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.games[game].sampler = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
        self.games[game].rng = rng;
    }

    fn put(&mut self, game: usize, table: &dyn Playable) -> Result<(), Wrong> {
        let mut table = self.like(table)?.clone();
        let Turn::Player(seat) = table.state.turn() else { return Err("state: no player is to act".to_owned()) };
        match self.plan.seating {
            Seating::Fixed(own) if own != seat.index() => {
                return Err(format!("state: player {} is to act, not the own seat {own}", seat.index()));
            }
            _ => {}
        }
        table.list()?;
        let game = &mut self.games[game];
        (game.table, game.seat, game.end) = (table, seat.index(), None);
        Ok(())
    }

    fn reset(&mut self, which: &[bool], arrays: Arrays<'_>, stop: &AtomicBool) -> Result<(), Wrong> {
        self.each(arrays, stop, |idx, game, plan, bots, row| {
            if which[idx] || row.is_fresh {
                game.clear(row);
                if which[idx] {
                    let done = game.begin(plan, bots, stop);
                    game.note(done);
                }
                game.show(plan, row);
            }
        })
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>, stop: &AtomicBool) -> Result<(), Wrong> {
        self.each(arrays, stop, |idx, game, plan, bots, row| {
            game.clear(row);
            let done = match game.end {
                Some(_) => game.begin(plan, bots, stop),
                None => game.play(actions[idx], plan, bots, stop),
            };
            game.note(done);
            game.show(plan, row);
        })
    }

    fn interrupt(&mut self) {
        for game in &mut self.games {
            (game.end, game.wrong) = (Some(End::Interrupted), None);
        }
    }

    fn progress(&self, game: usize) -> Progress {
        let OneGame { rng, sampler, seat, end, is_shown, .. } = &self.games[game];
        let streams = serde_json::to_string(&(rng, sampler)).expect("they are numbers");
        (streams, *seat, *end, *is_shown)
    }

    fn restore(&mut self, game: usize, table: &dyn Playable, progress: Progress) -> Result<(), Wrong> {
        let (streams, seat, end, is_shown) = progress;
        let table = self.like(table)?;
        let is_own = !matches!(self.plan.seating, Seating::Fixed(own) if own != seat);
        let fits = match table.state.turn() {
            Turn::Player(acting) if end.is_none() => acting.index() == seat && is_own,
            Turn::Chance if end.is_none() => false,
            _ => seat < self.plan.players,
        };
        if !fits {
            return Err(format!("seat={seat}: the learner is not to act there"));
        }
        let (rng, sampler) = serde_json::from_str(&streams).map_err(|error| format!("random streams: {error}"))?;
        let mut restored = OneGame { table: table.clone(), rng, sampler, seat, end, is_shown, wrong: None };
        restored.list()?;
        self.games[game] = restored;
        Ok(())
    }

    fn end(&self, game: usize) -> Option<End> {
        self.games[game].end
    }

    fn sample_legal(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter_mut().zip(actions) {
            *action = match game.legal().len() {
                0 => 0,
                count => {
                    let place = game.sampler.random_range(0..count as u32) as usize;
                    game.legal()[place] as i64
                }
            };
        }
    }

    fn legal(&self, game: usize) -> &[usize] {
        self.games[game].legal()
    }

    fn table(&self, game: usize) -> &dyn Playable {
        &self.games[game].table
    }

    fn rewards(&self, game: usize) -> Vec<f64> {
        (0..self.plan.players).map(|seat| self.games[game].reward(seat, &self.plan)).collect()
    }
}
