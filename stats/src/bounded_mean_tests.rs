use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution as _, Exp1, StandardNormal, StudentT};
use statrs::distribution::{Beta, ContinuousCDF};
use statrs::statistics::Statistics;

use super::*;
use crate::interval::t_quantile;
use crate::long::studied;
use crate::pseudo_deals::{BEST, WORST};

fn kinds_of(kinds: &[(f64, f64)]) -> Vec<Kind> {
    kinds.iter().map(|&(sum, deals)| Kind { sum, values: 1.0, deals }).collect()
}

fn shares(kinds: &[(f64, f64)]) -> BoundedMean {
    BoundedMean::new(kinds_of(kinds), 0.0, 1.0)
}

#[test]
fn wins_and_losses_give_quantiles_of_the_beta_distribution() {
    for (wins, losses) in [(10.0, 10.0), (19.0, 1.0), (3.0, 1.0), (998.0, 2.0), (5.0, 200.0), (40_000.0, 9.0)] {
        let seen = shares(&[(1.0, wins), (0.0, losses)]).interval();
        let quantile = |a: f64, b: f64, level| Beta::new(a, b).expect("shapes").inverse_cdf(level);
        let lo = quantile(wins + BEST, losses + WORST, 0.025);
        let hi = quantile(wins + WORST, losses + BEST, 0.975);
        let allowed = 0.005 * (hi - lo);
        assert!(
            (seen.lo - lo).abs() < allowed && (seen.hi - hi).abs() < allowed,
            "{wins} {losses}: {seen:?} {lo} {hi}"
        );
        assert_eq!(seen.mean, wins / (wins + losses));
    }
}

/// The probability of a weighted mean, by drawing weights.
#[test]
fn ends_are_quantiles_of_the_weighted_mean() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let seen = shares(&[(1.0, 12.0), (0.5, 6.0), (0.25, 1.0), (0.0, 2.0)]);
    let interval = seen.interval();
    let gamma = |shape: f64| rand_distr::Gamma::new(shape, 1.0).expect("a shape");
    let mut below = 0;
    for _ in 0..200_000 {
        let mut draw = |shape| rand_distr::Distribution::sample(&gamma(shape), &mut rng);
        let weights = [draw(12.0), draw(6.0), draw(1.0), draw(2.0), draw(WORST), draw(BEST)];
        let values = [1.0, 0.5, 0.25, 0.0, 0.0, 1.0];
        let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * (value - interval.lo)).sum();
        below += u32::from(sum <= 0.0);
    }
    // The standard error is 70.
    assert!((4_750..=5_250).contains(&below), "{below}");
    assert!((seen.p(interval.lo) - 0.05).abs() < 1e-6 && (seen.p(interval.hi) - 0.05).abs() < 1e-6);
    assert_eq!(seen.p(seen.mean), 1.0);
}

#[test]
fn values_at_a_limit_leave_room_for_doubt() {
    let won = shares(&[(1.0, 20.0)]).interval();
    // Clopper and Pearson have .832, Jeffreys .883.
    assert!((won.lo - 0.8556).abs() < 0.002 && won.hi == 1.0, "{won:?}");
    let alike = shares(&[(0.5, 20.0)]).interval();
    assert!(alike.lo < 0.46 && alike.hi > 0.54 && (alike.lo + alike.hi - 1.0).abs() < 1e-9, "{alike:?}");
    let once_lost = shares(&[(1.0, 19.0), (0.0, 1.0)]).interval();
    assert!(once_lost.lo < won.lo && once_lost.hi < 1.0);
}

/// Five of two hundred: the sign test has 0.0625.
#[test]
fn level_deals_are_no_evidence() {
    for level in [20.0, 45.0, 195.0, 2_000.0] {
        let seen = BoundedMean::new(kinds_of(&[(0.0, level), (0.5, 5.0)]), -0.5, 0.5);
        assert!(seen.p(0.0) > 0.02 && seen.interval().lo < 0.01, "{level}: {} {:?}", seen.p(0.0), seen.interval());
        let more = BoundedMean::new(kinds_of(&[(0.0, level), (0.5, 30.0), (-0.5, 8.0)]), -0.5, 0.5);
        assert!(more.p(0.0) < 0.005, "{level}: {}", more.p(0.0));
    }
}

#[test]
fn a_better_deal_lowers_no_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for deals in [2, 3, 5, 20, 100] {
        for _ in 0..40 {
            let skill: f64 = rng.random();
            let mut quarters: Vec<u32> =
                (0..deals).map(|_| (0..4).filter(|_| rng.random::<f64>() < skill).count() as u32).collect();
            let interval = |quarters: &[u32]| {
                let count = |value| quarters.iter().filter(|&&seen| seen == value).count() as f64;
                let kinds: Vec<(f64, f64)> =
                    (0..=4).map(|value| (f64::from(value) / 4.0, count(value))).filter(|kind| kind.1 > 0.0).collect();
                shares(&kinds).interval()
            };
            let mut last = interval(&quarters);
            while let Some(worse) = quarters.iter().position(|&value| value < 4) {
                quarters[worse] += 1;
                let next = interval(&quarters);
                assert!(next.lo >= last.lo && next.hi >= last.hi, "{quarters:?}: {last:?} {next:?}");
                assert!(next.lo <= next.mean && next.mean <= next.hi);
                last = next;
            }
        }
    }
}

