//! Tuning: the options with which a bot wins most against a field.
//!
//! ```text
//! Tuning ──► Round ──► games of all settings on the same deals ──► trials.csv ──► Tuning
//!    └────► winner ──► a match on deals of its own against the bot as it was: what is claimed
//! ```
//!
//! What the search says of its winner is too good, as the winner is what luck has helped most; so both figures are reported,
//! and only the match counts.

#[cfg(test)]
mod landscapes_tests;
mod model;
#[cfg(test)]
mod model_tests;
mod options;
mod pictures;
mod plan;
mod search;
pub mod space;
mod trials;
mod tuning;

pub use options::{Matters, OptionFinding, ValueShare};
pub use plan::TuneRequest;
pub use search::Winner;
pub use tuning::{Progress, Tuned, tune};
