//! Result tables, as CSV and JSON, as text for a terminal, and as a page to look at.

pub mod csv;
mod fit_text;
pub mod html;
pub mod luck;
mod notes;
pub mod result_files;
pub mod text;
