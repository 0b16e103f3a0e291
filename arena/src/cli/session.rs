//! What tournaments and matches have in common: a run is played, gone on with, or shown again.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use riverlab_bots::Evaluate;

use super::{dry_run, print, whole};
use crate::error::ArenaError;
use crate::games::{GameTask, with_game};
use crate::plan::{Plan, Request, StopRule};
use crate::play::timing::TimingTally;
use crate::report::csv::{
    components_csv, json_text, match_csv, pairs_csv, ratings_csv, seats_csv, standings_csv, timing_csv,
};
use crate::report::text::{match_text, standings_text};
use crate::run::results::{Report, Results};
use crate::run::runner::{self, Batch, BatchOffsets, Clock};
use crate::schedule::Schedule;
use crate::stats::MatchTally;
use crate::store::journal::{Journal, JournalPaths, Progress, ReadGame};
use crate::store::run_dir::{
    COMPONENTS, MATCH, OnExisting, PAIRS, RATINGS, RunDir, RunStatus, SEATS, STANDINGS, TIMING,
};

/// How and where a run is played; its results do not depend on it.
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// The number of threads [default: all cores]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    pub(super) threads: Option<u64>,
    /// The folder of the results [default: results, of a balance study: balance]
    #[arg(long, short)]
    pub(super) out: Option<PathBuf>,
    /// Insist that there is a run to continue
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// Replace another run in the folder
    #[arg(long)]
    pub(super) force: bool,
    /// Say what would be played, how long it would take and how close the results would be
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Time decisions and write timing.csv, of the games played in this session
    #[arg(long)]
    pub(super) timing: bool,
    /// No progress
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Results as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl RunArgs {
    pub(super) fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("results"))
    }

    pub(super) fn thread_count(&self) -> usize {
        let all_cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all_cores, |threads| threads as usize)
    }

    fn clock(&self) -> Clock {
        if self.timing { Clock::On } else { Clock::Off }
    }

    pub(super) fn note(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }
}

/// Plays a run, goes on with it, or shows a complete one; or just says what it would be.
pub(super) fn run_or_try(
    game: &str,
    request: &Request,
    args: &RunArgs,
    stdout: &mut impl Write,
) -> Result<(), ArenaError> {
    if args.dry_run { dry_run::run(game, request, args, stdout) } else { run(game, request, args, stdout) }
}

fn run(game: &str, request: &Request, args: &RunArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let (plan, results) = with_game(game, &request.rules, Session { args, request })?;
    show(&plan, &results, args.json, stdout)?;
    if results.is_complete() { Ok(()) } else { Err(ArenaError::Interrupted) }
}

/// Prints what a run has shown so far.
pub(super) fn show(plan: &Plan, results: &Results, json: bool, stdout: &mut impl Write) -> Result<(), ArenaError> {
    if results.tally.deals() == 0 {
        return Ok(());
    }
    let Report { summary, of_match, components } = results.report();
    let text = match of_match {
        _ if json => json_text(plan, summary, of_match.as_ref(), components),
        Some(result) => match_text(plan, summary, result),
        None => standings_text(plan, summary),
    };
    print(stdout, &text)
}

struct Session<'a> {
    args: &'a RunArgs,
    request: &'a Request,
}

impl GameTask for Session<'_> {
    type Output = (Plan, Results);

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<(Plan, Results), ArenaError> {
        let args = self.args;
        let plan = self.request.plan::<G>(rules)?;
        let if_there = match (args.resume, args.force) {
            (_, true) => OnExisting::Replace,
            (true, false) => OnExisting::Resume,
            (false, false) => OnExisting::Continue,
        };
        let folder = args.folder();
        let (output, found) = RunDir::open(&folder, &plan, if_there)?;
        if found == RunStatus::Complete {
            let results = read_complete::<G>(&output, &plan, rules)?;
            args.note(&format!("{} is complete; nothing to play", folder.display()));
            return Ok((plan, results));
        }
        let mut writing = Writing::<G>::begin(output, found, &plan, rules)?;
        if found == RunStatus::Unfinished {
            args.note(&format!("going on after {} of {} games", writing.done, plan.games));
        }
        play(args, rules, &plan, &mut writing)?;
        Ok((plan, writing.end()?))
    }
}

