//! A run in a folder, while this process plays it: opened, played, finished.
//!
//! A session that is interrupted, or whose process is killed at any moment, is taken up by opening the same plan in the
//! same folder again; the files are then those of an uninterrupted run. A session prints nothing: whoever plays it is told
//! of its progress.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::PoisonError;

use crate::error::ArenaError;
use crate::external::QuitFaults;
use crate::external::fault_row::FaultRow;
use crate::plan::Plan;
use crate::report::csv::timing_csv;
use crate::report::forfeits::forfeits_text;
use crate::report::result_files::result_files;
use crate::run::runner::{PlaySettings, run_noting};
use crate::schedule::Schedule;
use crate::store::faults::FaultsFile;
use crate::store::file_names::TIMING;
use crate::store::journal::{Journal, JournalPaths, Progress};
use crate::store::run_dir::{OnExisting, RunDir, RunStatus};
use crate::table::{Batch, BatchOffsets, Clock, Table};
use crate::tally::{MatchTally, Results, TimingTally};

/// How far a run is, as its observer is told after each batch of games.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress<'a> {
    plan: &'a Plan,
    results: &'a Results,
    games_before: u64,
}

impl RunProgress<'_> {
    /// The number of games that are played, those of earlier sessions included.
    pub fn games(&self) -> u64 {
        self.results.tally.games()
    }

    /// The number of games that were played before this session.
    pub fn games_before(&self) -> u64 {
        self.games_before
    }

    /// The number of games when the run ends, as far as can be said.
    pub fn expected_games(&self) -> u64 {
        self.results.expected_games(self.plan)
    }

    /// The bot with the largest share, and this share.
    pub fn leader(&self) -> Option<(&str, f64)> {
        self.results.tally.leader().map(|(bot, share)| (self.plan.name(bot), share))
    }

    /// Which bots have forfeited how many games, in words; none where none has.
    pub fn forfeits(&self) -> Option<String> {
        forfeits_text(self.plan, &self.results.tally.forfeits())
    }

    /// How a match stands.
    pub fn of_match(&self) -> Option<&MatchTally> {
        self.results.of_match.as_ref()
    }
}

/// The journal of a run that is not complete, which this process has locked.
struct Writing {
    journal: Journal,
    /// What is left to be played, until it is.
    schedule: Option<Schedule>,
}

/// A run in its folder, with the results of all games in its journal.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use riverlab_arena::plan::{Plan, Request};
/// use riverlab_arena::run::{runner::PlaySettings, session::Session};
/// use riverlab_arena::store::run_dir::{OnExisting, RunStatus};
/// use riverlab_arena::table::GameTable;
/// use riverlab_engine::games::toy::Dice;
///
/// let folder = std::env::temp_dir().join(format!("riverlab-session-{}", std::process::id()));
/// let bots = ["random", "greedy"].map(|text| text.parse().expect("a spec")).to_vec();
/// let table = GameTable::<Dice>::standard();
/// let plan = Plan::new(Request::tournament(2, bots, 30, 1), &table)?;
///
/// let mut session = Session::open(&folder, &plan, &table, OnExisting::Replace)?;
/// let stop = AtomicBool::new(false);
/// let mut games = 0;
/// session.play(PlaySettings::new(1, &stop), |progress| games = progress.games())?;
/// assert_eq!(games, 60);
/// assert!(session.finish()?.is_complete());
///
/// let again = Session::open(&folder, &plan, &table, OnExisting::Resume)?;
/// assert_eq!((again.status(), again.games_before()), (RunStatus::Complete, 60));
/// # std::fs::remove_dir_all(&folder).expect("the folder is removed");
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
pub struct Session<'a> {
    dir: RunDir,
    plan: Plan,
    table: &'a dyn Table,
    results: Results,
    games_before: u64,
    timing: Option<TimingTally>,
    /// How many faults of programs this session has noted.
    faults: usize,
    /// Of a run that was not complete when it was opened.
    writing: Option<Writing>,
}

