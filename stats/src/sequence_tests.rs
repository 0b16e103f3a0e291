use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::long::scaled;

/// The formula of the module, with nothing left out.
fn plain(alpha: f64, values: &[f64]) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.25);
    let mut candidates: Vec<_> = (0..=STEPS).map(|idx| (candidate(idx), 1.0, 1.0, true)).collect();
    for (idx, x) in values.iter().enumerate() {
        let next = (idx + 1) as f64;
        let bet = (2.0 * libm::log(2.0 / alpha) / (squares / next * next * libm::log(next + 1.0))).sqrt();
        for (m, up, down, kept) in &mut candidates {
            *up *= 1.0 + bet.min(0.5 / *m) * (x - *m);
            *down *= 1.0 - bet.min(0.5 / (1.0 - *m)) * (x - *m);
            *kept &= f64::max(*up, *down) / 2.0 < 1.0 / alpha;
        }
        sum += x;
        squares += (x - (0.5 + sum) / (next + 1.0)).powi(2);
    }
    let kept: Vec<f64> = candidates.iter().filter(|candidate| candidate.3).map(|candidate| candidate.0).collect();
    let step = 1.0 / STEPS as f64;
    ((kept[0] - step).max(0.0), (kept[kept.len() - 1] + step).min(1.0))
}

fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    rng.random()
}

type Draw = fn(&mut ChaCha8Rng) -> f64;

/// Distributions on [0, 1] with their means: wins of two and of four players, wins of three rotations, and a skewed
/// continuous one.
const DRAWS: [(Draw, f64); 4] = [
    (|rng| f64::from(uniform(rng) < 0.5), 0.5),
    (|rng| f64::from(uniform(rng) < 0.25), 0.25),
    (|rng| (1..=3).map(|_| f64::from(uniform(rng) < 1.0 / 3.0)).sum::<f64>() / 3.0, 1.0 / 3.0),
    (|rng| uniform(rng) * uniform(rng), 0.25),
];

fn draw_all(rng: &mut ChaCha8Rng, draw: Draw, count: usize) -> Vec<f64> {
    (0..count).map(|_| draw(rng)).collect()
}

fn sequence_of(values: &[f64]) -> ConfidenceSequence {
    let mut sequence = ConfidenceSequence::new(0.05);
    for &x in values {
        sequence.add(x);
    }
    sequence
}

#[test]
fn the_interval_is_that_of_the_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (draw, _) in DRAWS {
        for count in [0, 1, 2, 10, 100, 700] {
            let values = draw_all(&mut rng, draw, count);
            let interval = sequence_of(&values).interval();
            let (lo, hi) = plain(0.05, &values);
            assert!((interval.lo - lo).abs() < 1e-9 && (interval.hi - hi).abs() < 1e-9, "{interval:?} v {lo} {hi}");
        }
    }
}

/// Intervals only get narrower, so the truth was never excluded if it is not at the end.
#[test]
fn the_truth_is_excluded_in_few_runs() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (draw, truth) in DRAWS {
        let excludes = |_: &u32| {
            let interval = sequence_of(&draw_all(&mut rng, draw, 1_000)).interval();
            truth < interval.lo || truth > interval.hi
        };
        let all = scaled(100, 500);
        let runs = (0..all).filter(excludes).count();
        assert!(runs as f64 <= 0.05 * f64::from(all), "{runs} of {all} runs exclude {truth}");
    }
}

#[test]
fn intervals_shrink_and_never_widen() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (draw, truth) in DRAWS {
        let mut sequence = ConfidenceSequence::new(0.05);
        let mut last = sequence.interval();
        for _ in 0..4_000 {
            sequence.add(draw(&mut rng));
            let interval = sequence.interval();
            assert!(last.lo <= interval.lo && interval.hi <= last.hi);
            last = interval;
        }
        assert!(last.lo <= truth && truth <= last.hi, "{last:?}");
        assert!(last.hi - last.lo < 0.09, "{last:?}");
    }
}

#[test]
fn steady_values_leave_a_narrow_interval() {
    for x in [0.0, 0.3, 1.0] {
        let interval = sequence_of(&[x; 1_000]).interval();
        assert!(interval.lo <= x && x <= interval.hi && interval.hi - interval.lo < 0.02, "{x} {interval:?}");
    }
    assert_eq!(sequence_of(&[]).interval(), Interval { mean: 0.0, lo: 0.0, hi: 1.0 });
}

/// A mean that moves makes every candidate wrong at some time.
#[test]
fn an_empty_interval_ends_within_a_step() {
    let values = [1.0, 0.0, 1.0].map(|x| vec![x; 2_000]).concat();
    let interval = sequence_of(&values).interval();
    let width = interval.hi - interval.lo;
    assert!((0.0..=1.001 / STEPS as f64).contains(&width), "{interval:?}");
}
