//! What adjusted means promise, with deals whose truth is known.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::stats::interval::Interval;

fn scales(shortfall: f64, variates: usize) -> VariateScales {
    VariateScales { shortfall: std::array::from_fn(|_| vec![shortfall; variates]), weights: vec![1.0; variates] }
}

/// Deals whose values are luck times `slope` and something else, all of mean 0 beside 0.3.
fn deals(slope: f64, deals: u64, seed: u64) -> Vec<VariateDeal> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let deal = |deal| {
        let mut draw = || rng.random_range(-0.5..0.5);
        let (luck, other, useless) = (draw(), draw(), draw());
        VariateDeal { deal, sum: 0.6 + 2.0 * (slope * luck + 0.3 * other), values: 2.0, variates: vec![luck, useless] }
    };
    (1..=deals).map(deal).collect()
}

fn without_limits(deals: &[VariateDeal], shortfall: f64) -> AdjustedMean {
    adjusted_mean(RawMean::Alike, deals, &scales(shortfall, 2))
}

#[test]
fn luck_is_taken_out_of_the_variance() {
    let mut deals = deals(0.6, 4_000, 1);
    let adjusted = without_limits(&deals, 1.0);
    // The variances are in the proportion of 0.36 + 0.09 to 0.09.
    let gain = adjusted.gain.expect("a gain");
    assert!((gain.mean - 5.0).abs() < 0.4 && gain.lo > 4.0 && gain.lo < gain.mean, "{gain:?}");
    assert_eq!(adjusted.figure, Figure::Adjusted);
    for deal in &mut deals {
        deal.variates.fill(0.0);
    }
    let raw = without_limits(&deals, 1.0);
    assert_eq!(raw.figure, Figure::Raw);
    let narrower = raw.mean.width() / adjusted.mean.width();
    assert!((narrower - gain.mean.sqrt()).abs() < 0.05, "{narrower} {gain:?}");
}

#[test]
fn the_raw_figure_stands_where_nothing_is_gained() {
    let given = Interval { mean: 0.3, lo: 0.2, hi: 0.4 };
    let raw = RawMean::Between { mean: given, limits: (0.0, 1.0) };
    for (slope, count) in [(0.0, 400), (0.6, MIN_DEALS as u64 - 1)] {
        let adjusted = adjusted_mean(raw, &deals(slope, count, 2), &scales(1.0, 2));
        assert_eq!((adjusted.figure, adjusted.mean), (Figure::Raw, given), "{slope} {count}");
    }
    let mut level = deals(0.6, 100, 3);
    for deal in &mut level {
        deal.variates.fill(0.0);
    }
    assert_eq!(adjusted_mean(raw, &level, &scales(1.0, 2)).gain, None);
}

#[test]
fn intervals_cover_the_truth() {
    let adjusted: Vec<AdjustedMean> = (0..1_000).map(|seed| without_limits(&deals(0.6, 60, seed), 1.0)).collect();
    let covered = adjusted.iter().filter(|one| one.mean.lo <= 0.3 && 0.3 <= one.mean.hi).count();
    assert!((925..=975).contains(&covered), "{covered}");
    let mean = adjusted.iter().map(|one| one.mean.mean).sum::<f64>() / 1_000.0;
    // One mean has a standard error of 0.3 / √12 / √60.
    assert!((mean - 0.3).abs() < 3.0 * 0.0112 / 1_000_f64.sqrt(), "{mean}");
}