impl<'a> Session<'a> {
    /// Opens a run: begins it, or reads what is there of it.
    ///
    /// # Errors
    /// When the plan is of another game or other rules than the table, when the folder holds anything but this run, when a
    /// file cannot be read or written, and when another process writes the run. The folder is touched only
    /// if it is empty, holds this very run, or is to be replaced.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        table: &'a dyn Table,
        on_existing: OnExisting,
    ) -> Result<Session<'a>, ArenaError> {
        plan.context.check(table)?;
        let dir = RunDir::open(folder, plan, on_existing)?;
        let paths = JournalPaths::in_folder(folder, plan, table);
        let mut results = Results::new(plan, table);
        let (games_before, writing) = if dir.status() == RunStatus::Complete {
            let games = dir.games_played().unwrap_or(plan.games);
            let (_, progress) = Journal::open(&paths)?.read(plan, table, Some(games), &mut results, &mut |_| ())?;
            (progress.games, None)
        } else {
            let mut journal = Journal::of_files(dir.lock_journal(&paths.files())?, &paths);
            let (schedule, progress) = journal.read(plan, table, None, &mut results, &mut |_| ())?;
            journal.resume(progress)?;
            FaultsFile::in_folder(folder).resume(schedule.last_given())?;
            (progress.games, Some(Writing { journal, schedule: Some(schedule) }))
        };
        Ok(Session { dir, plan: plan.clone(), table, results, games_before, timing: None, faults: 0, writing })
    }

    /// What the folder held when the run was opened.
    pub fn status(&self) -> RunStatus {
        self.dir.status()
    }

    /// The number of games that were there when the run was opened.
    pub fn games_before(&self) -> u64 {
        self.games_before
    }

    /// How many faults of programs were noted in `faults.csv` while this session was played.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// The results so far.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Plays what is left of the run, and tells `observer` how far it is after each batch of games. Does nothing when
    /// nothing is left, or when this session has been played already.
    ///
    /// # Errors
    /// When the journal cannot be written, or the threads cannot be started.
    pub fn play(
        &mut self,
        settings: PlaySettings<'_>,
        mut observer: impl FnMut(RunProgress<'_>) + Send,
    ) -> Result<(), ArenaError> {
        let Some(writing) = self.writing.as_mut().filter(|_| !self.results.is_complete()) else { return Ok(()) };
        let Some(schedule) = writing.schedule.take() else { return Ok(()) };
        let (plan, games_before) = (&self.plan, self.games_before);
        let (file, quit_faults) = (FaultsFile::in_folder(self.dir.folder()), QuitFaults::default());
        let faults = &mut self.faults;
        self.timing = (settings.clock == Clock::On).then(|| TimingTally::new(plan.request.bots.len()));
        let played = run_noting(plan, self.table, schedule, settings, Some(&quit_faults), |batch| {
            let (ends, flow) = add_games(&mut self.results, &batch);
            let of_run =
                batch.faults.iter().filter(|row| flow.is_continue() || row.game.is_some_and(|game| game <= ends.game));
            let of_run: Vec<FaultRow> = of_run.cloned().collect();
            file.append(&of_run)?;
            *faults += of_run.len();
            writing.journal.append(&batch.rows[..ends.rows], &batch.moves[..ends.moves])?;
            if let Some(timing) = &mut self.timing {
                batch.decision_times[..ends.decision_times].iter().for_each(|&time| timing.add(time));
            }
            observer(RunProgress { plan, results: &self.results, games_before });
            Ok(flow)
        });
        let at_the_end = std::mem::take(&mut *quit_faults.lock().unwrap_or_else(PoisonError::into_inner));
        let rows: Vec<FaultRow> = at_the_end.iter().map(|(bot, fault)| FaultRow::afterwards(bot, fault)).collect();
        file.append(&rows)?;
        *faults += rows.len();
        played
    }

    /// Takes the games of its parts, in order, each as far as it goes, and their results in place of what is there. Does
    /// nothing where the run is complete.
    pub(super) fn take_parts(
        &mut self,
        parts: impl IntoIterator<Item = (JournalPaths, Progress)>,
        results: Results,
    ) -> Result<(), ArenaError> {
        let Some(writing) = &mut self.writing else { return Ok(()) };
        let faults = FaultsFile::in_folder(self.dir.folder());
        writing.journal.resume(Progress::default())?;
        faults.resume(0)?;
        for (paths, progress) in parts {
            faults.append(&FaultsFile::in_folder(paths.games.parent().expect("a folder")).rows()?)?;
            writing.journal.append_games_of(&Journal::open(&paths)?, progress)?;
        }
        self.results = results;
        Ok(())
    }

    /// Writes all result files, and marks the run as complete if it is. Of a run that was complete when it was opened, those
    /// that somebody has deleted are written again.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(mut self) -> Result<Results, ArenaError> {
        let has_deals = self.results.tally.deals() > 0;
        let files = if has_deals { result_files(&self.plan, self.results.report()) } else { Vec::new() };
        let Some(writing) = &self.writing else {
            self.dir.write_missing(&files)?;
            return Ok(self.results);
        };
        writing.journal.sync()?;
        if let Some(timing) = &self.timing {
            self.dir.write(TIMING, &timing_csv(&self.plan, &timing.lines()))?;
        }
        let complete = self.results.is_complete().then(|| self.results.tally.games());
        self.dir.finish(&files, complete)?;
        Ok(self.results)
    }
}

/// Adds the games of a batch up to the one that ends the run; says where that one ends in the batch.
fn add_games(results: &mut Results, batch: &Batch) -> (BatchOffsets, ControlFlow<()>) {
    let mut ends = BatchOffsets::default();
    for (played, events) in batch.observed() {
        ends = played.ends;
        if results.add(&played.game, &played.result, events).is_break() {
            return (ends, ControlFlow::Break(()));
        }
    }
    (ends, ControlFlow::Continue(()))
}
