//! The folder of a run: its manifest, its journal, its result files, and how they are read back.
//!
//! Nothing here plays a game or knows a statistic. The journal is the result: everything else follows from it.

pub mod faults;
pub mod file_names;
pub(crate) mod folder_lock;
pub mod game_lines;
pub mod input_file;
pub mod journal;
pub mod journal_file;
pub mod journal_reader;
pub mod manifest;
pub mod output_file;
pub(crate) mod own_files;
pub mod parts;
pub mod plan_folder;
pub mod planned;
pub mod run_dir;
