//! Bots that play every game of the engine.
//!
//! A [`Bot`] is shown a [`View`]: the legal moves, what is public, and samples of what is hidden; never the true hidden
//! state. Bots are named by a [`BotSpec`] such as `greedy` and made by the [`registry`].
//!
//! [`play`] is the loop of one game between bots. Nothing here writes results. The only file that is read is one of learned
//! weights that a spec names, and the only bot that looks at a clock is one whose budget is time.
//!
//! # Examples
//! A game between two copies of a bot, one decision after the other:
//! ```
//! use rand::SeedableRng;
//! use riverlab_bots::{BotRng, View, registry};
//! use riverlab_engine::{Game, GameRules, Turn, games::the_river::{RiverRules, TheRiver}};
//!
//! let mut bot = registry::build::<TheRiver>(&"greedy".parse()?)?;
//! let mut rng = BotRng::seed_from_u64(1);
//! let mut state = TheRiver::new(RiverRules::standard(), 2);
//! loop {
//!     let mv = match state.turn() {
//!         Turn::Chance => state.draw(&mut rng),
//!         Turn::Player(seat) => bot.choose(&View::new(&state, seat), &mut rng),
//!         Turn::Over => break,
//!     };
//!     state.play(mv)?;
//! }
//! assert!(state.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod bot;
mod compile;
pub mod eval;
mod flat;
mod greedy;
pub mod home;
pub mod keys;
#[cfg(test)]
#[path = "../../tests/long.rs"]
mod long;
pub mod mcts;
mod near;
pub mod options;
pub mod play;
mod ply;
mod random;
pub mod registry;
mod rng;
mod seen;
pub mod simulate;
mod spec;
pub mod stopwatch;
mod view;

#[doc(hidden)]
pub use riverlab_engine::{Modification, ModifiedGame}; // for `compile_bots!`

/// The crate of random generators, in the version of [`BotRng`].
pub use rand;

pub use bot::{Bot, Explanation, Forfeit, NoAnswer, RankedMove};
pub use eval::Evaluate;
pub use eval::weights_files::WeightsFiles;
pub use greedy::Greedy;
pub use near::did_you_mean;
pub use options::{BotInfo, Defaults, OptionInfo, Options};
pub use random::Random;
pub use registry::{BotKind, BotRegistry};
pub use rng::{BotRng, SearchRng};
pub use seen::{NewGame, Seen};
pub use spec::{BotSpec, SpecError, split_outside, written_value};
pub use view::View;

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
