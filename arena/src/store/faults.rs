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

    /// Removes the rows of games after the first so many, and what a killed process has left of a row.
    pub(crate) fn resume(&self, games: u64) -> Result<(), ArenaError> {
        if !self.path.exists() {
            return Ok(());
        }
        let error = |doing| move |source: csv::Error| ArenaError::file(doing, &self.path, source.into());
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(&self.path).map_err(error("read"))?;
        let rows = reader.deserialize().filter_map(Result::ok);
        let kept: Vec<FaultRow> = rows.filter(|row: &FaultRow| row.game.is_some_and(|game| game <= games)).collect();
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
mod tests {
    use riverlab_engine::Seat;

    use super::*;
    use crate::column::header;
    use crate::external::fault_row::COLUMNS;
    use crate::external::{Fault, FaultClass};

    #[test]
    fn rows_of_games_that_are_played_again_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = FaultsFile::in_folder(folder.path());
        let fault = Fault { stdout: b"a,\"b\"\n\xff".to_vec(), ..Fault::new(FaultClass::Late, "it had 5 ms") };
        let row = |game| FaultRow::in_game(game, Seat::new(1), 7, "cmd:mine", &fault);
        let text = || fs::read_to_string(folder.path().join(FAULTS)).unwrap_or_default();
        file.resume(5).expect("nothing to do");
        file.append(&[row(1), row(4)]).expect("written");
        let before = text();
        file.append(&[row(6), FaultRow::afterwards("cmd:mine", &fault)]).expect("written");
        fs::write(folder.path().join(FAULTS), text() + "7,2,cmd").expect("written");
        file.resume(5).expect("rewritten");
        assert_eq!(text(), before);
        assert!(before.starts_with("game,seat,bot,decision,class,ms,detail,stdout,stderr\n1,2,cmd:mine,7,late,0,"));
        assert_eq!(before.lines().next(), Some(header(&COLUMNS).as_str()));
        file.resume(0).expect("removed");
        assert_eq!(text(), "");
    }
}
