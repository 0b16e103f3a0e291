//! Calibration: how often the statistics are right, in simulated studies of a game, its bots and a design.
//!
//! A calibration plays real games once: a match of the first bot against the others, and the experiments of a balance study.
//! The deals of these games are then taken for all there are, so that every mean is known exactly, and studies of the size
//! asked for are drawn from them and go through the statistics that reports use. Exponential tilting gives deals of other
//! shares and other effects than those seen: an even contest, lopsided ones, components without an effect, and planted ones.
//!
//! Each [row](row::Row) says how often something happened, with the 99 % interval of Clopper and Pearson, and what is
//! promised. A row fails when its interval misses what is promised. Modules, each using only those before it:
//!
//! - [`request`] (what is asked), [`row`], [`methods`] (the statistics that are calibrated, which tests replace), [`simulator`]
//!   (studies in parallel, each with its own random stream);
//! - [`distribution`] (deals and their chances), [`real_games`] and [`real_effects`] (what is played), [`contest`] (tilted
//!   deals of a match);
//! - [`mod@matches`], [`strength`], [`stops`], [`sequential`], [`families`]: the rows about shares and scores, ratings, matches
//!   that stop early, sequential tests and balance studies;
//! - [`run`] (a calibration from its games to its rows), [`report`] (as text and JSON).
//!
//! What it refuses to do: to say anything of the games themselves, and of statistics with deals unlike those played.

pub mod contest;
pub mod distribution;
pub mod families;
pub mod matches;
pub mod methods;
pub mod real_effects;
pub mod real_games;
pub mod report;
pub mod request;
pub mod row;
pub mod run;
pub mod sequential;
pub mod simulator;
pub mod stops;
pub mod strength;
#[cfg(test)]
mod tests;
