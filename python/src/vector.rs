//! `riverlab._riverlab.SeatGames`: many games at once, stepped without the GIL. The environments for Gymnasium consist of it.
//!
//! Each game has random streams of its own, so that a game in a batch goes as the same game alone, on any number of threads.
//! What this module refuses to do: to keep arrays. It writes into those that it is given.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use riverlab_bots::BotSpec;
use riverlab_engine::{Seat, Turn};

use crate::bot::spec_of;
use crate::game::{PyGame, Wrong};
use crate::state::{State, value_error};
use crate::table::{BotOf, Playable, Table};

/// More games than these are taken for a mistake.
const MAX_GAMES: usize = 1 << 20;
/// More threads than these are taken for a mistake.
const MAX_THREADS: usize = 1024;

/// No decision is given up.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Whose decisions are those of the learner.
#[derive(Clone, Copy)]
enum Seating {
    /// Those of one seat.
    Fixed(usize),
    /// Those of a seat that is drawn for each game.
    Drawn,
    /// Those of all seats.
    All,
}

/// What is played.
#[derive(Clone)]
pub(crate) struct Plan {
    /// The bots, in the order of the seats that they take.
    bots: Vec<BotSpec>,
    seating: Seating,
    players: usize,
    games: usize,
    threads: usize,
    is_zero_sum: bool,
}

/// What is shown of a game, a row of each array.
pub(crate) struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    /// Whether the mask has not been written yet; else it shows what it showed last.
    is_fresh: bool,
    reward: &'a mut f64,
    is_over: &'a mut bool,
    seat: &'a mut i64,
}

/// The arrays that are written.
pub(crate) struct Arrays<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [i8],
    are_fresh: bool,
    rewards: &'a mut [f64],
    terminations: &'a mut [bool],
    seats: &'a mut [i64],
}

impl<'a> Arrays<'a> {
    fn rows(self, width: usize, actions: usize) -> impl Iterator<Item = Row<'a>> {
        let numbers = self.observations.chunks_exact_mut(width).zip(self.masks.chunks_exact_mut(actions));
        let results = self.rewards.iter_mut().zip(self.terminations).zip(self.seats);
        numbers.zip(results).map(move |((observation, mask), ((reward, is_over), seat))| Row {
            observation,
            mask,
            is_fresh: self.are_fresh,
            reward,
            is_over,
            seat,
        })
    }
}

/// Many games, whatever game it is.
pub(crate) trait Games: Send + Sync {
    fn len(&self) -> usize;
    /// How many numbers an observation has, and how many actions there are.
    fn widths(&self) -> (usize, usize);
    /// The streams of a game begin anew.
    fn seed(&mut self, game: usize, seed: u64);
    /// Puts a game into this position, in which the learner, or whoever decides for all, is to act.
    fn put(&mut self, game: usize, table: &dyn Playable) -> Result<(), Wrong>;
    /// Begins these games anew.
    fn reset(&mut self, which: &[bool], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Plays an action in each game that is under way, and begins those anew that are over.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong>;
    /// Whether a game has ended, or was ended by an action that was not legal, in the last step.
    fn end(&self, game: usize) -> Option<End>;
    /// A legal action of each game, each equally likely; 0 once the game is over.
    fn sample_legal(&mut self, actions: &mut [i64]);
    fn legal(&self, game: usize) -> &[usize];
    fn table(&self, game: usize) -> &dyn Playable;
    /// The rewards of all seats.
    fn rewards(&self, game: usize) -> Vec<f64>;
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    ByTheRules,
    ByIllegalAction,
}

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
        let bots = (0..plan.threads).map(|_| plan.bots.iter().map(|spec| table.bot(spec)).collect::<Result<_, _>>());
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

/// Many games of one table, in which one learner sits at a seat, or at all of them, and bots at the others.
///
/// It writes into arrays: observations, float32, shape (n, numbers); masks, int8, shape (n, actions), which show what was
/// shown last unless they are fresh; rewards, float64, terminations, bool, and seats, int64, each of shape (n,).
#[pyclass(module = "riverlab._riverlab")]
pub(crate) struct SeatGames {
    games: Box<dyn Games>,
}

type ArraysOfPython<'py> = (
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i64>,
);

