//! `riverlab balance`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use riverlab_bots::Evaluate;

use super::run_args::{RunArgs, stop_on_signal};
use super::{GameArgs, parse_bots, print, whole};
use crate::balance::blocks::Reader;
use crate::balance::conduct::{Progress, Sink, StudyResult, StudyRunner};
use crate::balance::effect::deals_needed;
use crate::balance::intervention::Intervention;
use crate::balance::report::{Report, Study};
use crate::balance::study::{StudyPlan, StudyRequest, Task};
use crate::balance::summary::spread;
use crate::error::ArenaError;
use crate::games::{GameTask, with_game};
use crate::store::file_names::BLOCKS;
use crate::store::journal_file::JournalFile;
use crate::store::run_dir::{RunDir, RunStatus};

/// Arguments of `balance`.
#[derive(Args, Debug)]
pub(super) struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of players
    #[arg(long, short, default_value = "2", allow_negative_numbers = true, value_parser = whole::<0, 1000>)]
    players: u64,
    /// The bots, each at all seats of its own games
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_value = "greedy")]
    bots: Vec<String>,
    /// Names, kinds or patterns (with *) of components [default: those that people ask about first; The River: all meadows
    /// and buildings]
    #[arg(long = "elements", short = 'e', alias = "components", num_args = 1.., value_name = "COMPONENT")]
    components: Vec<String>,
    /// What is done to each. To one player alone, in turn at each seat: ban, grant, cost+1, points-1 and the like. To all:
    /// ban-all, remove, cost+1-all, points-1-all, set:KEY=VALUE
    #[arg(long, short, num_args = 1.., default_value = "ban", allow_hyphen_values = false, value_parser = str::parse::<Intervention>)]
    interventions: Vec<Intervention>,
    /// The number of deals that everything is played on
    #[arg(long, short, default_value = "1000", allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    deals: u64,
    /// The number of fresh deals on which what stands out is played again, or on which a suggestion is checked [default: 0,
    /// with --suggest as many as --deals]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<0, 1_000_000_000>)]
    confirm: Option<u64>,
    /// Effects on the win share that are surely within this are balanced
    #[arg(long, short, default_value = "0.02", allow_negative_numbers = true, value_parser = share)]
    margin: f64,
    /// Compare with other readings of the values that are reconstructed: all, or those that a name, key or pattern means
    #[arg(long, num_args = 0.., value_name = "PATTERN", conflicts_with = "suggest")]
    readings: Option<Vec<String>>,
    /// Search a small change of points and costs after which no effect of the intervention is found beyond the margin
    #[arg(long)]
    suggest: bool,
    /// The master seed
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// The plan says what is allowed.
fn share(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a share between 0 and 1, for example 0.02".to_owned())
}

/// Carries out a study, or goes on with one, or shows a complete one.
pub(super) fn run(args: &BalanceArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    if args.run.timing {
        return Err(ArenaError::Usage("--timing: a balance study times nothing".to_owned()));
    }
    let (game, rules) = args.game.resolve()?;
    let request = StudyRequest {
        task: task(args),
        rules,
        players: args.players as usize,
        bots: parse_bots(&args.bots)?,
        components: args.components.clone(),
        interventions: args.interventions.clone(),
        margin: args.margin,
        deals: args.deals,
        confirm: args.confirm.unwrap_or(if args.suggest { args.deals } else { 0 }),
        seed: args.seed,
    };
    if args.run.dry_run {
        let text = with_game(game, &request.rules, Pilot { request: &request, args: &args.run })?;
        return print(stdout, &text);
    }
    let (text, complete) = with_game(game, &request.rules, Session { request: &request, args: &args.run })?;
    print(stdout, &text)?;
    if complete { Ok(()) } else { Err(ArenaError::Interrupted) }
}

fn task(args: &BalanceArgs) -> Task {
    match &args.readings {
        Some(patterns) => Task::Readings(patterns.clone()),
        None if args.suggest => Task::Suggest,
        None => Task::Effects,
    }
}

fn folder(args: &RunArgs) -> PathBuf {
    args.folder_or("balance")
}

struct Session<'a> {
    request: &'a StudyRequest,
    args: &'a RunArgs,
}

impl GameTask for Session<'_> {
    type Output = (String, bool);

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<(String, bool), ArenaError> {
        let (args, plan) = (self.args, self.request.plan::<G>(rules)?);
        let folder = folder(args);
        let mut output = RunDir::open(&folder, &plan, args.on_existing())?;
        let mut study = Study::<G>::new(&plan, rules)?;
        if output.status() == RunStatus::Complete {
            let result = read_complete(&plan, rules, &mut study, &output.path(BLOCKS))?;
            args.note(&format!("{} is complete; nothing to play", folder.display()));
            let report = study.report(&result);
            output.write_missing(&report.tables)?;
            return Ok((shown(&report, args.json), true));
        }
        let blocks = output.path(BLOCKS);
        let mut journal = output.lock_journal(&[&blocks])?.remove(0);
        let there = JournalFile::open(&journal.path)?;
        let reader = Reader::new(&there, plan.players, G::components(rules, plan.players).len())?;
        let result = play(args, &plan, rules, &mut study, reader, &mut journal)?;
        journal.sync()?;
        let report = study.report(&result);
        output.finish(&report.tables, result.complete.then(|| games(&plan, &result)))?;
        Ok((shown(&report, args.json), result.complete))
    }
}

/// All games of a study.
fn games(plan: &StudyPlan, result: &StudyResult) -> u64 {
    let of = |result: &crate::balance::tally::StageResult| {
        result.stage.games_per_deal(plan.players) * result.stage.deal_count()
    };
    result.stages.iter().map(of).sum()
}

