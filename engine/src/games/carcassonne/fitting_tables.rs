//! Room for the tables of [`super::fitting`], which belong to rules and are made when they are first asked for.

use std::fmt;
use std::sync::OnceLock;

use crate::bag::Bag;

/// The tiles of the box that fit where terrains lie in one pattern.
#[derive(Clone, Copy, Default)]
pub(super) struct Fitting {
    pub(super) all: Bag<2>,
    pub(super) closing_roads: Bag<2>,
    pub(super) closing_cities: Bag<2>,
}

/// The tiles of the box that fit, for all patterns.
#[derive(Default)]
pub(super) struct FittingTables(pub(super) OnceLock<Vec<Fitting>>);

impl fmt::Debug for FittingTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FittingTables")
    }
}
