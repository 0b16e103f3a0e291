//! `riverlab.View`, and functions and classes of Python as bots.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use numpy::{Ix1, PyArray1};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyInt, PyType};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use riverlab_arena::trace::event_text;
use riverlab_bots::options::BotInfo;
use riverlab_bots::play::streams::MAX_SEED;
use riverlab_bots::{Bot, BotRegistry, BotRng, NewGame, NoAnswer, Seen, View as BotView};
use riverlab_engine::{ModifiedGame, Outcome, Turn, Viewer, for_each_game};

use crate::array::Array;
use crate::errors::value_error;
use crate::game::PyGame;
use crate::playable::{ActionSpace, CHANCE, Playable, Setup};
use crate::state::{Feature, Reduced, State, features, mask, tensor};
use crate::table::Table;
use crate::whole::{Action, Playouts, Seed, Whole, whole};

/// What a bot may know of the position in which it is to choose.
///
/// It holds all that is public and what is in the own hand; nothing of it depends on anything else. What others hide is
/// guessed in `sample()`.
#[pyclass(module = "riverlab")]
pub(crate) struct View {
    /// A position that looks the same to the player: the true one is not in here.
    table: Box<dyn Playable>,
    player: usize,
    seed: u64,
    samples: Xoshiro256PlusPlus,
}

/// After so many, signals are asked for.
const PLAYOUTS_AT_ONCE: usize = 1000;

#[pymethods]
impl View {
    /// What the player to act may know of a state, as a bot is shown it; for trying out a bot.
    #[staticmethod]
    #[pyo3(signature = (state, *, seed: "int" = 0))]
    fn of_state(state: &State, #[pyo3(from_py_with = whole::<Seed>)] seed: u64) -> PyResult<View> {
        let player = usize::try_from(state.table.current_player());
        let player = player.map_err(|_| PyValueError::new_err("no player is to act"))?;
        let mut samples = Xoshiro256PlusPlus::seed_from_u64(seed);
        let table = state.table.as_seen_by(player, &mut samples);
        Ok(View { table, player, seed, samples })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.table.setup().game.clone()
    }

    /// The own seat, from 0.
    #[getter]
    fn player(&self) -> usize {
        self.player
    }

