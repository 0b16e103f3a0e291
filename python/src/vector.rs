//! `riverlab._riverlab.SeatGames`: many games at once, stepped without the GIL. The environments for Gymnasium consist
//! of it.
//!
//! What this module refuses to do: to keep arrays. It writes into those that it is given.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::batch::{Arrays, End, Plan, Seating};
use crate::bot::spec_of;
use crate::errors::{Wrong, value_error};
use crate::interrupt::stoppable;
use crate::playable::Games;
use crate::state::{Reduced, State};
use crate::whole::{Environment, NumEnvs, SeatNumber, Seed, Threads, Whole, whole};

/// A call that takes longer can be worth an interruption.
const QUICK: Duration = Duration::from_millis(5);
/// After so many quick calls in a row the next one is not watched any more: that would cost as much as to begin a thread.
const TRUSTED: u32 = 16;
/// From this many games on a call is not quick before it has shown that it is.
const MANY_GAMES: usize = 512;

/// Many games of one table, in which one learner sits at a seat, or at all of them, and bots at the others.
///
/// It writes into arrays: observations, float32, shape (n, numbers); masks, int8, shape (n, actions), which show what
/// was shown last unless they are fresh; rewards, float64, terminations, bool, and seats, int64, each of shape (n,).
#[pyclass(module = "riverlab._riverlab")]
pub(crate) struct SeatGames {
    games: Box<dyn Games>,
    /// How many calls in a row were [`QUICK`]; [`TRUSTED`] from the start where nobody looks ahead in few games.
    quick: u32,
    /// Whether there may be games that were interrupted.
    was_interrupted: bool,
}

/// What a pickle has of the table: a state of it, the bots, the seat, threads, and whether it is zero-sum.
type Setting<'py, S> = (S, Vec<String>, Bound<'py, PyAny>, usize, bool);
/// What a pickle has of a game: its state, and the parts of its [`Progress`](crate::playable::Progress).
type Restored<S> = (S, String, usize, Option<usize>, bool);
type RestoredGames<'py> = (Setting<'py, State>, Vec<Restored<State>>);

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
    /// Lets games write into arrays, while other threads of Python run. What is interrupted must begin anew.
    fn write(
        &mut self,
        py: Python<'_>,
        arrays: &mut ArraysOfPython<'_>,
        are_fresh: bool,
        act: impl FnOnce(&mut dyn Games, Arrays<'_>, &AtomicBool) -> Result<(), Wrong> + Send,
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
        games.prepare().map_err(value_error)?;
        let start = Instant::now();
        let done = if self.quick < TRUSTED {
            stoppable(py, "a bot", |stop| act(games, arrays, stop))
        } else {
            Ok(py.detach(|| act(games, arrays, &AtomicBool::new(false))))
        };
        self.quick = if start.elapsed() < QUICK { (self.quick + 1).min(TRUSTED) } else { 0 };
        self.games.release();
        if done.is_err() {
            self.games.interrupt();
            self.was_interrupted = true;
        }
        done?.map_err(value_error)
    }

    fn one_for_each<'a, T: Element>(&self, array: &'a PyReadonlyArray1<'_, T>, name: &str) -> PyResult<&'a [T]> {
        if array.len() != self.games.len() {
            return Err(value_error(format!("{name}: the length is {}, not {}", array.len(), self.games.len())));
        }
        array.as_slice().map_err(|_| value_error(format!("{name}: the array is not contiguous")))
    }

    fn checked(&self, Whole(game): Whole<Environment>) -> PyResult<usize> {
        let games = self.games.len();
        let found = usize::try_from(game).ok().filter(|&game| game < games);
        found.ok_or_else(|| PyIndexError::new_err(format!("environment {game}: there are {games}, counted from 0")))
    }

    fn state_of(&self, game: usize) -> State {
        State { table: self.games.table(game).clone_box() }
    }

    fn ended(&self, end: End) -> Vec<usize> {
        (0..self.games.len()).filter(|&game| self.games.end(game) == Some(end)).collect()
    }
}

