//! Statistics of tournaments: pure values that know no files.

mod adjusted;
mod beta;
mod bisect;
mod bounded_mean;
pub mod conditional_logit;
mod cycles;
mod e_values;
mod fixed_width;
mod gamma_sum;
mod histogram;
mod interval;
mod likelihood;
pub mod linear;
#[cfg(test)]
#[path = "../../tests/long.rs"]
mod long;
mod match_path;
mod multiplicity;
pub mod normal;
mod pair_index;
mod pairs;
pub mod parallel_map;
mod player_idx;
pub mod power;
mod proportion;
mod pseudo_deals;
mod rank_order;
pub(crate) mod ratings;
mod ratio;
mod sequence;
mod sequential_mean;
mod simulated_test;
mod sprt;
pub mod stable_sort;
mod student;
#[cfg(test)]
mod tests;
mod tilting;

pub use adjusted::{Stopped, adjusted};
pub use bisect::{Bracket, bisect, smallest};
pub use cycles::{Cycles, cycles};
pub use e_values::{e_benjamini_hochberg, e_holm};
pub use fixed_width::FixedWidth;
pub use gamma_sum::negative_sum;
pub use histogram::{Histogram, POINT, units};
pub use interval::{Interval, RankInterval, Sums, elo, elo_among_copies, quantile, stretched, t_quantile};
pub use likelihood::Scores;
pub use match_path::{MatchPath, MatchPoint};
pub use multiplicity::{benjamini_hochberg, holm};
pub use pair_index::{pair_count, pair_index};
pub use pairs::{OpenPair, PairStanding, PairTally, pair_standings};
pub use player_idx::PlayerIdx;
pub use proportion::{clopper_pearson, clopper_pearson_at, wilson};
pub use pseudo_deals::pseudo_deals;
pub use rank_order::{Order, PairOrder, RankOrder, RankRule};
pub use ratings::{
    BotRating, Detail, Goodness, MAX_PLAYERS as MAX_RATED_PLAYERS, Misfit, Placed, RatingData, Ratings, TieWeight,
    davidson_luce, goodness, rate,
};
pub use ratio::{DealSum, Ratio};
pub use sequence::ConfidenceSequence;
pub use sequential_mean::{SequentialMean, log_mean_of_two};
pub use simulated_test::{ErrorRates, error_rates};
pub use sprt::{Decision, FIRST_LOOK, Form, Sprt, SprtRun, t_value};
pub use tilting::{mean_of, t_of, tilted};
