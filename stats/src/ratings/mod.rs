//! Ratings of bots from games of two to six players, with ties: the Davidson–Luce model.
//!
//! ```text
//! P(T comes next among A) = w(T) / Σ_{U ⊆ A} w(U),    w(T) = δ_|T| · (Π_{i∈T} α_i)^(1/|T|),    δ_1 = 1
//! log α_i = strength of the bot + effect of its position in turn order
//! Elo = 400/ln 10 · strength
//! ```
//!
//! All games count alike and their order does not matter: these are ratings of programs that do not change. Strengths have
//! mean 0 over the bots that can be compared, effects of turn order have mean 0 over positions.
//!
//! Intervals are of 95 %, from the scores of deals: games of one deal share their luck and are no independent evidence.
//! They are about the parameters that the model would have after infinitely many deals, whether or not it is true. Ranks, the
//! weights of ties, and ratings in runs too large for that, are from a bootstrap of deals.
//! Rank intervals hold together: with 95 % probability all of them contain the true ranks.
//!
//! Refuses: ratings that move (no decay, no update by single games), comparisons of bots that never met, and intervals
//! from a single deal.
//!
//! The ratings are made in `rating`. The model and its fit are in `fit`, with the papers; intervals are in `scores`, `bootstrap` and `ranks`; whether the model
//! describes the games is in `goodness`.

mod bootstrap;
pub(super) mod data;
mod davidson_luce;
mod fit;
pub(super) mod goodness;
mod graph;
mod rankings;
mod ranks;
pub(super) mod rating;
mod scores;
mod stages;
mod tangent;
#[cfg(test)]
mod tests;

pub use data::{Detail, MAX_PLAYERS, Placed, RatingData};
pub use davidson_luce::davidson_luce;
pub use goodness::{Goodness, Misfit, goodness};
pub use rating::{BotRating, Ratings, TieWeight, rate};
