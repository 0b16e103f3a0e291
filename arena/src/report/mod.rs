//! Result tables, as CSV and JSON and as text for a terminal.

pub mod csv;
mod fit_text;
pub mod result_files;
pub mod text;
