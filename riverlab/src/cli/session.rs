//! What the commands `tournament` and `match` have in common: a run is played, resumed, or shown again.

use std::path::PathBuf;

use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Plan, Request, weights_notes};
use riverlab_arena::report::csv::json_text;
use riverlab_arena::report::text::{match_text, standings_text};
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::file_names::FAULTS;
use riverlab_arena::store::run_dir::RunStatus;
use riverlab_arena::table::{Clock, Table};
use riverlab_arena::tally::{Report, Results};

use super::dry_run;
use super::host::Host;
use super::printer::Printer;
use super::progress::{RunProgressBar, standing};
use super::run_args::{GIVING_UP, RunArgs, stop_flag};

/// How a run is played, and for whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSettings<'a> {
    pub(super) args: &'a RunArgs,
    pub(super) clock: Clock,
    pub(super) host: &'a Host,
}

/// Plays a run, resumes it, or shows a complete one; or just says what it would be.
pub(super) fn run_or_try(
    table: &dyn Table,
    request: Request,
    settings: RunSettings<'_>,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let args = settings.args;
    if args.dry_run {
        args.check_resumable("results")?;
        dry_run::run(table, request, args, stdout)
    } else {
        run(table, request, settings, stdout)
    }
}

fn run(
    table: &dyn Table,
    request: Request,
    settings: RunSettings<'_>,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let args = settings.args;
    let folder = args.folder_or("results");
    let (plan, results) = PlayRun { settings, folder }.play_or_show(table, request)?;
    show(&plan, &results, args.json, stdout)?;
    if results.is_complete() {
        return Ok(());
    }
    args.note(&format!("to go on: {}", args.command(&plan.command)));
    Err(ArenaError::Interrupted)
}

/// Prints what a run has shown so far.
pub(super) fn show(plan: &Plan, results: &Results, json: bool, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    if results.tally.deals() == 0 {
        return Ok(());
    }
    let Report { summary, of_match, components } = results.report();
    let text = match of_match {
        _ if json => json_text(plan, summary, of_match.as_ref(), components).into(),
        Some(result) => match_text(plan, summary, result),
        None => standings_text(plan, summary),
    };
    stdout.show(&text)
}

struct PlayRun<'a> {
    settings: RunSettings<'a>,
    folder: PathBuf,
}

impl PlayRun<'_> {
    /// Plays a run into its folder, resumes it, or reads a complete one.
    fn play_or_show(&self, table: &dyn Table, request: Request) -> Result<(Plan, Results), ArenaError> {
        let args = self.settings.args;
        let plan = Plan::new(request, table)?;
        let mut session = Session::open(&self.folder, &plan, table, args.on_existing())?;
        match session.status() {
            RunStatus::Nothing => {}
            RunStatus::Unfinished => {
                args.note(&format!("resuming after {} of {} games", session.games_before(), plan.games));
            }
            RunStatus::Complete => args.note(&format!("{} is complete; nothing to play", self.folder.display())),
        }
        if !session.results().is_complete() {
            for note in weights_notes(table, plan.request.bots.specs(), plan.request.players)? {
                args.note(&note);
            }
            if let Some(note) = plan.cannot_decide() {
                args.note(&format!("{note}: ask for more with --deals"));
            }
            self.play(&plan, &mut session)?;
        }
        Ok((plan, session.finish()?))
    }

    /// Plays what is left, with a progress bar, and says how long it took.
    fn play(&self, plan: &Plan, session: &mut Session<'_>) -> Result<(), ArenaError> {
        let RunSettings { args, clock, host } = self.settings;
        let (threads, stop) = (args.thread_count(), stop_flag(host, GIVING_UP));
        let bar = RunProgressBar::new(plan, session.games_before(), args);
        let decisions = Some(bar.decisions());
        let settings = PlaySettings { threads, clock, stop: &stop, decisions, crew: host.crew() };
        let played = session.play(settings, |progress| {
            host.note(|noted| {
                (noted.done, noted.of) = (progress.games(), progress.expected_games());
                noted.standing = standing(progress);
            });
            bar.show(progress);
        });
        let seconds = bar.clear().as_secs_f64();
        if session.faults() > 0 {
            let file = self.folder.join(FAULTS);
            args.note(&format!("faults of programs: {}, see {}", session.faults(), file.display()));
        }
        played?;
        let games = session.results().tally.games() - session.games_before();
        let speed = games as f64 / seconds.max(1e-9);
        args.note(&format!(
            "{games} games in {seconds:.1} s on {threads} threads ({speed:.0} games/s), results in {}",
            self.folder.display()
        ));
        Ok(())
    }
}
