//! The rows of the result tables of studies, each type with its columns.

pub(crate) mod effects;
pub(crate) mod interactions;
pub(crate) mod readings;
pub(crate) mod synergies;
