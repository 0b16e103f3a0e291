use super::*;

fn check(p: &[f64], expected: &[f64]) {
    let q = benjamini_hochberg(p);
    assert_eq!(q.len(), expected.len());
    for (seen, expected) in q.iter().zip(expected) {
        assert!((seen - expected).abs() < 5e-5, "{q:?}");
    }
}

#[test]
fn q_values_are_those_of_the_textbook() {
    check(
        &[0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216],
        &[0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.1057, 0.216, 0.216, 0.216],
    );
}

#[test]
fn q_values_stay_in_the_order_given() {
    check(&[0.042, 0.9, 0.001, 0.02], &[0.056, 0.9, 0.004, 0.04]);
}

#[test]
fn few_or_equal_values_are_their_own_q() {
    check(&[], &[]);
    check(&[0.3], &[0.3]);
    check(&[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5]);
    check(&[1.0, 1.0], &[1.0, 1.0]);
}

#[test]
fn holm_steps_down() {
    let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
    for (seen, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
        assert!((seen - expected).abs() < 1e-12, "{adjusted:?}");
    }
    assert_eq!(holm(&[0.4, 0.6]), [0.8, 0.8]);
    assert_eq!(holm(&[]), [0.0; 0]);
}
