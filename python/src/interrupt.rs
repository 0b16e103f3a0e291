//! Long work that Ctrl-C ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use riverlab_arena::error::ArenaError;

/// How often Python is asked for signals while something else works.
const PAUSE: Duration = Duration::from_millis(50);

/// Does something that ends soon once its flag is set, in a thread of its own, without the GIL. What a signal raises sets
/// the flag.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    interruptible(py, what, || work(&stop), |_| Ok(()), |_| stop.store(true, Ordering::Relaxed))
}

/// Does something whose parallel parts run on threads of its own, which end with it. A process that is forked has none of the
/// threads of rayon's global pool, and would wait for them forever.
pub(crate) fn on_own_threads<T: Send>(work: impl FnOnce() -> Result<T, ArenaError> + Send) -> Result<T, ArenaError> {
    let pool = ThreadPoolBuilder::new().build();
    pool.map_err(|error| ArenaError::Usage(format!("no threads can be started: {error}")))?.install(work)
}

/// Does something in a thread of its own, without the GIL, while `tick` is called again and again with it. What a signal
/// or `tick` raises is raised once the work has ended; until then `stop` is called in place of `tick`, so that it ends
/// soon.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce() -> T + Send,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    mut stop: impl FnMut(Python<'_>) + Send,
) -> PyResult<T> {
    let mut raised: Option<PyErr> = None;
    let mut attend = |py: Python<'_>| {
        let told = py.check_signals().and_then(|()| if raised.is_none() { tick(py) } else { Ok(()) });
        if let Err(error) = told {
            raised.get_or_insert(error);
        }
        if raised.is_some() {
            stop(py);
        }
    };
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (ended, ends) = channel::<()>();
            let work = thread::Builder::new().name("riverlab".to_owned()).spawn_scoped(scope, move || {
                // Dropped at the end, also of a panic.
                let _ended = ended;
                work()
            })?;
            while ends.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                Python::attach(&mut attend);
            }
            Ok(work.join())
        })
    });
    let done =
        done.map_err(|error: std::io::Error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
    match (raised, done) {
        (_, Err(_)) => Err(PyRuntimeError::new_err(format!("{what} has panicked"))),
        (Some(error), _) => Err(error),
        (None, Ok(done)) => Ok(done),
    }
}
