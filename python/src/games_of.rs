//! Many games of one known type, stepped on several threads.
//!
//! Each game has random streams of its own, so that a game in a batch goes as the same game alone, on any number of
//! threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use riverlab_engine::{Seat, Turn};

use crate::batch::{Arrays, End, Plan, Row, Seating};
use crate::errors::Wrong;
use crate::game::PyGame;
use crate::playable::{Games, Playable};
use crate::table::Table;
use crate::table::bot::BotOf;

/// No decision is given up.
static NEVER: AtomicBool = AtomicBool::new(false);

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

impl<G: PyGame> OneGame<G> {
    fn new(table: Table<G>) -> OneGame<G> {
        let streams = Xoshiro256PlusPlus::seed_from_u64(0);
        let (rng, sampler) = (streams.clone(), streams);
        // No game is under way before the first reset.
        OneGame { table, rng, sampler, seat: 0, end: Some(End::ByTheRules), is_shown: false, wrong: None }
    }

    fn begin(&mut self, plan: &Plan, bots: &mut [BotOf<G>]) -> Result<(), Wrong> {
        self.seat = match plan.seating {
            Seating::Fixed(seat) => seat,
            Seating::Drawn => self.rng.random_range(0..plan.players as u32) as usize,
            Seating::All => 0,
        };
        self.table.begin_anew(self.rng.next_u64());
        self.advance(plan, bots)?;
        // A game that bots have ended before the first decision ends at the next step, whatever the action is.
        self.end = None;
        Ok(())
    }

    /// Lets chance and the bots act until the learner is to act.
    fn advance(&mut self, plan: &Plan, bots: &mut [BotOf<G>]) -> Result<(), Wrong> {
        loop {
            self.table.deal(&mut self.rng);
            match self.table.state.turn() {
                Turn::Player(seat) if matches!(plan.seating, Seating::All) => {
                    self.seat = seat.index();
                    break;
                }
                Turn::Player(seat) if seat.index() == self.seat => break,
                Turn::Player(seat) => self.play_bot(&mut bots[seat.index() - usize::from(seat.index() > self.seat)])?,
                Turn::Over => {
                    self.end = Some(End::ByTheRules);
                    break;
                }
                Turn::Chance => unreachable!("chance has acted"),
            }
        }
        self.table.list_actions()
    }

    fn play_bot(&mut self, bot: &mut BotOf<G>) -> Result<(), Wrong> {
        self.table.list()?;
        let mv = bot.decide_listed(&self.table, self.rng.next_u64(), &NEVER)?;
        self.table.push_drawn(mv);
        Ok(())
    }

    fn play(&mut self, action: i64, plan: &Plan, bots: &mut [BotOf<G>]) -> Result<(), Wrong> {
        if let Some(mv) = usize::try_from(action).ok().and_then(|action| self.table.move_of(action)) {
            self.table.push_drawn(mv);
            return self.advance(plan, bots);
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
    /// The bots of each thread. They keep nothing of a game.
    bots: Vec<Mutex<Vec<BotOf<G>>>>,
    pool: Option<ThreadPool>,
    widths: (usize, usize),
}

impl<G: PyGame> GamesOf<G> {
    pub(crate) fn new(table: &Table<G>, plan: &Plan) -> Result<GamesOf<G>, Wrong> {
        let bots =
            (0..plan.threads).map(|_| plan.bots.iter().map(|spec| BotOf::new(table, spec)).collect::<Result<_, _>>());
        let pool = || ThreadPoolBuilder::new().num_threads(plan.threads).build().map_err(|error| error.to_string());
        Ok(GamesOf {
            games: (0..plan.games).map(|_| OneGame::new(table.clone())).collect(),
            bots: bots.map(|bots| Ok(Mutex::new(bots?))).collect::<Result<_, Wrong>>()?,
            pool: if plan.threads > 1 { Some(pool()?) } else { None },
            widths: (table.observation_len(), table.n_actions()),
            plan: plan.clone(),
        })
    }

    /// Does something with each game and its row, on all threads.
    fn each(
        &mut self,
        arrays: Arrays<'_>,
        act: impl Fn(usize, &mut OneGame<G>, &Plan, &mut [BotOf<G>], &mut Row<'_>) + Sync,
    ) -> Result<(), Wrong> {
        let (width, actions) = self.widths;
        let plan = &self.plan;
        let mut bots = self.bots.iter_mut().map(|bots| bots.get_mut().unwrap_or_else(PoisonError::into_inner));
        let work = self.games.iter_mut().zip(arrays.rows(width, actions)).enumerate();
        let is_wrong = AtomicBool::new(false);
        let act = |idx: usize, game: &mut OneGame<G>, bots: &mut [BotOf<G>], row: &mut Row<'_>| {
            act(idx, game, plan, bots, row);
            if game.wrong.is_some() {
                is_wrong.store(true, Ordering::Relaxed);
            }
        };
        match &self.pool {
            None => {
                let bots = bots.next().expect("there is a thread");
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
        let wrong = self.games.iter_mut().enumerate().find_map(|(idx, game)| Some((idx, game.wrong.take()?)));
        wrong.map_or(Ok(()), |(idx, wrong)| Err(format!("environment {idx}: {wrong}")))
    }
}

impl<G: PyGame> Games for GamesOf<G> {
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
        let there = &self.games[game].table;
        let table = table.as_any().downcast_ref::<Table<G>>().filter(|table| table.is_like(there));
        let mut table =
            table.ok_or("state: it is of another game, or of another number of players, rules or actions")?.clone();
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

    fn reset(&mut self, which: &[bool], arrays: Arrays<'_>) -> Result<(), Wrong> {
        self.each(arrays, |idx, game, plan, bots, row| {
            if which[idx] || row.is_fresh {
                game.clear(row);
                if which[idx] {
                    let done = game.begin(plan, bots);
                    game.note(done);
                }
                game.show(plan, row);
            }
        })
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        self.each(arrays, |idx, game, plan, bots, row| {
            game.clear(row);
            let done = match game.end {
                Some(_) => game.begin(plan, bots),
                None => game.play(actions[idx], plan, bots),
            };
            game.note(done);
            game.show(plan, row);
        })
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
