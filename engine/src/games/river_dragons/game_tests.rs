use super::*;

#[test]
fn positions_are_small_plain_values() {
    assert!(size_of::<RiverDragons>() <= 1024, "{} bytes", size_of::<RiverDragons>());
    assert!(!std::mem::needs_drop::<RiverDragons>());
    assert!(size_of::<Move>() <= 8);
}
