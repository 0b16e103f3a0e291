use super::*;

/// Scores of pairs of games, or of games, from all lost to all won.
fn scores<const LEN: usize>(counts: [u32; LEN]) -> Vec<(f64, f64)> {
    let scale = (LEN - 1) as f64;
    counts.iter().enumerate().map(|(idx, &count)| (idx as f64 / scale, f64::from(count))).collect()
}

/// Normalised Elo is 800/ln 10 times the t-value of a game; the standard deviation of a pair is that of a game by √2.
fn t_of_game(normalised_elo: f64) -> f64 {
    normalised_elo * std::f64::consts::LN_10 / 800.0
}

fn t_of_pair(normalised_elo: f64) -> f64 {
    t_of_game(normalised_elo) * std::f64::consts::SQRT_2
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

fn mean_and_variance(points: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = points.iter().map(|&(_, count)| count).sum();
    let mean = points.iter().map(|&(value, count)| value * count).sum::<f64>() / total;
    (mean, points.iter().map(|&(value, count)| (value - mean).powi(2) * count).sum::<f64>() / total)
}

fn near(seen: f64, expected: f64, tolerance: f64) {
    assert!((seen - expected).abs() <= tolerance, "{seen} is not {expected}");
}

fn of(points: &[(f64, f64)]) -> Scores {
    let mut scores = Scores::default();
    points.iter().filter(|&&(_, count)| count > 0.0).for_each(|&(score, count)| scores.add(score, count));
    scores
}

/// The ratio of two t-values.
fn llr(points: &[(f64, f64)], null: f64, t0: f64, t1: f64) -> f64 {
    let scores = of(points);
    scores.loss(null, t0) - scores.loss(null, t1)
}

/// The ratio of two means: that t = 0 for one and for the other.
fn llr_of_means(points: &[(f64, f64)], mean0: f64, mean1: f64) -> f64 {
    let scores = of(points);
    scores.loss(mean0, 0.0) - scores.loss(mean1, 0.0)
}

#[test]
fn exact_ratios_are_those_of_fishtest() {
    for (counts, lower, upper, expected) in [
        ([365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.2504),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.0102),
        ([39, 8843, 26675, 9240, 44], 0.5, 2.5, 2.9417),
    ] {
        near(llr(&scores(counts), 0.5, t_of_pair(lower), t_of_pair(upper)), expected, 5.1e-5);
    }
    let logistic = scores([223, 9863, 21279, 10037, 246]);
    near(llr_of_means(&logistic, score_of(0.5), score_of(2.5)), -3.0741, 5.1e-5);
    let games = scores([22569, 44137, 22976]);
    near(llr(&games, 0.5, t_of_game(0.5), t_of_game(2.5)), 1.0588, 5.1e-5);
}

#[test]
fn elo_and_its_half_width_are_those_of_fastchess() {
    let points = scores([34, 54, 63, 64, 75]);
    let (mean, variance) = mean_and_variance(&points);
    let half = 1.959_964 * (variance / 290.0).sqrt();
    let elo = |score| crate::elo(score, 2);
    near(elo(mean), 55.58, 0.005);
    near((elo(mean + half) - elo(mean - half)) / 2.0, 27.65, 0.005);
}

/// Three values: mean and t-value fix a distribution, so the likeliest is found by trying all means.
#[test]
fn the_fit_of_a_t_value_is_the_likeliest_of_all() {
    for counts in [[5, 3, 9], [20, 1, 1], [1, 10, 1], [30, 40, 50], [0, 5, 0], [7, 2, 0], [0, 1, 90]] {
        let scores = of(&scores(counts));
        let points: Vec<_> = scores.points().collect();
        for null in [0.25, 0.5] {
            for t in [-2.0, -0.7, -0.1, 0.05, 0.3, 1.0, 3.0] {
                let best = best_of_all_means(&points, null, t);
                let found = likelihood(&points, &scores.likeliest(null, t));
                assert!(found < best + 5e-3, "{counts:?} {null} {t}: {found} {best}");
                let far = likelihood(&points, &data(&points)) - best > 5.0;
                assert!(far || found > best - 5e-3, "{counts:?} {null} {t}: {found} {best}");
            }
        }
    }
}

/// Data without spread: a share q at an end has t = √(q/(1 − q)).
#[test]
fn level_blocks_speak_against_any_difference() {
    for level in [30.0, 3_000.0, 1e6] {
        let loss = of(&[(0.5, level)]).loss(0.5, 0.02);
        near(loss, -level * libm::log(1.0 - 0.0004 / 1.0004), 0.01 * loss + 0.01);
    }
}

fn data(points: &[(f64, f64)]) -> Vec<f64> {
    let total: f64 = points.iter().map(|point| point.1).sum();
    points.iter().map(|point| point.1 / total).collect()
}

fn likelihood(points: &[(f64, f64)], p: &[f64]) -> f64 {
    points.iter().zip(p).map(|(&(_, count), p)| count * libm::log(*p)).sum()
}

fn best_of_all_means(points: &[(f64, f64)], null: f64, t: f64) -> f64 {
    let of_mean = |mean: f64| {
        let square = mean * mean + ((mean - null) / t).powi(2);
        let p = |value: f64| match value {
            0.0 => 1.0 - 3.0 * mean + 2.0 * square,
            1.0 => 2.0 * square - mean,
            _ => 4.0 * (mean - square),
        };
        let chances: Vec<f64> = points.iter().map(|&(value, _)| p(value)).collect();
        if chances.iter().all(|p| *p > 0.0) { likelihood(points, &chances) } else { f64::NEG_INFINITY }
    };
    let (from, to) = if t > 0.0 { (null, 1.0) } else { (0.0, null) };
    (1..100_000).map(|step| of_mean(from + (to - from) * f64::from(step) / 1e5)).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn degenerate_data_end() {
    let far = [-1e9, -1500.0, -0.3, 0.0, 7.0, 1e9];
    for points in [
        scores([20, 0, 0]),
        scores([0, 0, 20]),
        scores([0, 20, 0]),
        scores([1, 0, 0]),
        scores([100_000, 0, 0, 0, 1]),
        vec![(0.25, 1e6)],
        vec![],
    ] {
        for (&h0, &h1) in far.iter().flat_map(|h0| far.iter().map(move |h1| (h0, h1))) {
            assert!(llr(&points, 0.25, h0, h1).is_finite());
            assert!(llr(&points, 0.5, t_of_pair(h0), t_of_pair(h1)).is_finite());
            assert!(llr_of_means(&points, score_of(h0), score_of(h1)).is_finite());
            assert!(llr_of_means(&points, h0, h1).is_finite());
        }
    }
}

/// The input on which fastchess hangs (its issue 877).
#[test]
fn twenty_losses_speak_for_the_weaker_hypothesis() {
    let losses = scores([20, 0, 0, 0, 0]);
    assert!(llr_of_means(&losses, score_of(-1500.0), score_of(-500.0)) < -0.9);
    assert!(llr(&losses, 0.5, t_of_pair(-1500.0), t_of_pair(-500.0)) < 0.0);
}