/// Reads the games of a journal and hands each to `seen`. The schedule is left at the game after them.
pub(super) fn read_games<G: Evaluate>(
    journal: &Journal,
    plan: &Plan,
    rules: &'static G::Rules,
    mut seen: impl FnMut(&ReadGame<'_>),
) -> Result<(Results, Schedule, Progress), ArenaError> {
    let (mut results, mut schedule) = (Results::new::<G>(plan, rules)?, plan.schedule());
    let done = journal.read::<G>(plan, rules, &mut schedule, |read| {
        seen(read);
        Ok(results.add(read.game, read.result, read.events))
    })?;
    Ok((results, schedule, done))
}

/// Whether a complete run has all of its games; `advice` ends the message.
pub(super) fn check_whole(paths: &JournalPaths, done: Progress, games: u64, advice: &str) -> Result<(), ArenaError> {
    if done.games == games {
        return Ok(());
    }
    let path = paths.moves.as_ref().filter(|_| done.lacks_moves).unwrap_or(&paths.games);
    let message = format!("has {} of {games} games although the run is complete{advice}", done.games);
    Err(ArenaError::folder(path, message))
}

/// Reads a complete run, which must have all of its games. Tables that somebody has deleted are written again.
pub(super) fn read_complete<G: Evaluate>(
    output: &RunDir,
    plan: &Plan,
    rules: &'static G::Rules,
) -> Result<Results, ArenaError> {
    let paths = output.journal::<G>(rules);
    let (results, _, done) = read_games::<G>(&Journal::open(&paths)?, plan, rules, |_| ())?;
    check_whole(&paths, done, output.games_played().unwrap_or(plan.games), "; --force begins anew")?;
    for (name, content) in tables(plan, &results).iter().filter(|(name, _)| !output.path(name).exists()) {
        output.write(name, content)?;
    }
    Ok(results)
}

/// A run that is being written: its journal is locked and holds what is in the results.
pub(super) struct Writing<G> {
    output: RunDir,
    journal: Journal,
    plan: Plan,
    pub(super) results: Results,
    /// What is left to be played.
    schedule: Option<Schedule>,
    timing: Option<TimingTally>,
    /// Games that were there.
    pub(super) done: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: Evaluate> Writing<G> {
    /// Begins a run, or goes on with one.
    pub(super) fn begin(
        output: RunDir,
        found: RunStatus,
        plan: &Plan,
        rules: &'static G::Rules,
    ) -> Result<Self, ArenaError> {
        output.create_folder()?;
        let mut journal = Journal::lock(&output.journal::<G>(rules))?;
        if found == RunStatus::Nothing {
            output.begin(&journal.files())?;
        }
        let (results, schedule, done) = read_games::<G>(&journal, plan, rules, |_| ())?;
        journal.go_on::<G>(done)?;
        let game = std::marker::PhantomData;
        Ok(Writing {
            output,
            journal,
            plan: plan.clone(),
            results,
            schedule: Some(schedule),
            timing: None,
            done: done.games,
            game,
        })
    }

    /// Writes games and counts them, up to the one that ends the run.
    pub(super) fn append(&mut self, batch: &Batch) -> Result<ControlFlow<()>, ArenaError> {
        let (mut ends, mut flow) = (BatchOffsets::default(), ControlFlow::Continue(()));
        for (played, events) in batch.observed() {
            ends = played.ends;
            flow = self.results.add(&played.game, &played.result, events);
            if flow.is_break() {
                break;
            }
        }
        self.journal.append(&batch.rows[..ends.rows], &batch.moves[..ends.moves])?;
        if let Some(timing) = &mut self.timing {
            batch.decision_times[..ends.decision_times].iter().for_each(|&thought| timing.add(thought));
        }
        Ok(flow)
    }

    /// Writes the rows of games that were added to the results already, and of their moves.
    pub(super) fn append_rows(&mut self, rows: &[u8], moves: &[u8]) -> Result<(), ArenaError> {
        self.journal.append(rows, moves)
    }

    /// Writes all tables, and marks the run as complete if it is.
    pub(super) fn end(mut self) -> Result<Results, ArenaError> {
        self.journal.sync()?;
        if self.results.tally.deals() > 0 {
            for (name, content) in tables(&self.plan, &self.results) {
                self.output.write(name, &content)?;
            }
        }
        if let Some(timing) = &self.timing {
            self.output.write(TIMING, &timing_csv(&self.plan, &timing.lines()))?;
        }
        if self.results.is_complete() {
            self.output.complete(self.results.tally.games())?;
        }
        Ok(self.results)
    }
}

/// All tables that follow from the games, by the names of their files.
pub(super) fn tables(plan: &Plan, results: &Results) -> Vec<(&'static str, Vec<u8>)> {
    let Report { summary, of_match, components } = results.report();
    let mut tables = vec![
        (STANDINGS, standings_csv(plan, summary)),
        (PAIRS, pairs_csv(plan, summary)),
        (SEATS, seats_csv(plan, summary)),
        (RATINGS, ratings_csv(plan, summary)),
    ];
    tables.extend(of_match.as_ref().map(|result| (MATCH, match_csv(plan, result))));
    tables.extend((!components.is_empty()).then(|| (COMPONENTS, components_csv(components))));
    tables
}

fn play<G: Evaluate>(
    args: &RunArgs,
    rules: &'static G::Rules,
    plan: &Plan,
    writing: &mut Writing<G>,
) -> Result<(), ArenaError> {
    if writing.results.is_complete() {
        return Ok(());
    }
    let threads = args.thread_count();
    let stop = stop_on_signal();
    let bar = progress_bar(args, plan, writing.done);
    let start = Instant::now();
    let schedule = writing.schedule.take().expect("it is played once");
    writing.timing = args.timing.then(|| TimingTally::new(plan.bots.len()));
    let result = runner::run::<G>(plan, rules, schedule, threads, args.clock(), &stop, |batch| {
        let flow = writing.append(&batch)?;
        let games = writing.results.tally.games();
        bar.set_position(games);
        if !bar.is_hidden() {
            let expected = writing.results.expected_games(plan);
            bar.set_length(expected);
            bar.set_message(progress_text(plan, &writing.results, [writing.done, expected], start.elapsed()));
        }
        Ok(flow)
    });
    bar.finish_and_clear();
    result?;
    let seconds = start.elapsed().as_secs_f64();
    let played = writing.results.tally.games() - writing.done;
    let speed = played as f64 / seconds.max(1e-9);
    args.note(&format!(
        "{played} games in {seconds:.1} s on {threads} threads ({speed:.0} games/s), results in {}",
        args.folder().display()
    ));
    Ok(())
}

/// A flag that Ctrl-C and SIGTERM set; a second signal ends the process as usual.
pub(super) fn stop_on_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler a signal ends the process at once, which loses no finished game either.
    let _ = ctrlc::set_handler(handler);
    stop
}

fn progress_bar(args: &RunArgs, plan: &Plan, done: u64) -> ProgressBar {
    let target = if args.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = match plan.stop {
        None => "{bar:20} {percent:>3} % {human_pos}/{human_len} games {wide_msg}",
        Some(StopRule::Width(_)) => "{bar:20} {percent:>3} % {human_pos} of about {human_len} games {wide_msg}",
        Some(StopRule::Sprt { .. }) => "{human_pos} games {wide_msg}",
    };
    ProgressBar::with_draw_target(Some(plan.games), target)
        .with_style(ProgressStyle::with_template(style).expect("a valid template"))
        .with_position(done)
}

/// How it stands, then speed and time left as seen in this session: a narrow terminal cuts off the end.
fn progress_text(plan: &Plan, results: &Results, [done, expected]: [u64; 2], elapsed: Duration) -> String {
    let games = results.tally.games();
    let speed = (games - done) as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut parts = Vec::new();
    if let Some(of_match) = &results.of_match {
        parts.extend(match_texts(of_match));
    } else if let Some((bot, share)) = results.tally.leader() {
        parts.push(format!("{} leads with {share:.3}", plan.name(bot)));
    }
    parts.push(format!("{speed:.0}/s"));
    if !matches!(plan.stop, Some(StopRule::Sprt { .. })) {
        let left = expected.saturating_sub(games) as f64 / speed.max(1e-9);
        parts.push(format!("{} left", HumanDuration(Duration::from_secs_f64(left.min(1e9)))));
    }
    parts.join(", ")
}

/// Share, confidence sequence, and the log-likelihood ratio within its bounds.
fn match_texts(of_match: &MatchTally) -> Vec<String> {
    let interval = of_match.sequence();
    let share = format!("share {:.3} ({:.3} .. {:.3})", interval.mean, interval.lo, interval.hi);
    let llr = of_match.llr().map(|(llr, (lo, hi))| format!("LLR {llr:.2} ({lo:.2} .. {hi:.2})"));
    std::iter::once(share).chain(llr).collect()
}
