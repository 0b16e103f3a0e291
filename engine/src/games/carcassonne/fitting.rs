//! How many tiles of the stack fit on an empty cell: from tables by what lies around it, which are made when they are
//! first asked for. No rule depends on them; evaluations do.

use crate::bag::Bag;

use super::board::OpenCell;
use super::fitting_tables::Fitting;
use super::rules::CarcassonneRules;
use super::state::{Carcassonne, Phase};
use super::tiles::{FeatureKind, NO_SEGMENT, Turned, terrain};

/// What can lie at a side of a cell: nothing, or one of the terrains.
const TERRAINS: usize = 5;
/// The number of patterns around a cell.
const PATTERNS: usize = TERRAINS.pow(4);
/// The number of the bits of each terrain.
const NUMBERS: [usize; 1 << terrain::BITS] = [0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
/// The number of two sides, by their bits.
static PAIRS: [u8; 256] = pairs();
/// The bits of each number.
const BITS: [u16; TERRAINS] = [0, terrain::FIELD, terrain::ROAD, terrain::CITY, terrain::RIVER];

/// The tiles of the shuffled stack that fit on an empty cell.
#[derive(Clone, Copy)]
pub struct FittingTiles {
    shuffled: Bag<2>,
    fitting: &'static Fitting,
}

/// The shuffled stack, and the tables that say which of its tiles fit where.
#[derive(Clone, Copy)]
pub struct FittingStack {
    shuffled: Bag<2>,
    tables: &'static [Fitting],
}

impl FittingStack {
    /// The tiles that fit where terrains lie in a [pattern](OpenCell::pattern).
    ///
    /// # Panics
    /// When there is no such pattern.
    #[inline]
    pub fn at(&self, pattern: usize) -> FittingTiles {
        FittingTiles { shuffled: self.shuffled, fitting: &self.tables[pattern] }
    }
}

impl FittingTiles {
    /// How many there are.
    #[inline]
    pub fn all(&self) -> u32 {
        self.shuffled.common(&self.fitting.all)
    }

    /// How many can lie so that no road, or no city, that ends there goes on.
    #[inline]
    pub fn closing(&self, kind: FeatureKind) -> u32 {
        self.shuffled.common(self.fitting.closing(kind))
    }
}

impl Fitting {
    #[inline]
    fn closing(&self, kind: FeatureKind) -> &Bag<2> {
        match kind {
            FeatureKind::Road => &self.closing_roads,
            FeatureKind::City => &self.closing_cities,
            FeatureKind::Monastery | FeatureKind::Farm => &self.all,
        }
    }
}

const fn pairs() -> [u8; 256] {
    let (mut table, mut bits) = ([0; 256], 0);
    while bits < table.len() {
        table[bits] = (TERRAINS * NUMBERS[bits & 15] + NUMBERS[bits >> terrain::BITS]) as u8;
        bits += 1;
    }
    table
}

impl CarcassonneRules {
    #[inline]
    fn fittings(&self) -> &[Fitting] {
        self.fitting.0.get_or_init(|| (0..PATTERNS).map(|pattern| self.find_fitting(pattern)).collect())
    }

    #[inline]
    fn fitting(&self, open: OpenCell) -> &Fitting {
        &self.fittings()[open.pattern()]
    }

    fn find_fitting(&self, pattern: usize) -> Fitting {
        let wanted = wanted_in(pattern);
        let rivers = OpenCell { wanted, ..OpenCell::default() }.rivers();
        let mut fitting = Fitting::default();
        for (idx, tile) in (0..).zip(&self.tiles) {
            if tile.is_river && rivers != 1 {
                continue;
            }
            let add = |bag: &mut Bag<2>| while self.kinds.put(bag, idx) {};
            for turns in tile.directions().matching(wanted) {
                let turned = &tile.turned[turns];
                add(&mut fitting.all);
                if closes(turned, wanted, terrain::ROAD) {
                    add(&mut fitting.closing_roads);
                }
                if closes(turned, wanted, terrain::CITY) {
                    add(&mut fitting.closing_cities);
                }
            }
        }
        fitting
    }
}

impl OpenCell {
    /// The number of patterns of terrains around a cell.
    pub const PATTERNS: usize = PATTERNS;

    /// The pattern of terrains around it, a number below [`PATTERNS`](Self::PATTERNS): the same tiles fit on cells of
    /// one pattern, as far as terrains say.
    #[inline]
    pub fn pattern(self) -> usize {
        pattern_of(self.wanted)
    }
}

/// The terrain that is wanted at a side, by its index.
#[inline]
fn wanted_at(wanted: u16, side: usize) -> u16 {
    wanted >> (terrain::BITS * side) & 15
}

#[inline]
fn pattern_of(wanted: u16) -> usize {
    let [first, last] = wanted.to_le_bytes();
    TERRAINS * TERRAINS * usize::from(PAIRS[usize::from(first)]) + usize::from(PAIRS[usize::from(last)])
}

fn wanted_in(pattern: usize) -> u16 {
    let number_at = |side: u32| pattern / TERRAINS.pow(3 - side) % TERRAINS;
    (0..4).rev().fold(0, |wanted, side| wanted << terrain::BITS | BITS[number_at(side)])
}

/// Whether a tile that fits has no segment of a terrain that joins a neighbor and goes on to an empty cell.
fn closes(turned: &Turned, wanted: u16, terrain: u16) -> bool {
    let goes_on = |side: usize| {
        let segment = turned.side_segments[side];
        let is_open = |other: usize| turned.side_segments[other] == segment && wanted_at(wanted, other) == 0;
        segment != NO_SEGMENT && (0..4).any(is_open)
    };
    (0..4).all(|side| wanted_at(wanted, side) != terrain || !goes_on(side))
}

impl Carcassonne {
    /// The tiles of the stack that fit on an empty cell, as far as terrains say; the tiles whose place in the stack is
    /// known are left out.
    #[inline]
    pub fn fitting_tiles(&self, open: OpenCell) -> FittingTiles {
        self.fitting_stack().at(open.pattern())
    }

    /// The stack from which these tiles come, for several cells.
    #[inline]
    pub fn fitting_stack(&self) -> FittingStack {
        FittingStack { shuffled: self.land.with(&self.river), tables: self.rules.0.fittings() }
    }

    /// Whether a tile has been drawn that can be laid on an empty cell so that no road, or no city, that ends there
    /// goes on.
    #[inline]
    pub fn drawn_closes(&self, kind: FeatureKind, open: OpenCell) -> bool {
        let rules = self.rules.0;
        self.phase == Phase::Lay && rules.kinds.count(rules.fitting(open).closing(kind), self.drawn.0) > 0
    }
}

#[cfg(test)]
#[path = "fitting_tests.rs"]
mod tests;
