//! Cells of result tables as text of CSV files and as JSON.

use riverlab_stats::Interval;
use serde_json::{Value, json};

use crate::csv_rows::number;

/// The name of all bots together, which no bot can have.
pub(crate) const ALL: &str = "(all)";

/// A cell of a result table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number of nine decimals at most.
    Number(f64),
    /// A number of exactly six decimals.
    Fixed(f64),
    /// No value.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::Count(count as u64)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Cell {
        Cell::Number(value)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

impl Cell {
    /// Its text in a CSV file.
    pub(crate) fn csv(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(value) => number(rounded(*value)),
            Cell::Fixed(value) => format!("{value:.6}"),
            Cell::Empty => String::new(),
        }
    }

    /// Infinite numbers are texts in JSON, which has no others.
    pub(crate) fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Number(value) if value.is_finite() => json!(rounded(*value)),
            Cell::Number(value) => json!(number(*value)),
            Cell::Fixed(value) => json!(to_decimals(*value, 1e6)),
            Cell::Empty => Value::Null,
        }
    }

    /// The number in it, as it is in the file.
    pub(crate) fn value(&self) -> Option<f64> {
        match self {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(value) => Some(rounded(*value)),
            Cell::Fixed(_) => self.csv().parse().ok(),
            Cell::Text(_) | Cell::Empty => None,
        }
    }
}

/// Nine decimals: files must not differ where the logarithms of machines differ in their last bits.
pub fn rounded(value: f64) -> f64 {
    to_decimals(value, 1e9)
}

/// An interval with the decimals that files have, for pictures of the same numbers.
pub fn as_written(interval: &Interval) -> Interval {
    let [mean, lo, hi] = [interval.mean, interval.lo, interval.hi].map(rounded);
    Interval { mean, lo, hi }
}

/// Six decimals, for the results of long chains of sums, logarithms and exponentials.
pub(crate) fn iterated(interval: &Interval) -> Interval {
    let [mean, lo, hi] = [interval.mean, interval.lo, interval.hi].map(|value| to_decimals(value, 1e6));
    Interval { mean, lo, hi }
}

/// A value rounded to a number of decimals, given as ten to that power.
pub(crate) fn to_decimals(value: f64, unit: f64) -> f64 {
    if value.is_finite() { (value * unit).round() / unit + 0.0 } else { value }
}
