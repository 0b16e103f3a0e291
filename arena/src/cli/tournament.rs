//! `riverlab tournament`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use riverlab_bots::Evaluate;

use super::{GameArgs, parse_bots, print, whole};
use crate::error::ArenaError;
use crate::games::{GameTask, with_game};
use crate::journal::Journal;
use crate::output::{Found, GAMES, IfThere, Output, SEATS, STANDINGS};
use crate::plan::{Plan, Request};
use crate::runner;
use crate::stats::Tally;
use crate::tables::{seats_csv, standings_csv, standings_json, standings_text};

/// Arguments of `tournament`.
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of players
    #[arg(long, short, default_value = "2", allow_negative_numbers = true, value_parser = whole::<0, 99>)]
    players: u64,
    /// The bots; one given twice plays twice
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_values = ["mcts:sims=400", "greedy", "random"])]
    bots: Vec<String>,
    /// The number of deals that each line-up plays in all rotations
    #[arg(long, short, default_value = "50", allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    deals: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// The number of threads [default: all cores]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    threads: Option<u64>,
    /// The folder of the results
    #[arg(long, short, default_value = "results")]
    out: PathBuf,
    /// Insist that there is a run to continue
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Replace another run in the folder
    #[arg(long)]
    force: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Standings as JSON
    #[arg(long)]
    json: bool,
}

/// Plays a tournament, or goes on with one, or shows a complete one.
pub(super) fn run(args: &TournamentArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let rules = args.game.rules.source()?;
    let bots = parse_bots(&args.bots)?;
    if bots.len() > 1000 {
        return Err(ArenaError::Usage(format!("--bots: {} bots: at most 1000", bots.len())));
    }
    let request = Request { rules, players: args.players as usize, bots, seed: args.seed, deals: args.deals };
    let (plan, tally) = with_game(&args.game.game, &request.rules, Tournament { args, request: &request })?;
    if tally.deals() == 0 {
        return Err(ArenaError::Interrupted);
    }
    let text = if args.json { standings_json(&plan, &tally) } else { standings_text(&plan, &tally) };
    print(stdout, &text)?;
    if tally.deals() < plan.deals { Err(ArenaError::Interrupted) } else { Ok(()) }
}

struct Tournament<'a> {
    args: &'a TournamentArgs,
    request: &'a Request,
}

impl GameTask for Tournament<'_> {
    type Output = (Plan, Tally);

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<(Plan, Tally), ArenaError> {
        let args = self.args;
        let plan = self.request.plan::<G>(rules)?;
        let if_there = match (args.resume, args.force) {
            (_, true) => IfThere::Replace,
            (true, false) => IfThere::Resume,
            (false, false) => IfThere::Continue,
        };
        let (mut output, found) = Output::look(&args.out, &plan, if_there)?;
        let games_per_deal = plan.games / plan.deals;
        let mut tally = Tally::new(plan.bots.len(), plan.players, games_per_deal);
        let path = output.path(GAMES);
        if found == Found::Complete {
            let journal = Journal::open_complete(&path)?;
            let done = journal.read::<G>(&plan, rules, |game, result| tally.add(game, result))?;
            if done.games < plan.games {
                let message = format!("has {} of {} games although the run is complete", done.games, plan.games);
                return Err(ArenaError::folder(&path, message + "; --force begins anew"));
            }
            note(args, &format!("{} is complete; nothing to play", args.out.display()));
            return Ok((plan, tally));
        }
        output.create_folder()?;
        let mut journal = Journal::lock(&path)?;
        if found == Found::Nothing {
            output.begin(&mut journal)?;
        }
        let done = journal.read::<G>(&plan, rules, |game, result| tally.add(game, result))?;
        if found == Found::Unfinished {
            note(args, &format!("going on after {} of {} games", done.games, plan.games));
        }
        journal.go_on::<G>(done)?;
        self.play::<G>(rules, &plan, &mut journal, &mut tally, done.games)?;
        journal.sync()?;
        if tally.deals() > 0 {
            output.write(STANDINGS, &standings_csv(&plan, &tally))?;
            output.write(SEATS, &seats_csv(&plan, &tally))?;
        }
        if tally.deals() == plan.deals {
            output.complete()?;
        }
        Ok((plan, tally))
    }
}

impl Tournament<'_> {
    fn play<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        plan: &Plan,
        journal: &mut Journal,
        tally: &mut Tally,
        done: u64,
    ) -> Result<(), ArenaError> {
        let threads = self.args.threads.map_or_else(all_cores, |threads| threads as usize);
        let stop = stop_on_signal();
        let bar = progress_bar(self.args, plan, done);
        let start = Instant::now();
        let mut played = 0;
        let result = runner::run::<G>(plan, &self.request.bots, rules, threads, done, &stop, |batch| {
            journal.append(&batch.rows)?;
            batch.games.iter().for_each(|(game, result)| tally.add(game, result));
            played += batch.games.len() as u64;
            bar.set_position(done + played);
            if !bar.is_hidden() {
                bar.set_message(progress_text(plan, tally, done, played, start.elapsed()));
            }
            Ok(())
        });
        bar.finish_and_clear();
        result?;
        let seconds = start.elapsed().as_secs_f64();
        let speed = played as f64 / seconds.max(1e-9);
        note(
            self.args,
            &format!(
                "{played} games in {seconds:.1} s on {threads} threads ({speed:.0} games/s), results in {}",
                self.args.out.display()
            ),
        );
        Ok(())
    }
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn note(args: &TournamentArgs, text: &str) {
    if !args.quiet {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// A flag that Ctrl-C and SIGTERM set; a second signal ends the process as usual.
fn stop_on_signal() -> Arc<AtomicBool> {
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

fn progress_bar(args: &TournamentArgs, plan: &Plan, done: u64) -> ProgressBar {
    let target = if args.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = "{bar:20} {percent:>3} % {human_pos}/{human_len} games {wide_msg}";
    ProgressBar::with_draw_target(Some(plan.games), target)
        .with_style(ProgressStyle::with_template(style).expect("a valid template"))
        .with_position(done)
}

/// Speed and time left as seen in this session, and who leads.
fn progress_text(plan: &Plan, tally: &Tally, done: u64, played: u64, elapsed: Duration) -> String {
    let speed = played as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = Duration::from_secs_f64((plan.games - done - played) as f64 / speed.max(1e-9));
    let leader = tally.leader().map(|(bot, share)| format!(", {} leads with {share:.3}", plan.bots[usize::from(bot)]));
    format!("{speed:.0}/s, {} left{}", HumanDuration(left), leader.unwrap_or_default())
}
