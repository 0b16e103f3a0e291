//! The conditional logit model (McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior", 1974): of the rows of a
//! group, one is chosen.
//!
//! ```text
//! share_i = exp(value_i) / sum over rows j of exp(value_j),   value_i = sum over k of weight_k * f_ik
//! ```
//!
//! Sums are taken in the order of rows, exponentials from a portable library: the same numbers give the same shares on every
//! machine.

/// Writes the shares of the rows of a group, one feature for each weight in a row.
///
/// ```
/// // Two rows of two features; ln 3 of value between them are odds of three to one.
/// let mut shares = [0.0; 2];
/// riverlab_stats::conditional_logit::write_shares(&[1.0, 0.0, 0.0, 1.0], &[3.0_f64.ln(), 0.0], &mut shares);
/// assert!((shares[0] - 0.75).abs() < 1e-12 && (shares[1] - 0.25).abs() < 1e-12);
/// ```
pub fn write_shares(rows: &[f32], weights: &[f64], shares: &mut [f64]) {
    for (share, row) in shares.iter_mut().zip(rows.chunks_exact(weights.len())) {
        *share = row.iter().zip(weights).map(|(&value, weight)| f64::from(value) * weight).sum();
    }
    softmax(shares);
}

/// Values become shares.
fn softmax(values: &mut [f64]) {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for value in values.iter_mut() {
        *value = libm::exp(*value - highest);
    }
    let sum: f64 = values.iter().sum();
    for value in values {
        *value /= sum;
    }
}

/// Adds the slopes of a group's cross entropy between `targets` and `shares` in weights `a_k + b_k * left` of features that are
/// divided by `scales`: those in `a` to `end`, those in `b` to `begin`.
///
/// ```
/// use riverlab_stats::conditional_logit::add_slopes;
///
/// // One row was chosen, which had a share of 0.75: more weight on its feature lowers the cross entropy by 0.25.
/// let (mut end, mut begin) = ([0.0; 2], [0.0; 2]);
/// add_slopes(&[1.0, 0.0, 0.0, 1.0], &[1.0, 0.0], &[0.75, 0.25], &[1.0, 1.0], 0.5, &mut end, &mut begin);
/// assert_eq!((end, begin), ([-0.25, 0.25], [-0.125, 0.125]));
/// ```
pub fn add_slopes(
    rows: &[f32],
    targets: &[f32],
    shares: &[f64],
    scales: &[f64],
    left: f32,
    end: &mut [f64],
    begin: &mut [f64],
) {
    for ((row, target), share) in rows.chunks_exact(scales.len()).zip(targets).zip(shares) {
        let excess = share - f64::from(*target);
        for (k, &value) in row.iter().enumerate() {
            let part = excess * f64::from(value) / scales[k];
            end[k] += part;
            begin[k] += part * f64::from(left);
        }
    }
}
