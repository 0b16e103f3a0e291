use riverlab_lab::calibrate::row::{ERRORS, Row};

use super::*;

#[test]
fn a_row_that_does_not_hold_ends_with_code_1() {
    let with = |wrong| Calibration {
        rows: vec![Row::new("a truth", "an error", wrong, 2_000, ERRORS)],
        ..Calibration::default()
    };
    assert!(outcome(&with(100)).is_ok());
    let error = outcome(&with(200)).expect_err("a tenth is too much");
    assert_eq!(error.exit_code(), 1);
    assert_eq!(error.to_string(), "1 of 1 rows do not hold: a truth: an error");
}
