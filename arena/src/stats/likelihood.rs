//! Log-likelihood ratios of two hypotheses about a mean or about a t-value.
//!
//! Notation: N units, share p̂(i) of them at value a(i) in [0, 1]; μ and σ are mean and standard deviation of a
//! distribution on these values, t = (μ − null)/σ.
//!
//! Exact (generalised, multinomial): p₀ and p₁ are the distributions that make the data likeliest among those with the
//! mean (or the t-value) of hypothesis 0 and 1; the ratio is N·Σ p̂(i)·ln(p₁(i)/p₀(i)).
//!
//! - Mean s: p(i) = p̂(i)/(1 + θ·g(i)) with g(i) = a(i) − s and θ the root of Σ p̂(i)·g(i)/(1 + θ·g(i)) = 0.
//! - t-value: the same with g(i) = a(i) − null − (t/2)·((a(i) − c)²/λ + λ), repeated with c = μ and λ = σ of the last p.
//!   σ is the least of ½·(E(a − c)²/λ + λ) over c and λ. So, for t > 0, a round that starts at a distribution with at
//!   least this t-value ends at one, and always has a root.
//!
//! Closed form for t-values: (N/2)·ln[(1 + (t − t₀)²)/(1 + (t − t₁)²)], which needs no finite support. With
//! u = t − (t₀ + t₁)/2 and h = (t₁ − t₀)/2 its derivative has the sign of 1 + h² − u²: it rises from u = −√(1 + h²) to
//! u = √(1 + h²), and falls again to 0 towards both infinities. As more lopsided data are not weaker evidence, t is held
//! within these ends; a bot that wins every block (t = ∞) is accepted instead of waited for.
//!
//! References: Van den Bergh, "Comments on normalized Elo" and the fishtest mathematics page; Li, Liu and Ying, "Generalized
//! sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33 (2014).
//!
//! Refuses: values outside of [0, 1], and the `BayesElo` model of draws.

/// Which quantity two hypotheses are about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constrained {
    /// The mean, in [0, 1].
    Mean,
    /// The t-value: how many standard deviations the mean lies above `null`.
    TValue {
        /// The mean of equal strength, between 0 and 1.
        null: f64,
    },
}

/// How often an end of the scale that never came up is taken to have come up, as fishtest does. It makes every hypothesis
/// possible after any data.
const UNSEEN: f64 = 1e-3;

/// How near to the ends of the scale a hypothesised mean may lie.
const NEAREST: f64 = 1e-9;

/// The largest hypothesised t-value.
const LARGEST_T: f64 = 1e3;

/// Enough rounds for hypotheses within reach of the data; those far off stop short of the best fit.
const ROUNDS: usize = 200;

/// How often an interval is halved to find a root: to the last bit also where it lies next to a pole.
const HALVINGS: usize = 90;

/// The exact log-likelihood ratio of `h1` over `h0` for values in [0, 1] with their counts; 0 for no data.
///
/// An end of the scale that never came up counts as if seen a thousandth of a time, so that it ends for all data and all
/// hypotheses: means are held within 1e-9 of the scale's ends, t-values within ±1000.
pub fn exact_llr(counts: &[(f64, f64)], constrained: Constrained, h0: f64, h1: f64) -> f64 {
    if counts.iter().all(|&(_, count)| count <= 0.0) {
        return 0.0;
    }
    let points = with_ends(counts);
    let fit = |hypothesis: f64| match constrained {
        Constrained::Mean => fit_mean(&points, hypothesis),
        Constrained::TValue { null } => fit_t_value(&points, null.clamp(NEAREST, 1.0 - NEAREST), hypothesis),
    };
    let (p0, p1) = (fit(h0), fit(h1));
    points.iter().zip(p0.iter().zip(&p1)).map(|(&(_, count), (p0, p1))| count * (p1 / p0).ln()).sum()
}

/// The closed form for t-values `t0 < t1`; `t` may be infinite.
pub fn closed_llr(blocks: u64, t: f64, t0: f64, t1: f64) -> f64 {
    let half = (t1 - t0) / 2.0;
    let end = half.hypot(1.0);
    let u = (t - f64::midpoint(t0, t1)).clamp(-end, end);
    0.5 * blocks as f64 * (4.0 * u * half / (1.0 + (u - half).powi(2))).ln_1p()
}

/// The values that came up, and both ends of the scale.
fn with_ends(counts: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut points: Vec<_> = counts.iter().copied().filter(|&(_, count)| count > 0.0).collect();
    for end in [0.0, 1.0] {
        if points.iter().all(|&(value, _)| value != end) {
            points.push((end, UNSEEN));
        }
    }
    points
}

fn fit_mean(points: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let mean = mean.clamp(NEAREST, 1.0 - NEAREST);
    tilt(points, |value| value - mean)
}

