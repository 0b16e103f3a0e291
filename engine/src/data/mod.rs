//! Rules tables: rules as data.
//!
//! Every game has one embedded TOML file. It is read into a tree of tables in which lists of named entries (`[[tile]]`
//! with an `id`) are tables by name, so that each value has a dotted key such as `building.mill-a.points`. A rules file
//! of the user's and single values are laid over that tree, then it is read into the typed tables of the game, with
//! errors that name file, key and value. This module reads texts; it opens no files.
//!
//! Three sections say something of the values and are part of no table: `[certainty]` how well they are known (their
//! provenance), `[range]`
//! and `[[reading]]` what else those that are reconstructed could plausibly be.

mod alternatives;
mod doubts;
mod error;
mod facts;
mod int;
mod pattern;
mod provenance;
mod rules;
mod source;
mod standard;
mod stated;
mod tree;
pub(crate) mod typed;

pub use alternatives::Alternative;
pub use error::{RulesError, one_line};
pub use facts::DataFacts;
pub(crate) use int::Int;
pub use provenance::ProvenanceCounts;
pub use rules::GameRules;
pub(crate) use rules::RulesRef;
pub use source::RulesSource;
pub(crate) use standard::StandardRules;
pub use tree::DataTree;
