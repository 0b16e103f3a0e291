//! The statistics that are calibrated. The program calibrates those of its reports, [`HOUSE`]; tests put others in their place to
//! see that a calibration finds what is wrong with them.

use riverlab_stats::power::{Design, Power};
use riverlab_stats::{Decision, Interval, RatingData, Ratings, Ratio, Sprt, SprtRun, rate};

use crate::balance::judging::{JUDGING, Judging};

/// Limits of the values of a deal; none where a score has no limits.
pub(crate) type Limits = Option<(f64, f64)>;

/// Draws the scores of a simulated match, one after the other.
pub(crate) type Scores<'a> = dyn FnMut() -> f64 + 'a;

/// The statistics that are calibrated.
#[derive(Clone, Copy, Debug)]
pub struct Methods {
    /// The interval of a mean over deals, each value divided by a scale.
    pub interval: fn(&Ratio, f64, Limits) -> Interval,
    /// The two-sided p-value of a mean, each value divided by a scale, within limits.
    pub p: fn(&Ratio, f64, f64, (f64, f64)) -> f64,
    /// A sequential test with this null, of at most so many blocks.
    pub test: fn(&Sprt, f64, &mut Scores<'_>, u64) -> Decision,
    /// Ratings.
    pub ratings: fn(&RatingData) -> Ratings,
    /// From effects to verdicts.
    pub judging: Judging,
    /// The power that is stated of a balance study of so many deals.
    pub power: fn(&Design, u64) -> Power,
}

/// The statistics of all reports.
pub const HOUSE: Methods = Methods {
    interval,
    p: |values, scale, null, (least, most)| values.p(scale, null, least, most),
    test,
    ratings: rate,
    judging: JUDGING,
    power,
};

fn interval(values: &Ratio, scale: f64, limits: Limits) -> Interval {
    match limits {
        Some((least, most)) => values.interval(scale, least, most),
        None => values.interval_without_limits(scale),
    }
}

fn test(sprt: &Sprt, null: f64, score: &mut Scores<'_>, most_blocks: u64) -> Decision {
    let mut run = SprtRun::new(sprt, null);
    for _ in 0..most_blocks {
        if run.add(score()) != Decision::Undecided {
            break;
        }
    }
    run.decision()
}

fn power(design: &Design, deals: u64) -> Power {
    design.power(deals, 0)
}
