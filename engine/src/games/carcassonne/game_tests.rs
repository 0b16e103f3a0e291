use super::*;

#[test]
fn positions_are_flat() {
    assert!(size_of::<Carcassonne>() <= 8192, "{} bytes", size_of::<Carcassonne>());
    assert!(!std::mem::needs_drop::<Carcassonne>());
    assert!(size_of::<Move>() <= 8);
}
