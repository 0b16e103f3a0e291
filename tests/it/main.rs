//! Integration tests of the workspace, one binary: a shelf for each game, and one for each thing that is built on games.

mod arena;
mod balance;
mod carcassonne;
mod cli;
mod contract;
mod lists;
#[path = "../long.rs"]
mod long;
mod modifications;
mod rio_grande;
mod river_dragons;
mod search;
mod the_river;

use std::path::{Path, PathBuf};

/// A file or folder of the project.
fn of_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
