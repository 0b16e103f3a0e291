//! `riverlab serve`: the runs and games of a folder in a browser, and games to play there.
//!
//! The server stands on what is there anyway: reports and replays are the pages that the program also writes as files, and
//! games are [live tables](riverlab_arena::live). A page gets of a game what its [`Viewer`](riverlab_engine::Viewer) may know: nothing
//! else is ever sent to it.
//!
//! - `served` is what the server needs of games and bots, `allowed` which of these a page may ask for;
//! - `rooms` are the games that are played, each with a thread of its own that owns the table;
//! - `folder` finds runs and traces, `follow` follows runs that are being played;
//! - `guard` refuses strangers, `answers` answers, from what `app` has, `pages` is what the answers look like, `server` listens.
//!
//! Refuses: requests of other pages and under other names; anything outside of the folder; bots that start programs or read
//! files, unless they stand on the server's own command line.

mod allowed;
mod answers;
mod app;
mod folder;
mod follow;
mod guard;
mod pages;
mod refusal;
mod rooms;
mod served;
mod server;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use allowed::Allowed;
#[cfg(fuzzing)]
pub(crate) use server::Fuzzed;
pub use server::Settings;

use riverlab_arena::error::ArenaError;
use riverlab_lab::games::Catalog;
use served::Served;

/// Serves until `stop` is set; `ready` is told the address of the first page once it can be asked for.
///
/// # Errors
/// When the folder is not there, or nothing can listen at the address.
pub fn serve(
    catalog: Catalog,
    settings: Settings,
    stop: &AtomicBool,
    ready: impl FnOnce(&str) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    server::run(Arc::new(Served::new(catalog)), settings, stop, ready)
}
