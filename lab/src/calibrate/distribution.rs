//! Deals with their chances, from which the deals of simulated studies are drawn.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Binomial, Distribution};
use riverlab_stats::{Ratio, mean_of, tilted};

/// How near to what is asked for a tilted distribution must come.
const NEAR: f64 = 1e-6;

/// A deal is drawn alone where there are at most so many deals for each kind.
const FEW_FOR_A_KIND: u64 = 4;

/// What deals are worth, with their chances: each kind is a sum over a number of values.
#[derive(Clone, PartialEq, Debug)]
pub struct DealDistribution {
    kinds: Vec<(i64, u64)>,
    chances: Vec<f64>,
    /// The sum of the chances up to each kind.
    cumulated: Vec<f64>,
}

impl DealDistribution {
    /// Kinds of deals with their weights; kinds may come up several times.
    pub fn new(weighted: impl IntoIterator<Item = ((i64, u64), f64)>) -> DealDistribution {
        let mut gathered: BTreeMap<(i64, u64), f64> = BTreeMap::new();
        for (kind, weight) in weighted {
            *gathered.entry(kind).or_default() += weight;
        }
        gathered.retain(|_, weight| *weight > 0.0);
        let total: f64 = gathered.values().sum();
        let chances: Vec<f64> = gathered.values().map(|weight| weight / total).collect();
        let mut sum = 0.0;
        let cumulated = chances.iter().map(|chance| {
            sum += chance;
            sum
        });
        DealDistribution { cumulated: cumulated.collect(), kinds: gathered.into_keys().collect(), chances }
    }

    /// The deals that were seen.
    pub(crate) fn of_ratio(seen: &Ratio) -> DealDistribution {
        DealDistribution::new(seen.kinds().map(|(kind, deals)| (kind, deals as f64)))
    }

    /// The kinds with their chances.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = ((i64, u64), f64)> + Clone + '_ {
        self.kinds.iter().copied().zip(self.chances.iter().copied())
    }

    /// The mean value, each divided by `scale`.
    pub fn mean(&self, scale: f64) -> f64 {
        let (sum, values) = self.kinds().fold((0.0, 0.0), |(sum, values), ((of_deal, count), chance)| {
            (sum + chance * of_deal as f64, values + chance * count as f64)
        });
        sum / (values * scale)
    }

    /// The standard deviation of a deal's mean value, where all deals have as many values.
    pub fn sd(&self, scale: f64) -> f64 {
        let mean = self.mean(scale);
        let square = |(kind, chance): ((i64, u64), f64)| chance * (value(kind, scale) - mean).powi(2);
        self.kinds().map(square).sum::<f64>().sqrt()
    }

    /// The skewness and the kurtosis of a deal's mean value, where all deals have as many values and not all are alike.
    pub(crate) fn shape(&self, scale: f64) -> [f64; 2] {
        let (mean, sd) = (self.mean(scale), self.sd(scale));
        let moment =
            |power| self.kinds().map(|(kind, chance)| chance * ((value(kind, scale) - mean) / sd).powi(power)).sum();
        [moment(3), moment(4)]
    }

    /// The least and the greatest mean value of a deal.
    pub(crate) fn extremes(&self, scale: f64) -> (f64, f64) {
        let values = self.kinds.iter().map(|&kind| value(kind, scale));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
    }

    /// The same deals tilted to another mean; none where they do not reach it.
    pub(crate) fn with_mean(&self, mean: f64, scale: f64) -> Option<DealDistribution> {
        let (least, most) = self.extremes(scale);
        let range = most - least;
        if mean < least + 0.01 * range || mean > most - 0.01 * range || range == 0.0 {
            return None;
        }
        let unit: Vec<(f64, f64)> =
            self.kinds().map(|(kind, chance)| ((value(kind, scale) - least) / range, chance)).collect();
        let tilted = tilted(&unit, (mean - least) / range, mean_of);
        let found = DealDistribution::new(self.kinds.iter().copied().zip(tilted.iter().map(|kind| kind.1)));
        ((found.mean(scale) - mean).abs() < NEAR).then_some(found)
    }

    /// These deals and their mirror images with respect to 0, alike.
    #[must_use]
    pub(crate) fn mirrored(&self) -> DealDistribution {
        DealDistribution::new(
            self.kinds().flat_map(|((sum, count), chance)| [((sum, count), chance), ((-sum, count), chance)]),
        )
    }

    /// Draws so many deals.
    pub(crate) fn draw(&self, deals: u64, rng: &mut ChaCha8Rng) -> Ratio {
        let mut drawn = Ratio::default();
        if deals <= FEW_FOR_A_KIND * self.kinds.len() as u64 {
            for _ in 0..deals {
                let (sum, count) = self.one_kind(rng);
                drawn.add(sum, count);
            }
            return drawn;
        }
        let (mut left, mut chance_left) = (deals, 1.0_f64);
        for (idx, ((sum, count), chance)) in self.kinds().enumerate() {
            let part = if idx + 1 == self.kinds.len() { 1.0 } else { (chance / chance_left).clamp(0.0, 1.0) };
            let alike = Binomial::new(left, part).expect("a probability").sample(rng);
            drawn.add_deals(sum, count, alike);
            left -= alike;
            chance_left = (chance_left - chance).max(f64::MIN_POSITIVE);
        }
        drawn
    }

    /// Draws the place of one kind.
    fn one(&self, rng: &mut impl Rng) -> usize {
        let aim: f64 = rng.random();
        self.cumulated.partition_point(|&sum| sum <= aim).min(self.kinds.len() - 1)
    }

    /// Draws one deal: its sum, over so many values.
    pub(crate) fn one_kind(&self, rng: &mut ChaCha8Rng) -> (i64, u64) {
        self.kinds[self.one(rng)]
    }

    /// Draws the mean value of one deal.
    pub(crate) fn one_value(&self, scale: f64, rng: &mut ChaCha8Rng) -> f64 {
        value(self.one_kind(rng), scale)
    }
}

/// The mean value of a deal, each divided by `scale`.
pub(super) fn value((sum, count): (i64, u64), scale: f64) -> f64 {
    sum as f64 / (count as f64 * scale)
}

#[cfg(test)]
#[path = "distribution_tests.rs"]
mod tests;
