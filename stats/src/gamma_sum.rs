//! Weighted sums of gamma variables: the chance that one is negative, from the saddlepoint of its cumulants.
//!
//! References: Lugannani and Rice (1980), in the form r* of Barndorff-Nielsen (1986).

use std::cmp::Ordering;

/// The probability that Σ G·d ≤ 0, for gamma variables G of these shapes, as a quantile of the normal distribution; each
/// term is (d, shape).
pub fn negative_sum(terms: &[(f64, f64)]) -> f64 {
    let (least, most) =
        terms.iter().fold((0.0, 0.0), |(least, most), term| (f64::min(least, term.0), f64::max(most, term.0)));
    match (least < 0.0, most > 0.0) {
        (false, _) => return f64::NEG_INFINITY,
        (_, false) => return f64::INFINITY,
        _ => {}
    }
    let saddlepoint = saddlepoint(terms, 1.0 / least, 1.0 / most);
    // K(t) = −Σ shape·ln(1 − t·d), with its second derivative there, and both derivatives at 0.
    let (mut cumulant, mut curvature, mut variance, mut skew) = (0.0, 0.0, 0.0, 0.0);
    for &(d, shape) in terms {
        let tilted = d / (1.0 - saddlepoint * d);
        cumulant -= shape * libm::log1p(-saddlepoint * d);
        curvature += shape * tilted * tilted;
        variance += shape * d * d;
        skew += 2.0 * shape * d * d * d;
    }
    let r = (-2.0 * cumulant).max(0.0).sqrt().copysign(saddlepoint);
    if r.abs() < 1e-3 {
        // The limit of ln(u/r)/r.
        return r + skew / (6.0 * variance * variance.sqrt());
    }
    let u = saddlepoint * curvature.sqrt();
    r + libm::log(u / r) / r
}

/// The root of K′(t) = Σ shape·d/(1 − t·d), which rises from −∞ to ∞ between its poles: Newton's method, kept between them.
fn saddlepoint(terms: &[(f64, f64)], mut lo: f64, mut hi: f64) -> f64 {
    let mut t = 0.0;
    for _ in 0..200 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for &(d, shape) in terms {
            let tilted = d / (1.0 - t * d);
            slope += shape * tilted;
            curvature += shape * tilted * tilted;
        }
        match slope.total_cmp(&0.0) {
            Ordering::Less => lo = t,
            _ => hi = t,
        }
        // In standard deviations of the sum.
        if slope * slope <= 1e-20 * curvature {
            break;
        }
        let next = t - slope / curvature;
        t = if lo < next && next < hi { next } else { f64::midpoint(lo, hi) };
    }
    t
}
