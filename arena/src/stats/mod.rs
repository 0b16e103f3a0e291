//! Statistics of tournaments: pure values that know no files.

mod adjusted;
mod association;
mod beta;
#[cfg(test)]
mod block_distributions;
mod bounded_mean;
mod components;
pub mod control_variates;
mod cycles;
mod e_values;
mod fixed_width;
#[cfg(test)]
mod goodness_tests;
mod histogram;
mod interval;
mod likelihood;
pub(crate) mod linear;
pub mod luck;
mod match_path;
mod match_stats;
mod multiplicity;
pub(crate) mod normal;
mod open_deal;
#[cfg(test)]
mod operating_characteristics;
mod pairing_efficiency;
mod pairs;
mod proportion;
mod rank_order;
mod ratings;
mod ratio;
mod sequence;
mod sequential_mean;
mod share_ranks;
mod simulated_test;
mod sprt;
mod student;
mod summary;
mod tally;
#[cfg(test)]
mod tally_tests;
mod tilting;

pub use adjusted::{Stopped, adjusted};
pub use association::HELD_LEAST;
pub use components::{ComponentEvent, ComponentLine, ComponentTally};
pub use cycles::Cycles;
pub use e_values::{e_benjamini_hochberg, e_holm};
pub use fixed_width::FixedWidth;
pub use histogram::Histogram;
pub use interval::{Interval, RankInterval, Sums, elo, quantile, t_quantile};
pub use likelihood::Scores;
pub use match_path::{MatchPath, MatchPoint};
pub use match_stats::{MatchSummary, MatchTally, Null, TestSummary};
pub use multiplicity::{benjamini_hochberg, holm};
pub use pairs::PairStanding;
pub use proportion::{clopper_pearson, clopper_pearson_at, wilson};
pub use rank_order::{Order, PairOrder, RankOrder, RankRule};
pub use ratings::{BotRating, Detail, Goodness, Misfit, Placed, RatingData, Ratings, TieWeight, goodness, rate};
pub use ratio::Ratio;
pub use sequence::ConfidenceSequence;
pub use sequential_mean::{SequentialMean, log_mean_of_two};
pub use simulated_test::ErrorRates;
use simulated_test::error_rates;
pub use sprt::{Decision, FIRST_LOOK, Form, Sprt, SprtRun, t_value};
pub use summary::{SeatStanding, SelfPlay, Standing, Summary};
pub use tally::Tally;
pub use tilting::{mean_of, t_of, tilted};
