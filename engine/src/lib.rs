//! Rules engines for river board games.
//!
//! This crate holds rules and nothing else: no input or output beyond parsing embedded data, no clock, no threads,
//! no bots. Every game implements [`Game`] on a plain state value.
//!
//! List the moves, play some, ask for the outcome:
//!
//! ```
//! use rand::SeedableRng;
//! use rand::rngs::Xoshiro256PlusPlus;
//! use riverlab_engine::{Game, GameRules, Turn, games::the_river::{RiverRules, TheRiver}};
//!
//! let rules = RiverRules::standard();
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let mut state = TheRiver::new(rules, 2);
//! while state.turn() == Turn::Chance {
//!     state.play_unchecked(state.draw(&mut rng));
//! }
//! let mut legal = Vec::new();
//! state.legal_moves(&mut legal);
//! assert_eq!(legal.len(), 3); // three tiles lie in the draft
//! state.play(legal[0])?;
//! # Ok::<(), riverlab_engine::IllegalMove>(())
//! ```
//!
//! Play a whole random game:
//!
//! ```
//! use rand::SeedableRng;
//! use rand::rngs::Xoshiro256PlusPlus;
//! use riverlab_engine::{Game, GameRules, playout, games::the_river::{RiverRules, TheRiver}};
//!
//! let mut state = TheRiver::new(RiverRules::standard(), 4);
//! let counts = playout(&mut state, &mut Xoshiro256PlusPlus::seed_from_u64(7), &mut Vec::new());
//! assert!(counts.decisions > 50);
//! let outcome = state.outcome().expect("the game is over");
//! assert_eq!(outcome.shares.iter().map(|share| share.sixtieths()).sum::<u32>(), 60);
//! ```

pub mod bag;
mod components;
pub mod conformance;
pub mod data;
mod game;
pub mod games;
mod intervention;
mod modification;
mod modified_game;
mod modify;
mod outcome;
mod perft;
mod player;
mod record;
mod turn;

pub use components::{Component, ComponentIdx, Components, Holding, InterventionKind};
pub use data::{Alternative, GameRules, ProvenanceCounts, RulesError, RulesSource};
pub use game::{Game, IllegalMove, PartMeaning, PlayoutCounts, UnknownMove, playout};
pub use intervention::{Intervention, LoadedRules, ResolveError, Scope, UnknownIntervention};
pub use modification::{ActiveIntervention, Modification};
pub use modified_game::ModifiedGame;
pub use modify::Modify;
pub use outcome::{MAX_PARTS, Outcome, Parts, Share};
pub use perft::perft;
pub use player::{MAX_PLAYERS, PerPlayer, Seat, Seats};
pub use record::{Record, RecordError};
pub use turn::Turn;
