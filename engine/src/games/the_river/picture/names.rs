//! The names of parts that can be clicked. Slots and spaces count from 1.

use super::super::{ActionSpace, Resource, RiverSpace};
use crate::Seat;

pub(super) fn space(space: ActionSpace) -> String {
    format!("space-{}", space.name())
}

pub(super) fn tile(idx: usize) -> String {
    format!("tile-{}", idx + 1)
}

pub(super) fn building(idx: usize) -> String {
    format!("building-{}", idx + 1)
}

pub(super) fn held(seat: Seat, resource: Resource) -> String {
    format!("held-{seat}-{resource}")
}

pub(super) fn place(seat: Seat, space: RiverSpace) -> String {
    format!("place-{seat}-{space}")
}

pub(super) fn reserved(seat: Seat, idx: usize) -> String {
    format!("reserved-{seat}-{}", idx + 1)
}
