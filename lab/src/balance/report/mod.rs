//! What a study comes to: tables for files, a text for a terminal, the same as JSON and as a page.

pub mod decided;
pub mod drawing;
pub mod html;
pub mod outliers;
pub mod precision;
pub mod ranking;
pub(crate) mod rows;
pub mod summary;
pub(crate) mod tables;
pub mod unmeasured;

use riverlab_arena::report::terminal::Text;
use riverlab_arena::store::run_dir::ResultFile;
use serde_json::Value;

use self::tables::Tables;

/// What a study comes to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Its tables.
    pub(crate) tables: Tables,
    /// What must be known beside the tables, for a page: sentences without their points.
    pub notes: Vec<String>,
    /// For a terminal.
    pub text: Text,
    /// The same for programs.
    pub json: Value,
}

impl Report {
    /// The result files, each with its name.
    pub fn files(&self) -> Vec<ResultFile> {
        self.tables.files()
    }
}
