//! A row of a calibration: how often something happened, and what is promised.

use riverlab_stats::{Interval, clopper_pearson_at};

/// What is promised of 95 % intervals.
pub(crate) const INTERVALS: IntervalPromise =
    IntervalPromise { coverage: Band { least: 0.94, most: 0.97 }, one_side: Band { least: 0.0, most: 0.035 } };
/// What is promised of them where few deals are lost or won: chances come in large steps.
pub(crate) const INTERVALS_OF_FEW: IntervalPromise =
    IntervalPromise { coverage: Band { least: 0.94, most: 1.0 }, ..INTERVALS };
/// What is promised of them for shares next to 0 or 1, where one deal that is lost decides: misses may all be on one side.
pub(crate) const INTERVALS_AT_AN_END: IntervalPromise =
    IntervalPromise { one_side: Band { least: 0.0, most: 0.06 }, ..INTERVALS_OF_FEW };
/// At least so many deals must be lost, and won, for coverage to have an upper limit.
const ENOUGH_LOST: f64 = 5.0;
/// Shares nearer to 0 or 1 than this are next to it.
const AT_AN_END: f64 = 0.005;
/// How often a p-value may be below 0.05 where there is nothing: as often as the interval may miss.
pub(crate) const P_BELOW: Band = Band { least: 0.0, most: 0.06 };
/// How often a test may err, and what share of discoveries may be false, that are allowed 5 %.
pub const ERRORS: Band = Band { least: 0.0, most: 0.055 };
/// How far the power that is found may be from what is stated.
const POWER_OFF: f64 = 0.03;

/// What is promised of a rate, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// At least.
    pub least: f64,
    /// At most.
    pub most: f64,
}

/// What is promised of an interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct IntervalPromise {
    /// How often it contains the truth.
    pub coverage: Band,
    /// How often it lies below the truth, and above it.
    pub one_side: Band,
}

impl IntervalPromise {
    /// Of the share of a bot that truly has this share, from so many deals.
    pub(crate) fn of_share(share: f64, deals: u64) -> IntervalPromise {
        let lost = share.min(1.0 - share);
        if lost < AT_AN_END {
            INTERVALS_AT_AN_END
        } else if deals as f64 * lost < ENOUGH_LOST {
            INTERVALS_OF_FEW
        } else {
            INTERVALS
        }
    }

    /// Without the upper limit of the coverage.
    #[must_use]
    pub(crate) fn at_least(self) -> IntervalPromise {
        IntervalPromise { coverage: Band { most: 1.0, ..self.coverage }, ..self }
    }
}

impl Band {
    /// Of a power that is stated.
    pub(crate) fn of_power(stated: f64) -> Band {
        Band { least: (stated - POWER_OFF).max(0.0), most: (stated + POWER_OFF).min(1.0) }
    }
}

/// How often something happened in simulated studies.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The part of the statistics and the truth that was simulated.
    pub truth: String,
    /// What happened.
    pub what: &'static str,
    /// The number of studies.
    pub studies: u64,
    /// The rate with its 99 % interval.
    pub rate: Interval,
    /// What is promised of it.
    pub promised: Band,
}

impl Row {
    /// In how many of all studies something happened.
    pub fn new(truth: &str, what: &'static str, happened: u64, studies: u64, promised: Band) -> Row {
        Row { truth: truth.to_owned(), what, studies, rate: clopper_pearson_at(happened, studies, 0.99), promised }
    }

    /// The mean of a share that each study has. Its interval is that of as many studies that have all or none of it, which
    /// vary most.
    pub(crate) fn of_shares(truth: &str, what: &'static str, shares: &[f64], promised: Band) -> Row {
        let (sum, studies) = (shares.iter().sum::<f64>(), shares.len() as u64);
        let row = Row::new(truth, what, sum.round() as u64, studies, promised);
        Row { rate: Interval { mean: sum / studies.max(1) as f64, ..row.rate }, ..row }
    }

    /// Whether the rate may be what is promised: its interval and the promise have a value in common.
    pub fn holds(&self) -> bool {
        self.rate.hi >= self.promised.least && self.rate.lo <= self.promised.most
    }
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
