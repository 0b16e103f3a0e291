//! `--dry-run`: what a run would be, how long it would take, and how close its results would be.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use indicatif::HumanDuration;
use riverlab_bots::Evaluate;

use super::print;
use super::run_args::RunArgs;
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::{Comparison, Plan, Request, StopRule};
use crate::report::text::text_table;
use crate::run::results::Results;
use crate::run::trial::{Trial, play_trial};
use crate::schedule::BotIdx;
use crate::stats::{Interval, t_quantile};
use crate::venue::Venue;

/// How long the first games are played to learn from.
const CALIBRATION: Duration = Duration::from_secs(2);
/// Fewer deals do not tell how much deals differ.
const MIN_DEALS: u64 = 10;

/// Says what would be played; nothing is written.
pub(super) fn run(
    catalog: &Catalog<impl GameList>,
    game: &str,
    request: &Request,
    args: &RunArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let text = catalog.with_game(game, &request.rules, DryRun { request, args })?;
    print(stdout, &text)
}

struct DryRun<'a> {
    request: &'a Request,
    args: &'a RunArgs,
}

impl GameTask for DryRun<'_> {
    type Output = String;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<String, ArenaError> {
        let plan = Plan::new(self.request.clone(), venue)?;
        let threads = self.args.thread_count();
        let trial = play_trial(&plan, venue, threads, CALIBRATION)?;
        Ok(format!("{}\n{}", self.args.command(&plan.command), report(&plan, &trial, threads)))
    }
}

fn report(plan: &Plan, trial: &Trial, threads: usize) -> String {
    let Trial { results, elapsed, decisions, .. } = trial;
    let (played, games) = (results.tally.games(), results.expected_games(plan));
    let scheme = plan.request.schedule_spec();
    let lineups = scheme.lineups().expect("a planned run");
    let at_most = if plan.request.stop.is_some() { "at most " } else { "" };
    let mut text = String::new();
    writeln!(text, "games: {at_most}{}; a deal has {lineups} line-ups in all rotations", plan.games).expect("written");
    let left = trial.time(games);
    let speed = significant(1.0 / trial.time(1).as_secs_f64().max(1e-9));
    writeln!(
        text,
        "tried: {played} whole games, {decisions} decisions in {:.1} s on {threads} threads, {speed} games/s",
        elapsed.as_secs_f64(),
    )
    .expect("written");
    match &plan.request.stop {
        None => writeln!(text, "expected: {}", HumanDuration(left)),
        Some(StopRule::Width(width)) => {
            writeln!(
                text,
                "expected until intervals have the width {}: {games} games, {}",
                width.width(),
                HumanDuration(left)
            )
        }
        Some(StopRule::Sprt(_)) => {
            writeln!(text, "expected: up to {}, until the test decides", HumanDuration(trial.time(plan.games)))
        }
    }
    .expect("written");
    let deals = games / scheme.games_per_deal().unwrap_or(1).max(1);
    text + &widths(plan, results, deals.max(2))
}

/// A speed in two digits, or as a whole number.
fn significant(speed: f64) -> String {
    if speed >= 10.0 {
        format!("{speed:.0}")
    } else if speed >= 0.01 {
        format!("{speed:.2}")
    } else {
        format!("{speed:.1e}")
    }
}

/// The width that intervals are expected to have: of each bot's share, or of what a match compares.
fn widths(plan: &Plan, results: &Results, deals: u64) -> String {
    let mut table = text_table(&["", "sd of a deal", "95 % interval"], &[0]);
    let mut row = |name: &str, known: Option<(f64, Interval)>, range: f64| {
        let [sd, interval] = if let Some((sd, interval)) = known {
            [format!("{sd:.3}"), format!("{:.3} .. {:.3}", interval.lo, interval.hi)]
        } else {
            // No values within a range spread more than half of it.
            let sd = range / 2.0;
            let half = (t_quantile(deals - 1) * sd / (deals as f64).sqrt()).min(sd);
            [format!("at most {sd:.3}"), format!("at most +-{half:.3}")]
        };
        table.add_row([name.to_owned(), sd, interval]);
    };
    match (&results.of_match, plan.request.comparison) {
        (Some(of_match), Some(comparison)) => {
            let name = match comparison {
                Comparison::EqualShare => plan.name(0).to_owned(),
                Comparison::Baseline => format!("{} less {}", plan.name(0), plan.name(1)),
            };
            let known = (of_match.deals() >= MIN_DEALS)
                .then(|| (of_match.variance().sqrt(), of_match.expected_interval(deals)));
            row(&name, known, comparison.range());
        }
        _ => {
            for (idx, name) in plan.request.bots.names().iter().enumerate() {
                let (bot, tally) = (idx as BotIdx, &results.tally);
                let known = (tally.shares(bot).deals() >= MIN_DEALS)
                    .then(|| (tally.share_sd(bot), tally.expected_share(bot, deals)));
                row(name, known, 1.0);
            }
        }
    }
    format!("after {deals} deals:\n{table}\n")
}
