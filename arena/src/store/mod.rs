//! The folder of a run: its manifest, its journal, and how both are read back.

pub mod journal;
pub(crate) mod journal_file;
mod journal_reader;
pub mod run_dir;
