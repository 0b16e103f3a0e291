//! CSV as all our files are written: rows in memory that end in a line feed, numbers as the shortest text.

use std::fmt;

use csv::{Terminator, Writer, WriterBuilder};
use serde::Serialize;

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

/// Writes a row field by field, as a [writer](rows_in_memory) would: quickly, as rows of games are written by the million.
pub(crate) struct Fields<'a> {
    rows: &'a mut Vec<u8>,
    digits: itoa::Buffer,
    begin: usize,
}

impl Fields<'_> {
    /// A row at the end of `rows`.
    pub(crate) fn of(rows: &mut Vec<u8>) -> Fields<'_> {
        let begin = rows.len();
        Fields { rows, digits: itoa::Buffer::new(), begin }
    }

    fn separate(&mut self) {
        if self.rows.len() > self.begin {
            self.rows.push(b',');
        }
    }

    /// Writes a whole number.
    pub(crate) fn integer(&mut self, value: impl itoa::Integer) {
        self.separate();
        self.rows.extend_from_slice(self.digits.format(value).as_bytes());
    }

    /// Writes a [`Number`].
    pub(crate) fn number(&mut self, value: f64) {
        match Number(value).as_integer() {
            Some(whole) => self.integer(whole),
            None => self.text(&value.to_string()),
        }
    }

    /// Writes a text that is not empty.
    pub(crate) fn text(&mut self, value: &str) {
        self.separate();
        if value.contains([',', '"', '\n', '\r']) {
            return self.quoted(value);
        }
        self.rows.extend_from_slice(value.as_bytes());
    }

    fn quoted(&mut self, value: &str) {
        let mut row = rows_in_memory();
        row.write_record([value]).expect("memory can be written");
        self.rows.extend_from_slice(into_bytes(row).trim_ascii_end());
    }

    /// Ends the row.
    pub(crate) fn end(self) {
        self.rows.push(b'\n');
    }
}

fn builder() -> WriterBuilder {
    let mut builder = WriterBuilder::new();
    // A game is a few hundred bytes.
    builder.buffer_capacity(512).terminator(Terminator::Any(b'\n'));
    builder
}

/// A writer of rows into memory.
pub fn rows_in_memory() -> Writer<Vec<u8>> {
    builder().from_writer(Vec::new())
}

/// These rows, without a header.
pub fn rows_of(rows: &[impl Serialize]) -> Vec<u8> {
    let mut writer = builder().has_headers(false).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory can be written");
    }
    into_bytes(writer)
}

/// The rows that have been written to memory.
pub fn into_bytes(rows: Writer<Vec<u8>>) -> Vec<u8> {
    rows.into_inner().expect("memory can be written")
}

/// The rows that have been written to memory, as text.
pub fn into_text(rows: Writer<Vec<u8>>) -> String {
    String::from_utf8(into_bytes(rows)).expect("rows of text are text")
}

#[cfg(test)]
#[path = "csv_rows_tests.rs"]
mod tests;
