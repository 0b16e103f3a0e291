//! The mean of values between known limits: its interval, and the p-value that belongs to the interval.
//!
//! Notation: deal d has c(d) values with the sum s(d), each between `least` and `most`; deals are independent; the mean is
//! Σs/Σc. Let every deal have a random weight, exponential with mean 1, and let there be pseudo-deals of mean size with
//! weights of gamma distributions: for the lower end one of shape ¾ with the value w·least + (1 − w)·worst, and one of
//! shape ¼ like the best deal seen. Here worst is the worst deal seen and w = 1/(1 + L/K), with L the number of deals lost, Σ
//! (median − value)/(median − least) over the deals below the median one, and K = 60 by the number of values of a deal, from 5
//! to 15. The lower end is the 0.025 quantile of the weighted mean; the upper end is the same seen from the other side. The
//! p-value of a mean is twice the smaller of the probabilities that the weighted mean is at most, or at least, as large; so it
//! is below 0.05 where the interval does not contain that mean.
//!
//! Why: without pseudo-deals this is the Bayesian bootstrap (Rubin 1981), which knows only what was seen: a bot that never
//! lost would be certain never to lose. One pseudo-deal at the worst limit gives the bound of Gaffke (2005; Phan, Thomas and
//! Learned-Miller, "Towards practical mean bounds for small samples", ICML 2021), which for wins and losses is that of Clopper
//! and Pearson: it covers more than it says. Half a pseudo-deal at each limit would be Jeffreys' interval, which misses one
//! side too often where few deals are lost. Three quarters lie between, and for k wins in n deals the ends are the quantiles
//! of Beta(k + ¼, n − k + ¾) and of its mirror image. Where several deals were lost they show how bad a lost deal is, and
//! the limit, which a deal of many games hardly comes near, counts less. Deals like the median one show nothing of that kind,
//! however many there are: where nearly all are level, five won ones do not prove that none is lost. Intervals of fewer than
//! fifty deals of a dozen games and more still cover up to 99 %.
//!
//! A deal that goes better lowers no end: the weighted mean rises with every value, by far more than the pseudo-deals can
//! fall as w rises. No interval has zero width unless the limits are equal.
//!
//! The probability that Σ G(d)·(s(d) − m·c(d)) is at most 0 comes from the saddlepoint of its cumulants (Lugannani and Rice
//! 1980, in the form r* of Barndorff-Nielsen 1986): within some thousandths of itself.
//!
//! Where nothing limits the values, as with differences of scores, a limit can only be guessed from what was seen, and as
//! deals are lost they say better than the guess how bad a lost deal is. Notation: x are the distances to the median of the
//! deals below it. Then worst is the median less Σx²/Σx, the distance of a typical lost deal (each counts as much as it was
//! lost), in place of the worst deal seen; the best is the same seen from the other side; and L is (Σx)²/Σx², the number of
//! deals that were lost where all were lost alike, with K = 5. So the pseudo-deals stand some 1.3 standard deviations away in
//! long series, and the ends are near those of Student's interval; with wins and losses only they are where they were.
//!
//! Refuses: deals that are not independent.

use super::bisect::{Bracket, bisect};
use super::gamma_sum::negative_sum;
use super::interval::Interval;
use super::interval::NORMAL_QUANTILE;
use super::normal;
use super::pseudo_deals::{pseudo_deals_by_guesses, pseudo_deals_of_both_sides};
use crate::stable_sort::stable_sort_by;

/// More kinds of deals than these are gathered in groups of neighbours, which changes a quantile by less than a millionth
/// of the range.
const MOST_KINDS: usize = 1_000;

/// Halvings of an interval of means.
const HALVINGS: u32 = 48;

/// Deals that are alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Kind {
    /// The sum of the values of one of them.
    pub(super) sum: f64,
    /// The number of values of one of them.
    pub(super) values: f64,
    /// How many there are.
    pub(super) deals: f64,
}

impl Kind {
    fn mean(&self) -> f64 {
        self.sum / self.values
    }
}

/// What is known of the mean of some deals.
#[derive(Clone, Debug)]
pub(super) struct BoundedMean {
    kinds: Vec<Kind>,
    mean: f64,
    least: f64,
    most: f64,
    /// The pseudo-deals of the lower and of the upper side, with their shapes.
    pseudo: [[(f64, f64); 2]; 2],
    /// The mean number of values of a deal.
    size: f64,
}

/// One limit of the mean, seen from which all is computed: the upper end is the lower end of the mirror image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

impl BoundedMean {
    /// The deals, all of whose values lie between `least` and `most`; there must be a deal.
    pub(super) fn new(kinds: Vec<Kind>, least: f64, most: f64) -> BoundedMean {
        BoundedMean::with(kinds, least, most, |means, size| pseudo_deals_of_both_sides(means, least, most, size))
    }

