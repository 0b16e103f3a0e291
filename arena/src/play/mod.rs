//! One game: its loop, its random streams, and what is noted of it while it is played.

pub mod component_event;
pub mod count;
pub mod decisions;
pub mod game_loop;
pub mod knowledge;
pub mod observe;
pub mod streams;
