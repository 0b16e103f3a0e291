//! Endings: positions near the end that are solved exactly, and how often bots play a best move there.
//!
//! ```text
//! deal ──► a game of the bot that makes positions ──► its earliest decision that can be solved and matters
//!                                                       └──► each bot decides ──► endings.csv ──► tables
//! ```
//!
//! No bot is needed to judge bots here: what a move is worth is what it brings when both players go on without fault.

pub mod matrix;
mod plan;
mod positions;
pub(crate) mod records;
pub(crate) mod rows;
pub mod solve;
#[cfg(test)]
mod solve_tests;
mod study;
mod table;

pub use plan::EndingsRequest;
pub use records::BotRecord;
pub use rows::Row;
pub use study::{Endings, solve_endings};
pub use table::{EndingSolver, EndingsTable};
