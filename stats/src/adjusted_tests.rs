use super::*;
use crate::long::studied;
use crate::simulated_test::drawn;
use crate::sprt::{Decision, SprtRun};

fn sprt(text: &str) -> Sprt {
    Sprt::parse(text, 0.05, 0.05).expect("the form is allowed")
}

/// Plays blocks of two games until a decision or the last block.
fn play(sprt: &Sprt, kinds: &[(f64, f64)], most_blocks: u64, rng: &mut ChaCha8Rng) -> (Decision, Vec<(f64, f64)>) {
    let chances: Vec<f64> = kinds.iter().map(|kind| kind.1).collect();
    let mut run = SprtRun::new(sprt, 0.5);
    let mut seen: Vec<(f64, f64)> = kinds.iter().map(|kind| (kind.0, 0.0)).collect();
    for _ in 0..most_blocks {
        let kind = drawn(&chances, rng);
        seen[kind].1 += 1.0;
        if run.add(kinds[kind].0) != Decision::Undecided {
            break;
        }
    }
    seen.retain(|kind| kind.1 > 0.0);
    (run.decision(), seen)
}

fn mean(kinds: &[(f64, f64)]) -> f64 {
    kinds.iter().map(|kind| kind.0 * kind.1).sum::<f64>() / kinds.iter().map(|kind| kind.1).sum::<f64>()
}

fn of(text: &str, kinds: &[(f64, f64)], most_blocks: u64) -> Interval {
    adjusted(&sprt(text), &Stopped { null: 0.5, kinds, size: 2.0, most_blocks })
}

fn near(seen: f64, expected: f64, tolerance: f64) {
    assert!((seen - expected).abs() <= tolerance, "{seen} is not {expected}");
}

#[test]
fn a_fixed_number_of_blocks_needs_no_adjustment() {
    let interval = of("win:0.01", &[(0.0, 90.0), (0.5, 200.0), (1.0, 110.0)], 400);
    // The standard deviation of a block is 0.3527.
    near(interval.mean, 0.525, 0.002);
    near(interval.lo, 0.525 - 0.0346, 0.004);
    near(interval.hi, 0.525 + 0.0346, 0.004);
}

#[test]
fn an_accepted_claim_is_pulled_back() {
    let early = of("win:0.1", &[(0.0, 30.0), (0.5, 60.0), (1.0, 80.0)], 100_000);
    let raw = mean(&[(0.0, 30.0), (0.5, 60.0), (1.0, 80.0)]);
    assert!(early.lo < early.mean && early.mean < raw && early.hi > raw, "{early:?}");
}

/// The estimate is above the truth in half of all matches, and the interval contains it in 95 %, within three standard
/// errors. The estimate of accepted ones without adjustment is too high.
fn check_estimates(text: &str, kinds: &[(f64, f64)], most_blocks: u64) {
    let (matches, half, most) = studied((8, 1..=7, 6), (200, 79..=121, 181));
    let (test, truth) = (sprt(text), mean(kinds));
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut above, mut covered) = (0, 0);
    for _ in 0..matches {
        let (_, seen) = play(&test, kinds, most_blocks, &mut rng);
        let interval = of(text, &seen, most_blocks);
        above += u32::from(interval.mean > truth);
        covered += u32::from(interval.lo <= truth && truth <= interval.hi);
    }
    // Unbeaten in 30 blocks is no estimate.
    assert!(text == "win:0.5" || half.contains(&above), "{text} {kinds:?}: {above} of {matches} are above");
    assert!(covered >= most, "{text} {kinds:?}: {covered} of {matches} cover");
}

#[test]
fn estimates_are_median_unbiased() {
    check_estimates("win:0.2", &[(0.0, 0.2), (0.5, 0.5), (1.0, 0.3)], 600);
    check_estimates("win:0.2", &[(0.0, 0.23), (0.5, 0.5), (1.0, 0.27)], 100);
}

#[test]
fn estimates_are_median_unbiased_where_few_blocks_are_lost() {
    check_estimates("3,4", &[(0.0, 0.01), (0.5, 0.07), (1.0, 0.92)], studied(2_000, 10_000));
}

#[test]
fn intervals_hold_where_hardly_a_block_is_lost() {
    check_estimates("win:0.5", &[(0.0, 0.002), (0.5, 0.016), (1.0, 0.982)], 10_000);
}

#[test]
fn degenerate_matches_end() {
    let won = of("win:0.1", &[(1.0, 59.0)], 1_000);
    assert!((won.mean, won.hi) == (1.0, 1.0) && won.lo > 0.9 && won.lo < 1.0, "{won:?}");
    let lost = of("equivalence:0.5", &[(0.0, 30.0)], 1_000);
    assert!((lost.lo, lost.mean) == (0.0, 0.0) && lost.hi < 0.15 && lost.hi > 0.0, "{lost:?}");
    assert_eq!(of("win:0.1", &[], 0), Interval { mean: 0.5, lo: 0.0, hi: 1.0 });
    for (text, kinds, most) in [
        ("win:0.1", vec![(0.5, 1.0)], 1),
        ("win:0.1", vec![(0.5, 1.0), (1.0, 1.0)], 2),
        ("win:0.1", vec![(0.5, 100.0)], 1_000),
        ("win:0.001", vec![(0.0, 10.0), (1.0, 30.0)], 40),
        ("win:0.001", vec![(0.0, 2_497_500.0), (1.0, 2_502_500.0)], u64::MAX),
        ("-10,10", vec![(0.5, 2.0), (1.0, 28.0)], 100),
        ("9,10", vec![(0.0, 29.0), (0.5, 1.0)], 100),
        ("equivalence:0.001", vec![(0.0, 500.0), (1.0, 500.0)], 1_000),
    ] {
        let interval = of(text, &kinds, most);
        assert!(interval.lo <= interval.mean && interval.mean <= interval.hi, "{text} {kinds:?}: {interval:?}");
        assert!(interval.lo < interval.hi, "{text} {kinds:?}: {interval:?}");
    }
}

#[test]
fn lopsided_error_rates_end() {
    for (alpha, beta) in [(1e-6, 0.49), (0.49, 1e-6), (0.49, 0.49)] {
        let test = Sprt::parse("win:0.1", alpha, beta).expect("the rates are allowed");
        let kinds = [(0.0, 100.0), (0.5, 265.0), (1.0, 135.0)];
        let interval = adjusted(&test, &Stopped { null: 0.5, kinds: &kinds, size: 2.0, most_blocks: 5_000 });
        assert!(interval.lo < interval.mean && interval.mean < interval.hi, "{alpha} {beta}: {interval:?}");
        assert!(interval.lo > 0.43 && interval.hi < 0.64, "{alpha} {beta}: {interval:?}");
    }
}

#[test]
fn results_repeat() {
    let estimate = || of("no-loss:0.1", &[(0.0, 190.0), (1.0, 210.0)], 1_000);
    assert_eq!(estimate(), estimate());
}