fn fit_t_value(points: &[(f64, f64)], null: f64, t: f64) -> Vec<f64> {
    if t == 0.0 {
        return fit_mean(points, null);
    }
    if t < 0.0 {
        let mirrored: Vec<_> = points.iter().map(|&(value, count)| (1.0 - value, count)).collect();
        return fit_t_value(&mirrored, 1.0 - null, -t);
    }
    let t = t.min(LARGEST_T);
    let fits = starts(points, null, t).into_iter().map(|p| climb(points, p, null, t));
    fits.max_by(|a, b| likelihood(points, a).total_cmp(&likelihood(points, b))).expect("there is a start")
}

/// Repeats rounds until they change nothing.
fn climb(points: &[(f64, f64)], mut p: Vec<f64>, null: f64, t: f64) -> Vec<f64> {
    for _ in 0..ROUNDS {
        let next = tilt(points, gap(points, &p, null, t));
        let change = p.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-13 {
            break;
        }
    }
    p
}

fn likelihood(points: &[(f64, f64)], p: &[f64]) -> f64 {
    points.iter().zip(p).map(|(&(_, count), p)| count * p.ln()).sum()
}

/// The data if a first round can start there. Else, for every value well above `null`, a distribution with nearly all of its
/// weight there, whose t-value is at least `t`; different ones can lead to different summits.
fn starts(points: &[(f64, f64)], null: f64, t: f64) -> Vec<Vec<f64>> {
    let total: f64 = points.iter().map(|&(_, count)| count).sum();
    let data: Vec<f64> = points.iter().map(|&(_, count)| count / total).collect();
    let distance = gap(points, &data, null, t);
    if points.iter().any(|&(value, _)| distance(value) > 0.0) {
        return vec![data];
    }
    let others = points.len() as f64 - 1.0;
    let around = |centre: f64| {
        let rest = ((centre - null) / 2.0).min(((centre - null) / (2.0 * t)).powi(2));
        points.iter().map(|&(value, _)| if value == centre { 1.0 - rest } else { rest / others }).collect()
    };
    points.iter().filter(|&&(value, _)| value > null + 1e-6).map(|&(value, _)| around(value)).collect()
}

/// The function g of a value: its mean is 0 where the t-value is `t`, to first order around `p`.
fn gap(points: &[(f64, f64)], p: &[f64], null: f64, t: f64) -> impl Fn(f64) -> f64 + use<> {
    let expect = |of: &dyn Fn(f64) -> f64| -> f64 { points.iter().zip(p).map(|(&(value, _), p)| p * of(value)).sum() };
    let mean = expect(&|value| value);
    let sd = expect(&|value| (value - mean).powi(2)).sqrt();
    move |value| value - null - 0.5 * t * ((value - mean).powi(2) / sd + sd)
}

/// The likeliest distribution under which the mean of `gap` is 0; that of the data when no distribution has it.
fn tilt(points: &[(f64, f64)], gap: impl Fn(f64) -> f64) -> Vec<f64> {
    let total: f64 = points.iter().map(|&(_, count)| count).sum();
    let gaps: Vec<(f64, f64)> = points.iter().map(|&(value, count)| (gap(value), count / total)).collect();
    let theta = multiplier(&gaps);
    gaps.iter().map(|&(gap, share)| share / (1.0 + theta * gap)).collect()
}

/// The root of Σ share·gap/(1 + θ·gap), which falls from ∞ to −∞ between the poles; 0 when all gaps have one sign.
fn multiplier(gaps: &[(f64, f64)]) -> f64 {
    let least = gaps.iter().map(|&(gap, _)| gap).fold(f64::INFINITY, f64::min);
    let most = gaps.iter().map(|&(gap, _)| gap).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut lo, mut hi) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(lo, hi);
        let slope: f64 = gaps.iter().map(|&(gap, share)| share * gap / (1.0 + middle * gap)).sum();
        if slope > 0.0 { lo = middle } else { hi = middle }
    }
    f64::midpoint(lo, hi)
}

