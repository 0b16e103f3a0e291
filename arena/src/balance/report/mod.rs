//! What a study comes to: tables for files, a text for a terminal, the same as JSON and as a page.

pub mod decided;
pub mod drawing;
pub mod html;
pub mod luck;
pub mod outliers;
pub mod precision;
pub mod ranking;
pub mod summary;
pub mod tables;
pub mod unmeasured;

use serde_json::Value;

/// What a study comes to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Tables, by the names of their files.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// What must be known beside the tables, for a page: sentences without their points.
    pub notes: Vec<String>,
    /// For a terminal.
    pub text: String,
    /// The same for programs.
    pub json: Value,
}
