//! `--dry-run`: what a run would be, how long it would take, and how close its results would be.

use std::io::Write;
use std::time::Duration;

use indicatif::HumanDuration;
use riverlab_arena::error::ArenaError;
use riverlab_arena::json::pretty;
use riverlab_arena::plan::{Comparison, Plan, Request, StopRule};
use riverlab_arena::report::forfeits::forfeits_text;
use riverlab_arena::report::text::text_table;
use riverlab_arena::run::trial::{Trial, play_trial};
use riverlab_arena::schedule::BotIdx;
use riverlab_arena::table::Table;
use riverlab_arena::tally::Results;
use riverlab_stats::{Interval, t_quantile};
use serde_json::{Value, json};

use super::output::print;
use super::run_args::RunArgs;

/// How long the first games are played to learn from.
const CALIBRATION: Duration = Duration::from_secs(2);
/// Fewer deals do not tell how much deals differ.
const MIN_DEALS: u64 = 10;

/// Says what would be played; nothing is written.
pub(super) fn run(
    table: &dyn Table,
    request: Request,
    args: &RunArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let (plan, threads) = (Plan::new(request, table)?, args.thread_count());
    let trial = play_trial(&plan, table, threads, CALIBRATION)?;
    let (expected, command) = (Expected::new(&plan, &trial, threads), args.command(&plan.command));
    let text = if args.json { pretty(&expected.json(&command)) } else { format!("{command}\n{}", expected.text()) };
    print(stdout, &text)
}

/// What a run is expected to be.
struct Expected<'a> {
    plan: &'a Plan,
    trial: &'a Trial,
    threads: usize,
    /// The number of line-ups of a deal.
    lineups: u64,
    /// The number of games until the run ends.
    games: u64,
    /// The number of deals until then, at least two.
    deals: u64,
    spreads: Vec<Spread>,
}

/// How much a value differs from deal to deal, as far as the first games tell.
struct Spread {
    /// Whose value it is.
    name: String,
    /// The standard deviation of a deal, as large as it can be if it is not known.
    sd: f64,
    /// How close the value will be.
    precision: Precision,
}

/// The 95 % interval of a value after all deals.
enum Precision {
    /// What is to be expected.
    Expected(Interval),
    /// Half the width that it has at most, where deals are too few to tell how much they differ.
    AtMost(f64),
}

