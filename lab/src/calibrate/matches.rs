//! Rows about shares and differences of scores: how often their intervals contain the truth.

use super::contest::{Contest, LOPSIDED, Pool};
use super::distribution::DealDistribution;
use super::methods::{Limits, Methods};
use super::real_games::UNIT;
use super::request::CalibrationRequest;
use super::row::{IntervalPromise, P_BELOW, Row};
use super::simulator::{Purpose, Simulator};

/// The contests whose statistics are calibrated, and what is said of those that cannot be made.
pub(crate) fn contests(pool: &Pool, null: f64) -> (Vec<Contest<'_>>, Vec<String>) {
    let (mut contests, mut notes) = (Vec::new(), Vec::new());
    let as_played = pool.as_played();
    if as_played.shares().sd(UNIT) > 0.0 {
        contests.push(as_played);
    } else {
        notes.push("all deals played gave the first bot the same share, so it has no rows as played".to_owned());
    }
    let mut shares = vec![null];
    shares.extend([0.5].into_iter().filter(|&even| even != null));
    shares.extend(LOPSIDED);
    for share in shares {
        match pool.with_share(share) {
            Some(contest) => contests.push(contest),
            None => {
                notes.push(format!("no tilting of the deals played gives a share of {share:.3}, so it has no rows"));
            }
        }
    }
    (contests, notes)
}

/// Intervals of shares and differences of scores, and p-values; `null` is the share without a difference.
pub fn rows(
    request: &CalibrationRequest,
    contests: &[Contest<'_>],
    null: f64,
    methods: &Methods,
    simulator: &mut Simulator<'_>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (idx, contest) in contests.iter().enumerate() {
        let truth = contest.share();
        let promised = IntervalPromise::of_share(truth, request.deals);
        let means =
            [("share", contest.shares(), Some((0.0, 1.0))), ("score difference, share", contest.differences(), None)];
        for (of_two, (what, deals, limits)) in means.into_iter().enumerate() {
            let name = format!("{what} {}", contest.name);
            let scenario = 2 * idx + of_two;
            let tally = interval_tally(request, &deals, limits, methods, simulator, scenario);
            rows.extend(tally.rows(&name, promised, request.studies));
        }
        if (truth - null).abs() < 1e-6 {
            rows.push(p_row(request, contest, null, methods, simulator, 2 * contests.len()));
        }
    }
    rows
}

/// The number of studies of all rows.
pub fn studies(contests: usize, request: &CalibrationRequest) -> u64 {
    (2 * contests as u64 + 1) * request.studies
}

/// On which side intervals missed.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct IntervalTally {
    /// Intervals that lie above the truth.
    pub(super) above: u64,
    /// Intervals that lie below it.
    pub(super) below: u64,
}

impl IntervalTally {
    /// Counts intervals: −1 for one below the truth, 1 for one above it, 0 for one that contains it.
    pub(super) fn of(sides: &[i8]) -> IntervalTally {
        let count = |side| sides.iter().filter(|&&seen| seen == side).count() as u64;
        IntervalTally { above: count(1), below: count(-1) }
    }

    /// The rows of an interval.
    pub(super) fn rows(self, truth: &str, promised: IntervalPromise, studies: u64) -> [Row; 3] {
        let covered = studies - self.above - self.below;
        [
            Row::new(truth, "interval contains the truth", covered, studies, promised.coverage),
            Row::new(truth, "interval lies below the truth", self.below, studies, promised.one_side),
            Row::new(truth, "interval lies above the truth", self.above, studies, promised.one_side),
        ]
    }
}

/// Where an interval lies: below the truth, around it, or above it.
pub(super) fn side_of(lo: f64, hi: f64, truth: f64) -> i8 {
    i8::from(lo > truth) - i8::from(hi < truth)
}

fn interval_tally(
    request: &CalibrationRequest,
    deals: &DealDistribution,
    limits: Limits,
    methods: &Methods,
    simulator: &mut Simulator<'_>,
    scenario: usize,
) -> IntervalTally {
    let truth = deals.mean(UNIT);
    let sides = simulator.studies(Purpose::Means, scenario, request.studies, |rng| {
        let interval = (methods.interval)(&deals.draw(request.deals, rng), UNIT, limits);
        // Means of integers that are all alike differ from the truth by rounding.
        side_of(interval.lo - 1e-9, interval.hi + 1e-9, truth)
    });
    IntervalTally::of(&sides)
}

fn p_row(
    request: &CalibrationRequest,
    contest: &Contest<'_>,
    null: f64,
    methods: &Methods,
    simulator: &mut Simulator<'_>,
    scenario: usize,
) -> Row {
    let deals = contest.shares();
    let small = simulator.studies(Purpose::Means, scenario, request.studies, |rng| {
        (methods.p)(&deals.draw(request.deals, rng), UNIT, null, (0.0, 1.0)) < 0.05
    });
    let small = small.into_iter().filter(|&small| small).count() as u64;
    Row::new(&format!("share {}", contest.name), "p is below 0.05", small, request.studies, P_BELOW)
}
