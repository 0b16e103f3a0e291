//! CSV as all our files are written: rows in memory that end in a line feed, numbers as the shortest text.

use csv::{Terminator, Writer, WriterBuilder};

/// A number as it stands in our files: the shortest text that reads back to it.
pub(crate) fn number(value: f64) -> String {
    format!("{value}")
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
