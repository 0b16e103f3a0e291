//! The part of the Python package that is written in Rust: `riverlab._riverlab`.
//!
//! Everything that comes from Python is checked before the engine sees it, so that whatever is wrong is an exception of
//! Python and never a panic.

mod array;
mod batch;
mod bot;
mod cluster;
mod columns;
mod errors;
mod experiments;
mod game;
mod games;
mod games_of;
mod interrupt;
mod picture;
mod playable;
mod replays;
mod results;
mod state;
mod table;
mod vector;
mod view;
mod whole;

use pyo3::prelude::*;

/// Rules engines, bots and learning environments of river board games, written in Rust.
#[pymodule]
mod _riverlab {
    #[pymodule_export]
    use super::bot::Bot;
    #[pymodule_export]
    use super::cluster::carry_out;
    #[pymodule_export]
    use super::experiments::{run_command, written_value};
    #[pymodule_export]
    use super::results::ResultTable;
    #[pymodule_export]
    use super::state::{Feature, State, games};
    #[pymodule_export]
    use super::vector::SeatGames;
    #[pymodule_export]
    use super::view::{GameStart, SeenMove, View};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python spells it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    const MAX_SEED: u64 = riverlab_bots::play::streams::MAX_SEED;
}