    /// The same where nothing limits the values, but `least` and `most` are guessed from them: the less is known of lost
    /// deals, the more the guess counts.
    pub(super) fn with_guessed_limits(kinds: Vec<Kind>, least: f64, most: f64) -> BoundedMean {
        BoundedMean::with(kinds, least, most, |means, _| pseudo_deals_by_guesses(means, least, most))
    }

    /// With pseudo-deals by the mean values of deals, with how many there are of each, and the mean number of values.
    fn with(
        kinds: Vec<Kind>,
        least: f64,
        most: f64,
        pseudo: impl Fn(&[(f64, f64)], f64) -> [[(f64, f64); 2]; 2],
    ) -> BoundedMean {
        let total = |of: fn(&Kind) -> f64| kinds.iter().map(|kind| kind.deals * of(kind)).sum::<f64>();
        let (sum, values, deals) = (total(|kind| kind.sum), total(|kind| kind.values), total(|_| 1.0));
        let kinds = if kinds.len() > MOST_KINDS { grouped(kinds) } else { kinds };
        let means: Vec<(f64, f64)> = kinds.iter().map(|kind| (kind.mean(), kind.deals)).collect();
        let size = values / deals;
        let pseudo = pseudo(&means, size);
        BoundedMean { kinds, mean: (sum / values).clamp(least, most), least, most, pseudo, size }
    }

    /// The mean with its 95 % interval.
    pub(super) fn interval(&self) -> Interval {
        self.interval_at(NORMAL_QUANTILE)
    }

    /// The mean with the interval of another level, whose ends are this quantile of the normal distribution away.
    pub(super) fn interval_at(&self, quantile: f64) -> Interval {
        Interval { mean: self.mean, lo: self.end(Side::Lower, quantile), hi: self.end(Side::Upper, quantile) }
    }

    /// The two-sided p-value of a mean.
    pub(super) fn p(&self, null: f64) -> f64 {
        (2.0 * self.p_above(null).min(self.p_below(null))).min(1.0)
    }

    /// The one-sided p-value of the mean being at most `null`: small where it is above.
    pub(super) fn p_above(&self, null: f64) -> f64 {
        self.tail(null, Side::Lower)
    }

    /// The one-sided p-value of the mean being at least `null`: small where it is below.
    pub(super) fn p_below(&self, null: f64) -> f64 {
        self.tail(null, Side::Upper)
    }

    fn tail(&self, null: f64, side: Side) -> f64 {
        normal::cdf(self.deviation(null, side))
    }

    fn end(&self, side: Side, quantile: f64) -> f64 {
        let limit = if side == Side::Lower { self.least } else { self.most };
        if self.kinds.iter().all(|kind| kind.mean() == limit) {
            return limit;
        }
        let outside_to_inside = Bracket { before: limit, after: self.mean };
        bisect(outside_to_inside, HALVINGS, |mean| self.deviation(mean, side) < -quantile).middle()
    }

    /// The probability that the weighted mean is `mean` or farther from the middle on this side, as a quantile of the normal
    /// distribution.
    fn deviation(&self, mean: f64, side: Side) -> f64 {
        let (sign, pseudo) = match side {
            Side::Lower => (1.0, self.pseudo[0]),
            Side::Upper => (-1.0, self.pseudo[1]),
        };
        let pseudo = pseudo.map(|(value, shape)| (sign * (value - mean) * self.size, shape));
        let seen = self.kinds.iter().map(|kind| (sign * (kind.sum - mean * kind.values), kind.deals));
        negative_sum(&seen.chain(pseudo).collect::<Vec<_>>())
    }
}

/// Gathers neighbours: each group keeps the sum of its deals and of its values.
fn grouped(mut kinds: Vec<Kind>) -> Vec<Kind> {
    stable_sort_by(&mut kinds, |a, b| a.mean().total_cmp(&b.mean()).then(a.values.total_cmp(&b.values)));
    let (least, most) = (kinds[0].mean(), kinds[kinds.len() - 1].mean());
    let bin = |kind: &Kind| ((kind.mean() - least) / (most - least) * MOST_KINDS as f64) as usize;
    let gathered = |group: &[Kind]| {
        let total = |of: fn(&Kind) -> f64| group.iter().map(|kind| kind.deals * of(kind)).sum::<f64>();
        let deals = total(|_| 1.0);
        Kind { sum: total(|kind| kind.sum) / deals, values: total(|kind| kind.values) / deals, deals }
    };
    kinds.chunk_by(|a, b| bin(a) == bin(b)).map(gathered).collect()
}

#[cfg(test)]
#[path = "bounded_mean_tests.rs"]
mod tests;
