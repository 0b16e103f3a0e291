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
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use riverlab::cli::{Host, call};
//! use riverlab_lab::carry_out::carry_out;
//! use riverlab_arena::cluster::{Crew, Round, Shards};
//! use riverlab_arena::{Registry, error::ArenaError};
//!
//! /// Plays jobs of 20 games in a thread of this process; another crew would send them to another machine.
//! #[derive(Debug)]
//! struct Here;
//!
//! impl Crew for Here {
//!     fn places(&self) -> usize {
//!         2
//!     }
//!     fn begin(&self, _: &Round) -> Result<Shards, ArenaError> {
//!         Ok(Shards { round: 1, pieces: 20 })
//!     }
//!     fn play(&self, _: u64, job: Vec<u8>) -> Result<Vec<u8>, ArenaError> {
//!         let catalog = Registry::standard().catalog();
//!         let work = move || carry_out(&catalog, &job, 1, &AtomicBool::new(false), &mut |_| ());
//!         std::thread::spawn(work).join().expect("no panic")
//!     }
//!     fn end(&self, _: u64) {}
//! }
//!
//! let out = std::env::temp_dir().join(format!("riverlab-crew-{}", std::process::id()));
//! let words = ["tournament", "dice", "--bots", "greedy", "random", "--deals", "50", "--quiet", "--out"];
//! let words = words.into_iter().map(Into::into).chain([out.clone().into_os_string()]);
//! let text = call(&Registry::standard().catalog(), words, &Host::with_crew(Arc::new(Here)))?;
//! assert!(text.contains("greedy") && out.join("standings.csv").exists());
//! # std::fs::remove_dir_all(&out).expect("the folder is removed");
//! # Ok::<(), ArenaError>(())
//! ```

pub mod answer;
pub mod crew;
pub mod job;

#[cfg(fuzzing)]
pub(crate) use answer::Answer;
pub use crew::{Crew, Round, Shards, Workers};
