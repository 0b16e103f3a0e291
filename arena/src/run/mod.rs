//! A run: its games are played in parallel, and its results come in in the order of the schedule.

pub mod results;
pub mod runner;
