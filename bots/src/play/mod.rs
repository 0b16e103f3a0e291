//! One game between bots: its loop, its random streams, and what is noted of it while it is played.
//!
//! [`Evaluate::play_game`](crate::Evaluate::play_game) and
//! [`Evaluate::play_watched_game`](crate::Evaluate::play_watched_game) are the loop as it is compiled once for each game.

pub mod component_event;
pub mod count;
pub mod decisions;
pub mod game_loop;
pub mod knowledge;
pub mod observe;
pub mod streams;
pub mod watched;