impl Expected<'_> {
    fn new<'a>(plan: &'a Plan, trial: &'a Trial, threads: usize) -> Expected<'a> {
        let scheme = plan.request.schedule_spec();
        let games = trial.results.expected_games(plan);
        let deals = (games / scheme.games_per_deal().unwrap_or(1).max(1)).max(2);
        let lineups = scheme.lineups().expect("a planned run");
        Expected { plan, trial, threads, lineups, games, deals, spreads: spreads(plan, &trial.results, deals) }
    }

    /// How long all takes.
    fn time(&self) -> Duration {
        let is_open = matches!(self.plan.request.stop, Some(StopRule::Ranks(_) | StopRule::Sprt(_)));
        self.trial.time(if is_open { self.plan.games } else { self.games })
    }

    fn games_per_second(&self) -> f64 {
        1.0 / self.trial.time(1).as_secs_f64().max(1e-9)
    }

    fn text(&self) -> String {
        let Expected { plan, trial, threads, lineups, games, deals, .. } = self;
        let at_most = if plan.request.stop.is_some() { "at most " } else { "" };
        let (played, decisions) = (trial.results.tally.games(), trial.decisions);
        let (seconds, speed) = (trial.elapsed.as_secs_f64(), significant(self.games_per_second()));
        let time = HumanDuration(self.time());
        let forfeits = self.forfeits().map_or(String::new(), |forfeits| format!("forfeits: {forfeits}\n"));
        let expected = match &plan.request.stop {
            None => format!("expected: {time}"),
            Some(StopRule::Width(width)) => {
                format!("expected until intervals have the width {}: {games} games, {time}", width.width())
            }
            Some(StopRule::Ranks(_)) => format!("expected: up to {time}, until the order is settled"),
            Some(StopRule::Sprt(_)) => format!("expected: up to {time}, until the test decides"),
        };
        let note = plan.cannot_decide().map_or(String::new(), |note| format!("{note}\n"));
        let mut table = text_table(&["", "sd of a deal", "95 % interval"], &[0]);
        for Spread { name, sd, precision } in &self.spreads {
            let [sd, interval] = match precision {
                Precision::Expected(interval) => [format!("{sd:.3}"), interval.text(3)],
                Precision::AtMost(half) => [format!("at most {sd:.3}"), format!("at most +-{half:.3}")],
            };
            table.add_row([name.clone(), sd, interval]);
        }
        format!(
            "games: {at_most}{}; a deal has {lineups} line-ups in all rotations\n\
             tried: {played} whole games, {decisions} decisions in {seconds:.1} s on {threads} threads, {speed} games/s\n\
             {forfeits}{expected}\n{note}after {deals} deals:\n{table}\n",
            plan.games
        )
    }

    /// The games of these that were forfeited.
    fn forfeits(&self) -> Option<String> {
        forfeits_text(self.plan, &self.trial.results.tally.forfeits())
    }

    fn json(&self, command: &str) -> Value {
        let spread = |Spread { name, sd, precision }: &Spread| {
            let (known, lo, hi, half) = match precision {
                Precision::Expected(interval) => (true, Some(interval.lo), Some(interval.hi), None),
                Precision::AtMost(half) => (false, None, None, Some(half)),
            };
            json!({ "bot": name, "sd_known": known, "sd": sd, "lo": lo, "hi": hi, "half_width_at_most": half })
        };
        let mut value = json!({
            "command": command,
            "games": self.plan.games,
            "games_are_a_limit": self.plan.request.stop.is_some(),
            "line_ups_per_deal": self.lineups,
            "tried": {
                "games": self.trial.results.tally.games(),
                "decisions": self.trial.decisions,
                "seconds": self.trial.elapsed.as_secs_f64(),
                "threads": self.threads,
            },
            "games_per_second": self.games_per_second(),
            "expected": { "games": self.games, "deals": self.deals, "seconds": self.time().as_secs_f64() },
            "intervals": self.spreads.iter().map(spread).collect::<Vec<_>>(),
        });
        if let Some(forfeits) = self.forfeits() {
            value["tried"]["forfeits"] = json!(forfeits);
        }
        if let Some(note) = self.plan.cannot_decide() {
            value["note"] = note.into();
        }
        value
    }
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

/// How much each bot's share differs, or what a match compares.
fn spreads(plan: &Plan, results: &Results, deals: u64) -> Vec<Spread> {
    let spread = |name: String, known: Option<(f64, Interval)>, range: f64| {
        if let Some((sd, interval)) = known {
            return Spread { name, sd, precision: Precision::Expected(interval) };
        }
        // No values within a range spread more than half of it.
        let sd = range / 2.0;
        let half = (t_quantile(deals - 1) * sd / (deals as f64).sqrt()).min(sd);
        Spread { name, sd, precision: Precision::AtMost(half) }
    };
    if let (Some(of_match), Some(comparison)) = (&results.of_match, plan.request.comparison) {
        let name = match comparison {
            Comparison::EqualShare => plan.name(0).to_owned(),
            Comparison::Baseline => format!("{} less {}", plan.name(0), plan.name(1)),
        };
        let known =
            (of_match.deals() >= MIN_DEALS).then(|| (of_match.variance().sqrt(), of_match.expected_interval(deals)));
        return vec![spread(name, known, comparison.range())];
    }
    let of_bot = |(idx, name): (usize, String)| {
        let (bot, tally) = (idx as BotIdx, &results.tally);
        let known =
            (tally.shares(bot).deals() >= MIN_DEALS).then(|| (tally.share_sd(bot), tally.expected_share(bot, deals)));
        spread(name, known, 1.0)
    };
    plan.request.bots.names().iter().cloned().enumerate().map(of_bot).collect()
}