fn writable<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
    shape: &[usize],
) -> PyResult<&'a mut [T]> {
    if array.shape() != shape {
        return Err(value_error(format!("{name}: the shape is {:?}, not {shape:?}", array.shape())));
    }
    array.as_slice_mut().map_err(|_| value_error(format!("{name}: the array is not contiguous")))
}

impl SeatGames {
    /// Lets games write into arrays, while other threads of Python run.
    fn write(
        &mut self,
        py: Python<'_>,
        arrays: &mut ArraysOfPython<'_>,
        are_fresh: bool,
        act: impl FnOnce(&mut dyn Games, Arrays<'_>) -> Result<(), Wrong> + Send,
    ) -> PyResult<()> {
        let (games, (width, actions)) = (self.games.len(), self.games.widths());
        let (observations, masks, rewards, terminations, seats) = arrays;
        let arrays = Arrays {
            observations: writable(observations, "observations", &[games, width])?,
            masks: writable(masks, "masks", &[games, actions])?,
            are_fresh,
            rewards: writable(rewards, "rewards", &[games])?,
            terminations: writable(terminations, "terminations", &[games])?,
            seats: writable(seats, "seats", &[games])?,
        };
        let games = self.games.as_mut();
        py.detach(|| act(games, arrays)).map_err(value_error)
    }

    fn one_for_each<'a, T: Element>(&self, array: &'a PyReadonlyArray1<'_, T>, name: &str) -> PyResult<&'a [T]> {
        if array.len() != self.games.len() {
            return Err(value_error(format!("{name}: the length is {}, not {}", array.len(), self.games.len())));
        }
        array.as_slice().map_err(|_| value_error(format!("{name}: the array is not contiguous")))
    }

    fn checked(&self, game: usize) -> PyResult<usize> {
        let games = self.games.len();
        let found = Some(game).filter(|&game| game < games);
        found.ok_or_else(|| PyIndexError::new_err(format!("environment {game}: there are {games}, counted from 0")))
    }

    fn ended(&self, end: End) -> Vec<usize> {
        (0..self.games.len()).filter(|&game| self.games.end(game) == Some(end)).collect()
    }
}

#[pymethods]
#[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
impl SeatGames {
    /// Games like the one of `state`. The learner has the seat, one that is drawn for each game (`"drawn"`), or all (`"all"`).
    #[new]
    #[pyo3(signature = (state, bots, seat, *, games, threads = 1, zero_sum = false))]
    fn new(
        state: &State,
        bots: Vec<String>,
        seat: SeatArgument,
        games: usize,
        threads: usize,
        zero_sum: bool,
    ) -> PyResult<SeatGames> {
        let players = state.table.setup().players;
        let seating = seat.seating(players)?;
        let specs = bots.iter().map(|spec| spec_of(spec)).collect::<PyResult<Vec<_>>>()?;
        let expected = if matches!(seating, Seating::All) { 0 } else { players - 1 };
        if specs.len() != expected {
            return Err(value_error(format!("{} bots: {expected} seats are free", specs.len())));
        }
        for (name, number, most) in [("num_envs", games, MAX_GAMES), ("threads", threads, MAX_THREADS)] {
            if !(1..=most).contains(&number) {
                return Err(value_error(format!("{name}={number}: allowed are 1 to {most}")));
            }
        }
        let plan = Plan { bots: specs, seating, players, games, threads, is_zero_sum: zero_sum };
        Ok(SeatGames { games: state.table.make_games(&plan).map_err(value_error)? })
    }

