//! Statistics of tournaments: pure values that know no files.

mod histogram;
mod interval;
mod tally;

pub use histogram::Histogram;
pub use interval::{Interval, Sums, elo};
pub use tally::{SeatStanding, Standing, Tally};
