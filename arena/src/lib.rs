//! The arena: seeded tournaments in parallel, statistics on deals, traces, and the `riverlab` command line.
//!
//! Everything that touches the world is here: files, clocks, threads, the terminal. Rules are in `riverlab-engine`, bots
//! in `riverlab-bots`.
//!
//! Results depend on the [`plan::Plan`] alone: not on the number of threads, the machine, or how often a run was
//! interrupted.

pub mod balance;
pub mod bot_check;
pub mod calibrate;
pub mod carry_out;
pub mod cli;
pub mod cluster;
mod column;
mod csv_rows;
#[cfg(test)]
mod documented_columns;
pub mod endings;
pub mod error;
pub mod external;
mod fingerprint;
pub(crate) mod folder;
#[cfg(fuzzing)]
pub mod fuzzing;
pub mod games;
mod json;
pub mod live;
#[cfg(test)]
mod long;
pub mod parallel;
mod parallel_map;
pub mod plan;
pub mod play;
pub mod report;
pub mod run;
pub mod schedule;
pub mod serve;
pub mod shell;
mod stable_sort;
pub mod stats;
pub mod store;
pub mod table;
pub mod tally;
pub mod trace;
pub mod train;
pub mod tune;
mod without_middle;

pub use games::Registry;
pub use table::{GameTable, Table};

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