#[cfg(test)]
mod tests {
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
        1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
    }

    fn mean_and_variance(points: &[(f64, f64)]) -> (f64, f64) {
        let total: f64 = points.iter().map(|&(_, count)| count).sum();
        let mean = points.iter().map(|&(value, count)| value * count).sum::<f64>() / total;
        (mean, points.iter().map(|&(value, count)| (value - mean).powi(2) * count).sum::<f64>() / total)
    }

    fn near(seen: f64, expected: f64, tolerance: f64) {
        assert!((seen - expected).abs() <= tolerance, "{seen} is not {expected}");
    }

    const HALF: Constrained = Constrained::TValue { null: 0.5 };

    #[test]
    fn exact_ratios_are_those_of_fishtest() {
        for (counts, lower, upper, expected) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.2504),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.0102),
            ([39, 8843, 26675, 9240, 44], 0.5, 2.5, 2.9417),
        ] {
            near(exact_llr(&scores(counts), HALF, t_of_pair(lower), t_of_pair(upper)), expected, 5.1e-5);
        }
        let logistic = scores([223, 9863, 21279, 10037, 246]);
        near(exact_llr(&logistic, Constrained::Mean, score_of(0.5), score_of(2.5)), -3.0741, 5.1e-5);
        let games = scores([22569, 44137, 22976]);
        near(exact_llr(&games, HALF, t_of_game(0.5), t_of_game(2.5)), 1.0588, 5.1e-5);
    }

    #[test]
    fn the_closed_form_is_near_the_exact_one() {
        let points = scores([39, 8843, 26675, 9240, 44]);
        let (mean, variance) = mean_and_variance(&points);
        let t = (mean - 0.5) / variance.sqrt();
        let (t0, t1) = (t_of_pair(0.5), t_of_pair(2.5));
        near(closed_llr(44_841, t, t0, t1), 2.941_757, 5.1e-7);
        near(closed_llr(44_841, t, t0, t1), exact_llr(&points, HALF, t0, t1), 1e-4);
    }

    #[test]
    fn elo_and_its_half_width_are_those_of_fastchess() {
        let points = scores([34, 54, 63, 64, 75]);
        let (mean, variance) = mean_and_variance(&points);
        let half = 1.959_964 * (variance / 290.0).sqrt();
        let elo = |score| crate::stats::elo(score, 2);
        near(elo(mean), 55.58, 0.005);
        near((elo(mean + half) - elo(mean - half)) / 2.0, 27.65, 0.005);
    }

    /// Three values: mean and t-value fix a distribution, so the likeliest is found by trying all means.
    #[test]
    fn the_fit_of_a_t_value_is_the_likeliest_of_all() {
        for counts in [[5, 3, 9], [20, 1, 1], [1, 10, 1], [30, 40, 50], [0, 5, 0], [7, 2, 0], [0, 1, 90]] {
            let points = with_ends(&scores(counts));
            for null in [0.25, 0.5] {
                for t in [-2.0, -0.7, -0.1, 0.05, 0.3, 1.0, 3.0] {
                    let p = fit_t_value(&points, null, t);
                    let best = best_of_all_means(&points, null, t);
                    near(likelihood(&points, &p), best, 1e-3);
                }
            }
        }
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
                assert!(exact_llr(&points, Constrained::TValue { null: 0.25 }, h0, h1).is_finite());
                assert!(exact_llr(&points, HALF, t_of_pair(h0), t_of_pair(h1)).is_finite());
                assert!(exact_llr(&points, Constrained::Mean, score_of(h0), score_of(h1)).is_finite());
                assert!(exact_llr(&points, Constrained::Mean, h0, h1).is_finite());
            }
        }
    }

    /// The input on which fastchess hangs (its issue 877).
    #[test]
    fn twenty_losses_speak_for_the_weaker_hypothesis() {
        let losses = scores([20, 0, 0, 0, 0]);
        assert!(exact_llr(&losses, Constrained::Mean, score_of(-1500.0), score_of(-500.0)) < -0.9);
        assert!(exact_llr(&losses, HALF, t_of_pair(-1500.0), t_of_pair(-500.0)) < 0.0);
    }

    #[test]
    fn the_closed_form_never_falls_as_t_rises() {
        for (t0, t1) in [(0.0, 0.1), (-0.1, 0.0), (-3.0, 2.0), (4.0, 4.5)] {
            let mut last = closed_llr(100, f64::NEG_INFINITY, t0, t1);
            assert!(last < 0.0);
            for step in -1_000..=1_000 {
                let llr = closed_llr(100, f64::from(step) / 100.0, t0, t1);
                assert!(llr >= last, "falls at {step}");
                last = llr;
            }
            assert!(closed_llr(100, f64::INFINITY, t0, t1) >= last);
        }
    }

    #[test]
    fn the_closed_form_is_its_formula() {
        for t in [-0.9, -0.2, 0.0, 0.05, 0.3, 0.9] {
            let expected: f64 = 50.0 * ((1.0 + f64::powi(t - 0.02, 2)) / (1.0 + f64::powi(t - 0.1, 2))).ln();
            near(closed_llr(100, t, 0.02, 0.1), expected, 1e-12);
        }
        near(closed_llr(100, 0.06, 0.02, 0.1), 0.0, 1e-15);
        near(closed_llr(100, f64::INFINITY, 0.0, 0.1), 100.0 * 0.05_f64.asinh(), 1e-9);
    }
}
