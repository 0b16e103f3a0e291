//! How often a study finds what is there, and how many deals that takes.
//!
//! Notation: an effect E is the mean of B deals with the standard deviation sd and the skewness γ; the family has F members;
//! z(a) is the 1 − a quantile of the normal distribution. A test of E against e at the level a stands at
//! D = (E − e − b(e)/B)·√B/sd standard errors, where pseudo-deals of a [bounded mean](crate::Ratio) take
//! b(e) = ¾·(e − worst) − ¼·(best − e), with the worst and the best deal
//! seen, and add their squares, weighed alike, to sd². The exponential weights of deals give the sum
//! twice their skewness and six times their kurtosis κ; so ends of intervals lie
//! z′ = z − c·(z² − 1)/3 + (z³ − 3z)·κ/4B − c²·(2z³ − 5z)/9 standard errors from the mean, c = γ/√B (Cornish and Fisher). sd is estimated from the same deals as the mean. So the test finds E > e
//! when a mean lies more than x = (z′ − D)/(1 − z·c/2) standard errors above its expectation, which has the probability
//! Φ(−x) + c·(x² − 1)·φ(x)/6 (an Edgeworth expansion; Hall, *The Bootstrap and Edgeworth Expansion*, 1992).
//!
//! When nothing else in the family has an effect,
//!
//! - E > 0 is found, q < 0.05, by a test against 0 at 0.05/2F, or at twice that where another member is at 0.1/F or below by
//!   chance, which has the probability 1 − (1 − 0.1/F)^(F − 1);
//! - E > m is called strong or weak by a test against m at 0.05/F;
//! - no effect is called balanced when |Z| < D − z′·S for the D of m against 0, where Z is normal and S, the spread that is
//!   seen, has the variance (κ − 1)/4B around 1. Holm's level is 0.05/F for the member that is told most easily, 0.05/(F − 1)
//!   for the next, and so on; the probability is that of a member of simulated families.
//!
//! Effects elsewhere in the family make q less strict, and leave fewer that are balanced.
//!
//! A study that confirms looks twice. What stands out at p < 0.1 on B deals is played again on B′ fresh ones, in a family of
//! about F′ = 1 + (F − 1)/10; *balanced* takes 0.025 each time. The probabilities are those of standing out times those on the
//! fresh deals, and for *balanced* also that of not standing out and being within the margin by the first deals.
//!
//! Reference: Chow, Shao and Wang, *Sample Size Calculations in Clinical Research* (2008), for tests of a margin.

use crate::{normal, smallest};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// The share of false findings among all that is allowed, and the chance of any false verdict.
pub const RATE: f64 = 0.05;

/// An effect with a lower p-value stands out: a study that confirms plays it again.
pub const STANDS_OUT: f64 = 0.1;

/// The power that is asked for where deals are counted.
pub const POWER: f64 = 0.9;

/// The number of members of simulated families.
const MEMBERS: usize = 8_000;

/// No study has more deals.
const MOST_DEALS: u64 = 1 << 40;

/// How often studies of this design find something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Power {
    /// That an effect as large as the margin is found: q < 0.05.
    pub margin_found: f64,
    /// That an effect twice as large as the margin is called strong or weak.
    pub twice_called: f64,
    /// That no effect is called balanced.
    pub none_balanced: f64,
}

/// The design of a study: how much deals differ, and what is tested.
///
/// ```
/// use riverlab_stats::power::Design;
///
/// // Deals of one normal test with a power of 90 %: (1.960 + 1.282)² · 0.3² / 0.02² = 2364 (Chow, Shao and Wang, 2008).
/// let design = Design { sd: 0.3, shape: [0.0, 3.0], extremes: (0.0, 0.0), family: 1, margin: 0.02 };
/// assert!(design.deals_needed()[0].abs_diff(2364) < 25);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Design {
    /// The standard deviation of effects over deals.
    pub sd: f64,
    /// Their skewness and their kurtosis, 3 for a normal distribution.
    pub shape: [f64; 2],
    /// The least and the greatest effect of a deal.
    pub extremes: (f64, f64),
    /// The number of members of the family.
    pub family: usize,
    /// The margin.
    pub margin: f64,
}

impl Design {
    /// The power after so many deals; with `confirm` more for what stands out, unless that is 0.
    pub fn power(&self, deals: u64, confirm: u64) -> Power {
        if confirm == 0 {
            return self.at_once(deals, 1.0);
        }
        let members = 1 + (0.1 * (self.family - 1) as f64).round() as usize;
        let fresh = Design { family: members, ..*self }.at_once(confirm, 2.0);
        let stands_out = |effect: f64| self.finds(effect, 0.0, deals, STANDS_OUT / 2.0);
        let unseen = 1.0 - STANDS_OUT;
        Power {
            margin_found: stands_out(self.margin) * fresh.margin_found,
            twice_called: stands_out(2.0 * self.margin) * fresh.twice_called,
            none_balanced: self.balances(deals, 2.0).min(unseen) + STANDS_OUT * fresh.none_balanced,
        }
    }