#[pymethods]
#[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
impl SeatGames {
    /// Games like the one of `state`. The learner has the seat, one that is drawn for each game (`"drawn"`), or all
    /// (`"all"`).
    #[new]
    #[pyo3(signature = (state, bots, seat, *, games: "int", threads: "int" = 1, zero_sum = false))]
    fn new(
        state: &State,
        bots: Vec<String>,
        seat: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole::<NumEnvs>)] games: usize,
        #[pyo3(from_py_with = whole::<Threads>)] threads: usize,
        zero_sum: bool,
    ) -> PyResult<SeatGames> {
        let players = state.table.setup().players;
        let seating = seating(seat, players)?;
        let specs = bots.iter().map(|spec| spec_of(spec)).collect::<PyResult<Vec<_>>>()?;
        let expected = if matches!(seating, Seating::All) { 0 } else { players - 1 };
        if specs.len() != expected {
            return Err(value_error(format!("{} bots: {expected} seats are free", specs.len())));
        }
        let plan = Plan { bots: specs, seating, players, games, threads, is_zero_sum: zero_sum };
        let games = state.table.make_games(&plan).map_err(value_error)?;
        let quick = if games.takes_long() || games.len() >= MANY_GAMES { 0 } else { TRUSTED };
        Ok(SeatGames { games, quick, was_interrupted: false })
    }

    /// The streams of a game begin anew.
    fn seed(&mut self, game: Whole<Environment>, seed: Whole<Seed>) -> PyResult<()> {
        let Whole(seed) = seed;
        let game = self.checked(game)?;
        self.games.seed(game, seed);
        Ok(())
    }

    /// Puts a game into this position; the arrays show it after the next `reset` with fresh ones.
    fn put(&mut self, game: Whole<Environment>, state: &State) -> PyResult<()> {
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
        self.write(py, &mut arrays, are_fresh, |games, arrays, stop| games.reset(&which, arrays, stop))
    }

    /// Plays an action in each game; where the game is over a new one begins instead, or it is an error. Returns the
    /// games that have ended by the rules, and those that have ended because the action was not legal.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: ArraysOfPython<'_>,
        are_fresh: bool,
        begins: bool,
    ) -> PyResult<(Vec<usize>, Vec<usize>)> {
        let actions = self.one_for_each(&actions, "actions")?;
        if self.was_interrupted {
            if let Some(game) = self.ended(End::Interrupted).first() {
                let message = format!("environment {game}: the last call was interrupted: call reset()");
                return Err(PyRuntimeError::new_err(message));
            }
            self.was_interrupted = false;
        }
        if !begins && let Some(game) = (0..self.games.len()).find(|&game| self.games.end(game).is_some()) {
            return Err(PyRuntimeError::new_err(format!("environment {game}: the game is over: call reset()")));
        }
        self.write(py, &mut arrays, are_fresh, |games, arrays, stop| games.step(actions, arrays, stop))?;
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
    fn state(&self, game: Whole<Environment>) -> PyResult<State> {
        Ok(self.state_of(self.checked(game)?))
    }

    /// By player the scores as the position of a game stands.
    fn scores(&self, game: Whole<Environment>) -> PyResult<Vec<f64>> {
        Ok(self.games.table(self.checked(game)?).scores())
    }

    /// By player the rewards of a game.
    fn rewards(&self, game: Whole<Environment>) -> PyResult<Vec<f64>> {
        Ok(self.games.rewards(self.checked(game)?))
    }

    fn __copy__(&self) -> SeatGames {
        SeatGames { games: self.games.clone_box(), quick: self.quick, was_interrupted: self.was_interrupted }
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> SeatGames {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, RestoredGames<'py>>> {
        let plan = self.games.plan();
        let seat = match plan.seating {
            Seating::Fixed(seat) => seat.into_pyobject(py)?.into_any(),
            Seating::Drawn => "drawn".into_pyobject(py)?.into_any(),
            Seating::All => "all".into_pyobject(py)?.into_any(),
        };
        let games = (0..self.games.len()).map(|game| {
            let (streams, seat, end, is_shown) = self.games.progress(game);
            let end = end.and_then(|end| End::ALL.iter().position(|&other| other == end));
            Ok((self.state_of(game), streams, seat, end, is_shown))
        });
        let games = games.collect::<PyResult<Vec<_>>>()?;
        let bots = plan.bots.iter().map(ToString::to_string).collect();
        let setting = (self.state_of(0), bots, seat, plan.threads, plan.is_zero_sum);
        Ok((py.get_type::<SeatGames>().getattr("_restore")?, (setting, games)))
    }

    #[staticmethod]
    fn _restore(setting: Setting<'_, PyRef<'_, State>>, games: Vec<Restored<PyRef<'_, State>>>) -> PyResult<SeatGames> {
        let (state, bots, seat, threads, zero_sum) = setting;
        let count = |number: usize| number.into_pyobject(seat.py());
        let (count, threads) =
            (whole::<NumEnvs>(count(games.len())?.as_any())?, whole::<Threads>(count(threads)?.as_any())?);
        let mut restored = SeatGames::new(&state, bots, &seat, count, threads, zero_sum)?;
        restored.was_interrupted = true;
        for (game, (state, streams, seat, end, is_shown)) in games.into_iter().enumerate() {
            let end = end.map(|end| End::ALL.get(end).copied().ok_or_else(|| value_error(format!("end={end}"))));
            let progress = (streams, seat, end.transpose()?, is_shown);
            restored.games.restore(game, state.table.as_ref(), progress).map_err(value_error)?;
        }
        Ok(restored)
    }
}

/// Where the learner sits, as Python says it.
fn seating(given: &Bound<'_, PyAny>, players: usize) -> PyResult<Seating> {
    let wrong = |text: String| {
        Err(value_error(format!("seat={text}: there are {players} seats, counted from 0; or \"drawn\" or \"all\"")))
    };
    if let Ok(word) = given.extract::<String>() {
        return match word.as_str() {
            "drawn" => Ok(Seating::Drawn),
            "all" => Ok(Seating::All),
            _ => wrong(format!("{word:?}")),
        };
    }
    let number = whole::<SeatNumber>(given)?;
    match usize::try_from(number) {
        Ok(seat) if seat < players => Ok(Seating::Fixed(seat)),
        _ => wrong(number.to_string()),
    }
}
