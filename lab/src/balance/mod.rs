//! The balance lab: what is each component of a game worth?
//!
//! A study makes an intervention in a game (a component is banned, granted, made dearer, …) and compares the games with
//! those in which nothing is done, on the same deals and with the same bots. Modules, each using only those before it:
//!
//! - what is asked: [`plan`] (what a study is), [`family`] and [`request`] (from what a user asks to a plan), [`setup`] (its
//!   names resolved once);
//! - playing: [`stage`] (what is played together), `worker` (one thread's games), [`blocks`] (the journal);
//! - statistics: [`verdict`], [`judging`] (from effects to verdicts), [`effect`], [`tally`] (a stage as it comes in),
//!   [`finding`] (effects with their names), [`race`] (studies that are played until all is decided, with a [`budget`]);
//! - [`report`]: tables and texts that several kinds of studies share;
//! - [`study`]: the kinds of studies, each with its stages and its report;
//! - [`runner`] (stage after stage), [`session`] (a study in a folder, from its beginning to its tables), [`pilot`] (how
//!   long it would take).
//!
//! What it refuses to do: to say why a component is strong, and anything about play that the bots are not capable of.
//!
//! # Examples
//! A player who gets a fort for nothing to begin with wins more often:
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use riverlab_lab::balance::plan::Task;
//! use riverlab_lab::balance::request::StudyRequest;
//! use riverlab_lab::balance::runner::StudyRunner;
//! use riverlab_lab::balance::session;
//! use riverlab_arena::external::programs::Programs;
//! use riverlab_arena::table::GameTable;
//! use riverlab_engine::games::the_river::TheRiver;
//!
//! let request = StudyRequest {
//!     task: Task::Effects,
//!     players: 2,
//!     bots: vec!["greedy".parse()?],
//!     programs: Programs::default(),
//!     components: vec!["fort-a".to_owned()],
//!     interventions: vec!["points+20".parse()?],
//!     margin: 0.02,
//!     deals: 40,
//!     confirm: 0,
//!     budget: None,
//!     seed: 1,
//! };
//! let table = GameTable::<TheRiver>::standard();
//! let plan = request.plan(&table)?;
//! let stop = AtomicBool::new(false);
//! let mut runner = StudyRunner { threads: 1, stop: &stop, crew: None, progress: &mut |_| () };
//! let study = session::run_in_memory(&plan, &table, &mut runner)?;
//! let effects = &study.result.stages[0].effects;
//! assert_eq!((effects.len(), effects[0].deals), (1, 40));
//! assert!(effects[0].share.mean > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod blocks;
pub mod budget;
pub(crate) mod by_crew;
mod clock;
pub mod effect;
pub mod family;
pub mod finding;
mod following;
pub mod judging;
pub mod merge;
pub mod pilot;
pub mod plan;
pub mod race;
pub mod report;
pub mod request;
pub mod runner;
pub mod session;
pub mod setup;
#[cfg(test)]
mod simulated_races_tests;
#[cfg(test)]
mod simulated_studies_tests;
pub mod stage;
pub mod stored;
pub mod study;
mod table;
pub mod tally;
pub mod together;
pub mod verdict;
mod words;
mod worker;
