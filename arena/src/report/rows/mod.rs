//! The rows of the result tables of tournaments and matches, each type with its columns.

pub(crate) mod components;
pub(crate) mod of_match;
pub(crate) mod pairs;
pub(crate) mod ratings;
pub(crate) mod seats;
pub(crate) mod standings;
pub(crate) mod timing;
