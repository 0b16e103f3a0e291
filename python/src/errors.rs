//! Errors as exceptions of Python.

use std::io;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use riverlab_arena::error::ArenaError;

/// What is wrong with what somebody asks for.
pub(crate) type Wrong = String;

pub(crate) fn value_error(wrong: Wrong) -> PyErr {
    PyValueError::new_err(wrong)
}

/// An error about a file, of the kind that Python has for its number.
pub(crate) fn os_error(error: &io::Error, text: String) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text)),
        None => PyOSError::new_err(text),
    }
}

/// What is wrong with what was asked for is a `ValueError`; what goes wrong while it is done is a `RuntimeError`.
pub(crate) fn exception(error: &ArenaError) -> PyErr {
    let text = error.to_string();
    match error {
        ArenaError::File { source, .. } => os_error(source, text),
        _ if error.exit_code() == 2 => PyValueError::new_err(text),
        _ => PyRuntimeError::new_err(text),
    }
}
