//! `riverlab.Bot`: a bot that its spec names, at any seat of any game.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use riverlab_bots::{BotSpec, SpecError};

use crate::errors::Wrong;
use crate::interrupt::stoppable;
use crate::playable::{Explained, Playable, SeatedBot};
use crate::state::{State, random_seed};
use crate::whole::{Seed, Whole};

/// A bot, named by its spec: "greedy", "mcts:sims=500".
///
/// It sees of a state what the player to act may know. The same state and the same seed give the same move.
#[pyclass(frozen, module = "riverlab")]
pub(crate) struct Bot {
    spec: BotSpec,
    /// What chooses: the bot that was made for the game of the state that was seen last, unless it is at work. The lock is
    /// held for a moment, with the GIL: so never when Python forks, where the child could not get it any more.
    made: Mutex<Option<Box<dyn SeatedBot>>>,
}

impl Bot {
    fn made(&self) -> MutexGuard<'_, Option<Box<dyn SeatedBot>>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bot that chooses, made anew where the last one is at work, or for another game or other rules.
    fn chooser(&self, table: &dyn Playable) -> Result<Box<dyn SeatedBot>, Wrong> {
        let made = self.made().take().filter(|made| made.is_for(table));
        made.map_or_else(|| table.make_bot(&self.spec), Ok)
    }
}

#[pymethods]
impl Bot {
    #[new]
    fn new(spec: &str) -> PyResult<Bot> {
        Ok(Bot { spec: spec_of(spec)?, made: Mutex::new(None) })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The action that the bot plays for the player to act. Without a seed it draws from Python's own random numbers. Other
    /// threads of Python run meanwhile, also those that ask the same bot. Ctrl-C ends the search.
    #[pyo3(signature = (state: "State", *, seed = None))]
    fn choose(&self, py: Python<'_>, state: &Bound<'_, PyAny>, seed: Option<Whole<Seed>>) -> PyResult<usize> {
        let (mut table, seed) = (table_of(state)?, random_seed(seed, py)?);
        let mut bot = self.chooser(table.as_ref()).map_err(PyValueError::new_err)?;
        let chosen = if bot.takes_long() {
            stoppable(py, "the bot", |stop| bot.choose(table.as_mut(), seed, stop))?
        } else {
            py.detach(|| bot.choose(table.as_mut(), seed, &AtomicBool::new(false)))
        };
        *self.made() = Some(bot);
        chosen.map_err(PyValueError::new_err)
    }

    /// The same with what the bot has found out: a dictionary with "action", "move", "simulations", and "ranking", a list
    /// of (move, visits, value) with the best first.
    #[pyo3(signature = (state: "State", *, seed = None) -> "dict[str, Any]")]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
        seed: Option<Whole<Seed>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (mut table, seed) = (table_of(state)?, random_seed(seed, py)?);
        // A bot of its own: one that explains no longer ends a decision early.
        let explain = |stop: &AtomicBool| table.make_bot(&self.spec)?.explain(table.as_mut(), seed, stop);
        let explained = stoppable(py, "the bot", explain)?;
        let explained = explained.map_err(PyValueError::new_err)?;
        let Explained { action, mv, simulations, ranking } = explained;
        let dict = PyDict::new(py);
        dict.set_item("action", action)?;
        dict.set_item("move", mv)?;
        dict.set_item("simulations", simulations)?;
        dict.set_item("ranking", PyList::new(py, ranking)?)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("riverlab.Bot({:?})", self.spec.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Bot>().into_any(), (self.spec.to_string(),))
    }
}

/// A spec of a bot that plays here, which programs do not.
pub(crate) fn spec_of(spec: &str) -> PyResult<BotSpec> {
    let spec: BotSpec = spec.parse().map_err(|error: SpecError| PyValueError::new_err(error.to_string()))?;
    match spec.program() {
        None => Ok(spec),
        Some(_) => Err(PyValueError::new_err(format!("bot \"{spec}\": programs play in tournaments only"))),
    }
}

/// A copy of the position, so that whoever holds the state may go on with it meanwhile. `ValueError` where no player is to
/// act.
fn table_of(state: &Bound<'_, PyAny>) -> PyResult<Box<dyn Playable>> {
    let state = state.cast::<State>().map_err(|_| PyTypeError::new_err("expected a riverlab.State"))?;
    let table = &state.try_borrow()?.table;
    if table.current_player() < 0 {
        return Err(PyValueError::new_err("no player is to act"));
    }
    Ok(table.clone_box())
}
