//! The life of a study: begun in a folder or taken up again, played, finished with its tables; or all of it in memory.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
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
    Err(ArenaError::folder(path, "lacks rows although the study is complete; --force begins anew"))
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
mod tests {
    use std::sync::atomic::Ordering;

    use riverlab_arena::store::file_names::{EFFECTS, SCREEN, SUGGESTED, SUGGESTION};
    use riverlab_arena::table::GameTable;
    use riverlab_engine::RulesSource;
    use riverlab_engine::games::the_river::TheRiver;

    use super::*;
    use crate::balance::request::StudyRequest;
    use crate::balance::runner::Progress;

    /// A study that is interrupted as soon as something of this stage is played: before the first one for 0.
    fn interrupted(task: Task, intervention: &str, confirm: u64, stage: usize) -> PlayedStudy {
        try_interrupted(task, intervention, confirm, stage).expect("it is played")
    }

    fn try_interrupted(task: Task, intervention: &str, confirm: u64, stage: usize) -> Result<PlayedStudy, ArenaError> {
        let request = StudyRequest {
            programs: riverlab_arena::external::programs::Programs::default(),
            task,
            players: 2,
            bots: vec!["greedy".parse().expect("a bot")],
            components: ["shed-a", "fort-a", "mill-a", "inn-a"].map(str::to_owned).to_vec(),
            interventions: vec![intervention.parse().expect("one")],
            margin: 0.01,
            deals: 30,
            confirm,
            budget: None,
            seed: 1,
        };
        let source = RulesSource { file: None, sets: vec!["building.shed-a.points=25".to_owned()] };
        let table = GameTable::<TheRiver>::open(&source).expect("tables");
        let plan = request.plan(&table).expect("a plan");
        let stop = AtomicBool::new(stage == 0);
        let mut count = |progress: Progress| stop.store(progress.stage >= stage, Ordering::Relaxed);
        let mut runner = StudyRunner { threads: 1, stop: &stop, crew: None, progress: &mut count };
        run_in_memory(&plan, &table, &mut runner)
    }

    fn names(report: &Report) -> Vec<&'static str> {
        report.files().iter().map(|(name, _)| *name).collect()
    }

    fn table(report: &Report, name: &str) -> Vec<u8> {
        report.files().into_iter().find(|(other, _)| *other == name).expect("a table").1
    }

    #[test]
    fn interrupted_suggestions_show_the_first_stage() {
        let PlayedStudy { result, report: complete, .. } = interrupted(Task::Suggestion, "grant", 20, usize::MAX);
        let stages = result.stages.len();
        assert!(result.is_complete && stages > 2, "{stages} stages");
        assert_eq!(names(&complete), [EFFECTS, SUGGESTED, SUGGESTION]);
        let mut screened: Option<Vec<u8>> = None;
        for stage in [2, 3, stages / 2, stages] {
            let PlayedStudy { result, report, .. } = interrupted(Task::Suggestion, "grant", 20, stage);
            // A stage may be over with its first batch.
            if result.is_complete {
                continue;
            }
            assert!(result.stages.len() >= stage);
            let text = report.text.to_string();
            assert!(text.starts_with("not complete: "), "{text}");
            assert_eq!(names(&report), [EFFECTS]);
            let effects = table(&report, EFFECTS);
            assert_eq!(*screened.get_or_insert_with(|| effects.clone()), effects, "in stage {stage}");
        }
        assert!(screened.is_some());
    }

    #[test]
    fn interrupted_confirmations_do_not_count() {
        let PlayedStudy { result, report: complete, .. } = interrupted(Task::Effects, "grant", 1000, usize::MAX);
        assert!(result.is_complete);
        assert_eq!(names(&complete), [EFFECTS, SCREEN]);
        let PlayedStudy { result, report, .. } = interrupted(Task::Effects, "grant", 1000, 2);
        assert!(!result.is_complete && result.stages[1].deals() < 1000);
        assert_eq!(names(&report), [EFFECTS]);
        assert_eq!(table(&report, EFFECTS), table(&complete, SCREEN));
        let text = report.text.to_string();
        assert!(text.contains(" of 1000 deals of stage 2 are played"), "{text}");
        assert!(!text.contains("fresh deals"), "{text}");
    }

    #[test]
    fn a_study_of_which_nothing_is_played_says_so() {
        for task in [Task::Effects, Task::Suggestion] {
            let confirm = u64::from(task == Task::Suggestion);
            let PlayedStudy { result, report, .. } = interrupted(task, "ban", confirm, 0);
            assert_eq!((result.is_complete, report.files().len()), (false, 0));
            let text = report.text.to_string();
            assert!(text.starts_with("not complete: 0 of 30 deals of stage 1 are played"), "{text}");
        }
        // Under which tables it is to be played is not known yet.
        let readings = Task::Sensitivity(vec!["building.inn-a.*".to_owned()]);
        assert!(matches!(try_interrupted(readings, "ban", 0, 0), Err(ArenaError::Interrupted)));
    }
}
