//! Result tables, as CSV and JSON, as text for a terminal, and as a page to look at.

pub mod cell;
pub mod csv;
mod fit_text;
pub mod forfeits;
pub mod html;
pub mod layout;
mod notes;
pub mod result_files;
pub(crate) mod rows;
pub mod terminal;
pub mod text;
