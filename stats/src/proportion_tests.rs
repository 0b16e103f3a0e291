use super::*;

fn check(interval: Interval, lo: f64, hi: f64) {
    assert!((interval.lo - lo).abs() < 5.1e-5 && (interval.hi - hi).abs() < 5.1e-5, "{interval:?} v {lo} {hi}");
    assert!(interval.lo <= interval.mean && interval.mean <= interval.hi, "{interval:?}");
}

#[test]
fn wilson_is_that_of_the_textbook() {
    check(wilson(7, 10), 0.3968, 0.8922);
    check(wilson(0, 20), 0.0, 0.1611);
    check(wilson(20, 20), 1.0 - 0.1611, 1.0);
    check(wilson(260, 1000), 0.2338, 0.2881);
}

#[test]
fn clopper_pearson_is_that_of_the_textbook() {
    check(clopper_pearson(7, 10), 0.3475, 0.9333);
    check(clopper_pearson(0, 20), 0.0, 0.1684);
    check(clopper_pearson(20, 20), 1.0 - 0.1684, 1.0);
    check(clopper_pearson(260, 1000), 0.2331, 0.2884);
    // 1 − 0.005^(1/20).
    check(clopper_pearson_at(0, 20, 0.99), 0.0, 0.2327);
}

#[test]
fn no_trials_give_the_whole_range() {
    assert_eq!(wilson(0, 0), Interval { mean: 0.0, lo: 0.0, hi: 1.0 });
    assert_eq!(clopper_pearson(0, 0), wilson(0, 0));
}

#[test]
fn many_trials_bring_both_together() {
    for successes in [1_000, 250_000, 999_000] {
        let (one, other) = (wilson(successes, 1_000_000), clopper_pearson(successes, 1_000_000));
        assert!((one.lo - other.lo).abs() < 2e-6 && (one.hi - other.hi).abs() < 2e-6, "{one:?} v {other:?}");
    }
}

/// The definition: at the lower end k or more successes have probability 0.025, at the upper end k or fewer.
#[test]
fn clopper_pearson_ends_have_the_tails_of_its_definition() {
    for (successes, trials) in [(1_u64, 9_u64), (4, 9), (8, 9), (3, 30)] {
        let ends = clopper_pearson(successes, trials);
        let above: f64 = (successes..=trials).map(|k| binomial(k, trials, ends.lo)).sum();
        let below: f64 = (0..=successes).map(|k| binomial(k, trials, ends.hi)).sum();
        assert!((above - 0.025).abs() < 1e-9 && (below - 0.025).abs() < 1e-9, "{above} {below}");
    }
}

fn binomial(successes: u64, trials: u64, p: f64) -> f64 {
    let ways: f64 = (0..successes).map(|k| (trials - k) as f64 / (k + 1) as f64).product();
    ways * p.powi(successes as i32) * (1.0 - p).powi((trials - successes) as i32)
}
