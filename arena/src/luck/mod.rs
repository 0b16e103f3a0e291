//! The luck of a game: what its chance events brought to each seat beyond what was to be expected.
//!
//! ```text
//! luck of seat i = sum over chance events e of  v_i(s_e, x_e) - sum over outcomes x of p_e(x) * v_i(s_e, x)
//! ```
//!
//! Here `s_e` is the position before event e, `x_e` the outcome that was drawn, `p_e` the exact chances of all outcomes, and v any
//! values of the positions after them. Each term has mean zero whatever came before it and whatever v is, so that a share
//! or a score less any fixed multiple of luck has the same mean as without (advantage-sum estimators). Values only decide
//! how much smaller the variance becomes. What the multiples are, and the intervals, is up to the crate's
//! [statistics](crate::stats).
//!
//! - [`observer`]: follows a game, move by move, while it is played or replayed, and adds up its luck;
//! - [`values`]: what positions are worth, several [variates](observer::LuckValues) for each seat;
//! - [`lookahead`]: greedy play for some turns, after which a value sees what a draw is good for.
//!
//! Values look at all hands and at nothing that is drawn later. They are for those who look at finished games: no bot is
//! ever shown any. What happens after an outcome is drawn from a stream of its own, which is the same for all outcomes of
//! an event, so that it is a part of v, and the expectation remains exact.
//!
//! What this refuses to do: to adjust for decisions (the mixtures that bots draw from are not known), and to sample the
//! outcomes of an event.
//!
//! References: Zinkevich, Bowling, Bard, Kan and Billings, "Optimal Unbiased Estimators for Evaluating Agent Performance"
//! (AAAI 2006); White and Bowling, "Learning a Value Analysis Tool for Agent Evaluation" (IJCAI 2009); Burch, Schmid,
//! Moravčík, Morrill and Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information
//! Games" (AAAI 2018).

#[cfg(test)]
mod gains_tests;
pub mod lookahead;
#[cfg(test)]
mod observed_games;
pub mod observer;
#[cfg(test)]
mod unbiased_tests;
pub mod values;
