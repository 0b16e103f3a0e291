//! Commands of the program, called from Python: tournaments, matches, studies and trainings, in this process.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use riverlab::cli::{CommandProgress, Host, call};
use riverlab_lab::Registry;

use crate::cluster::PyCrew;
use crate::errors::exception;
use crate::interrupt::{interruptible, on_own_threads};
use crate::view::{Callers, registry};

/// A text as the value of an option in a spec: in quotation marks if that is necessary.
#[pyfunction]
pub(crate) fn written_value(text: &str) -> String {
    riverlab_bots::written_value(text)
}

/// Carries out a command with the words that would be typed after `riverlab`, and gives what it would print.
///
/// `functions` play under the names `py:NAME`. `on_progress` is called with what is done, how much there is, and how it
/// stands; whatever it raises, and Ctrl-C, ends the command, which can be taken up again. The command runs in threads of its
/// own; other threads of Python run meanwhile. A `crew` plays the games elsewhere.
#[pyfunction]
#[pyo3(signature = (words, functions, on_progress = None, crew = None))]
#[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
pub(crate) fn run_command(
    py: Python<'_>,
    words: Vec<OsString>,
    functions: Vec<(String, Py<PyAny>)>,
    on_progress: Option<Py<PyAny>>,
    crew: Option<Py<PyAny>>,
) -> PyResult<String> {
    let crew = crew.map(|object| Arc::new(PyCrew::new(object)));
    let host = crew.clone().map_or_else(Host::within, |crew| Host::with_crew(crew));
    let callers = Arc::new(Callers::default());
    let catalog = Registry::standard().catalog().with_bots(registry(functions, &callers));
    let mut told = CommandProgress::default();
    let tick = |py: Python<'_>| {
        let progress = host.progress();
        match &on_progress {
            Some(function) if progress != told => {
                told = progress;
                tell(function.bind(py), &told)
            }
            _ => Ok(()),
        }
    };
    // Again and again: a function may have begun just then. One that cannot be interrupted is waited for.
    let stop = |py: Python<'_>| {
        host.stop().store(true, Ordering::Relaxed);
        let _ = callers.interrupt(py);
        if let Some(crew) = &crew {
            crew.cancel(py);
        }
    };
    let work = || on_own_threads(|| call(&catalog, words.into_iter(), &host));
    let result = interruptible(py, "the command", work, tick, stop)?;
    if let Some(function) = &on_progress {
        tell(function.bind(py), &host.progress())?;
    }
    if let (Err(_), Some(error)) = (&result, crew.and_then(|crew| crew.raised())) {
        return Err(error);
    }
    match (result, callers.failure()) {
        (Ok(text), None) => Ok(text),
        (Ok(_), Some(failure)) => Err(failure),
        (Err(error), failure) => {
            let raised = exception(&error);
            raised.set_cause(py, failure);
            Err(raised)
        }
    }
}

fn tell(function: &Bound<'_, PyAny>, progress: &CommandProgress) -> PyResult<()> {
    function.call1((progress.done, progress.of, &progress.standing)).map(drop)
}
