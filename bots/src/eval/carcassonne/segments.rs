//! From spots on the tile that was laid last to segments.

use riverlab_engine::games::carcassonne::{Carcassonne, SegmentIdx, Spot};

/// The segment of the tile that was laid last with this spot.
pub(super) fn segment_at(state: &Carcassonne, spot: Spot) -> Option<SegmentIdx> {
    let placed = state.board().placed().last()?;
    let tile = state.rules().tile(placed.tile);
    let turned = &tile.turned[usize::from(placed.turns)];
    let segment = (0..tile.segments.len()).find(|&segment| turned.spot(segment) == spot)?;
    Some(SegmentIdx(placed.first + segment as u16))
}
