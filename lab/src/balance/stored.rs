//! A study in a folder, complete or not, as it is read back.

use std::path::{Path, PathBuf};

use riverlab_arena::error::ArenaError;
use riverlab_arena::store::file_names::BLOCKS;
use riverlab_arena::store::manifest::{Manifest, ManifestText};
use riverlab_arena::store::parts::{Divisible as _, Part};
use riverlab_arena::store::run_dir::RunStatus;

use super::plan::StudyPlan;
use super::session::{PlayedStudy, begin, read_rows};
use super::setup::{StudySetup, StudyTable};
use super::study::report;

/// A study in a folder. Nothing of it is changed.
#[derive(Clone, Debug)]
pub struct StoredStudy {
    folder: PathBuf,
    manifest: Manifest<StudyPlan>,
}

impl StoredStudy {
    /// Reads the manifest of a study.
    ///
    /// # Errors
    /// When there is no manifest, or it cannot be read.
    pub fn open(folder: &Path) -> Result<StoredStudy, ArenaError> {
        StoredStudy::of(ManifestText::read(folder)?)
    }

    /// The study that a manifest is of.
    ///
    /// # Errors
    /// When it is of none.
    pub fn of(manifest: ManifestText) -> Result<StoredStudy, ArenaError> {
        Ok(StoredStudy { manifest: manifest.parse()?, folder: manifest.folder })
    }

    /// Reads what there is of it, complete or not.
    ///
    /// # Errors
    /// When it is one of another version or other rules, or a file cannot be read.
    pub fn read(&self, table: &dyn StudyTable) -> Result<PlayedStudy, ArenaError> {
        self.check_context(table)?;
        let setup = StudySetup::new(self.plan(), table)?;
        let mut study = begin(&setup)?;
        let result = read_rows(&setup, &mut *study, &self.folder.join(BLOCKS))?;
        Ok(PlayedStudy { found: RunStatus::Complete, report: report(&*study, &result), result })
    }

    fn check_context(&self, table: &dyn StudyTable) -> Result<(), ArenaError> {
        let difference = self.plan().context.difference(table);
        difference.map_or(Ok(()), |difference| Err(ArenaError::folder(&self.folder, difference.to_string())))
    }

    /// Whether this program, with these rules, is the one that played the part.
    ///
    /// # Errors
    /// When another program or other rules played it, or when this program would not write such a manifest.
    pub fn check(&self, table: &dyn StudyTable) -> Result<(), ArenaError> {
        self.check_context(table)?;
        let plan = self.plan();
        let Some(shard) = plan.shard else { return Ok(()) };
        if plan.of_all_parts().part(shard)? == *plan {
            return Ok(());
        }
        Err(ArenaError::folder(&self.folder, "has a manifest that does not fit together: shard or command"))
    }
}

impl Part for StoredStudy {
    type Plan = StudyPlan;

    fn folder(&self) -> &Path {
        &self.folder
    }

    fn plan(&self) -> &StudyPlan {
        &self.manifest.plan
    }

    fn is_complete(&self) -> bool {
        self.manifest.complete
    }
}
