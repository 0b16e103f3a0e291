//! How much holding a component goes along with winning, for all components of a game at once.
//!
//! Notation: the part h of all seats held the component, with the mean share r; the others have the mean share r'; the
//! difference is D = r − r'. The shares of a game add up to one, so the mean share of all seats is m = 1/n whatever happens,
//! and D = (r − m)/(1 − h) = (m − r')/h. The interval of D is that of the mean share of the rarer of the two groups, over
//! the deals in which the group occurs ([`Ratio`]: deals are clusters, as their games share luck), moved by m and stretched
//! by 1/(1 − h) or 1/h. It contains 0 where the interval of the share contains m. h is taken as known: to first order its
//! spread moves D by a part of D only, and the stretch of the rarer group is at most 2.
//!
//! Who lists the components with the largest and the smallest D has chosen them from a family: those that at least 2 % of
//! the seats held, and not all. With M of them, each interval has the level 1 − 0.05/M (Bonferroni; Dunn 1961, "Multiple
//! comparisons among means", JASA 56), so all hold at the same time with 95 % at least, however components depend on each
//! other and whichever are chosen. Where no component is associated with winning, one is called so in at most 5 % of runs.
//! The adjustment of Benjamini and Yekutieli (2005), by the number of those chosen, is narrower but does not promise that.
//!
//! Refuses: effects. Who could afford a component wins more often anyway.

use riverlab_engine::Share;
use riverlab_stats::{Interval, Ratio, quantile};

/// What part of all seats must have held a component for it to be compared.
pub const HELD_LEAST: f64 = 0.02;

/// How often all intervals together may miss.
const MISS: f64 = 0.05;

/// Shares are in sixtieths.
const WHOLE: f64 = Share::WHOLE as f64;

/// All seats of whole deals, of which each has as many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AllSeats {
    pub(super) deals: u64,
    /// Seats of games.
    pub(super) seats: u64,
    /// The sum of their shares, in sixtieths.
    pub(super) shares: i64,
}

/// The seats that held a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holders<'a> {
    /// How many they were.
    pub(super) held: u64,
    /// Their shares, in sixtieths, deal by deal.
    pub(super) shares: &'a Ratio,
}

/// The difference that each component makes, with the intervals that hold at the same time; `None` for those that are not
/// of the family.
pub(super) fn associations(all: AllSeats, holders: &[Holders<'_>]) -> Vec<Option<Interval>> {
    let is_compared = |one: &Holders<'_>| one.held as f64 >= HELD_LEAST * all.seats as f64 && one.held < all.seats;
    let family = holders.iter().filter(|one| one.held > 0 && is_compared(one)).count();
    let normal_quantile = quantile(1.0 - MISS / (2 * family.max(1)) as f64, u64::MAX);
    let difference =
        |one: &Holders<'_>| (one.held > 0 && is_compared(one)).then(|| all.difference(one, normal_quantile));
    holders.iter().map(difference).collect()
}

impl AllSeats {
    fn difference(self, one: &Holders<'_>, normal_quantile: f64) -> Interval {
        let (mean, part) = (self.shares as f64 / (self.seats as f64 * WHOLE), one.held as f64 / self.seats as f64);
        let (sign, share, stretch) = if 2 * one.held <= self.seats {
            (1.0, one.shares.interval_at(normal_quantile, WHOLE, 0.0, 1.0), 1.0 - part)
        } else {
            let deals = self.deals.max(1);
            let others = one.shares.others(self.shares / deals as i64, self.seats / deals, self.deals);
            (-1.0, others.interval_at(normal_quantile, WHOLE, 0.0, 1.0), part)
        };
        let difference = |share: f64| (sign * (share - mean) / stretch).clamp(-1.0, 1.0);
        let [one, other] = [share.lo, share.hi].map(difference);
        Interval { mean: difference(share.mean), lo: one.min(other), hi: one.max(other) }
    }
}

#[cfg(test)]
#[path = "association_tests.rs"]
mod tests;
