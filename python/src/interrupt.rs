//! Long work that Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python is asked for signals while something else works.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits a little, without the GIL, for what a thread sends when it is done: `None` if it is not there yet.
pub(crate) fn received<T: Send>(py: Python<'_>, from: &mut Receiver<T>, what: &str) -> PyResult<Option<T>> {
    let waited = py.detach(|| {
        let from = &mut *from;
        from.recv_timeout(PAUSE)
    });
    match waited {
        Ok(sent) => Ok(Some(sent)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(PyRuntimeError::new_err(format!("{what} has panicked"))),
    }
}

/// Does something in a thread of its own, without the GIL. What a signal raises sets the flag, on which the work is to end
/// soon, and is raised then.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, act: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let (stop, mut raised) = (AtomicBool::new(false), None);
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (ended, ends) = channel::<()>();
            let work = scope.spawn(|| {
                // Dropped at the end, also of a panic.
                let _ended = ended;
                act(&stop)
            });
            while ends.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime only")]
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    raised.get_or_insert(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            work.join()
        })
    });
    match (raised, done) {
        (_, Err(panic)) => resume_unwind(panic),
        (Some(error), _) => Err(error),
        (None, Ok(done)) => Ok(done),
    }
}
