//! The exact log-likelihood ratio of two hypotheses about a t-value.
//!
//! Notation: n(i) of N blocks have the score a(i) in [0, 1], p̂(i) = n(i)/N; μ and σ are mean and standard deviation of a
//! distribution on these scores, t = (μ − null)/σ.
//!
//! p₀ and p₁ are the distributions that make the data likeliest among those with the t-value of hypothesis 0 and of
//! hypothesis 1; the ratio is Σ n(i)·ln(p₁(i)/p₀(i)). With t = 0 the hypothesis is that the mean is `null`.
//!
//! The likeliest distribution with a t-value is p(i) = p̂(i)/(1 + θ·g(i)), where g(i) = a(i) − null − (t/2)·((a(i) − μ)²/σ + σ)
//! and μ = null + t·σ; θ and σ are those at which Σ p·g = 0 and Σ p·((a − μ)²/σ² − 1) = 0. Newton's method finds them on the
//! way from the t-value of the data, where θ = 0, to the one asked for. θ has the
//! sign of the t-value of the data less that of the hypothesis; other roots are no maxima. Where the data lie far on the side
//! of 0 of a hypothesis there can be several maxima: then it is the one that grows out of the data.
//!
//! Where that fails, as the data have hardly any spread or are far from the hypothesis, it takes the mixture (1 − q)·p̂ of the
//! data with the weight q at one end of the scale, which is the likeliest where the data have no spread.
//!
//! References: Van den Bergh, "Comments on normalized Elo" and the fishtest mathematics page; Li, Liu and Ying, "Generalized
//! sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33 (2014).
//!
//! Refuses: scores outside of [0, 1], and the `BayesElo` model of draws.

use super::bisect::{Bracket, bisect};

/// How often an end of the scale that never came up is taken to have come up, as fishtest does. It makes every hypothesis
/// possible after any data.
const UNSEEN: f64 = 1e-3;

/// How near to the ends of the scale a hypothesised mean may lie.
const NEAREST: f64 = 1e-9;

/// The largest hypothesised t-value.
const LARGEST_T: f64 = 1e3;

/// Rounds of Newton's method from a solution nearby.
const NEWTON_ROUNDS: u32 = 12;

/// Steps from the t-value of the data to the one asked for, and the shortest of them.
const STEPS: u32 = 200;
const SHORTEST_STEP: f64 = 1e-6;

/// How often an interval is halved to find a root: to the last bit also where it lies next to an end.
const HALVINGS: u32 = 90;

/// Scores of blocks with how often each came up, both ends of the scale among them.
#[derive(Clone, Debug)]
pub struct Scores {
    values: Vec<f64>,
    counts: Vec<f64>,
    total: f64,
}

/// Where the likeliest distribution with a t-value is.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fit {
    sd: f64,
    multiplier: f64,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores { values: vec![0.0, 1.0], counts: vec![UNSEEN; 2], total: 2.0 * UNSEEN }
    }
}

impl Scores {
    /// Adds so many blocks with a score in [0, 1].
    pub fn add(&mut self, score: f64, count: f64) {
        let seen = self.values.iter().position(|&value| value == score);
        let place = seen.unwrap_or_else(|| {
            self.values.push(score);
            self.counts.push(0.0);
            self.values.len() - 1
        });
        if self.counts[place] == UNSEEN {
            self.counts[place] = 0.0;
            self.total -= UNSEEN;
        }
        self.counts[place] += count;
        self.total += count;
    }

    /// The scores, each with its count.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// How much likelier the best distribution of all makes the data than the best with this t-value: the difference of
    /// logarithms.
    pub fn loss(&self, null: f64, t: f64) -> f64 {
        let (null, t) = held(null, t);
        match self.fit(null, t) {
            Some(fit) => self
                .points()
                .map(|(value, count)| count * libm::log1p(fit.multiplier * gap(value, null, t, fit.sd)))
                .sum(),
            None => self
                .points()
                .zip(self.mixed(null, t))
                .map(|((_, count), p)| count * libm::log(count / self.total / p))
                .sum(),
        }
    }

    /// The likeliest distribution with this t-value, in the order of the scores.
    pub fn likeliest(&self, null: f64, t: f64) -> Vec<f64> {
        let (null, t) = held(null, t);
        match self.fit(null, t) {
            Some(fit) => {
                let chance = |(value, count)| count / self.total / (1.0 + fit.multiplier * gap(value, null, t, fit.sd));
                self.points().map(chance).collect()
            }
            None => self.mixed(null, t),
        }
    }

