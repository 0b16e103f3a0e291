//! `faults.csv`: what programs did wrong in the games of a run.
//!
//! A row is written before the rows of its game. Whoever goes on with a run removes the rows of games that are not in the
//! journal: they are played again.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::external::fault_row::FaultRow;
use crate::store::file_names::{FAULTS, UNFINISHED};

/// The file in the folder of a run; there is none as long as there is no fault.
#[derive(Clone, Debug)]
pub(crate) struct FaultsFile {
    path: PathBuf,
}

impl FaultsFile {
    pub(crate) fn in_folder(folder: &Path) -> FaultsFile {
        FaultsFile { path: folder.join(FAULTS) }
    }

    /// Its rows, without what a killed process has left of one.
    pub(crate) fn rows(&self) -> Result<Vec<FaultRow>, ArenaError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let error = |source: csv::Error| ArenaError::file("read", &self.path, source.into());
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(&self.path).map_err(error)?;
        Ok(reader.deserialize().filter_map(Result::ok).collect())
    }

    /// Removes the rows of games after this one, and what a killed process has left of a row.
    pub(crate) fn resume(&self, last: u64) -> Result<(), ArenaError> {
        if !self.path.exists() {
            return Ok(());
        }
        let mut kept = self.rows()?;
        kept.retain(|row| row.game.is_some_and(|game| game <= last));
        // Whole or not at all: the rows that are kept must survive the death of this process.
        let rewritten = FaultsFile { path: self.path.with_file_name(UNFINISHED) };
        let replaced = |source| ArenaError::file("write", &self.path, source);
        let _ = fs::remove_file(&rewritten.path);
        if kept.is_empty() {
            return fs::remove_file(&self.path).map_err(replaced);
        }
        rewritten.append(&kept)?;
        fs::rename(&rewritten.path, &self.path).map_err(replaced)
    }

    /// Writes rows; they survive the death of this process.
    pub(crate) fn append(&self, rows: &[FaultRow]) -> Result<(), ArenaError> {
        if rows.is_empty() {
            return Ok(());
        }
        let unwritten = |source| ArenaError::file("write", &self.path, source);
        let file = OpenOptions::new().create(true).append(true).open(&self.path).map_err(unwritten)?;
        let is_new = file.metadata().map_err(unwritten)?.len() == 0;
        let mut writer = csv::WriterBuilder::new().has_headers(is_new).from_writer(file);
        let written = rows.iter().try_for_each(|row| writer.serialize(row));
        written.map_err(|error| unwritten(error.into())).and_then(|()| writer.flush().map_err(unwritten))
    }
}

#[cfg(test)]
#[path = "faults_tests.rs"]
mod tests;
