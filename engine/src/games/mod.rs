//! The games, one folder each.

pub mod the_river;
pub mod toy;