    /// A number that is drawn for this decision. A bot that draws from nothing else plays the same game again in a run of the
    /// same seed. Nothing that is hidden can be computed from it.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed & MAX_SEED
    }

    /// A generator of random numbers of this decision, `numpy.random.Generator`.
    #[getter]
    fn rng<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("numpy.random")?.call_method1("default_rng", (self.seed,))
    }

    fn num_players(&self) -> usize {
        self.table.setup().players
    }

    /// How many actions players have in all positions: numbers are below it.
    fn num_distinct_actions(&self) -> usize {
        self.table.n_actions()
    }

    /// The legal actions in ascending order: by the frozen table of the game, or by the place in the legal list where the
    /// rules have been changed beyond that table.
    fn legal_actions(&mut self) -> PyResult<Vec<usize>> {
        self.table.legal_actions().map(<[usize]>::to_vec).map_err(value_error)
    }

    /// For each action 1 if it is legal, else 0: int8, shape `(num_distinct_actions(),)`.
    fn legal_actions_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Array<'py, i8, Ix1>> {
        mask(py, self.table.as_mut())
    }

    /// The legal moves as text, in the order of `legal_actions()`.
    fn legal_moves(&mut self) -> PyResult<Vec<String>> {
        self.table.legal_texts().map_err(value_error)
    }

    /// What an action means, in the notation of the game.
    fn action_to_string(&mut self, action: Whole<Action>) -> PyResult<String> {
        let number = crate::state::action(action)?;
        self.table.action_to_string(number).map_err(value_error)
    }

    /// The features of an observation, in order.
    fn observation_features(&self) -> Vec<Feature> {
        features(self.table.as_ref())
    }

    /// What the player may know of the position: float32.
    fn observation_tensor<'py>(&self, py: Python<'py>) -> Array<'py, f32, Ix1> {
        tensor(py, self.table.as_ref(), self.player)
    }

    /// The position as text, as the player may know it.
    fn observation_string(&self) -> String {
        self.table.position_text(Viewer::Seat(riverlab_engine::Seat::new(self.player)))
    }

    /// The position as data, as the player may know it.
    fn known_position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.table.known_position(self.player),))
    }

    /// A position that looks the same to the player, in which all that is hidden is guessed, every guess equally likely.
    /// Guesses without a seed are drawn from the generator of this decision.
    #[pyo3(signature = (seed = None))]
    fn sample(&mut self, seed: Option<Whole<Seed>>) -> State {
        let seed = seed.map_or_else(|| self.samples.next_u64(), |Whole(seed)| seed);
        State { table: self.table.resample(self.player, seed) }
    }

    /// By player the mean win shares of `n` games that are played on at random from guesses after this action: float64. At
    /// most a million games; other threads of Python run meanwhile.
    #[pyo3(signature = (action, n: "int" = 1))]
    fn playouts<'py>(
        &mut self,
        py: Python<'py>,
        action: Whole<Action>,
        #[pyo3(from_py_with = whole::<Playouts>)] n: usize,
    ) -> PyResult<Array<'py, f64, Ix1>> {
        let number = crate::state::action(action)?;
        let mut shares = vec![0.0; self.table.setup().players];
        let mut left = n;
        while left > 0 {
            let now = left.min(PLAYOUTS_AT_ONCE);
            let (table, player, samples) = (&mut self.table, self.player, &mut self.samples);
            let sums = py.detach(|| table.playouts(player, number, now, samples)).map_err(value_error)?;
            shares.iter_mut().zip(sums).for_each(|(share, sum)| *share += sum / n as f64);
            py.check_signals()?;
            left -= now;
        }
        Ok(Array(PyArray1::from_vec(py, shares)))
    }

    /// A copy, which draws the same samples.
    fn __copy__(&self) -> View {
        let View { table, player, seed, samples } = self;
        View { table: table.clone_box(), player: *player, seed: *seed, samples: samples.clone() }
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> View {
        self.__copy__()
    }

    fn __repr__(&self) -> String {
        format!("<riverlab.View of player {} of {}>", self.player, self.table.setup().game)
    }
}

/// A game that begins, as a bot's `begin_game` is told.
#[pyclass(frozen, module = "riverlab", get_all)]
pub(crate) struct GameStart {
    /// The name of the game.
    game: String,
    /// How many play.
    players: usize,
    /// The own seat, from 0.
    player: usize,
    /// A number that is drawn for this game and seat; nothing that is hidden can be computed from it.
    seed: u64,
}

/// A move or an event of chance, as a bot's `observe` is told.
#[pyclass(frozen, module = "riverlab", get_all)]
pub(crate) struct SeenMove {
    /// Who acts: a player from 0, -1 for chance.
    player: i64,
    /// The move in the notation of the game; None if the bot does not see which it is.
    mv: Option<String>,
    /// What everybody learns beside it.
    events: Vec<String>,
}

#[pymethods]
impl GameStart {
    #[new]
    fn new(game: String, players: usize, player: usize, seed: u64) -> GameStart {
        GameStart { game, players, player, seed }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, usize, usize, u64)> {
        (py.get_type::<GameStart>().into_any(), (self.game.clone(), self.players, self.player, self.seed))
    }
}

#[pymethods]
impl SeenMove {
    #[new]
    fn new(player: i64, mv: Option<String>, events: Vec<String>) -> SeenMove {
        SeenMove { player, mv, events }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (i64, Option<String>, Vec<String>)> {
        (py.get_type::<SeenMove>().into_any(), (self.player, self.mv.clone(), self.events.clone()))
    }

    fn __repr__(&self) -> String {
        format!("SeenMove(player={}, mv={:?}, events={:?})", self.player, self.mv, self.events)
    }
}

/// What the functions of one call share.
#[derive(Default)]
pub(crate) struct Callers {
    /// The first exception of a function.
    failed: Mutex<Option<PyErr>>,
    /// The threads that are within functions, as Python numbers them.
    within: Mutex<Vec<u64>>,
}

impl Callers {
    /// The first exception of a function, if there was one.
    pub(crate) fn failure(&self) -> Option<PyErr> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn fail(&self, error: PyErr) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Raises `KeyboardInterrupt` in all functions that are under way.
    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let within = self.within.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let ctypes = py.import("ctypes")?;
        let raise = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
        let (ulong, object) = (ctypes.getattr("c_ulong")?, ctypes.getattr("py_object")?);
        for thread in within {
            let exception = object.call1((py.get_type::<PyKeyboardInterrupt>(),))?;
            raise.call1((ulong.call1((thread,))?, exception))?;
        }
        Ok(())
    }

