//! From values of positions to shares of a win.

use riverlab_engine::PerPlayer;

/// One value per seat, from 0 to 1; the length is a power of two, so that an index can be masked instead of checked.
pub type Values = [f32; 8];

/// Shares in proportion to `exp(points / temperature)`.
pub fn softmax(points: &PerPlayer<f64>, temperature: f64) -> Values {
    let highest = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares = Values::default();
    for (share, points) in shares.iter_mut().zip(points) {
        let behind = ((points - highest) / temperature) as f32;
        *share = if behind == 0.0 { 1.0 } else { libm::expf(behind) };
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_become_shares_by_the_formula() {
        let points = PerPlayer::from_fn(3, |seat| [10.0, 20.0, 15.0][seat.index()]);
        let shares = softmax(&points, 5.0);
        let whole = 1.0 + libm::expf(1.0) + libm::expf(2.0);
        let expected = [1.0, libm::expf(2.0), libm::expf(1.0), 0.0, 0.0, 0.0, 0.0, 0.0].map(|weight| weight / whole);
        assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-6), "{shares:?}");
    }
}