    fn fit(&self, null: f64, t: f64) -> Option<Fit> {
        // Of blocks that are all alike the mixture is the likeliest, and Newton's method finds nothing.
        if self.counts.iter().filter(|&&count| count != UNSEEN).count() < 2 {
            return None;
        }
        let (mean, sd) = self.mean_and_sd();
        let seen = (mean - null) / sd;
        let (mut place, aim) = (libm::asinh(seen), libm::asinh(t));
        let (mut fit, mut step) = (Fit { sd, multiplier: 0.0 }, (aim - place).abs());
        for _ in 0..STEPS {
            let left = aim - place;
            let next = if left.abs() <= step { aim } else { place + step.copysign(left) };
            let t = if next == aim { t } else { libm::sinh(next) };
            match self.newton(fit, null, t, seen >= t) {
                Some(found) if next == aim => return Some(found),
                Some(found) => (fit, place, step) = (found, next, 1.5 * step),
                None if step < SHORTEST_STEP => return None,
                None => step *= 0.4,
            }
        }
        None
    }

    fn mean_and_sd(&self) -> (f64, f64) {
        let mean = self.points().map(|(value, count)| value * count).sum::<f64>() / self.total;
        let square = self.points().map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>() / self.total;
        (mean, square.sqrt())
    }

    /// Newton's method from a solution nearby; `above` says whether the data have a larger t-value than asked for.
    fn newton(&self, Fit { mut sd, mut multiplier }: Fit, null: f64, t: f64, above: bool) -> Option<Fit> {
        for _ in 0..NEWTON_ROUNDS {
            let mean = null + t * sd;
            let [mut first, mut second, mut size] = [0.0; 3];
            let [mut first_by_multiplier, mut first_by_sd, mut second_by_multiplier, mut second_by_sd] = [0.0; 4];
            for (value, count) in self.points() {
                let z = (value - mean) / sd;
                let (g, h) = (gap(value, null, t, sd), z * z - 1.0);
                let (g_by_sd, h_by_sd) = (t * t * z + 0.5 * t * h, -2.0 * z * (t + z) / sd);
                let quotient = 1.0 + multiplier * g;
                let weight = count / self.total / quotient;
                first += weight * g;
                second += weight * h;
                size += weight * g * g;
                first_by_multiplier -= weight * g * g / quotient;
                first_by_sd += weight * g_by_sd / quotient;
                second_by_multiplier -= weight * g * h / quotient;
                second_by_sd += weight * (h_by_sd - multiplier * g_by_sd * h / quotient);
            }
            if first * first <= 1e-22 * size && second.abs() < 1e-11 {
                let right = multiplier.abs() < 1e-9 || (multiplier > 0.0) == above;
                return right.then_some(Fit { sd, multiplier });
            }
            let determinant = first_by_multiplier * second_by_sd - first_by_sd * second_by_multiplier;
            let steps = [
                (first_by_sd * second - first * second_by_sd) / determinant,
                (first * second_by_multiplier - first_by_multiplier * second) / determinant,
            ];
            (multiplier, sd) = self.damped(multiplier, sd, steps, null, t)?;
        }
        None
    }

    /// A step, or the part of it that keeps all chances positive.
    fn damped(&self, multiplier: f64, sd: f64, [along, aside]: [f64; 2], null: f64, t: f64) -> Option<(f64, f64)> {
        let mut part = 1.0;
        while part > 1e-4 {
            let (multiplier, next) = (multiplier + part * along, sd + part * aside);
            let positive = |&value: &f64| 1.0 + multiplier * gap(value, null, t, next) > 1e-9;
            if next > 0.2 * sd && next < 5.0 * sd && self.values.iter().all(positive) {
                return Some((multiplier, next));
            }
            part *= 0.5;
        }
        None
    }

    /// The mixture of the data and an end of the scale that has this t-value.
    fn mixed(&self, null: f64, t: f64) -> Vec<f64> {
        let (mean, sd) = self.mean_and_sd();
        let above = mean - null >= t * sd;
        let end = if above { 0.0 } else { 1.0 };
        let is_above = |part: f64| {
            let mixed = mean + part * (end - mean);
            let variance = (1.0 - part) * sd * sd + part * (1.0 - part) * (end - mean).powi(2);
            mixed - null >= t * variance.sqrt()
        };
        let part = bisect(Bracket { before: 0.0, after: 1.0 }, HALVINGS, |part| is_above(part) == above).before;
        let chance =
            |(value, count): (f64, f64)| (1.0 - part) * count / self.total + if value == end { part } else { 0.0 };
        self.points().map(|point| chance(point).max(f64::MIN_POSITIVE)).collect()
    }
}

/// A hypothesis within what can be computed.
fn held(null: f64, t: f64) -> (f64, f64) {
    (null.clamp(NEAREST, 1.0 - NEAREST), t.clamp(-LARGEST_T, LARGEST_T))
}

/// g of a score, for a standard deviation.
fn gap(value: f64, null: f64, t: f64, sd: f64) -> f64 {
    let distance = value - null - t * sd;
    value - null - 0.5 * t * (distance * distance / sd + sd)
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
}
