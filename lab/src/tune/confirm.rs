//! Whether a winner is better than what there was, on deals of its own.

use std::path::Path;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Comparison, Plan, Request, StopRule};
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::run_dir::OnExisting;
use riverlab_arena::table::Table;
use riverlab_arena::tally::Results;
use riverlab_bots::play::streams::{MAX_SEED, tuning_seed};
use riverlab_stats::{Decision, Interval, Sprt};

use super::candidate::{Candidate, tunes_rules};
use super::figures::{Figures, Span};
use super::goal::Goal;
use super::objective::Objective;
use super::plan::TuneRequest;
use super::search::{PlayedRound, Round, Stage};
use super::space::{Dimension, Domain, Space};
use super::trials::Trials;

/// The fewest deals of which an interval is made.
const LEAST_DEALS: usize = 4;

/// What has come of it on deals of its own.
#[derive(Debug)]
pub enum Confirmed {
    /// A match of the bot with the bot as it was.
    Match(Box<(Plan, Results)>),
    /// Both have played the same deals, under their rules.
    Check(Check),
}

/// The figures of the winner and of what there was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Check {
    /// The number of deals.
    pub deals: u64,
    /// The figure of the winner, with a 95 % interval.
    pub tuned: Interval,
    /// The same of what there was.
    pub before: Interval,
    /// Whether it is better.
    pub decision: Decision,
}

impl Confirmed {
    /// Whether the winner is better: known, known not to be, or neither.
    pub fn decision(&self) -> Decision {
        match self {
            Confirmed::Match(played) => {
                let of_match = played.1.report().of_match.as_ref();
                of_match.and_then(|shown| Some(shown.test.as_ref()?.decision)).unwrap_or(Decision::Undecided)
            }
            Confirmed::Check(check) => check.decision,
        }
    }
}

impl TuneRequest {
    /// Whether the winner is confirmed by a match with the bot as it was.
    pub(super) fn is_confirmed_by_match(&self) -> bool {
        self.objective == Objective::Share && !tunes_rules(&self.space)
    }

    /// What is to be said of the deals on which the winner is confirmed, where they are too few for any decision.
    pub fn cannot_confirm(&self) -> Option<String> {
        match self.confirm {
            0 => None,
            deals if self.is_confirmed_by_match() => Sprt::cannot_decide(deals),
            deals => (deals < LEAST_DEALS as u64).then(|| {
                format!("nothing is decided before deal {LEAST_DEALS}, and the winner is compared on {deals}")
            }),
        }
    }
}

/// The test of a bot: none better, or better by so much that a third of the deals are enough on average.
pub(super) fn test(deals: u64) -> Sprt {
    let least = 4.0 / (deals as f64).sqrt();
    Sprt::parse(&format!("win:{least:.4}"), 0.05, 0.05).expect("a test")
}

/// A match of the winner with the bot as it was, each against the field.
pub(super) fn play_match(
    table: &dyn Table,
    request: &TuneRequest,
    winner: &Candidate,
    folder: &Path,
    Workers { threads, crew, stop }: Workers<'_>,
) -> Result<Confirmed, ArenaError> {
    let comparison = Comparison::Baseline;
    let bots = [&winner.bot, &request.bot].into_iter().chain(&request.against).cloned().collect();
    let of_match = request.of_games(bots, comparison.challengers(), request.confirm, seed(request));
    let plan = Plan::new(
        Request { comparison: Some(comparison), stop: Some(StopRule::Sprt(test(request.confirm))), ..of_match },
        table,
    )?;
    let mut session = Session::open(folder, &plan, table, OnExisting::Continue)?;
    session.play(PlaySettings { crew, ..PlaySettings::new(threads, stop) }, |_| ())?;
    let results = session.finish()?;
    if results.is_complete() { Ok(Confirmed::Match(Box::new((plan, results)))) } else { Err(ArenaError::Interrupted) }
}

/// The seed of deals that the search has not seen. Its match is a run like any other, so somebody can give it, too.
fn seed(request: &TuneRequest) -> u64 {
    tuning_seed(request.seed, u64::MAX) & MAX_SEED
}

/// The winner and what there was on the same deals, kept in a file.
pub(super) fn check(
    figures: &mut Figures<'_>,
    request: &TuneRequest,
    winner: &Candidate,
    file: &Path,
    workers: Workers<'_>,
) -> Result<Confirmed, ArenaError> {
    let deals = request.confirm;
    let domain = Domain::Values(["tuned", "before"].map(str::to_owned).to_vec());
    let space = Space::new(vec![Dimension { name: "candidate".to_owned(), domain, condition: None }]).expect("one");
    let (mut trials, begun) = Trials::open(file, &space)?;
    let round = Round { stage: Stage::Confirm, settings: vec![vec![0.0], vec![1.0]], deals };
    let mut played = begun.into_iter().next().unwrap_or_else(|| PlayedRound::of(round.clone()));
    if played.round != round {
        return Err(ArenaError::folder(file, "is of other deals than this tuning"));
    }
    let candidates = [winner.clone(), Candidate::as_it_was(request)];
    let first = played.shares[0].len() as u64 + 1;
    let span = Span { seed: seed(request), deals: first..=deals, of: deals };
    if first <= deals {
        figures.play(&candidates, &span, workers, &mut |numbers: &[f64]| {
            trials.add(&space, 0, &round, played.shares[0].len() as u64 + 1, numbers)?;
            played.shares.iter_mut().zip(numbers).for_each(|(shares, &number)| shares.push(number));
            Ok(())
        })?;
    }
    if played.shares[0].len() as u64 != deals {
        return Err(ArenaError::Interrupted);
    }
    let [tuned, before] = [0, 1].map(|idx| clamped(interval(&played.shares[idx], 0.975)));
    let decision = decided(&played.shares, request.objective.goal(request.players));
    Ok(Confirmed::Check(Check { deals, tuned, before, decision }))
}

/// Whether the first of two is better, with an error in 5 % of all cases in which both are alike.
fn decided(shares: &[Vec<f64>], goal: Goal) -> Decision {
    if shares[0].len() < LEAST_DEALS {
        return Decision::Undecided;
    }
    let [least, most] = match goal.target {
        None => {
            let differences = shares[0].iter().zip(&shares[1]).map(|(tuned, before)| tuned - before);
            let interval = interval(&differences.collect::<Vec<_>>(), 0.975);
            [interval.lo, interval.hi]
        }
        Some(target) => {
            let distances = |shares: &[f64]| Goal::distances(target, &clamped(interval(shares, 0.9875)));
            let [tuned, before] = [0, 1].map(|idx| distances(&shares[idx]));
            [before[0] - tuned[1], before[1] - tuned[0]]
        }
    };
    match (least > 0.0, most < 0.0) {
        (true, _) => Decision::Accepted,
        (_, true) => Decision::Rejected,
        _ => Decision::Undecided,
    }
}

/// A mean, and the interval that it does not leave on either side with this probability.
fn interval(values: &[f64], level: f64) -> Interval {
    let interval = Interval::of_mean(values, level);
    let is_known = values.len() >= LEAST_DEALS;
    if is_known { interval } else { Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY, ..interval } }
}

/// The part of an interval in which numbers can lie.
fn clamped(Interval { mean, lo, hi }: Interval) -> Interval {
    Interval { mean, lo: lo.max(0.0), hi: hi.min(1.0) }
}

#[cfg(test)]
#[path = "confirm_tests.rs"]
mod tests;
