//! Whole numbers that Python gives.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;

/// A type of whole numbers.
pub(crate) trait Range: Display {
    const MIN: Self;
    const MAX: Self;
}

macro_rules! ranges {
    ($($whole:ty),*) => {
        $(impl Range for $whole {
            const MIN: $whole = <$whole>::MIN;
            const MAX: $whole = <$whole>::MAX;
        })*
    };
}

ranges!(u8, u64, usize, i64);

/// A whole number from Python. One that `T` has no room for is a `ValueError` that says what is allowed.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Whole<T>
where
    T: Range + FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = T::INPUT_TYPE;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        T::extract(given).map(Whole).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(given.py()) { too_large::<T>(given) } else { error }
        })
    }
}

/// The same as a function, for parameters with a default.
pub(crate) fn whole<T>(given: &Bound<'_, PyAny>) -> PyResult<T>
where
    T: Range + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map(|Whole(number)| number)
}

#[cold]
fn too_large<T: Range>(given: Borrowed<'_, '_, PyAny>) -> PyErr {
    // Python writes no number of thousands of digits.
    let given = given.str().map_or("a number of so many digits".to_owned(), |text| text.to_string());
    PyValueError::new_err(format!("{given}: expected a whole number from {} to {}", T::MIN, T::MAX))
}
