//! Many tests at once: the false discovery rate, and the rate of any false discovery at all.
//!
//! Benjamini and Hochberg (1995): with p(1) ≤ … ≤ p(m), q(i) = min over j ≥ i of m·p(j)/j. Calling everything with q ≤ r a
//! discovery keeps the expected share of false ones at or below r, for independent and for positively dependent tests.
//!
//! Refuses: arbitrary dependence (Benjamini and Yekutieli 2001 pay a factor of Σ 1/j for it).

/// The q-value of every p-value, in the order given.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut q = vec![1.0; p.len()];
    let mut least = 1.0_f64;
    for (rank, &idx) in order.iter().enumerate().rev() {
        least = least.min(p[idx] * p.len() as f64 / (rank + 1) as f64);
        q[idx] = least;
    }
    q
}

/// The adjusted p-values of Holm (1979), in the order given: p(i) becomes the maximum over j ≤ i of (m − j + 1)·p(j), but no
/// more than 1. Calling everything below 0.05 a discovery makes any false one with a probability of at most 0.05, whatever
/// the tests have to do with each other.
pub(super) fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut most = 0.0_f64;
    for (rank, &idx) in order.iter().enumerate() {
        most = most.max(p[idx] * (p.len() - rank) as f64).min(1.0);
        adjusted[idx] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_values_are_those_of_holm() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < 1e-12), "{adjusted:?}");
        assert_eq!((holm(&[]), holm(&[0.7, 0.8])), (vec![], vec![1.0, 1.0]));
    }

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
}
