//! Pieces that stand in several places.

use crate::Seat;
use crate::svg::Sketch;

/// From one disc to the next.
pub(super) const DISC_STEP: i32 = 21;
/// Most discs that stand in a row one by one.
const MOST_DISCS: u8 = 4;

/// Draws pioneers: one by one from this middle to the right, or counted, two players in a row, if there are many.
pub(super) fn draw_discs(sketch: &mut Sketch, pioneers: &[(Seat, u8)], x: i32, y: i32) {
    let total: u8 = pioneers.iter().map(|(_, count)| count).sum();
    if total <= MOST_DISCS {
        let each = pioneers.iter().flat_map(|&(seat, count)| (0..count).map(move |_| seat));
        for (seat, x) in each.zip((x..).step_by(DISC_STEP as usize)) {
            sketch.stamp(&format!("river-{seat}"), x, y);
        }
        return;
    }
    for (idx, (seat, count)) in (0..).zip(pioneers) {
        let (x, y) = (x + 43 * (idx % 2), y - 8 + 19 * (idx / 2));
        sketch.stamp(&format!("river-{seat}"), x, y).text("small bold", x + 11, y + 5, &format!("×{count}"));
    }
}