fn play<G: Evaluate>(
    args: &RunArgs,
    plan: &StudyPlan,
    rules: &'static G::Rules,
    study: &mut Study<'_, G>,
    reader: Reader<'_>,
    journal: &mut JournalFile,
) -> Result<StudyResult, ArenaError> {
    let stop = stop_on_signal();
    let target = if args.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = "{bar:20} {percent:>3} % {human_pos}/{human_len} games {wide_msg}";
    let bar = ProgressBar::with_draw_target(None, target)
        .with_style(ProgressStyle::with_template(style).expect("a valid template"));
    let (start, mut played, mut begun) = (Instant::now(), 0, None);
    let mut show = |progress: Progress| {
        let (stage, first, since) = *begun.get_or_insert((progress.stage, progress.games, Instant::now()));
        if stage != progress.stage {
            begun = Some((progress.stage, 0, Instant::now()));
        }
        played += 1;
        bar.set_length(progress.of);
        bar.set_position(progress.games);
        let speed = (progress.games - first.min(progress.games)) as f64 / since.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::from_secs_f64(((progress.of - progress.games) as f64 / speed.max(1e-9)).min(1e9));
        bar.set_message(format!("stage {}, {speed:.0}/s, {} left", progress.stage, HumanDuration(left)));
    };
    let threads = args.thread_count();
    let mut runner = StudyRunner { plan, threads, stop: &stop, progress: &mut show };
    let next = |done: &[_]| study.next_stage(done);
    let result = runner.conduct::<G>(rules, Some(reader), Sink::Journal(journal), next)?;
    bar.finish_and_clear();
    if played > 0 {
        let seconds = start.elapsed().as_secs_f64();
        args.note(&format!("{seconds:.1} s on {threads} threads, results in {}", folder(args).display()));
    }
    Ok(result)
}

fn read_complete<G: Evaluate>(
    plan: &StudyPlan,
    rules: &'static G::Rules,
    study: &mut Study<'_, G>,
    path: &Path,
) -> Result<StudyResult, ArenaError> {
    let stop = AtomicBool::new(true);
    let mut runner = StudyRunner { plan, threads: 1, stop: &stop, progress: &mut |_| () };
    let there = JournalFile::open(path)?;
    let reader = Reader::new(&there, plan.players, G::components(rules, plan.players).len())?;
    let next = |done: &[_]| study.next_stage(done);
    let result = runner.conduct::<G>(rules, Some(reader), Sink::Nowhere, next)?;
    if result.complete {
        return Ok(result);
    }
    Err(ArenaError::folder(path, "lacks rows although the study is complete; --force begins anew"))
}

fn shown(report: &Report, json: bool) -> String {
    if json { serde_json::to_string_pretty(&report.json).expect("plain data") + "\n" } else { report.text.clone() }
}

/// `--dry-run`: plays some deals, writes nothing, and says how many the margin needs.
struct Pilot<'a> {
    request: &'a StudyRequest,
    args: &'a RunArgs,
}

/// As long as that the pilot goes on, and until it has a few deals.
const PILOT: Duration = Duration::from_secs(5);
/// Fewer deals do not tell how much deals differ.
const PILOT_DEALS: u64 = 10;

impl GameTask for Pilot<'_> {
    type Output = String;

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<String, ArenaError> {
        let plan = self.request.plan::<G>(rules)?;
        let (start, stop) = (Instant::now(), AtomicBool::new(false));
        let stage = Study::<G>::new(&plan, rules)?.next_stage(&[])?.expect("there is a first one");
        let per_deal = stage.games_per_deal(plan.players);
        // Under the tables as given only: other readings take as long, each.
        let pilot = plan.first_stage();
        let enough_games = PILOT_DEALS * pilot.games_per_deal(plan.players);
        let mut games = 0;
        let mut show = |progress: Progress| {
            games = progress.games;
            let enough = start.elapsed() >= PILOT && progress.games >= enough_games;
            stop.store(enough, Ordering::Relaxed);
        };
        let threads = self.args.thread_count();
        let mut runner = StudyRunner { plan: &plan, threads, stop: &stop, progress: &mut show };
        let next = |done: &[_]| Ok(done.is_empty().then(|| pilot.clone()));
        let result = runner.conduct::<G>(rules, None, Sink::Nowhere, next)?;
        let per_game = start.elapsed().as_secs_f64() / games.max(1) as f64;
        let time = |deals: u64| HumanDuration(Duration::from_secs_f64((per_game * (deals * per_deal) as f64).min(1e9)));
        let mut text = format!(
            "{}, {} players: {} experiments, {per_deal} games on each deal; {} deals take about {} on {threads} threads\n",
            plan.game,
            plan.players,
            stage.experiments.len(),
            plan.deals,
            time(plan.deals)
        );
        let effects = &result.stages[0].effects;
        let (played, spreads) = (effects[0].deals, effects.iter().map(|effect| effect.sd).collect());
        let [_, median, most] = spread(spreads).expect("there is an experiment");
        for (what, sd) in [("median", median), ("largest", most)] {
            let needed = deals_needed(sd, plan.margin);
            let _ = match needed {
                0 => writeln!(
                    text,
                    "{what} effect: nothing in {played} deals, so more of them must tell how many it takes"
                ),
                _ => writeln!(
                    text,
                    "effects of {} found or excluded, each with 90 %: {needed} deals ({what} spread of {played} deals, {sd:.3} \
                     per deal), about {}",
                    plan.margin,
                    time(needed)
                ),
            };
        }
        Ok(text)
    }
}
