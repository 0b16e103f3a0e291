use super::*;

#[test]
fn positions_are_small_plain_values() {
    assert!(size_of::<RioGrande>() <= 1024, "{} bytes", size_of::<RioGrande>());
    assert!(!std::mem::needs_drop::<RioGrande>());
    assert!(size_of::<Move>() <= 8);
}
