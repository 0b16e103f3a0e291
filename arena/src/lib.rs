//! The arena: seeded tournaments in parallel, statistics on blocks, traces, and the `riverlab` command line.
//!
//! Everything that touches the world is here: files, clocks, threads, the terminal. Rules are in `riverlab-engine`, bots
//! in `riverlab-bots`.
//!
//! Results depend on the [`plan::Plan`] alone: not on the number of threads, the machine, or how often a run was
//! interrupted.

pub mod balance;
pub mod cli;
pub mod error;
pub mod game_loop;
pub mod games;
pub mod journal;
mod journal_file;
mod journal_reader;
pub mod moves;
pub mod observe;
pub mod ordered;
pub mod output;
pub mod plan;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod stats;
pub mod streams;
pub mod tables;
pub mod terminal;
pub mod timing;
pub mod trace;
