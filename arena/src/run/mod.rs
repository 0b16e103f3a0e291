//! A run, from its beginning to its last file: its games are played in parallel, and its results come in in the order of
//! the schedule.
//!
//! [`session::Session`] plays a run into a folder, [`stored::StoredRun`] reads one back; [`merge`] and [`verify`] stand on
//! these two, [`trial`] plays without a folder. Nothing here prints.

pub mod by_crew;
pub mod game_trace;
pub mod merge;
pub mod runner;
pub mod session;
pub mod stored;
pub mod trial;
pub mod verify;