    /// Lets a function of Python act, so that it can be interrupted.
    fn enter<T>(&self, py: Python<'_>, thread: &mut Option<u64>, act: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let thread = match *thread {
            Some(thread) => thread,
            None => *thread.insert(py.import("threading")?.call_method0("get_ident")?.extract()?),
        };
        self.within.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        let done = act();
        self.within.lock().unwrap_or_else(PoisonError::into_inner).retain(|&other| other != thread);
        done
    }
}

/// A function or a class of Python as a bot.
struct FunctionBot<G: PyGame> {
    function: Arc<Py<PyAny>>,
    callers: Arc<Callers>,
    /// The object of a class, once a game has begun.
    object: Option<Py<PyAny>>,
    /// A table of the game under way.
    table: Option<Table<G>>,
    /// What a method has raised that gives no move.
    failed: Option<PyErr>,
    /// This thread, as Python numbers it.
    thread: Option<u64>,
}

/// Why a function gives no move, as a line; the exception itself is kept by the callers.
#[derive(Debug)]
struct Raised(String);

impl std::fmt::Display for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Raised {}

impl<G: PyGame> FunctionBot<G> {
    /// Calls a method of an object of a class, if it has it.
    fn tell(&mut self, method: &str, arguments: impl FnOnce(Python<'_>) -> PyResult<Py<pyo3::types::PyTuple>>) {
        let Some(object) = &self.object else { return };
        Python::attach(|py| {
            let object = object.bind(py);
            let told = || {
                let Some(method) = object.getattr_opt(method)? else { return Ok(()) };
                method.call1(arguments(py)?.bind(py)).map(drop)
            };
            if let Err(error) = self.callers.enter(py, &mut self.thread, told) {
                self.failed.get_or_insert(error);
            }
        });
    }

    /// Keeps an exception for the callers; here it is a line.
    fn raised(&self, error: PyErr) -> NoAnswer {
        let text = Python::attach(|py| error.value(py).repr().map(|text| text.to_string()));
        self.callers.fail(error);
        Raised(text.unwrap_or_else(|_| "an exception".to_owned())).into()
    }

    fn call(&mut self, view: &BotView<'_, G>, rng: &mut BotRng) -> PyResult<G::Move> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let seed = rng.next_u64();
        // What Python gets is a sample: whatever it finds in there is no secret.
        let sample = view.sample(rng);
        let table = Box::new(self.table.as_ref().expect("a game has begun").of_view(sample));
        let player = view.observer().index();
        let samples = Xoshiro256PlusPlus::seed_from_u64(seed);
        Python::attach(|py| {
            let seen = Bound::new(py, View { table, player, seed, samples })?;
            let ask = || match &self.object {
                Some(object) => object.bind(py).call_method1("choose", (&seen,)),
                None => self.function.bind(py).call1((&seen,)),
            };
            let answer = self.callers.enter(py, &mut self.thread, ask)?;
            let mut seen = seen.try_borrow_mut()?;
            let table: &mut Table<G> = seen.table.as_any_mut().downcast_mut().expect("it was made of this game");
            let mv = if let Ok(text) = answer.extract::<String>() {
                table.legal_text(&text)
            } else if answer.is_instance_of::<PyInt>() || answer.hasattr("__index__")? {
                table.legal_at(crate::state::action(answer.extract()?)?)
            } else {
                let given = answer.get_type().name()?.to_string();
                return Err(PyTypeError::new_err(format!(
                    "a bot gave {given}: expected an action (a whole number) or a move (text)"
                )));
            };
            mv.map_err(value_error)
        })
    }
}

impl<G: PyGame> Bot<G> for FunctionBot<G> {
    fn choose(&mut self, view: &BotView<'_, G>, rng: &mut BotRng) -> G::Move {
        self.try_choose(view, rng).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_choose(&mut self, view: &BotView<'_, G>, rng: &mut BotRng) -> Result<G::Move, NoAnswer> {
        self.call(view, rng).map_err(|error| self.raised(error))
    }

    /// It is told of the game also where nobody listens: it needs the rules.
    fn remembers(&self) -> bool {
        true
    }

    fn begin_game(&mut self, game: &NewGame<G>) {
        if self.table.as_ref().is_none_or(|table| !table.is_of(game.rules, game.players)) {
            let actions = if G::check_actions(game.rules).is_ok() { ActionSpace::Fixed } else { ActionSpace::List };
            let setup = Setup { game: G::NAME.to_owned(), players: game.players, actions, ..Setup::default() };
            self.table = Some(Table::new(game.rules, setup));
        }
        if self.object.is_none() {
            let made = Python::attach(|py| {
                let function = self.function.bind(py);
                if !function.is_instance_of::<PyType>() {
                    return Ok(None);
                }
                self.callers.enter(py, &mut self.thread, || function.call0()).map(|object| Some(object.unbind()))
            });
            match made {
                Ok(object) => self.object = object,
                Err(error) => self.failed = Some(error),
            }
        }
        let start = GameStart {
            game: G::NAME.to_owned(),
            players: game.players,
            player: game.seat.index(),
            seed: game.seed & MAX_SEED,
        };
        self.tell("begin_game", |py| Ok((start,).into_pyobject(py)?.unbind()));
    }

    fn observe(&mut self, seen: &Seen<'_, G>) {
        if self.object.is_none() {
            return;
        }
        let player = match seen.turn() {
            Turn::Player(seat) => seat.index() as i64,
            Turn::Chance | Turn::Over => CHANCE,
        };
        let events = || seen.public_events().iter().map(event_text).collect();
        let told = || SeenMove { player, mv: seen.text(), events: events() };
        self.tell("observe", |py| Ok((told(),).into_pyobject(py)?.unbind()));
    }

    fn end_game(&mut self, outcome: &Outcome) {
        let scores: Vec<f64> = outcome.scores.iter().copied().collect();
        let shares: Vec<f64> = outcome.shares.iter().map(|share| share.value()).collect();
        self.tell("end_game", |py| Ok((scores, shares).into_pyobject(py)?.unbind()));
    }

    fn failure(&mut self) -> Option<NoAnswer> {
        self.failed.take().map(|error| self.raised(error))
    }
}

/// The bots of this house, and these functions under the names `py:NAME`.
pub(crate) fn registry(functions: Vec<(String, Py<PyAny>)>, callers: &Arc<Callers>) -> BotRegistry {
    let mut bots = BotRegistry::standard().clone();
    for (name, function) in functions {
        let function = Arc::new(function);
        let info = BotInfo {
            name: kept(format!("py:{name}")),
            summary: "a function of Python",
            options: &[],
            source: "the program that plays",
        };
        for_each_game!(G => {
            add::<G>(&mut bots, info, &function, callers);
            add::<ModifiedGame<G>>(&mut bots, info, &function, callers);
        });
    }
    bots
}

fn add<G: PyGame>(bots: &mut BotRegistry, info: BotInfo, function: &Arc<Py<PyAny>>, callers: &Arc<Callers>) {
    let (function, callers) = (Arc::clone(function), Arc::clone(callers));
    bots.add_constructor::<G>(info, move |_| {
        let (function, callers) = (Arc::clone(&function), Arc::clone(&callers));
        Ok(Box::new(FunctionBot::<G> { function, callers, object: None, table: None, failed: None, thread: None }))
    });
}

/// A name that lives as long as the program, once for each text.
fn kept(name: String) -> &'static str {
    static NAMES: LazyLock<Mutex<HashMap<String, &'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    names.entry(name).or_insert_with_key(|name| Box::leak(name.clone().into_boxed_str()))
}
