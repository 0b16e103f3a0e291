//! Fits coefficients of variates by ridge regression, for each fold on the deals of all others.

use super::deal::{FOLDS, VariateDeal, VariateScales};
use super::moments::Moments;
use crate::stats::linear::Cholesky;

/// The penalties that are tried: as if there were so many more deals of usual luck, on which it made no difference.
const PENALTIES: [f64; 5] = [3.0, 30.0, 300.0, 3_000.0, 30_000.0];

/// The folds that are left out in turn to choose among them, as steps from the fold that coefficients are fitted for.
const LEFT_OUT: [usize; 3] = [1, 4, 7];

/// The coefficients for the deals of each fold.
pub(super) fn coefficients(deals: &[VariateDeal], scales: &VariateScales) -> [Vec<f64>; FOLDS] {
    let folds = moments(deals, scales.weights.len());
    std::array::from_fn(|fold| {
        let ridge = Ridge { shortfall: &scales.shortfall[fold], weights: &scales.weights };
        let penalty = best_penalty(&folds, fold, ridge);
        ridge.solve(&without(&folds, &[fold]), &[penalty]).remove(0)
    })
}

fn moments(deals: &[VariateDeal], variates: usize) -> Vec<Moments> {
    let mut folds = vec![Moments::new(variates); FOLDS];
    for deal in deals {
        folds[deal.fold()].add(deal);
    }
    folds
}

/// The deals of all folds but these.
fn without(folds: &[Moments], left_out: &[usize]) -> Moments {
    let seen = folds.iter().enumerate().filter(|(fold, _)| !left_out.contains(fold));
    Moments::total(seen.map(|(_, moments)| moments), folds[0].variates())
}

/// The penalty whose coefficients err least on some of the folds other than `fold`, each fitted without itself.
fn best_penalty(folds: &[Moments], fold: usize, ridge: Ridge<'_>) -> f64 {
    let mut errors = [0.0; PENALTIES.len()];
    for other in LEFT_OUT.map(|step| (fold + step) % FOLDS) {
        let seen = without(folds, &[fold, other]);
        let mean = seen.mean();
        for (error, coefficients) in errors.iter_mut().zip(ridge.solve(&seen, &PENALTIES)) {
            *error += folds[other].squared_error(mean, &coefficients);
        }
    }
    let best = (0..PENALTIES.len()).min_by(|&one, &other| errors[one].total_cmp(&errors[other]));
    PENALTIES[best.expect("there are penalties")]
}

/// Ridge regression with variates of these scales.
#[derive(Clone, Copy)]
struct Ridge<'a> {
    shortfall: &'a [f64],
    weights: &'a [f64],
}

impl Ridge<'_> {
    /// The coefficients under each of these penalties. A variate that was never anything but 0 has none.
    fn solve(self, seen: &Moments, penalties: &[f64]) -> Vec<Vec<f64>> {
        let scales: Vec<f64> = (0..seen.variates()).map(|idx| scale(seen.second(idx) * self.shortfall[idx])).collect();
        let unscaled = |values: &[f64]| values.iter().zip(&scales).map(|(value, scale)| value / scale).collect();
        let correlations = seen.scaled_products(&scales);
        let target: Vec<f64> = unscaled(&seen.with_residuals(seen.mean()));
        let solve = |penalty: &f64| {
            let mut matrix = correlations.clone();
            for (idx, weight) in self.weights.iter().enumerate() {
                matrix[(idx, idx)] = 1.0 + penalty / (seen.deals * weight * weight);
            }
            let factor = Cholesky::new(matrix).expect("correlations with a larger diagonal are positive definite");
            unscaled(&factor.solve(&target))
        };
        penalties.iter().map(solve).collect()
    }
}

/// By what a variate with this second moment is divided: all others are 0 beside one that has none.
fn scale(second: f64) -> f64 {
    if second.is_normal() { second.sqrt() } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Deals whose sums are `slope` times the first variate and noise; of the variates the last one is always 0.
    fn deals(slope: f64, variates: usize, deals: u64) -> Vec<VariateDeal> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut noise = || rng.random_range(-1.0..1.0);
        let deal = |deal: u64| {
            let mut variates: Vec<f64> = (1..variates).map(|_| noise()).collect();
            variates.push(0.0);
            VariateDeal { deal, sum: 3.0 + slope * variates[0] + 0.5 * noise(), values: 1.0, variates }
        };
        (1..=deals).map(deal).collect()
    }

    fn alike(shortfall: f64, variates: usize) -> VariateScales {
        let shortfall = std::array::from_fn(|_| vec![shortfall; variates]);
        VariateScales { shortfall, weights: vec![1.0; variates] }
    }

    #[test]
    fn coefficients_are_those_of_the_variates() {
        let fitted = coefficients(&deals(2.0, 4, 2_000), &alike(1.0, 4));
        for coefficients in fitted {
            assert!((coefficients[0] - 2.0).abs() < 0.1, "{coefficients:?}");
            assert!(coefficients[1].abs() < 0.1 && coefficients[2].abs() < 0.1 && coefficients[3] == 0.0);
        }
    }

    #[test]
    fn a_fold_has_no_say_in_its_own_coefficients() {
        let (before, mut changed) = (deals(1.0, 3, 200), deals(1.0, 3, 200));
        for deal in changed.iter_mut().filter(|deal| deal.fold() == 4) {
            deal.sum += 100.0 * deal.variates[0];
        }
        let (before, after) = (coefficients(&before, &alike(1.0, 3)), coefficients(&changed, &alike(1.0, 3)));
        assert_eq!(before[4], after[4]);
        assert!((0..FOLDS).filter(|&fold| fold != 4).all(|fold| before[fold] != after[fold]));
    }

    #[test]
    fn useless_variates_have_next_to_no_coefficients() {
        let largest = |deals: &[VariateDeal], shortfall: f64| {
            let all = coefficients(deals, &alike(shortfall, deals[0].variates.len())).concat();
            all.into_iter().map(f64::abs).fold(0.0, f64::max)
        };
        let useless = largest(&deals(0.0, 40, 200), 1.0);
        assert!(useless < 0.1, "{useless}");
        let useful = deals(1.0, 3, 200);
        let (kept, distrusted) = (largest(&useful, 1.0), largest(&useful, 1e6));
        assert!(kept > 0.8 && distrusted < 1e-5, "{kept} {distrusted}");
    }

    #[test]
    fn squared_errors_are_those_of_the_deals() {
        let deals = deals(1.5, 3, 50);
        let coefficients = [0.7, -0.3, 2.0];
        let error = |deal: &VariateDeal| {
            let adjusted: f64 = deal.variates.iter().zip(coefficients).map(|(z, b)| z * b).sum();
            (deal.sum - 2.5 * deal.values - adjusted).powi(2)
        };
        let total = Moments::total(&moments(&deals, 3), 3);
        let expected: f64 = deals.iter().map(error).sum();
        assert!((total.squared_error(2.5, &coefficients) - expected).abs() < 1e-9 * expected);
    }
}
