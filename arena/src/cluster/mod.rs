//! Runs, studies and trainings whose games are played by other processes, on this machine or others.
//!
//! The process that has the folder asks others for pieces of work, a job at a time, and does everything else
//! itself: it adds what comes back in the order of the schedule and decides by the same rules as always. So the files are
//! those of one machine, also of runs that look at their results on the way: what was played beyond the end is thrown away.
//!
//! ```text
//! run/, balance/, train/      take pieces of work in order ──► Job ──► Crew::play ──► carry_out on some worker
//!                             read the rows back as if from a journal ◄── Answer ◄──┘
//! ```
//!
//! A [`Crew`] brings jobs to workers: it may lose them, ask twice, and answer late. Rows that come back are
//! checked like those of a journal: the very bytes that this process would write, and moves that lead to the result.

pub mod answer;
pub mod crew;
pub mod job;

#[cfg(fuzzing)]
pub(crate) use answer::Answer;
pub use crew::{Crew, Round, Shards, Workers};
