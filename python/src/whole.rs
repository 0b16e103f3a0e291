//! Whole numbers that Python gives as arguments, each within its range.

use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use riverlab_bots::play::streams::{Deal, MAX_SEED};

use crate::picture::MAX_SIDE;

/// An argument that is a whole number.
pub(crate) trait Argument {
    type Number: TryFrom<i64>;
    const NAME: &'static str;
    const RANGE: RangeInclusive<i64>;
}

/// More games at once than these are taken for a mistake.
const MAX_GAMES: i64 = 1 << 20;
/// The same of threads.
const MAX_THREADS: i64 = 1024;
/// Nobody waits for more playouts of one move.
const MAX_PLAYOUTS: i64 = 1_000_000;

macro_rules! arguments {
    ($($argument:ident: $number:ty, $name:literal in $range:expr;)*) => {
        $(pub(crate) enum $argument {}

        impl Argument for $argument {
            type Number = $number;
            const NAME: &'static str = $name;
            const RANGE: RangeInclusive<i64> = $range;
        })*
    };
}

arguments! {
    Action: i64, "action" in i64::MIN..=i64::MAX;
    DealNumber: u64, "deal" in 1..=Deal::MAX_NUMBER as i64;
    Environment: i64, "environment" in i64::MIN..=i64::MAX;
    NumEnvs: usize, "num_envs" in 1..=MAX_GAMES;
    Player: i64, "player" in i64::MIN..=i64::MAX;
    Players: usize, "players" in 0..=99;
    Playouts: usize, "n" in 1..=MAX_PLAYOUTS;
    SeatNumber: i64, "seat" in i64::MIN..=i64::MAX;
    Seed: u64, "seed" in 0..=MAX_SEED as i64;
    Side: u32, "size" in 1..=MAX_SIDE as i64;
    Threads: usize, "threads" in 1..=MAX_THREADS;
    Window: u8, "window" in 0..=u8::MAX as i64;
}

/// A whole number from Python. One that is out of range is a `ValueError` that says what is allowed.
pub(crate) struct Whole<A: Argument>(pub(crate) A::Number);

impl<'a, 'py, A: Argument> FromPyObject<'a, 'py> for Whole<A> {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = i64::INPUT_TYPE;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = match given.extract::<i64>() {
            Ok(number) => Some(number).filter(|number| A::RANGE.contains(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
            Err(error) => return Err(error),
        };
        let number = number.and_then(|number| A::Number::try_from(number).ok());
        number.map(Whole).ok_or_else(|| out_of_range::<A>(given))
    }
}

/// The same as a function, for parameters with a default.
pub(crate) fn whole<A: Argument>(given: &Bound<'_, PyAny>) -> PyResult<A::Number> {
    given.extract().map(|Whole::<A>(number)| number)
}

#[cold]
fn out_of_range<A: Argument>(given: Borrowed<'_, '_, PyAny>) -> PyErr {
    // Python writes no number of thousands of digits.
    let given = given.str().map_or("a number of so many digits".to_owned(), |text| text.to_string());
    let (name, least, most) = (A::NAME, A::RANGE.start().to_owned(), A::RANGE.end().to_owned());
    PyValueError::new_err(format!("{name}={given}: expected a whole number from {least} to {most}"))
}
