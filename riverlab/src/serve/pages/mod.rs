//! The pages of the server. Reports and replays are those that the program also writes as files.

mod assets;
mod game;
mod index;
mod live_run;
mod refused;
mod shell;

pub(super) use assets::asset;
pub(super) use game::game_page;
pub(super) use index::{Index, index_page};
pub(super) use live_run::live_page;
pub(super) use refused::refusal_page;
