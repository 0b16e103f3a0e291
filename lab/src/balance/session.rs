//! The life of a study: begun in a folder or taken up again, played, finished with its tables; or all of it in memory.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::{ANEW, ArenaError};
use riverlab_arena::store::file_names::BLOCKS;
use riverlab_arena::store::journal_file::JournalFile;
use riverlab_arena::store::run_dir::{OnExisting, RunDir, RunStatus};

use super::blocks::{Columns, Reader};
use super::plan::{StudyPlan, Task};
use super::report::Report;
use super::runner::{Rows, StudyRunner};
use super::setup::{StudySetup, StudyTable};
use super::study::adaptive::AdaptiveStudy;
use super::study::effects::EffectsStudy;
use super::study::interactions::InteractionsStudy;
use super::study::part::PartOfStudy;
use super::study::sensitivity::SensitivityStudy;
use super::study::suggestion::SuggestionStudy;
use super::study::{Study, report};
use super::tally::StudyResult;

/// A study that was played, as far as it got.
#[derive(Clone, Debug)]
pub struct PlayedStudy {
    /// What there was of it before.
    pub found: RunStatus,
    /// What its stages have shown.
    pub result: StudyResult,
    /// What it comes to.
    pub report: Report,
}

/// A study of the kind that its plan asks for.
///
/// # Errors
/// When there is nothing to ask, or it is interrupted.
pub fn begin<'a>(setup: &'a StudySetup<'a>) -> Result<Box<dyn Study + 'a>, ArenaError> {
    let whole: Box<dyn Study + 'a> = match &setup.plan.study {
        Task::Effects => match setup.plan.budget {
            Some(budget) => Box::new(AdaptiveStudy::new(setup.plan, budget)),
            None => Box::new(EffectsStudy { plan: setup.plan }),
        },
        Task::Sensitivity(patterns) => Box::new(SensitivityStudy::new(setup, patterns)?),
        Task::Suggestion => Box::new(SuggestionStudy::new(setup)),
        Task::Interactions(pairs) => Box::new(InteractionsStudy::new(setup, *pairs)),
    };
    Ok(match setup.plan.shard {
        Some(shard) => Box::new(PartOfStudy { plan: setup.plan, shard, whole }),
        None => whole,
    })
}

/// Plays a study from its beginning and keeps nothing.
///
/// # Errors
/// When it cannot be played.
pub fn run_in_memory<'a>(
    plan: &'a StudyPlan,
    table: &'a dyn StudyTable,
    runner: &mut StudyRunner<'_>,
) -> Result<PlayedStudy, ArenaError> {
    let setup = StudySetup::new(plan, table)?.until(runner.stop);
    let mut study = begin(&setup)?;
    let result = runner.run(&setup, Rows::default(), |done| study.next_stage(done))?;
    Ok(PlayedStudy { found: RunStatus::Nothing, report: report(&*study, &result), result })
}

/// Plays a study in a folder, resumes it, or reads a complete one, and writes its tables.
///
/// # Errors
/// When the folder holds anything else, a file cannot be read or written, or the study cannot be played.
pub fn run<'a>(
    plan: &'a StudyPlan,
    table: &'a dyn StudyTable,
    folder: &Path,
    on_existing: OnExisting,
    runner: &mut StudyRunner<'_>,
) -> Result<PlayedStudy, ArenaError> {
    let mut dir = RunDir::open(folder, plan, on_existing)?;
    let (found, blocks) = (dir.status(), dir.path(BLOCKS));
    let setup = StudySetup::new(plan, table)?.until(runner.stop);
    let mut study = begin(&setup)?;
    if found == RunStatus::Complete {
        let result = read_complete(&setup, &mut *study, &blocks)?;
        let report = report(&*study, &result);
        dir.write_missing(&report.files())?;
        return Ok(PlayedStudy { found, result, report });
    }
    let mut journal = dir.lock_journal(&[&blocks])?.remove(0);
    let there = JournalFile::open(&blocks)?;
    let reader = Reader::new(&there, Columns::of(&setup), setup.component_count)?;
    let rows = Rows { reader: Some(reader), journal: Some(&mut journal) };
    let result = runner.run(&setup, rows, |done| study.next_stage(done))?;
    journal.sync()?;
    let report = report(&*study, &result);
    dir.finish(&report.files(), result.is_complete.then(|| result.games()))?;
    Ok(PlayedStudy { found, result, report })
}

/// Reads a complete study, which must have all of its rows.
fn read_complete(setup: &StudySetup<'_>, study: &mut dyn Study, path: &Path) -> Result<StudyResult, ArenaError> {
    let result = read_rows(setup, study, path)?;
    if result.is_complete {
        return Ok(result);
    }
    Err(ArenaError::folder(path, format!("lacks rows although the study is complete{ANEW}")))
}

/// Reads the rows that there are.
pub(super) fn read_rows(setup: &StudySetup<'_>, study: &mut dyn Study, path: &Path) -> Result<StudyResult, ArenaError> {
    let there = JournalFile::open(path)?;
    let reader = Reader::new(&there, Columns::of(setup), setup.component_count)?;
    let mut runner = StudyRunner { threads: 1, stop: &AtomicBool::new(true), crew: None, progress: &mut |_| () };
    let rows = Rows { reader: Some(reader), journal: None };
    runner.run(setup, rows, |done| study.next_stage(done))
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
