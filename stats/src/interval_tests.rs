use super::*;

fn near(seen: f64, expected: f64) {
    assert!((seen - expected).abs() < 1e-6, "{seen} is not {expected}");
}

#[test]
fn quantiles_are_those_of_tables() {
    for (freedom, expected) in [(1, 12.706_204_7), (4, 2.776_445_1), (30, 2.042_272_5), (999, 1.962_341_5)] {
        near(t_quantile(freedom), expected);
    }
}

#[test]
fn quantiles_fall_to_that_of_the_normal_distribution() {
    let counts = [30, 998, 999, 1_000, 1_001, 50_000, 15_000_000, 1_000_000_000_000];
    let quantiles = counts.map(t_quantile);
    assert!(quantiles.is_sorted_by(|a, b| a > b), "{quantiles:?}");
    assert!((quantiles[2] - 1.962_341_461_1).abs() < 1e-9, "{quantiles:?}");
    assert!((quantiles[3] - 1.962_339_080_8).abs() < 1e-9, "{quantiles:?}");
    assert!((quantiles[7] - NORMAL_QUANTILE).abs() < 1e-11, "{quantiles:?}");
}

#[test]
fn intervals_of_means_are_those_of_student() {
    let interval = Interval::of_mean(&[0.2, 0.4, 0.6, 0.8], 0.975);
    // t with 3 degrees of freedom is 3.182446; the standard error is 0.129099.
    assert!((interval.mean - 0.5).abs() < 1e-12, "{interval:?}");
    near(interval.hi, 0.910_852);
    near(interval.lo, 0.089_148);
    assert_eq!(Interval::of_mean(&[0.5], 0.975).hi, f64::INFINITY);
}

#[test]
fn elo_among_copies_is_that_of_the_model() {
    // Two bots at four seats: one, two and three seats each in as many games, four in one.
    let games = [0, 4, 4, 4, 1];
    let (seats, odds) = (28.0, 3.0);
    let won: f64 = [1.0, 2.0, 3.0].map(|own| 4.0 * own * odds / (own * odds + 4.0 - own)).iter().sum::<f64>() + 1.0;
    near(elo_among_copies(won / seats, 4, &games), 400.0 * libm::log10(odds));
    near(elo_among_copies(0.25, 4, &games), 0.0);
    assert_eq!(elo_among_copies(13.0 / 28.0, 4, &games), f64::INFINITY);
    assert_eq!(elo_among_copies(1.0 / 28.0, 4, &games), f64::NEG_INFINITY);
    near(elo_among_copies(0.75, 2, &[0, 8, 0]), elo(0.75, 2));
    assert_eq!(elo_among_copies(0.5, 2, &[0, 0, 6]), 0.0);
}

#[test]
fn elo_is_zero_at_an_equal_share() {
    for players in 2..=6 {
        near(elo(1.0 / players as f64, players), 0.0);
    }
    near(elo(0.75, 2), 190.848_501_9);
    assert_eq!(elo(1.0, 2), f64::INFINITY);
    assert_eq!(elo(0.0, 4), f64::NEG_INFINITY);
}
