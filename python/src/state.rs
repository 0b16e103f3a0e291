//! `riverlab.State`: a game under way, with the verbs of `OpenSpiel`.

use std::path::{Path, PathBuf};

use numpy::{Ix1, Ix2, Ix3, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use riverlab_arena::store::input_file::read_document;
use riverlab_bots::play::streams::MAX_SEED;
use riverlab_engine::{Seat, Viewer};

use crate::array::Array;
use crate::errors::{os_error, value_error};
use crate::games::{all_games, new_table};
use crate::picture::{Pixels, pixels};
use crate::playable::{ActionSpace, CHANCE, Guess, Playable, Setup, TERMINAL};
use crate::whole::{Action, DealNumber, Player, Players, Seed, Side, Whole, Window, whole};

/// What a pickle is made of: what is called to restore an object, and with which arguments.
pub(crate) type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// A named array of numbers within an observation.
#[pyclass(frozen, module = "riverlab", get_all)]
pub(crate) struct Feature {
    /// The name, which no other feature of the game has.
    name: String,
    /// The length along each axis; the last axis counts fastest.
    shape: Vec<usize>,
    /// No number is below this one, in any position.
    low: f32,
    /// No number is above this one, in any position.
    high: f32,
    /// What the numbers say, and what each axis counts.
    meaning: String,
}

#[pymethods]
impl Feature {
    #[new]
    fn new(name: String, shape: Vec<usize>, low: f32, high: f32, meaning: String) -> Feature {
        Feature { name, shape, low, high, meaning }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, Vec<usize>, f32, f32, String)> {
        let Feature { name, shape, low, high, meaning } = self;
        (py.get_type::<Feature>().into_any(), (name.clone(), shape.clone(), *low, *high, meaning.clone()))
    }

    fn __repr__(&self) -> String {
        format!("Feature({:?}, shape={:?}, low={}, high={})", self.name, self.shape, self.low, self.high)
    }
}

/// The games: their names with their titles and the fewest and the most players.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String, usize, usize)> {
    let owned =
        |(name, title, least, most): (&str, &str, usize, usize)| (name.to_owned(), title.to_owned(), least, most);
    all_games().into_iter().map(owned).collect()
}

/// A game under way.
///
/// Players count from 0. `current_player()` is -1 where chance is to act and -4 once the game is over. The actions of chance
/// are places in the list of its outcomes.
///
/// Args:
///     game: the name of a game, with its variant if need be: "carcassonne:rivers=both".
///     players: how many play.
///     seed: what chance does in `play_chance`, as in a tournament of this seed; without one it is drawn anew each time.
///     deal: the number of the deal of that seed, from 1.
///     rules: a rules table (TOML) that replaces the embedded one or is laid over it: its path, or its text.
///     set: a value of the rules tables, "building.mill-a.points=6", or several in a list.
///     actions: "fixed" numbers actions by the frozen table of the game, "list" by their place in the legal list.
///     window: for Carcassonne: observations end with planes of the cells at most so far from the first one, and count the
///         tiles outside. With fixed actions only these cells have actions, and a legal move elsewhere is a `ValueError`.
#[pyclass(module = "riverlab")]
pub(crate) struct State {
    pub(crate) table: Box<dyn Playable>,
}

impl State {
    fn seat(&self, Whole(player): Whole<Player>) -> PyResult<usize> {
        let players = self.table.setup().players;
        let seat = usize::try_from(player).ok().filter(|&seat| seat < players);
        seat.ok_or_else(|| PyIndexError::new_err(format!("player {player}: players are 0 to {}", players - 1)))
    }

    fn apply_moves(&mut self, moves: &[String]) -> PyResult<()> {
        moves.iter().try_for_each(|text| self.table.apply_text(text)).map_err(value_error)
    }

    fn viewer(&self, player: Option<Whole<Player>>) -> PyResult<Viewer> {
        player.map_or(Ok(Viewer::All), |player| Ok(Viewer::Seat(Seat::new(self.seat(player)?))))
    }

