//! Simulated matches, and what real ones are made of.

pub(crate) mod block_distributions;
mod operating_characteristics;
