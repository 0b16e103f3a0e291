//! How often a study finds what is there, and how many deals that takes.
//!
//! Notation: an effect E is the mean of B deals with the standard deviation sd; the family has F members; z(a) is the 1 − a
//! quantile of the normal distribution. Tests of a [bounded mean](crate::stats::Ratio) against e have pseudo-deals, which move
//! the mean by b(e)/B against a finding: b(e) = ¾·(e − worst) − ¼·(best − e), with the worst and the best deal seen. When
//! nothing else in the family has an effect,
//!
//! - E > 0 is found, q < 0.05, with the probability Φ((E − b(0)/B)·√B/sd − z(0.05/2F));
//! - E > m is called strong or weak with Φ((E − m − b(m)/B)·√B/sd − z(0.05/F));
//! - no effect is called balanced with 2·Φ((m − b/B)·√B/sd − z(0.05/F)) − 1, b being that of the mirror image at m.
//!
//! q of Benjamini and Hochberg and Holm's method then are both as strict as 0.05/F for one member, but for the chance of
//! another false finding. Effects elsewhere in the family make both less strict, so these are the least.
//!
//! A study that confirms looks twice. What stands out at p < 0.1 on B deals is played again on B′ fresh ones, in a family of
//! about F′ = 1 + (F − 1)/10; *balanced* takes 0.025 each time. The probabilities are those of standing out times those on the
//! fresh deals, and for *balanced* also that of not standing out and being within the margin by the first deals.
//!
//! Reference: Chow, Shao and Wang, *Sample Size Calculations in Clinical Research* (2008), for tests of a margin.

use statrs::distribution::{ContinuousCDF, Normal};

use super::effect::Effect;
use super::verdict::RATE;

/// What stands out is to be looked at again.
pub const STANDS_OUT: f64 = 0.1;

/// The power that is asked for where deals are counted.
pub const POWER: f64 = 0.9;

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

/// A design: how much deals differ, and what is tested.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Design {
    /// The standard deviation of effects over deals.
    pub sd: f64,
    /// The least and the greatest effect of a deal.
    pub extremes: (f64, f64),
    /// The number of members of the family.
    pub family: usize,
    /// The margin.
    pub margin: f64,
}

impl Design {
    /// The design of a study in which deals differ as they did for this effect.
    pub fn of(effect: &Effect, family: usize, margin: f64) -> Design {
        Design { sd: effect.sd, extremes: effect.extremes, family, margin }
    }

    /// The power after so many deals; with `confirm` more for what stands out, unless that is 0.
    pub fn power(&self, deals: u64, confirm: u64) -> Power {
        if confirm == 0 {
            return self.at_once(deals, 1.0);
        }
        let members = 1 + (0.1 * (self.family - 1) as f64).round() as usize;
        let fresh = Design { family: members, ..*self }.at_once(confirm, 2.0);
        let stands_out = |effect: f64| {
            let distance = self.distance(effect, 0.0, deals);
            cdf(distance - z(STANDS_OUT / 2.0)) + cdf(-distance - z(STANDS_OUT / 2.0))
        };
        let unseen =
            z(STANDS_OUT / 2.0).min(self.distance(self.margin, 0.0, deals) - z(RATE / 2.0 / self.family as f64));
        let within_at_first = (2.0 * cdf(unseen) - 1.0).max(0.0);
        Power {
            margin_found: stands_out(self.margin) * fresh.margin_found,
            twice_called: stands_out(2.0 * self.margin) * fresh.twice_called,
            none_balanced: within_at_first + stands_out(0.0) * fresh.none_balanced,
        }
    }

    /// The power of one look; `looks` says how often *balanced* may be said.
    fn at_once(&self, deals: u64, looks: f64) -> Power {
        let (family, margin) = (self.family as f64, self.margin);
        let balanced = cdf(self.distance(margin, 0.0, deals) - z(RATE / looks / family));
        Power {
            margin_found: cdf(self.distance(margin, 0.0, deals) - z(RATE / 2.0 / family)),
            twice_called: cdf(self.distance(2.0 * margin, margin, deals) - z(RATE / family)),
            none_balanced: (2.0 * balanced - 1.0).max(0.0),
        }
    }

    /// How far an effect lies from a value, in standard errors, less what the pseudo-deals take.
    fn distance(&self, effect: f64, value: f64, deals: u64) -> f64 {
        if self.sd == 0.0 {
            return f64::INFINITY;
        }
        let (worst, best) = self.extremes;
        let against = (0.75 * (value - worst) - 0.25 * (best - value)).max(0.0);
        let deals = deals as f64;
        (effect - value - against / deals) * deals.sqrt() / self.sd
    }

    /// The deals after which each kind of finding has a probability of 90 %, in the order of [`Power`], in a study that looks
    /// once.
    pub fn deals_needed(&self) -> [u64; 3] {
        let of: [fn(&Power) -> f64; 3] =
            [|power| power.margin_found, |power| power.twice_called, |power| power.none_balanced];
        of.map(|of| {
            let enough = |deals: u64| of(&self.power(deals, 0)) >= POWER;
            let (mut few, mut many) = (1, 2);
            while !enough(many) && many < MOST_DEALS {
                (few, many) = (many, 2 * many);
            }
            while many - few > 1 {
                let middle = u64::midpoint(few, many);
                if enough(middle) { many = middle } else { few = middle }
            }
            many
        })
    }
}

fn normal() -> Normal {
    Normal::new(0.0, 1.0).expect("a standard normal distribution")
}

fn cdf(value: f64) -> f64 {
    normal().cdf(value)
}

/// The 1 − `tail` quantile.
fn z(tail: f64) -> f64 {
    normal().inverse_cdf(1.0 - tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_needed_are_those_of_the_textbook() {
        let alone = Design { sd: 0.3, extremes: (0.0, 0.0), family: 1, margin: 0.02 };
        // (1.959964 + 1.281552)^2 * 0.3^2 / 0.02^2, and 1.644854 for the other two, with 1.281552 and with 1.644854.
        assert_eq!(alone.deals_needed(), [2365, 1929, 2435]);
        let many = Design { family: 50, ..alone };
        // The 0.0005 and the 0.001 quantile: 3.290527 and 3.090232.
        assert_eq!(many.deals_needed(), [4704, 4303, 5045]);
    }

    #[test]
    fn power_grows_with_deals_and_shrinks_with_the_family() {
        let design = |family| Design { sd: 0.25, extremes: (-0.5, 0.5), family, margin: 0.02 };
        for confirm in [0, 1_000] {
            let powers = [(50, 300), (10, 300), (1, 300), (1, 3_000)]
                .map(|(family, deals)| design(family).power(deals, confirm));
            for pair in powers.windows(2) {
                let of = |power: &Power| [power.margin_found, power.twice_called, power.none_balanced];
                for (fewer, more) in of(&pair[0]).into_iter().zip(of(&pair[1])) {
                    assert!((0.0..=1.0).contains(&fewer) && fewer <= more + 1e-9, "{pair:?}");
                }
            }
        }
    }

    #[test]
    fn deals_without_any_effect_tell_at_once() {
        let design = Design { sd: 0.0, extremes: (0.0, 0.0), family: 5, margin: 0.02 };
        assert_eq!(design.deals_needed(), [2, 2, 2]);
    }
}