    fn seat_or_own(&self, player: Option<Whole<Player>>) -> PyResult<usize> {
        match player.map_or_else(|| self.table.current_player(), |Whole(player)| player) {
            CHANCE => Err(PyValueError::new_err("it is the turn of chance: say which player observes")),
            TERMINAL => Err(PyValueError::new_err("the game is over: say which player observes")),
            player => self.seat(Whole(player)),
        }
    }
}

/// What a pickled state consists of.
type Restored =
    ((String, usize, Option<u64>, u64), (Option<String>, Vec<String>, String, Option<u8>), Vec<Guess>, Vec<String>);

/// One text, or several. A text is not taken for its letters.
struct Texts(Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Texts {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = Vec::<String>::INPUT_TYPE;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let texts = given.extract().map(|text| vec![text]).or_else(|_| given.extract());
        texts.map(Texts).map_err(|_| PyTypeError::new_err("set: expected a text, or a list of texts"))
    }
}

/// The text of a rules table, which is given as it is or as a path. Texts that could be a table are no paths, unless there is
/// such a file.
struct Rules(String);

impl<'a, 'py> FromPyObject<'a, 'py> for Rules {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = PathBuf::INPUT_TYPE;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let is_table = |text: &String| {
            text.is_empty() || text.contains('\n') || (text.contains(['=', '#', '[']) && !Path::new(text).is_file())
        };
        if let Some(text) = given.extract::<String>().ok().filter(is_table) {
            return Ok(Rules(text));
        }
        let path: PathBuf = given.extract().map_err(|_| PyTypeError::new_err("rules: expected a path, or a text"))?;
        let cannot = |error| os_error(&error, format!("rules: cannot read {}: {error}", path.display()));
        read_document(&path).map(Rules).map_err(cannot)
    }
}

pub(crate) fn action(Whole(number): Whole<Action>) -> PyResult<usize> {
    usize::try_from(number).map_err(|_| PyValueError::new_err(format!("action {number}: actions count from 0")))
}

/// A seed, or one from Python's own random numbers.
pub(crate) fn random_seed(seed: Option<Whole<Seed>>, py: Python<'_>) -> PyResult<u64> {
    let draw = || py.import("random")?.call_method1("getrandbits", (MAX_SEED.count_ones(),))?.extract();
    seed.map_or_else(draw, |Whole(seed)| Ok(seed))
}

/// The features of observations at a table.
pub(crate) fn features(table: &dyn Playable) -> Vec<Feature> {
    let features = table.features().into_iter().map(|feature| Feature {
        name: feature.name.to_owned(),
        shape: feature.shape,
        low: feature.low,
        high: feature.high,
        meaning: feature.meaning.to_owned(),
    });
    features.collect()
}

/// For each action whether it is legal for the player to act.
pub(crate) fn mask<'py>(py: Python<'py>, table: &mut dyn Playable) -> PyResult<Array<'py, i8, Ix1>> {
    let mut mask = vec![0_i8; table.n_actions()];
    if table.current_player() >= 0 {
        for &action in table.legal_actions().map_err(value_error)? {
            mask[action] = 1;
        }
    }
    Ok(Array(PyArray1::from_vec(py, mask)))
}