#[test]
fn the_scale_of_values_and_their_direction_do_not_matter() {
    let kinds = [(1.0, 12.0), (0.5, 6.0), (0.0, 2.0)];
    let plain = shares(&kinds).interval();
    let points = kinds.map(|(value, count)| (40.0 * value - 10.0, count));
    let scaled = BoundedMean::new(kinds_of(&points), -10.0, 30.0).interval();
    let mirrored = shares(&kinds.map(|(value, count)| (1.0 - value, count))).interval();
    for (plain, scaled, mirrored) in [(plain.lo, scaled.lo, mirrored.hi), (plain.hi, scaled.hi, mirrored.lo)] {
        assert!((40.0 * plain - 10.0 - scaled).abs() < 1e-9 && (plain + mirrored - 1.0).abs() < 1e-9);
    }
}

/// Where all lost deals are lost alike, a typical one is the worst one, and nothing is left to guess.
#[test]
fn wins_and_losses_are_the_same_with_guessed_limits() {
    for (wins, losses) in [(10.0, 10.0), (19.0, 1.0), (5.0, 200.0), (1.0, 0.0)] {
        let kinds: Vec<(f64, f64)> = [(1.0, wins), (0.0, losses)].into_iter().filter(|kind| kind.1 > 0.0).collect();
        let (known, guessed) = (shares(&kinds), BoundedMean::with_guessed_limits(kinds_of(&kinds), 0.0, 1.0));
        let (known, guessed) = (known.interval(), guessed.interval());
        assert!((known.lo - guessed.lo).abs() < 1e-9 && (known.hi - guessed.hi).abs() < 1e-9, "{known:?} {guessed:?}");
    }
}

/// How many intervals of so many deals with guessed limits hold, and their width in that of Student's interval.
fn with_guesses(draw: &dyn Fn(&mut ChaCha8Rng) -> f64, truth: f64, deals: u32, runs: u32) -> (f64, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut held, mut widths) = (0, 0.0);
    for _ in 0..runs {
        let values: Vec<f64> = (0..deals).map(|_| draw(&mut rng)).collect();
        let farthest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let kinds = kinds_of(&values.iter().map(|&value| (value, 1.0)).collect::<Vec<_>>());
        let interval = BoundedMean::with_guessed_limits(kinds, -farthest, farthest).interval();
        held += u32::from(interval.lo <= truth && truth <= interval.hi);
        let variance = Statistics::variance(&values);
        widths += interval.width() / (2.0 * t_quantile(u64::from(deals) - 1) * (variance / f64::from(deals)).sqrt());
    }
    (f64::from(held) / f64::from(runs), widths / f64::from(runs))
}

/// Values around 0, all on one side of it, with long tails, and with one: at least 94 % of intervals hold, and long
/// series are nearly as narrow as Student's. Four standard errors are allowed.
#[test]
fn guessed_limits_hardly_widen_long_series() {
    let (series, runs) = studied((&[20, 100][..], 400), (&[20, 50, 100, 400, 1_000], 4_000));
    let long_tails = StudentT::new(3.0).expect("degrees of freedom");
    let normal = |rng: &mut ChaCha8Rng| -> f64 { StandardNormal.sample(rng) };
    let far_from_zero = |rng: &mut ChaCha8Rng| 3.0 + normal(rng);
    let long_tails = |rng: &mut ChaCha8Rng| long_tails.sample(rng);
    let one_sided = |rng: &mut ChaCha8Rng| (0..4).map(|_| -> f64 { Exp1.sample(rng) }).sum();
    for &deals in series {
        for (name, (held, width)) in [
            ("normal", with_guesses(&normal, 0.0, deals, runs)),
            ("far from 0", with_guesses(&far_from_zero, 3.0, deals, runs)),
            ("long tails", with_guesses(&long_tails, 0.0, deals, runs)),
            ("one-sided", with_guesses(&one_sided, 4.0, deals, runs)),
        ] {
            let text = format!("{name}, {deals} deals: {held} hold, {width} of Student's width");
            println!("{text}");
            assert!(held >= 0.94 - 4.0 * (0.94 * 0.06 / f64::from(runs)).sqrt(), "{text}");
            assert!(width < 1.01 + 6.0 / f64::from(deals), "{text}");
        }
    }
}

#[test]
fn many_kinds_are_gathered_without_harm() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let many: Vec<(f64, f64)> = (0..5_000).map(|_| (rng.random::<f64>() * rng.random::<f64>(), 1.0)).collect();
    let gathered = shares(&many);
    assert!(gathered.kinds.len() <= MOST_KINDS + 1);
    let exact = BoundedMean { kinds: kinds_of(&many), ..gathered.clone() };
    let (gathered, exact) = (gathered.interval(), exact.interval());
    assert!((gathered.lo - exact.lo).abs() < 1e-6 && (gathered.hi - exact.hi).abs() < 1e-6);
}
