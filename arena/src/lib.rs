//! The arena: seeded tournaments in parallel, played into folders and read back, with traces, tables and pages.
//!
//! Files, clocks, threads and programs that play are here. Rules are in `riverlab-engine`, bots and the loop of one game in
//! `riverlab-bots`, statistics in `riverlab-stats`, the command line in `riverlab`.
//!
//! Results depend on the [`plan::Plan`] alone: not on the number of threads, the machine, or how often a run was
//! interrupted.

pub mod cluster;
pub mod column;
pub mod csv_rows;
#[cfg(test)]
mod documented_columns_tests;
pub mod error;
pub mod external;
pub mod fingerprint;
#[cfg(fuzzing)]
pub mod fuzzing;
pub mod json;
pub mod legible;
pub mod live;
#[cfg(test)]
#[path = "../../tests/long.rs"]
mod long;
pub mod parallel;
pub mod plan;
pub mod report;
pub mod run;
pub mod schedule;
pub mod shell;
pub mod store;
pub mod table;
pub mod tally;
pub mod trace;
pub mod without_middle;

pub use table::{GameTable, Table};

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
