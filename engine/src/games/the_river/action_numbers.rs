//! Numbers of actions that take a building: one for each place where it can lie and each payment.

use super::limits::MAX_BUILDING_SLOTS;
use super::moves::PAIRS;
use super::numbers::{PAYMENTS, SWAPS_FROM, payment_place};
use super::{BuildFrom, Bundle};

/// The number of the first building.
pub(super) const BUILDINGS_FROM: usize = SWAPS_FROM as usize + PAIRS;
/// The number of payments for each place where a building can lie.
pub(super) const PER_SOURCE: usize = PAYMENTS as usize;

/// The place of a building among all.
#[inline]
fn source_place(from: BuildFrom) -> usize {
    match from {
        BuildFrom::Display(slot) => slot.index(),
        BuildFrom::Reserved(idx) => MAX_BUILDING_SLOTS + usize::from(idx),
    }
}

/// The number of a building that is paid so.
#[inline]
pub(super) fn action_of_building(from: BuildFrom, payment: Bundle) -> usize {
    action_of_place(source_place(from), payment)
}

/// The same by the place of the building among all.
#[inline]
pub(super) fn action_of_place(place: usize, payment: Bundle) -> usize {
    BUILDINGS_FROM + PER_SOURCE * place + usize::from(payment_place(payment))
}
