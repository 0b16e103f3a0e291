//! A game under rules, whatever its type: the one place where a game loses it.
//!
//! [`Table`] is a game with its rules, their source, and the bots that specs can name, as one object. What it hands out
//! plays games or replays moves, and is fast, because below it code is generic over [`Game`](riverlab_engine::Game);
//! nothing above it is. [`GameTable`] is the table of a game whose type is known. Other rooms add what they need of a game
//! in traits of their own, which [`GameTable`] implements there.

mod batch;
mod contract;
mod facts;
pub(crate) mod game_rows;
mod of_game;
mod replayer;
mod timed;
mod venue;
mod worker;

pub use batch::{Batch, BatchOffsets, Played};
pub use contract::Table;
pub use facts::GameFacts;
pub use of_game::GameTable;
pub use replayer::Replayer;
pub use timed::DecisionTime;
pub use venue::Venue;
pub use worker::{Clock, GameWorker, Playing, WorkerSettings};
