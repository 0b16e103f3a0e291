//! Many tests at once: the false discovery rate, and the chance of any false finding at all.
//!
//! Holm (1979): with p(1) ≤ … ≤ p(m), the adjusted p(i) is the greatest of (m + 1 − j)·p(j) over j ≤ i. Calling everything at
//! or below r a finding, there is any false one with probability r at most, whatever the dependence.
//!
//! Benjamini and Hochberg (1995): with p(1) ≤ … ≤ p(m), q(i) = min over j ≥ i of m·p(j)/j. Calling everything with q ≤ r a
//! discovery keeps the expected share of false ones at or below r, for independent and for positively dependent tests.
//!
//! Refuses: arbitrary dependence (Benjamini and Yekutieli 2001 pay a factor of Σ 1/j for it).

use crate::stable_sort::stable_sort_by;

/// The q-value of every p-value, in the order given.
///
/// The example of Benjamini and Hochberg (1995, section 4.1): fifteen p-values of a trial of thrombolysis. At the rate 0.05
/// there are four discoveries.
///
/// ```
/// use riverlab_stats::benjamini_hochberg;
///
/// let p = [
///     0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
/// ];
/// assert_eq!(benjamini_hochberg(&p).iter().filter(|&&adjusted| adjusted <= 0.05).count(), 4);
/// ```
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    stable_sort_by(&mut order, |&a, &b| p[a].total_cmp(&p[b]));
    let mut q = vec![1.0; p.len()];
    let mut least = 1.0_f64;
    for (rank, &idx) in order.iter().enumerate().rev() {
        least = least.min(p[idx] * p.len() as f64 / (rank + 1) as f64);
        q[idx] = least;
    }
    q
}

/// The p-value adjusted by Holm's method of every p-value, in the order given.
///
/// The example of Benjamini and Hochberg (1995, section 4.1): fifteen p-values of a trial of thrombolysis. At the rate 0.05
/// three hypotheses are rejected.
///
/// ```
/// use riverlab_stats::holm;
///
/// let p = [
///     0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
/// ];
/// assert_eq!(holm(&p).iter().filter(|&&adjusted| adjusted <= 0.05).count(), 3);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    stable_sort_by(&mut order, |&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut most = 0.0_f64;
    for (rank, &idx) in order.iter().enumerate() {
        most = most.max(p[idx] * (p.len() - rank) as f64).min(1.0);
        adjusted[idx] = most;
    }
    adjusted
}

#[cfg(test)]
#[path = "multiplicity_tests.rs"]
mod tests;
