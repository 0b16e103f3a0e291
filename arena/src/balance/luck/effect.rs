//! Effects adjusted by the luck of their deals.

use riverlab_engine::Scope;

use crate::balance::judging::UNIT;
use crate::balance::luck::block::BlockLuck;
use crate::stats::DealSum;
use crate::stats::control_variates::{AdjustedMean, RawMean, VariateDeal, adjusted_mean};
use crate::tally::luck::{LuckScale, forget_rounding};

/// Gathers the luck that belongs to an effect, deal by deal.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectLuck {
    /// How heavy each variate is.
    weights: Vec<f64>,
    deals: Vec<LuckDeal>,
    scale: LuckScale,
}

/// The effects of a deal: sums in units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::balance) struct DealSums {
    /// The number of the deal.
    pub(in crate::balance) deal: u64,
    /// Of shares.
    pub(in crate::balance) share: DealSum,
    /// Of scores.
    pub(in crate::balance) score: DealSum,
}

#[derive(Clone, PartialEq, Debug)]
struct LuckDeal {
    sums: DealSums,
    relative: Vec<f32>,
    own: Vec<f32>,
}

impl LuckDeal {
    /// A sum in units with these vectors of variates.
    fn of(&self, of: DealSum, vectors: &[&[f32]]) -> VariateDeal {
        let variates = vectors.concat().into_iter().map(f64::from).collect();
        VariateDeal { deal: self.sums.deal, sum: of.sum as f64 / UNIT, values: of.count as f64, variates }
    }
}

/// The effects of an experiment on the share and on the score, adjusted for luck where that gains.
pub type AdjustedEffects = [AdjustedMean; 2];

impl EffectLuck {
    /// No deal yet, with variates of these weights.
    pub fn new(weights: Vec<f64>) -> EffectLuck {
        EffectLuck { scale: LuckScale::new(weights.len()), weights, deals: Vec::new() }
    }

    /// Adds a deal: its sums, with the luck of the blocks with and without the intervention.
    pub(in crate::balance) fn add(&mut self, scope: Scope, sums: DealSums, with: &BlockLuck, without: &BlockLuck) {
        for luck in [with, without] {
            let [_, _, squares, variances] = luck.vectors();
            for (variate, (&square, &variance)) in squares.iter().zip(variances).enumerate() {
                self.scale.add(sums.deal, variate, f64::from(square), f64::from(variance));
            }
        }
        let less = |some: &[f32], others: &[f32]| some.iter().zip(others).map(|(one, other)| one - other).collect();
        let ([relative, own, ..], [others, others_own, ..]) = (with.vectors(), without.vectors());
        self.deals.push(LuckDeal {
            sums,
            relative: if scope == Scope::One { relative.to_vec() } else { less(relative, others) },
            own: less(own, others_own),
        });
    }

    /// Adds all deals of another one, which come after those that are there.
    pub(in crate::balance) fn merge(&mut self, other: &EffectLuck) {
        self.deals.extend(other.deals.iter().cloned());
        self.scale.merge(&other.scale);
    }

    /// Adjusts the effects on the share and on the score.
    pub(in crate::balance) fn adjusted(&self, share: RawMean, score: RawMean) -> AdjustedEffects {
        let of_share = |luck: &LuckDeal| luck.of(luck.sums.share, &[&luck.relative]);
        let of_score = |luck: &LuckDeal| luck.of(luck.sums.score, &[&luck.relative, &luck.own]);
        [self.adjust(share, 1, of_share), self.adjust(score, 2, of_score)]
    }

    fn adjust(&self, raw: RawMean, vectors: usize, deal: impl Fn(&LuckDeal) -> VariateDeal) -> AdjustedMean {
        let mut deals: Vec<VariateDeal> = self.deals.iter().map(deal).collect();
        forget_rounding(&mut deals, &self.scale.squares());
        adjusted_mean(raw, &deals, &self.scale.of_vectors(vectors, &self.weights))
    }
}
