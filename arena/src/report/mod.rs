//! Result tables, as CSV and JSON and as text for a terminal.

pub mod csv;
pub mod result_files;
pub mod text;