/// What a player may know of the position.
pub(crate) fn tensor<'py>(py: Python<'py>, table: &dyn Playable, player: usize) -> Array<'py, f32, Ix1> {
    let mut numbers = vec![0.0; table.observation_len()];
    table.observe(player, &mut numbers);
    Array(PyArray1::from_vec(py, numbers))
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game = "the-river", players: "int" = 2, *, seed = None, deal: "int" = 1, rules = None, set = None, actions = "fixed", window = None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn new(
        game: &str,
        #[pyo3(from_py_with = whole::<Players>)] players: usize,
        seed: Option<Whole<Seed>>,
        #[pyo3(from_py_with = whole::<DealNumber>)] deal: u64,
        rules: Option<Rules>,
        set: Option<Texts>,
        actions: &str,
        window: Option<Whole<Window>>,
    ) -> PyResult<State> {
        let seed = seed.map(|Whole(seed)| seed);
        let window = window.map(|Whole(window)| window);
        let actions = match (actions, window) {
            ("fixed", None) => ActionSpace::Fixed,
            ("fixed", Some(window)) => ActionSpace::Window(window),
            ("list", _) => ActionSpace::List,
            _ => return Err(PyValueError::new_err(format!("actions={actions:?}: allowed are \"fixed\" and \"list\""))),
        };
        let rules = rules.map(|Rules(text)| ("rules".to_owned(), text));
        let sets = set.map_or_else(Vec::new, |Texts(sets)| sets);
        let setup = Setup { game: game.to_owned(), players, seed, deal, rules, sets, actions, window };
        Ok(State { table: new_table(&setup).map_err(value_error)? })
    }

    /// The game with its variant, as it was given.
    #[getter]
    fn game(&self) -> String {
        self.table.setup().game.clone()
    }

    fn num_players(&self) -> usize {
        self.table.setup().players
    }

    /// How many actions players have in all positions: numbers are below it.
    fn num_distinct_actions(&self) -> usize {
        self.table.n_actions()
    }

    /// No game has more moves than this, those of chance included.
    fn max_game_length(&self) -> usize {
        self.table.max_moves()
    }

    /// Who is to act: a player from 0, -1 for chance, -4 once the game is over.
    fn current_player(&self) -> i64 {
        self.table.current_player()
    }

    fn is_terminal(&self) -> bool {
        self.table.current_player() == TERMINAL
    }

    fn is_chance_node(&self) -> bool {
        self.table.current_player() == CHANCE
    }

    /// The legal actions in ascending order: of the player to act or, where chance is to act, of chance. Those of a player
    /// who is not to act are none.
    #[pyo3(signature = (player = None) -> "list[int]")]
    fn legal_actions<'py>(&mut self, py: Python<'py>, player: Option<Whole<Player>>) -> PyResult<Bound<'py, PyList>> {
        if player.is_some_and(|Whole(player)| player != self.table.current_player()) {
            return Ok(PyList::empty(py));
        }
        PyList::new(py, self.table.legal_actions().map_err(value_error)?)
    }

    /// For each action 1 if it is legal for the player to act, else 0: int8, shape `(num_distinct_actions(),)`.
    fn legal_actions_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Array<'py, i8, Ix1>> {
        mask(py, self.table.as_mut())
    }

    /// Plays an action, of a player or of chance. `ValueError` if it is not legal; the state is as it was then.
    fn apply_action(&mut self, action: Whole<Action>) -> PyResult<()> {
        self.table.apply_action(self::action(action)?).map_err(value_error)
    }

    /// Plays a move that is given as text, in the notation of the game.
    fn apply_move(&mut self, text: &str) -> PyResult<()> {
        self.table.apply_text(text).map_err(value_error)
    }

    /// The legal moves as text, in the order of `legal_actions()`.
    fn legal_moves(&mut self) -> PyResult<Vec<String>> {
        self.table.legal_texts().map_err(value_error)
    }

    /// The outcomes of chance with their probabilities.
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        match self.table.current_player() {
            CHANCE => Ok(self.table.chance_outcomes()),
            TERMINAL => Err(PyValueError::new_err("the game is over")),
            player => Err(PyValueError::new_err(format!("it is the turn of player {player}, not of chance"))),
        }
    }

    /// By player the win shares of a game that is played on at random from here, chance included. The state stays as it is.
    #[pyo3(signature = (seed = None))]
    fn playout(&self, py: Python<'_>, seed: Option<Whole<Seed>>) -> PyResult<Vec<f64>> {
        Ok(self.table.playout(random_seed(seed, py)?))
    }

    /// Lets chance act until somebody else is to act, and returns how often it did: by the seed of the state, else by this
    /// one, else by Python's own random numbers.
    #[pyo3(signature = (seed = None))]
    fn play_chance(&mut self, py: Python<'_>, seed: Option<Whole<Seed>>) -> PyResult<usize> {
        if self.table.current_player() != CHANCE {
            return Ok(0);
        }
        Ok(self.table.play_chance(random_seed(seed, py)?))
    }

    /// What an action means, in the notation of the game.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&mut self, player_or_action: Whole<Action>, action: Option<Whole<Action>>) -> PyResult<String> {
        let number = self::action(action.unwrap_or(player_or_action))?;
        self.table.action_to_string(number).map_err(value_error)
    }

    /// The action of a move that is given as text; `ValueError` if it is not legal.
    fn string_to_action(&mut self, text: &str) -> PyResult<usize> {
        let actions = self.table.legal_actions().map_err(value_error)?.to_vec();
        for number in actions {
            if self.table.action_to_string(number).map_err(value_error)? == text {
                return Ok(number);
            }
        }
        Err(PyValueError::new_err(format!("{text:?} is not legal here")))
    }

    /// By player the win shares once the game is over: 1 for a win, 1/k for each of k who tie; zeros before.
    fn returns(&self) -> Vec<f64> {
        self.table.returns()
    }

    /// The same.
    fn rewards(&self) -> Vec<f64> {
        self.table.returns()
    }

    /// By player the score: final once the game is over, else as the position stands.
    fn scores(&self) -> Vec<f64> {
        self.table.scores()
    }

    /// By player the parts of the score, by name.
    #[pyo3(signature = () -> "list[dict[str, int]]")]
    fn score_parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let parts = self.table.score_parts().into_iter().map(|parts| {
            let named = PyDict::new(py);
            self.table.part_names().iter().zip(parts).try_for_each(|(name, part)| named.set_item(*name, part))?;
            Ok(named)
        });
        parts.collect()
    }

    /// The features of an observation, in order.
    fn observation_features(&self) -> Vec<Feature> {
        features(self.table.as_ref())
    }

    fn observation_tensor_size(&self) -> usize {
        self.table.observation_len()
    }

    /// What a player may know of the position: float32, shape `(observation_tensor_size(),)`.
    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Whole<Player>>,
    ) -> PyResult<Array<'py, f32, Ix1>> {
        let seat = self.seat_or_own(player)?;
        Ok(tensor(py, self.table.as_ref(), seat))
    }

    /// What a player may know of the position after each legal action, before chance acts: float32, shape (legal,
    /// `observation_tensor_size()`), a row for each action in the order of `legal_actions()`. Where chance is to act these are
    /// its outcomes, and it must be said who observes; once the game is over there are no rows. It is what `clone()`,
    /// `apply_action()` and `observation_tensor()` give, in one call, during which other threads of Python run. Where players
    /// hide something, a row may show what the player does not know before acting, because the action uncovers it.
    #[pyo3(signature = (player = None))]
    fn afterstate_tensors<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<Whole<Player>>,
    ) -> PyResult<Array<'py, f32, Ix2>> {
        let seat = self.seat_or_own(player)?;
        let width = self.table.observation_len();
        let table = self.table.as_mut();
        let numbers = py.detach(|| table.observe_afterstates(seat)).map_err(value_error)?;
        let rows = numbers.len() / width;
        let rows = PyArray1::from_vec(py, numbers).reshape([rows, width]);
        rows.map(Array).map_err(|error| value_error(error.to_string()))
    }

    /// The position as text, as a player may know it.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<Whole<Player>>) -> PyResult<String> {
        let seat = self.seat_or_own(player)?;
        Ok(self.table.position_text(Viewer::Seat(Seat::new(seat))))
    }

    /// All that a player has seen since the beginning, a line for each move and event; a move that the player has not seen
    /// is a question mark.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<Whole<Player>>) -> PyResult<String> {
        Ok(self.table.information_state(self.seat_or_own(player)?))
    }

    /// A drawing of the position: the text of a file of SVG, which is light or dark as the reader likes it. With a player it
    /// shows what that player may know, else all of it.
    #[pyo3(signature = (player = None))]
    fn picture_svg(&self, player: Option<Whole<Player>>) -> PyResult<String> {
        Ok(self.table.svg(self.viewer(player)?))
    }

    /// The same drawing as pixels: uint8, shape (height, width, 3), red, green and blue from 0 to 255. `size`, (width, height),
    /// scales it to fit and centers it there; without it the drawing has its natural size, which grows with the table.
    #[pyo3(signature = (player = None, *, size = None))]
    fn picture_pixels<'py>(
        &self,
        py: Python<'py>,
        player: Option<Whole<Player>>,
        size: Option<(Whole<Side>, Whole<Side>)>,
    ) -> PyResult<Array<'py, u8, Ix3>> {
        let size = size.map(|(Whole(width), Whole(height))| (width, height));
        let svg = self.table.svg(self.viewer(player)?);
        let Pixels { width, height, rgb } = py.detach(|| pixels(&svg, size)).map_err(value_error)?;
        let pixels = PyArray1::from_vec(py, rgb).reshape([height, width, 3]);
        pixels.map(Array).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// What a notebook shows of a state: all of the position, drawn.
    fn _repr_svg_(&self) -> String {
        self.table.svg(Viewer::All)
    }

    /// For each legal action a row of numbers, what learned policies look at of a move: float32, shape (legal, k); k is 0
    /// in games without any. `move_feature_names()` names the columns.
    fn move_features<'py>(&mut self, py: Python<'py>) -> PyResult<Array<'py, f32, Ix2>> {
        let legal = self.table.legal_actions().map_err(value_error)?.len();
        let (numbers, width) = self.table.move_features().map_err(value_error)?;
        let shape = if numbers.is_empty() { [legal, 0] } else { [legal, width] };
        PyArray1::from_vec(py, numbers).reshape(shape).map(Array)
    }

    fn move_feature_names(&self) -> Vec<String> {
        self.table.move_feature_names().into_iter().map(str::to_owned).collect()
    }

    /// A position that looks the same to this player, in which all that the player does not know is guessed, every guess
    /// equally likely. What others have been told is guessed as well; what the player has been told stays.
    #[pyo3(signature = (player, seed = None))]
    fn resample_from_infostate(
        &self,
        py: Python<'_>,
        player: Whole<Player>,
        seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let seat = self.seat(player)?;
        let seed = match seed {
            None => random_seed(None, py)?,
            // OpenSpiel gives a function that draws from 0 to 1.
            Some(sampler) if sampler.is_callable() => {
                let drawn: f64 = sampler.call0()?.extract()?;
                drawn.to_bits()
            }
            Some(seed) if seed.hasattr("__index__")? => whole::<Seed>(&seed)?,
            Some(_) => return Err(PyTypeError::new_err("seed: expected a whole number or a function")),
        };
        Ok(State { table: self.table.resample(seat, seed) })
    }

    /// The actions so far, those of chance included.
    fn history(&self) -> Vec<usize> {
        self.table.history()
    }

    /// The moves so far as text, those of chance included.
    fn moves(&self) -> Vec<String> {
        self.table.moves()
    }

    /// A copy, which goes its own way.
    fn clone(&self) -> State {
        State { table: self.table.clone_box() }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// A state that is pickled is its game and its moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Restored>> {
        if !self.table.has_history() {
            return Err(PyTypeError::new_err(
                "a guess of a bot's view cannot be pickled: it has no moves to be played again",
            ));
        }
        let setup = self.table.setup();
        let actions = if setup.actions == ActionSpace::List { "list" } else { "fixed" };
        let game = (setup.game.clone(), setup.players, setup.seed, setup.deal);
        let rules = (setup.rules.clone().map(|(_, text)| text), setup.sets.clone(), actions.to_owned(), setup.window);
        let restore = py.get_type::<State>().getattr("_restore")?;
        Ok((restore, (game, rules, self.table.guesses().to_vec(), self.table.moves())))
    }

    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
    fn _restore(
        game: (String, usize, Option<u64>, u64),
        rules: (Option<String>, Vec<String>, String, Option<u8>),
        guesses: Vec<Guess>,
        moves: Vec<String>,
    ) -> PyResult<State> {
        let ((game, players, seed, deal), (rules, set, actions, window)) = (game, rules);
        let mut state = State::new(
            &game,
            players,
            seed.map(Whole),
            deal,
            rules.map(Rules),
            Some(Texts(set)),
            &actions,
            window.map(Whole),
        )?;
        for (moves, player, seed) in guesses {
            state.apply_moves(&moves)?;
            let seat = state.seat(Whole(player as i64))?;
            state = State { table: state.table.resample(seat, seed) };
        }
        state.apply_moves(&moves)?;
        Ok(state)
    }

    fn __str__(&self) -> String {
        self.table.position_text(Viewer::All)
    }

    fn __repr__(&self) -> String {
        let (setup, moves) = (self.table.setup(), self.table.n_moves());
        format!("<riverlab.State of {}, {} players, {moves} moves>", setup.game, setup.players)
    }
}
