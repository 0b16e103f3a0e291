//! CSV as all our files are written: rows in memory that end in a line feed, numbers as the shortest text.

use std::fmt;

use csv::{Terminator, Writer, WriterBuilder};

/// A number as it stands in our files: the shortest text that reads back to it. Whole numbers, as most scores are, are
/// written as such: that is several times faster.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0 as i32;
        let is_whole = f64::from(whole).to_bits() == self.0.to_bits();
        if is_whole { whole.fmt(formatter) } else { self.0.fmt(formatter) }
    }
}

/// A [`Number`] as text.
pub(crate) fn number(value: f64) -> String {
    Number(value).to_string()
}

/// A writer of rows into memory.
pub(crate) fn rows_in_memory() -> Writer<Vec<u8>> {
    // A game is a few hundred bytes.
    WriterBuilder::new().buffer_capacity(512).terminator(Terminator::Any(b'\n')).from_writer(Vec::new())
}

/// The rows that have been written to memory.
pub(crate) fn into_bytes(rows: Writer<Vec<u8>>) -> Vec<u8> {
    rows.into_inner().expect("memory can be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for value in [0.0, -0.0, 1.0, -7.0, 2.5, 1e9, 3e9, 1e300, 0.1 + 0.2, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]
        {
            assert_eq!(number(value), value.to_string());
        }
    }
}
