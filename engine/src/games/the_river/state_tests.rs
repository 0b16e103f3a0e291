use super::*;

#[test]
fn positions_are_small_plain_values() {
    assert!(size_of::<TheRiver>() <= 576, "{} bytes", size_of::<TheRiver>());
}