    /// The power of one look; `looks` says how often *balanced* may be said.
    fn at_once(&self, deals: u64, looks: f64) -> Power {
        let (family, margin) = (self.family as f64, self.margin);
        Power {
            margin_found: self.discovers(margin, deals),
            twice_called: self.finds(2.0 * margin, margin, deals, RATE / family),
            none_balanced: self.balances(deals, looks),
        }
    }

    /// How often an effect has q < 0.05 among members without.
    fn discovers(&self, effect: f64, deals: u64) -> f64 {
        let family = self.family as f64;
        let [alone, helped] = [0.5, 1.0].map(|part| self.finds(effect, 0.0, deals, part * RATE / family));
        let help = 1.0 - libm::pow(1.0 - 2.0 * RATE / family, family - 1.0);
        alone + help * (helped - alone)
    }

    /// How often a test of this level finds an effect to be above a value.
    fn finds(&self, effect: f64, value: f64, deals: u64, level: f64) -> f64 {
        let distance = self.distance(effect, value, deals);
        if distance.is_infinite() {
            return 1.0;
        }
        let z = normal::upper_quantile(level);
        // Far from normal the expansion says nothing.
        let skew = (self.shape[0] / (deals as f64).sqrt()).clamp(-0.5 / z, 0.5 / z);
        let end = self.heavier(z, deals) - skew * (z * z - 1.0) / 3.0 - skew * skew * (2.0 * z.powi(3) - 5.0 * z) / 9.0;
        let above = (end - distance) / (1.0 - z * skew / 2.0);
        (normal::cdf(-above) + skew * (above * above - 1.0) * normal::density(above) / 6.0).clamp(0.0, 1.0)
    }

    /// A quantile of the weighted mean of so many deals without skewness.
    fn heavier(&self, z: f64, deals: u64) -> f64 {
        z + (z.powi(3) - 3.0 * z) * (self.shape[1] / (4.0 * deals as f64)).min(0.1)
    }

    /// How often a member without effect is called balanced in a family of such members.
    fn balances(&self, deals: u64, looks: f64) -> f64 {
        let distance = self.distance(self.margin, 0.0, deals);
        if distance.is_infinite() {
            return 1.0;
        }
        let level = |left: usize| RATE / looks / left as f64;
        let steps: Vec<f64> =
            (1..=self.family).rev().map(|left| self.heavier(normal::upper_quantile(level(left)), deals)).collect();
        let spread = ((self.shape[1] - 1.0).max(0.0) / (4.0 * deals as f64)).sqrt();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let families = MEMBERS.div_ceil(self.family);
        let mut balanced = 0;
        for _ in 0..families {
            let mut draw = || -> f64 { StandardNormal.sample(&mut rng) };
            let mut member = || (distance - draw().abs()) / (1.0 + spread * draw()).max(0.1);
            let mut members: Vec<f64> = (0..self.family).map(|_| member()).collect();
            members.sort_unstable_by(|a, b| b.total_cmp(a));
            balanced += members.iter().zip(&steps).take_while(|(member, step)| member > step).count();
        }
        balanced as f64 / (families * self.family) as f64
    }

    /// How far an effect lies from a value, in standard errors, less what the pseudo-deals take.
    fn distance(&self, effect: f64, value: f64, deals: u64) -> f64 {
        if self.sd == 0.0 {
            return f64::INFINITY;
        }
        let (worst, best) = self.extremes;
        let against = (0.75 * (value - worst) - 0.25 * (best - value)).max(0.0);
        let deals = deals as f64;
        let variance = self.sd.powi(2) + (0.75 * (value - worst).powi(2) + 0.25 * (best - value).powi(2)) / deals;
        (effect - value - against / deals) * (deals / variance).sqrt()
    }

    /// The deals after which each kind of finding has a probability of 90 %, in the order of [`Power`], in a study that looks
    /// once.
    pub fn deals_needed(&self) -> [u64; 3] {
        let of: [fn(&Power) -> f64; 3] =
            [|power| power.margin_found, |power| power.twice_called, |power| power.none_balanced];
        of.map(|of| smallest(2, MOST_DEALS, |deals| of(&self.power(deals, 0)) >= POWER))
    }
}

#[cfg(test)]
#[path = "power_tests.rs"]
mod tests;
