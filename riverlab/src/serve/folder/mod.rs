//! What is in the folder of a server: runs, studies and finished games.

mod listing;
mod paths;

pub(super) use listing::{Listing, RunEntry, STUDY, list};
pub(super) use paths::find;
