//! Tuning: the options with which a bot wins most against a field, or the values of rules with which a game is as it should be.
//!
//! ```text
//! Tuning ──► Round ──► candidates ──► figures of all on the same deals ──► trials.csv ──► Tuning
//!    └────► winner ──► a match, or a check, on deals of its own against what there was: what is claimed
//! ```
//!
//! What the search says of its winner is too good, as the winner is what luck has helped most; so both figures are reported,
//! and only what it does on those deals counts.

mod candidate;
mod confirm;
mod figures;
mod goal;
#[cfg(test)]
mod landscapes_tests;
mod model;
#[cfg(test)]
mod model_tests;
pub mod objective;
mod options;
mod page;
mod pictures;
mod plan;
mod search;
pub mod space;
pub(crate) mod tables;
pub(crate) mod trials;
mod tuned;
mod tuning;

pub use confirm::{Check, Confirmed};
pub use options::{Matters, OptionFinding, ValueShare};
pub use plan::TuneRequest;
pub use search::Winner;
pub use tuned::Tuned;
pub use tuning::{Progress, tune};