    /// The streams of a game begin anew.
    fn seed(&mut self, game: usize, seed: u64) -> PyResult<()> {
        let game = self.checked(game)?;
        self.games.seed(game, seed);
        Ok(())
    }

    /// Puts a game into this position; the arrays show it after the next `reset` with fresh ones.
    fn put(&mut self, game: usize, state: &State) -> PyResult<()> {
        let game = self.checked(game)?;
        self.games.put(game, state.table.as_ref()).map_err(value_error)
    }

    /// Begins new games where `which` is true, and shows these, or all in fresh arrays.
    fn reset(
        &mut self,
        py: Python<'_>,
        which: PyReadonlyArray1<'_, bool>,
        mut arrays: ArraysOfPython<'_>,
        are_fresh: bool,
    ) -> PyResult<()> {
        let which = self.one_for_each(&which, "which")?.to_vec();
        self.write(py, &mut arrays, are_fresh, |games, arrays| games.reset(&which, arrays))
    }

    /// Plays an action in each game; where the game is over a new one begins instead, or it is an error. Returns the games
    /// that have ended by the rules, and those that have ended because the action was not legal.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: ArraysOfPython<'_>,
        are_fresh: bool,
        begins: bool,
    ) -> PyResult<(Vec<usize>, Vec<usize>)> {
        let actions = self.one_for_each(&actions, "actions")?;
        if !begins && let Some(game) = (0..self.games.len()).find(|&game| self.games.end(game).is_some()) {
            return Err(PyRuntimeError::new_err(format!("environment {game}: the game is over: call reset()")));
        }
        self.write(py, &mut arrays, are_fresh, |games, arrays| games.step(actions, arrays))?;
        if !arrays.3.as_slice()?.contains(&true) {
            return Ok((Vec::new(), Vec::new()));
        }
        Ok((self.ended(End::ByTheRules), self.ended(End::ByIllegalAction)))
    }

    /// For each game a legal action, each equally likely; 0 where the game is over: int64, shape (n,).
    fn sample_legal<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.games.len()];
        self.games.sample_legal(&mut actions);
        PyArray1::from_vec(py, actions)
    }

    /// For each action 1 if it is legal, else 0: int8, shape (n, actions).
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let (games, (_, actions)) = (self.games.len(), self.games.widths());
        let mut masks = vec![0; games * actions];
        for (game, mask) in masks.chunks_exact_mut(actions).enumerate() {
            self.games.legal(game).iter().for_each(|&action| mask[action] = 1);
        }
        PyArray1::from_vec(py, masks).reshape([games, actions])
    }

    /// A copy of the state of a game.
    fn state(&self, game: usize) -> PyResult<State> {
        Ok(State { table: self.games.table(self.checked(game)?).clone_box() })
    }

    /// By player the scores as the position of a game stands.
    fn scores(&self, game: usize) -> PyResult<Vec<f64>> {
        Ok(self.games.table(self.checked(game)?).scores())
    }

    /// By player the rewards of a game.
    fn rewards(&self, game: usize) -> PyResult<Vec<f64>> {
        Ok(self.games.rewards(self.checked(game)?))
    }
}

/// Where the learner sits, as Python says it.
#[derive(FromPyObject)]
enum SeatArgument {
    Number(i64),
    Word(String),
}

impl SeatArgument {
    fn seating(self, players: usize) -> PyResult<Seating> {
        let wrong = |text: String| {
            Err(value_error(format!("seat={text}: there are {players} seats, counted from 0; or \"drawn\" or \"all\"")))
        };
        match self {
            SeatArgument::Word(word) if word == "drawn" => Ok(Seating::Drawn),
            SeatArgument::Word(word) if word == "all" => Ok(Seating::All),
            SeatArgument::Word(word) => wrong(format!("{word:?}")),
            SeatArgument::Number(number) => match usize::try_from(number) {
                Ok(seat) if seat < players => Ok(Seating::Fixed(seat)),
                _ => wrong(number.to_string()),
            },
        }
    }
}
