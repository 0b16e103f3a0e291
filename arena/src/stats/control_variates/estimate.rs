//! The adjusted mean with its interval, and what the adjustment has gained.

use super::deal::{FOLDS, MIN_DEALS, VariateDeal, VariateScales};
use super::fit::coefficients;
use crate::stats::bounded_mean::{BoundedMean, Kind};
use crate::stats::interval::Interval;
use crate::stats::interval::NORMAL_QUANTILE;

/// Which of two figures stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The mean as it is: the adjustment is not known to gain anything.
    Raw,
    /// The adjusted mean.
    Adjusted,
}

/// How many times as many deals would be as precise without the adjustment, with its 95 % interval.
pub type Gain = Interval;

/// A mean over deals that may be adjusted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdjustedMean {
    /// Which figure stands.
    pub figure: Figure,
    /// That mean, with its 95 % interval.
    pub mean: Interval,
    /// What the adjustment gains; none with too few deals to fit any, or without any luck.
    pub gain: Option<Gain>,
}

/// The mean that is to be adjusted.
#[derive(Clone, Copy, Debug)]
pub enum RawMean {
    /// A mean of values between limits, with its interval.
    Between {
        /// The mean.
        mean: Interval,
        /// The least and the greatest value.
        limits: (f64, f64),
    },
    /// A mean of values without limits, with its interval.
    WithoutLimits {
        /// The mean.
        mean: Interval,
    },
    /// A mean of values without limits, whose interval is computed as that of the adjusted one.
    Alike,
}

/// A deal whose sum is adjusted.
struct AdjustedDeal {
    sum: f64,
    values: f64,
    adjustment: f64,
}

/// The mean over these deals, which come in the order of their numbers, adjusted where that gains.
pub fn adjusted_mean(raw: RawMean, deals: &[VariateDeal], scales: &VariateScales) -> AdjustedMean {
    let standing = |mean: Interval| AdjustedMean { figure: Figure::Raw, mean, gain: None };
    let unadjusted = || raw.interval(deals);
    if deals.len() < MIN_DEALS {
        return standing(unadjusted());
    }
    let adjusted = adjust(deals, &coefficients(deals, scales));
    let Some(gain) = gain(deals, &adjusted) else { return standing(unadjusted()) };
    let (figure, mean) =
        if gain.lo > 1.0 { (Figure::Adjusted, interval(&adjusted, raw.limits())) } else { (Figure::Raw, unadjusted()) };
    AdjustedMean { figure, mean, gain: Some(gain) }
}

impl RawMean {
    fn limits(self) -> Option<(f64, f64)> {
        match self {
            RawMean::Between { limits, .. } => Some(limits),
            RawMean::WithoutLimits { .. } | RawMean::Alike => None,
        }
    }

    fn interval(self, deals: &[VariateDeal]) -> Interval {
        match self {
            RawMean::Between { mean, .. } | RawMean::WithoutLimits { mean } => mean,
            RawMean::Alike => interval(&unadjusted(deals), None),
        }
    }
}

fn unadjusted(deals: &[VariateDeal]) -> Vec<AdjustedDeal> {
    deals.iter().map(|deal| AdjustedDeal { sum: deal.sum, values: deal.values, adjustment: 0.0 }).collect()
}

fn adjust(deals: &[VariateDeal], coefficients: &[Vec<f64>; FOLDS]) -> Vec<AdjustedDeal> {
    let adjusted = |deal: &VariateDeal| {
        let products = deal.variates.iter().zip(&coefficients[deal.fold()]).map(|(z, b)| z * b);
        let adjustment = products.sum::<f64>();
        AdjustedDeal { sum: deal.sum - adjustment, values: deal.values, adjustment }
    };
    deals.iter().map(adjusted).collect()
}

/// The interval of a mean of adjusted values, which may go as far the other way of their mean as any that was seen, and a unit
/// where none went anywhere; where values have limits, no farther beyond them than any adjustment went. A figure that is
/// adjusted has seen what there is to be explained, so that limits far beyond it say little.
fn interval(deals: &[AdjustedDeal], limits: Option<(f64, f64)>) -> Interval {
    let (sum, values) = totals(deals);
    let (least, most) = limits.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
    if deals.len() < 2 || values == 0.0 {
        return Interval { mean: if values == 0.0 { 0.0 } else { sum / values }, lo: least, hi: most };
    }
    let largest =
        |of: &dyn Fn(&AdjustedDeal) -> f64| deals.iter().map(|deal| of(deal).abs() / deal.values).fold(0.0, f64::max);
    let beyond = largest(&|deal| deal.adjustment);
    let mean = sum / values;
    let farthest = largest(&|deal| deal.sum - mean * deal.values);
    let reach = if farthest == 0.0 { 1.0 } else { farthest };
    let (least, most) = ((least - beyond).max(mean - reach), (most + beyond).min(mean + reach));
    let kinds = deals.iter().map(|deal| Kind { sum: deal.sum, values: deal.values, deals: 1.0 });
    BoundedMean::with_guessed_limits(kinds.collect(), least, most).interval()
}

fn totals(deals: &[AdjustedDeal]) -> (f64, f64) {
    deals.iter().fold((0.0, 0.0), |(sum, values), deal| (sum + deal.sum, values + deal.values))
}

/// What is left of each deal beside its mean: (s − r·c)².
fn squared_residuals(deals: &[AdjustedDeal]) -> Vec<f64> {
    let (sum, values) = totals(deals);
    deals.iter().map(|deal| (deal.sum - sum / values * deal.values).powi(2)).collect()
}

/// What the adjustment gains; none where there is no variance, or nothing was adjusted.
fn gain(deals: &[VariateDeal], adjusted: &[AdjustedDeal]) -> Option<Gain> {
    if adjusted.iter().all(|deal| deal.adjustment == 0.0) {
        return None;
    }
    let (before, after) = (squared_residuals(&unadjusted(deals)), squared_residuals(adjusted));
    let count = deals.len() as f64;
    let [mean_before, mean_after] = [&before, &after].map(|squares| squares.iter().sum::<f64>() / count);
    if mean_before == 0.0 || mean_after == 0.0 {
        return None;
    }
    let influence =
        before.iter().zip(&after).map(|(before, after)| (before / mean_before - after / mean_after).powi(2));
    let error = (influence.sum::<f64>() / (count * (count - 1.0))).sqrt();
    let factor = libm::exp(NORMAL_QUANTILE * error);
    let mean = mean_before / mean_after;
    Some(Gain { mean, lo: mean / factor, hi: mean * factor })
}
