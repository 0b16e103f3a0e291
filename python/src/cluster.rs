//! Games that others play: workers carry out jobs, and a crew of Python brings jobs to them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use riverlab_arena::cluster::{Crew, Round, Shards};
use riverlab_arena::error::ArenaError;
use riverlab_lab::Registry;

use crate::errors::exception;
use crate::interrupt::{interruptible, on_own_threads};

/// Plays a job and gives the answer: bytes that depend on the job alone. `on_progress` is called again and again with how many
/// pieces of the job are played; whatever it raises, and Ctrl-C, ends the job.
#[pyfunction]
#[pyo3(signature = (job, threads, on_progress = None))]
#[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
pub(crate) fn carry_out(
    py: Python<'_>,
    job: Vec<u8>,
    threads: usize,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyBytes>> {
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let tell = |py: Python<'_>| match &on_progress {
        Some(function) => function.call1(py, (played.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    let work = || {
        let catalog = Registry::standard().catalog();
        let mut progress = |pieces| played.store(pieces, Ordering::Relaxed);
        let threads = threads.max(1);
        on_own_threads(|| riverlab_lab::carry_out::carry_out(&catalog, &job, threads, &stop, &mut progress))
    };
    let answer = interruptible(py, "the job", work, tell, |_| stop.store(true, Ordering::Relaxed))?;
    let answer = answer.map_err(|error| exception(&error))?;
    tell(py)?;
    Ok(PyBytes::new(py, &answer).unbind())
}

/// A crew that is an object of Python: `places()`, `begin(name, pieces, pieces_of_deal, done, seconds_per_piece)`,
/// `play(round, job)`, which gives None when the round has ended, `end(round)` and `cancel()`.
pub(crate) struct PyCrew {
    object: Py<PyAny>,
    /// What it has raised first.
    raised: Mutex<Option<PyErr>>,
}

impl PyCrew {
    pub(crate) fn new(object: Py<PyAny>) -> PyCrew {
        PyCrew { object, raised: Mutex::new(None) }
    }

    /// What the object has raised first.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The command is to end: whoever waits for an answer need not wait any more.
    pub(crate) fn cancel(&self, py: Python<'_>) {
        let _ = self.noted(self.object.call_method0(py, "cancel"));
    }

    fn noted<T>(&self, result: PyResult<T>) -> Result<T, ArenaError> {
        result.map_err(|error| {
            let text = error.to_string();
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            ArenaError::Usage(text)
        })
    }
}

impl fmt::Debug for PyCrew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PyCrew")
    }
}

impl Crew for PyCrew {
    fn places(&self) -> usize {
        let places = |py: Python<'_>| self.object.call_method0(py, "places")?.extract(py);
        Python::attach(|py| self.noted(places(py))).unwrap_or(1)
    }

    fn begin(&self, round: &Round) -> Result<Shards, ArenaError> {
        let Round { name, pieces, pieces_of_deal, done, seconds_per_piece } = round;
        let begin = |py: Python<'_>| {
            let arguments = (name, pieces, pieces_of_deal, done, seconds_per_piece);
            self.object.call_method1(py, "begin", arguments)?.extract(py)
        };
        let (round, pieces) = Python::attach(|py| self.noted(begin(py)))?;
        Ok(Shards { round, pieces })
    }

    fn play(&self, round: u64, job: Vec<u8>) -> Result<Vec<u8>, ArenaError> {
        let play = |py: Python<'_>| self.object.call_method1(py, "play", (round, PyBytes::new(py, &job)))?.extract(py);
        let answer: Option<Vec<u8>> = Python::attach(|py| self.noted(play(py)))?;
        answer.ok_or(ArenaError::Interrupted)
    }

    fn end(&self, round: u64) {
        let _ = Python::attach(|py| self.noted(self.object.call_method1(py, "end", (round,))));
    }
}
