//! What the displayed buildings cost, as words that are looked at together.

use super::resources::{Bundle, Resource};
use super::slots::Slot;

/// The number 1 in each byte.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// What the buildings in the display cost: for wood, clay and stone a word with a byte for each slot, so that all of
/// them are looked at together. Empty slots cost nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Costs([u64; Resource::PRODUCED.len()]);

impl Costs {
    /// Replaces what the building in a slot costs.
    #[inline]
    pub(super) fn set(&mut self, slot: Slot, cost: Bundle) {
        let shift = 8 * u32::from(slot.0);
        for (costs, resource) in self.0.iter_mut().zip(Resource::PRODUCED) {
            *costs = *costs & !(0xff << shift) | u64::from(cost.get(resource)) << shift;
        }
    }

    /// The slots whose cost a holder of these resources can pay, if so many of others take the place of any.
    #[inline]
    pub(super) fn payable(&self, held: Bundle, others: u8) -> u8 {
        const HIGHS: u64 = 0x80 * ONES;
        let mut missing = 0;
        for (costs, resource) in self.0.iter().zip(Resource::PRODUCED) {
            // The high bit of a byte stays where the cost is at least what is held; the difference is below it.
            let compared = (costs | HIGHS) - ONES * u64::from(held.get(resource));
            let is_missing = ((compared & HIGHS) >> 7) * 0xff;
            missing += compared & !HIGHS & is_missing;
        }
        let enough = ((ONES * u64::from(others)) | HIGHS) - missing;
        // The high bits of the bytes, side by side.
        (((enough & HIGHS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }
}
