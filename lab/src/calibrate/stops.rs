//! Rows about matches that stop early: intervals of the share where they are as narrow as asked, and the estimate after a
//! sequential test.

use rand_chacha::ChaCha8Rng;
use riverlab_stats::{Decision, FixedWidth, Interval, Ratio, Sprt, SprtRun, Stopped, adjusted};

use super::contest::Contest;
use super::distribution::{DealDistribution, value};
use super::matches::{IntervalTally, side_of};
use super::methods::Methods;
use super::real_games::UNIT;
use super::request::CalibrationRequest;
use super::row::{IntervalPromise, Row};
use super::simulator::{Purpose, Simulator};

/// The width at which matches stop.
const WIDTH: f64 = 0.1;
/// The test at which matches stop.
const TEST: &str = "win:0.1";
/// Both error rates of the test.
const RATE: f64 = 0.05;
/// An estimate after a test is simulated for itself and takes long, so there is one in so many studies.
const FEWER: u64 = 40;

/// The number of studies of an estimate after a test.
fn tested_studies(request: &CalibrationRequest) -> u64 {
    (request.studies / FEWER).max(1)
}

/// The number of studies of all rows.
pub fn studies(contests: usize, request: &CalibrationRequest) -> u64 {
    contests as u64 * (request.studies + tested_studies(request))
}

/// Intervals at the end of matches that stop.
pub fn rows(
    request: &CalibrationRequest,
    contests: &[Contest<'_>],
    null: f64,
    methods: &Methods,
    simulator: &mut Simulator<'_>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let (rule, sprt) = (FixedWidth::new(WIDTH), Sprt::parse(TEST, RATE, RATE).expect("a test"));
    for (idx, contest) in contests.iter().enumerate() {
        let (shares, truth) = (contest.shares(), contest.share());
        let seen = simulator.studies(Purpose::Stops, 2 * idx, request.studies, |rng| {
            let seen = narrow(&shares, rule, rng);
            let interval = (methods.interval)(&seen, UNIT, Some((0.0, 1.0)));
            StoppedMatch { side: side_of(interval.lo, interval.hi, truth), deals: seen.deals() }
        });
        let name = format!("share {}, --deals auto:{WIDTH}", contest.name);
        rows.extend(rows_of(&name, truth, &seen));
        let seen = simulator.studies(Purpose::Stops, 2 * idx + 1, tested_studies(request), |rng| {
            let (seen, interval) = estimate(request, &shares, &sprt, null, rng);
            StoppedMatch { side: side_of(interval.lo, interval.hi, truth), deals: seen.deals() }
        });
        let name = format!("share {}, --sprt {sprt} of {} deals", contest.name, request.deals);
        rows.extend(rows_of(&name, truth, &seen));
    }
    rows
}

/// A simulated match that has stopped.
struct StoppedMatch {
    /// On which side of the truth its interval lies.
    side: i8,
    deals: u64,
}

fn rows_of(name: &str, truth: f64, seen: &[StoppedMatch]) -> [Row; 3] {
    let sides: Vec<i8> = seen.iter().map(|one| one.side).collect();
    let studies = seen.len() as u64;
    let promised = IntervalPromise::of_share(truth, seen.iter().map(|one| one.deals).sum::<u64>() / studies);
    IntervalTally::of(&sides).rows(name, promised, studies)
}

/// The deals of a match that stops at a width.
fn narrow(shares: &DealDistribution, rule: FixedWidth, rng: &mut ChaCha8Rng) -> Ratio {
    let mut seen = Ratio::default();
    while !rule.reached(seen.deals(), seen.sd(UNIT).powi(2)) {
        let (sum, values) = shares.one_kind(rng);
        seen.add(sum, values);
    }
    seen
}

/// The deals of a match that stops by a test, and the estimate after it.
fn estimate(
    request: &CalibrationRequest,
    shares: &DealDistribution,
    sprt: &Sprt,
    null: f64,
    rng: &mut ChaCha8Rng,
) -> (Ratio, Interval) {
    let (mut run, mut seen) = (SprtRun::new(sprt, null), Ratio::default());
    while run.decision() == Decision::Undecided && seen.deals() < request.deals {
        let (sum, values) = shares.one_kind(rng);
        seen.add(sum, values);
        run.add(value((sum, values), UNIT));
    }
    let kinds: Vec<(f64, f64)> = seen.kinds().map(|(kind, deals)| (value(kind, UNIT), deals as f64)).collect();
    let size = request.players as f64;
    let interval = adjusted(sprt, &Stopped { null, kinds: &kinds, size, most_blocks: request.deals });
    (seen, interval)
}
