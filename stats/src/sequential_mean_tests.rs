use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::*;
use crate::long::studied;
use crate::proportion::clopper_pearson;

/// Deals of two games, in sixtieths, less an equal share: how often each comes up where nothing is worth anything.
const DEALS: [[(i64, f64); 5]; 3] = [
    [(-60, 0.02), (-30, 0.005), (0, 0.95), (30, 0.005), (60, 0.02)],
    [(-60, 0.16), (-30, 0.04), (0, 0.6), (30, 0.04), (60, 0.16)],
    [(-60, 0.002), (-30, 0.0), (0, 0.98), (30, 0.016), (60, 0.002)],
];

fn mean_of(deals: &[(i64, f64)]) -> f64 {
    deals.iter().map(|(sum, chance)| *sum as f64 / 120.0 * chance).sum()
}

fn drawn(deals: &[(i64, f64)], rng: &mut ChaCha8Rng) -> i64 {
    let mut left: f64 = rng.random();
    let kind = deals.iter().find(|(_, chance)| {
        left -= chance;
        left < 0.0
    });
    kind.map_or(0, |(sum, _)| *sum)
}

/// The formula of the module, deal by deal.
fn plain(values: &[f64], legs: &[usize], candidate: f64, distance: f64, sign: f64) -> f64 {
    let mut capitals = GAMBLERS.map(|(_, share)| share);
    let mut variance = 0.0625;
    for (idx, value) in values.iter().enumerate() {
        if legs.contains(&idx) {
            let mean = values[..idx].iter().sum::<f64>() / idx as f64;
            let squares: f64 = values[..idx].iter().map(|value| (value - mean).powi(2)).sum();
            variance = (0.0625 + squares) / (idx + 1) as f64;
        }
        for (capital, (times, _)) in capitals.iter_mut().zip(GAMBLERS) {
            let bet = (times * distance / variance).min(0.75 / (0.5 + sign * candidate));
            *capital *= 1.0 + bet * sign * (value - candidate);
        }
    }
    libm::log(capitals.iter().sum())
}

#[test]
fn capitals_are_those_of_the_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let sums: Vec<i64> = (0..300).map(|_| drawn(&DEALS[1], &mut rng)).collect();
    let values: Vec<f64> = sums.iter().map(|sum| *sum as f64 / 120.0).collect();
    let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
    for (idx, sum) in sums.iter().enumerate() {
        if [50, 120].contains(&idx) {
            seen.end_leg();
            seen.end_leg();
        }
        seen.add(*sum, 2);
    }
    for candidate in [-0.4, -0.02, 0.0, 0.02, 0.45] {
        let above = plain(&values, &[50, 120], candidate, 0.02, 1.0);
        let below = plain(&values, &[50, 120], candidate, 0.02, -1.0);
        assert!((seen.log_e_above(candidate) - above).abs() < 1e-9, "{candidate}");
        assert!((seen.log_e_below(candidate) - below).abs() < 1e-9, "{candidate}");
    }
}

#[test]
fn intervals_end_where_capitals_reach_their_limit() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
    assert_eq!(seen.interval(0.05), Interval { mean: 0.0, lo: -0.5, hi: 0.5 });
    for look in 0..8 {
        (0..200).for_each(|_| seen.add(drawn(&DEALS[1], &mut rng), 2));
        let Interval { mean, lo, hi } = seen.interval(0.05);
        let limit = libm::log(40.0);
        assert!((seen.log_e_above(lo) - limit).abs() < 1e-6 && (seen.log_e_below(hi) - limit).abs() < 1e-6);
        assert!(lo < mean && mean < hi && seen.log_e_above(mean) < limit, "look {look}");
        assert!(seen.log_e_above(lo - 0.01) > limit && seen.log_e_above(lo + 0.01) < limit);
        seen.end_leg();
    }
}

/// How many of these runs ever reach the limit of 5 %, or have an interval without the truth, at any of many looks.
fn errors(deals: &[(i64, f64)], looks: usize, runs: u64) -> [u64; 2] {
    let truth = mean_of(deals);
    let run = |seed: u64| {
        let (mut rng, mut ever) = (ChaCha8Rng::seed_from_u64(seed), [false; 2]);
        let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
        for _ in 0..looks {
            (0..20).for_each(|_| seen.add(drawn(deals, &mut rng), 2));
            let (above, below) = (seen.log_e_above(truth), seen.log_e_below(truth));
            ever[0] |= above >= libm::log(20.0);
            ever[1] |= above.max(below) >= libm::log(40.0);
            if seen.legs[seen.legs.len() - 1].deals.deals() * 4 > seen.deals() {
                seen.end_leg();
            }
        }
        ever
    };
    let all: Vec<[bool; 2]> = (0..runs).into_par_iter().map(run).collect();
    [0, 1].map(|which| all.iter().filter(|ever| ever[which]).count() as u64)
}

/// Looked at again and again: at most 5 % of runs are ever wrong, also where deals are lopsided.
#[test]
fn errors_are_rare_at_any_number_of_looks() {
    let (looks, runs) = studied((60, 400), (500, 4_000));
    for deals in &DEALS {
        for wrong in errors(deals, looks, runs) {
            let text = format!("{deals:?}: {wrong} of {runs}");
            println!("{text}");
            assert!(clopper_pearson(wrong, runs).lo < 0.05, "{text}");
        }
    }
}

/// An effect of twice the distance that matters, against that distance: the e-value needs no more than one and a half
/// times the deals of a test of fixed size with 90 % power at the same level.
#[test]
fn effects_are_found_nearly_as_soon_as_by_a_fixed_size() {
    let mut deals = DEALS[1];
    deals[0].1 += 0.04;
    deals[4].1 -= 0.04;
    let (truth, variance) = (mean_of(&deals), 0.3 / 4.0 + 0.08 / 16.0);
    assert!((truth + 0.04).abs() < 1e-9);
    let deals_until = |seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seen = SequentialMean::new(60.0, (-0.5, 0.5), 0.02);
        while seen.log_e_below(-0.02) < libm::log(1_000.0) {
            (0..50).for_each(|_| seen.add(drawn(&deals, &mut rng), 2));
            if seen.legs[seen.legs.len() - 1].deals.deals() * 4 > seen.deals() {
                seen.end_leg();
            }
        }
        seen.deals()
    };
    let mut needed: Vec<u64> = (0..100_u64).into_par_iter().map(deals_until).collect();
    needed.sort_unstable();
    let fixed = (3.090_f64 + 1.282).powi(2) * variance / 0.02_f64.powi(2);
    let (middle, mean) = (needed[50] as f64, needed.iter().sum::<u64>() as f64 / 100.0);
    println!("median {middle}, mean {mean}, fixed {fixed}");
    assert!(mean < 1.5 * fixed && middle < 1.3 * fixed, "{middle} {mean} {fixed}");
}
