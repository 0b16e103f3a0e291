//! The parts of a study, each played with `--shard`, are put together: the files are those of the study played at once.
//!
//! A part has some deals of the first stage. What follows from that stage, a confirmation or pairs of components, is played
//! when the parts are merged.

use std::path::Path;

use riverlab_arena::error::ArenaError;
use riverlab_arena::store::file_names::BLOCKS;
use riverlab_arena::store::journal_file::JournalFile;
use riverlab_arena::store::parts::{Divisible as _, Part as _};
use riverlab_arena::store::run_dir::{OnExisting, RunDir, RunStatus};

use super::blocks::{Columns, Reader};
use super::plan::StudyPlan;
use super::runner::{StudyRunner, merge_first_stage};
use super::session::{self, PlayedStudy, begin, read_rows};
use super::setup::{StudySetup, StudyTable};
use super::stored::StoredStudy;

/// Writes the study that consists of these parts to a folder, and plays what follows from its first stage.
///
/// # Errors
/// When a part lacks rows or has others, and those of [`session::run`].
///
/// # Panics
/// When there is no part: [`check_parts`](riverlab_arena::store::parts::check_parts) says whether these are all.
pub fn merge(
    parts: &[StoredStudy],
    folder: &Path,
    on_existing: OnExisting,
    table: &dyn StudyTable,
    runner: &mut StudyRunner<'_>,
) -> Result<PlayedStudy, ArenaError> {
    let plan = parts[0].plan().of_all_parts();
    let setup = StudySetup::new(&plan, table)?;
    let dir = RunDir::open(folder, &plan, on_existing)?;
    let blocks = dir.path(BLOCKS);
    let is_merged = match dir.status() {
        RunStatus::Complete => true,
        RunStatus::Unfinished => !read_rows(&setup, &mut *begin(&setup)?, &blocks)?.complete_stages().is_empty(),
        RunStatus::Nothing => false,
    };
    if !is_merged {
        let stage_of = |plan: &StudyPlan| {
            let setup = StudySetup::new(plan, table)?;
            let stage = begin(&setup)?.next_stage(&[])?;
            Ok::<_, ArenaError>(stage.expect("there is a first one"))
        };
        let files =
            parts.iter().map(|part| JournalFile::open(&part.folder().join(BLOCKS))).collect::<Result<Vec<_>, _>>()?;
        let reader = |file| Reader::new(file, Columns::of(&setup), setup.component_count);
        let of_part = |(part, file): (&StoredStudy, _)| Ok::<_, ArenaError>((stage_of(part.plan())?, reader(file)?));
        let rows =
            parts.iter().zip(&files).map(of_part).collect::<Result<Vec<_>, _>>().map_err(ArenaError::of_reader)?;
        let mut journal = dir.lock_journal(&[&blocks])?.remove(0);
        merge_first_stage(&setup, &stage_of(&plan)?, rows, &mut journal).map_err(ArenaError::of_reader)?;
        journal.sync()?;
    }
    session::run(&plan, table, folder, OnExisting::Continue, runner)
}
