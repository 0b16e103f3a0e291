//! What a folder holds, read back as a whole: a tournament, a match or a balance study.

use std::path::Path;

use riverlab_arena::error::ArenaError;
use riverlab_arena::report::html::document::Document;
use riverlab_arena::report::html::run::{self as run_page, ShownRun};
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::store::manifest::ManifestText;
use riverlab_arena::store::parts::Part as _;
use riverlab_arena::tally::Results;
use riverlab_lab::balance::report::html as study_page;
use riverlab_lab::balance::session::PlayedStudy;
use riverlab_lab::balance::stored::StoredStudy;
use riverlab_lab::games::Catalog;

/// What a folder holds.
pub(crate) enum Stored {
    /// A tournament or match.
    Run(Box<(StoredRun, Results)>, String),
    /// A balance study.
    Study(Box<(StoredStudy, PlayedStudy)>, String),
}

impl Stored {
    /// The page about it.
    ///
    /// # Errors
    /// When a table beside the journal cannot be read.
    pub(crate) fn document(&self) -> Result<Document, ArenaError> {
        match self {
            Stored::Run(run, title) => {
                let (stored, results) = &**run;
                let (plan, is_complete, folder) = (stored.plan(), stored.is_complete(), stored.folder());
                run_page::document(ShownRun { title, plan, is_complete, results, folder })
            }
            Stored::Study(study, title) => {
                let (stored, played) = &**study;
                Ok(study_page::document(title, stored.plan(), &played.report, played.result.progress_text()))
            }
        }
    }
}

/// Reads what a folder holds, complete or not.
///
/// # Errors
/// When it holds no run and no study, none that this program can read, or none of which a whole deal is played.
pub(crate) fn read_folder(catalog: &Catalog, folder: &Path) -> Result<Stored, ArenaError> {
    let manifest = ManifestText::read(folder)?;
    let (stored, is_empty) = if manifest.is_study() {
        let stored = StoredStudy::of(manifest)?;
        let table = catalog.open_for(&stored.plan().context)?;
        let study = stored.read(&*table)?;
        let is_empty = study.result.games() == 0;
        (Stored::Study(Box::new((stored, study)), table.facts().title.clone()), is_empty)
    } else {
        let stored = StoredRun::of(manifest)?;
        let table = catalog.open_for(&stored.plan().context)?;
        let results = stored.read(&*table, &mut |_| ())?;
        let is_empty = results.tally.deals() == 0;
        (Stored::Run(Box::new((stored, results)), table.facts().title.clone()), is_empty)
    };
    if is_empty { Err(ArenaError::folder(folder, "holds no whole deal yet")) } else { Ok(stored) }
}
