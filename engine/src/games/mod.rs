//! The games, one folder each.

pub mod carcassonne;
pub mod rio_grande;
pub mod river_dragons;
pub mod the_river;
pub mod toy;
