//! Many e-values at once: the false discovery rate, and the chance of any false finding at all.
//!
//! An e-value of a hypothesis is at least 0 and has an expectation of at most 1 where it is true, so it is large where it is
//! not. All here takes and gives natural logarithms of e-values.
//!
//! Wang and Ramdas ("False discovery rate control with e-values", JRSS-B 84, 2022; e-BH): with e[1] ≥ … ≥ e[m],
//! q[i] = min over j ≥ i of m/(j·e[j]). Calling everything with q ≤ r a discovery keeps the expected share of false ones at or
//! below r, whatever the dependence. Where e-values are those of e-processes that stop one after the other, each as soon
//! as its own q gets small, all of these are discoveries in the end as well: the others can only add to j.
//!
//! Vovk and Wang ("E-values: calibration, combination and applications", Annals of Statistics 49, 2021, section 6): e*(i) is
//! the least mean of e(i) and any others, and p(i) = 1/e*(i). This is the closed test in which every set of hypotheses
//! is tested by the mean of its e-values; it replaces Holm's method. Calling everything with p ≤ r a finding, there is any
//! false one with probability r at most, whatever the dependence; and of e-processes at any time, as the mean of those of
//! true hypotheses is one too.
//!
//! Refuses: p-values, which are not e-values, and e-values that are chosen by how large they came out.

use crate::stable_sort::stable_sort_by;

/// Logarithms beyond this are those of infinity.
const MAX_LOG: f64 = 600.0;

/// The q-value of every e-value, in the order given.
///
/// ```
/// use riverlab_stats::e_benjamini_hochberg;
///
/// // Wang and Ramdas (2022): of two e-values, 40 is found at the rate 0.05 by itself, and 20 once both are 20.
/// let found = |e: [f64; 2]| e_benjamini_hochberg(&e.map(f64::ln)).iter().filter(|&&q| q <= 0.05 + 1e-12).count();
/// assert_eq!([found([40.0, 1.0]), found([39.0, 1.0]), found([20.0, 20.0])], [1, 0, 2]);
/// ```
pub fn e_benjamini_hochberg(log_e: &[f64]) -> Vec<f64> {
    let order = descending(log_e);
    let (mut q, mut least) = (vec![1.0; log_e.len()], 1.0_f64);
    for (rank, &idx) in order.iter().enumerate().rev() {
        least = least.min(log_e.len() as f64 / (rank + 1) as f64 * libm::exp(-log_e[idx].min(MAX_LOG)));
        q[idx] = least;
    }
    q
}

/// The p-value of every e-value, adjusted by closed testing with means, in the order given.
pub fn e_holm(log_e: &[f64]) -> Vec<f64> {
    let order = descending(log_e);
    let e: Vec<f64> = log_e.iter().map(|log| libm::exp(log.min(MAX_LOG))).collect();
    let adjusted = |idx: usize| {
        let (mut sum, mut count) = (e[idx], 1.0);
        for other in order.iter().rev().filter(|&&other| other != idx) {
            // Only what is below the mean lowers it.
            if e[*other] * count >= sum {
                break;
            }
            (sum, count) = (sum + e[*other], count + 1.0);
        }
        (count / sum).min(1.0)
    };
    (0..e.len()).map(adjusted).collect()
}

/// The places of e-values, the largest first.
fn descending(log_e: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..log_e.len()).collect();
    stable_sort_by(&mut order, |&a, &b| log_e[b].total_cmp(&log_e[a]));
    order
}

#[cfg(test)]
#[path = "e_values_tests.rs"]
mod tests;
