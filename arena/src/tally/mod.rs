//! What a run, a match or a bot has shown, gathered game by game.
//!
//! Games, bots, plans and schedules are known here; [`stats`](riverlab_stats) below knows numbers alone. Nothing here reads or
//! writes files.

mod association;
mod components;
#[cfg(test)]
mod goodness_tests;
mod match_stats;
mod open_deal;
mod pairing_efficiency;
mod results;
mod run_tally;
#[cfg(test)]
mod run_tally_tests;
mod share_ranks;
mod summary;
mod timing;

pub use association::HELD_LEAST;
pub use components::{ComponentLine, ComponentTally};
pub use match_stats::{MatchSummary, MatchTally, Null, TestSummary};
pub use results::{Report, Results};
pub use run_tally::Tally;
pub use summary::{Forfeits, SeatStanding, SelfPlay, Standing, Summary};
pub use timing::{TimingLine, TimingTally};
