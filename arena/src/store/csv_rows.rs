//! CSV as all our files are written: rows in memory that end in a line feed, numbers as the shortest text.

use std::fmt;

use csv::{Terminator, Writer, WriterBuilder};

/// A number as it stands in our files: the shortest text that reads back to it. Whole numbers, as most scores are, are
/// written as such: that is several times faster.
pub(crate) struct Number(pub(crate) f64);

impl Number {
    /// The integer that is written the same.
    fn as_integer(&self) -> Option<i32> {
        let whole = self.0 as i32;
        (f64::from(whole).to_bits() == self.0.to_bits()).then_some(whole)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_integer() {
            Some(whole) => whole.fmt(formatter),
            None => self.0.fmt(formatter),
        }
    }
}

/// A [`Number`] as text.
pub(crate) fn number(value: f64) -> String {
    Number(value).to_string()
}

/// Writes a row field by field: quickly, as rows of games are written by the million.
pub(crate) struct Fields<'a> {
    rows: &'a mut Writer<Vec<u8>>,
    digits: itoa::Buffer,
}

impl Fields<'_> {
    /// A row at the end of `rows`.
    pub(crate) fn of(rows: &mut Writer<Vec<u8>>) -> Fields<'_> {
        Fields { rows, digits: itoa::Buffer::new() }
    }

    /// Writes a whole number.
    pub(crate) fn integer(&mut self, value: impl itoa::Integer) {
        self.rows.write_field(self.digits.format(value)).expect("memory can be written");
    }

    /// Writes a [`Number`].
    pub(crate) fn number(&mut self, value: f64) {
        match Number(value).as_integer() {
            Some(whole) => self.integer(whole),
            None => self.text(&value.to_string()),
        }
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, value: &str) {
        self.rows.write_field(value).expect("memory can be written");
    }

    /// Ends the row.
    pub(crate) fn end(self) {
        self.rows.write_record(None::<&[u8]>).expect("memory can be written");
    }
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
            let mut rows = rows_in_memory();
            let mut fields = Fields::of(&mut rows);
            fields.number(value);
            fields.text("a,b");
            fields.integer(-7);
            fields.end();
            assert_eq!(into_bytes(rows), format!("{value},\"a,b\",-7\n").into_bytes());
        }
    }
}
