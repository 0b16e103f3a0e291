//! Results less luck: shares, scores and meetings of bots, adjusted by what chance brought to their seats.
//!
//! The variates of a seat are the numbers of its [luck](crate::luck), less the mean of those of the other seats of the game;
//! of scores, which all may have at once, its own numbers as well. They are summed over the seats and games of a deal, as
//! shares and scores are, and [adjusted for](crate::stats::control_variates) over deals.
//!
//! - `scale.rs` adds up how large luck was, and how large it was to be expected to be;
//! - `log.rs` keeps the games of a run with their luck;
//! - `deals.rs` gathers the deals of one figure from it;
//! - `summary.rs` adjusts all figures of a run.

mod deals;
mod log;
mod scale;
mod summary;

pub(crate) use deals::forget_rounding;
pub(crate) use log::kept_luck;
pub use log::{LuckLog, SeatLuck};
pub use scale::LuckScale;
#[cfg(test)]
pub(crate) use summary::of_two;
pub use summary::{LuckPair, LuckStanding, LuckSummary};
