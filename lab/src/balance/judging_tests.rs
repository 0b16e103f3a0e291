use super::*;

#[test]
fn families_are_adjusted_by_themselves() {
    let q = by_family(&[0.01, 0.04, 0.03, 0.5], &[0, 1, 0, 1], benjamini_hochberg);
    for (seen, expected) in q.into_iter().zip([0.02, 0.08, 0.03, 0.5]) {
        assert!((seen - expected).abs() < 1e-9, "{seen} is not {expected}");
    }
}
