//! Experiments made of many games: what components of a game are worth ([`balance`]), which options of a bot or values of
//! rules are best ([`tune`]), learned evaluations ([`train`]), positions near the end that are solved ([`endings`]), and whether
//! the statistics keep what they promise ([`calibrate`]).

pub mod balance;
pub mod calibrate;
pub mod carry_out;
#[cfg(test)]
mod documented_columns_tests;
pub mod endings;
pub mod games;
#[cfg(test)]
#[path = "../../tests/long.rs"]
mod long;
pub mod train;
pub mod tune;

pub use games::Registry;

/// The examples of the page that the package has at its registry.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
