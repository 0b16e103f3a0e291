//! The roads and cities that end at empty cells: as bits, so that few branches are taken that cannot be foreseen.

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::carcassonne::{Carcassonne, FeatureKind, OpenCell, SegmentIdx, Side};

/// The sides of so many cells are the bits of a word.
pub(super) const CELLS: usize = 16;

/// The sides of some cells, at most [`CELLS`], where roads and cities end: four bits for each cell, the first one
/// lowest.
#[inline]
pub(super) fn of_cells(cells: &[OpenCell]) -> u64 {
    cells.iter().rev().fold(0, |ends, cell| ends << 4 | u64::from(cell.ends()))
}

/// The places of the ends of [`of_cells`], ascending.
#[inline]
pub(super) fn each(ends: u64) -> impl Iterator<Item = usize> {
    set_bits(ends).map(usize::from)
}

/// The root of the road or city that ends at a side of an empty cell.
#[inline]
pub(super) fn root_at(state: &Carcassonne, open: OpenCell, side: Side) -> Option<SegmentIdx> {
    let placed = state.board().placed()[open.neighbor(side)?];
    let turned = &state.rules().tile(placed.tile).turned[usize::from(placed.turns)];
    let segment = turned.at_side(side.opposite())?;
    Some(state.features().root(SegmentIdx(placed.first + segment as u16)))
}

/// The roads and cities that end at an empty cell, by side.
#[inline]
pub(super) fn ends_at(state: &Carcassonne, open: OpenCell) -> impl Iterator<Item = (Side, FeatureKind, SegmentIdx)> {
    set_bits(open.ends()).filter_map(move |side| {
        let side = Side::ALL[usize::from(side)];
        Some((side, open.kind_of_end(side), root_at(state, open, side)?))
    })
}

#[cfg(test)]
#[path = "ends_tests.rs"]
mod tests;
