//! riverlab: the command line ([`cli`]) and everything below it as one library.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`engine`] | rules of games |
//! | [`bots`] | bots, and the evaluations of positions |
//! | [`stats`] | statistics of numbers that come in by deals |
//! | [`arena`] | seeded games in parallel, their folders, tables and pages |
//! | [`lab`] | experiments: balance, tuning, training, endings, calibration |

mod bot_check;
pub mod cli;
mod folder;
#[cfg(fuzzing)]
pub mod fuzzing;
#[cfg(test)]
#[path = "../../tests/long.rs"]
mod long;
pub mod serve;

pub use riverlab_arena as arena;
pub use riverlab_bots as bots;
pub use riverlab_engine as engine;
pub use riverlab_lab as lab;
pub use riverlab_stats as stats;

pub use riverlab_lab::Registry;

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
