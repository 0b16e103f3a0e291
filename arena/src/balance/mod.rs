//! The balance lab: what is each component of a game worth?

pub mod blocks;
pub mod conduct;
pub mod effect;
pub mod findings;
pub mod intervention;
pub mod report;
pub mod sensitivity;
pub mod stage;
pub mod study;
pub mod suggest;
pub mod summary;
pub mod tables;
pub mod tally;
