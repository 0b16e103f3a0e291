//! The journal of a run: the results of all games in schedule order, `games.csv`, and their moves, `moves.csv`. An
//! interrupted run resumes from it.
//!
//! Rows are appended and never changed, those of moves first. What a killed process leaves is a beginning of each file: at
//! most the last line is cut, at most the last game lacks seats, and the files may end with different games. To resume is
//! to cut both after the last game that both hold, and to write the rest.
//!
//! Moves are kept of games that have components. Reading them back plays each game again, and the result must be that in
//! `games.csv`.

use std::path::{Path, PathBuf};

use riverlab_bots::play::decisions;

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::store::file_names::{GAMES, MOVES};
use crate::store::journal_file::JournalFile;
use crate::table::Table;

/// The files of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPaths {
    /// `games.csv`.
    pub games: PathBuf,
    /// `moves.csv`, of runs that keep moves.
    pub moves: Option<PathBuf>,
    /// The header row of `games.csv`.
    header: String,
}

impl JournalPaths {
    /// The journal of a run in a folder: with a file of moves if it keeps them.
    pub fn in_folder(folder: &Path, plan: &Plan, table: &dyn Table) -> JournalPaths {
        let moves = table.facts().has_components.then(|| folder.join(MOVES));
        JournalPaths { games: folder.join(GAMES), moves, header: plan.games_header(table) }
    }

    /// The files; the first one is the one to be locked.
    pub fn files(&self) -> Vec<&Path> {
        std::iter::once(self.games.as_path()).chain(self.moves.as_deref()).collect()
    }
}

/// How far a journal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of complete games.
    pub games: u64,
    /// Where the last of them ends in `games.csv`, in bytes; 0 when there is not even a header.
    pub(crate) end: u64,
    /// The same in `moves.csv`.
    pub(crate) moves_end: u64,
    /// Whether it is `moves.csv` that lacks the next game.
    pub lacks_moves: bool,
}

/// The journal of a run.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(super) games: JournalFile,
    pub(super) moves: Option<JournalFile>,
    /// The header row of `games.csv`.
    pub(super) header: String,
}

impl Journal {
    /// The journal in these files, which are those of [`JournalPaths::files`] in order.
    ///
    /// # Panics
    /// When there is no file.
    pub(crate) fn of_files(files: Vec<JournalFile>, paths: &JournalPaths) -> Journal {
        let mut files = files.into_iter();
        let games = files.next().expect("a journal has games");
        Journal { games, moves: files.next(), header: paths.header.clone() }
    }

    /// Opens the journal for reading only.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub(crate) fn open(paths: &JournalPaths) -> Result<Journal, ArenaError> {
        Ok(Journal::of_files(paths.files().into_iter().map(JournalFile::open).collect::<Result<_, _>>()?, paths))
    }

    /// Makes it ready for the next game: cuts off what is not complete in both files, or begins them.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub(crate) fn resume(&mut self, after: Progress) -> Result<(), ArenaError> {
        if let Some(moves) = &mut self.moves {
            moves.resume(after.moves_end, decisions::HEADER)?;
        }
        self.games.resume(after.end, &self.header)
    }

    /// Appends the rows of games and of their moves, the moves first; they survive the death of this process.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn append(&mut self, rows: &[u8], moves: &[u8]) -> Result<(), ArenaError> {
        if let Some(file) = &mut self.moves {
            file.append(moves)?;
        }
        self.games.append(rows)
    }

    /// Appends the games of another journal, which goes as far as this: the moves first.
    ///
    /// # Errors
    /// When they cannot be read or written.
    pub(crate) fn append_games_of(&mut self, other: &Journal, progress: Progress) -> Result<(), ArenaError> {
        let behind = |header: &str| header.len() as u64 + 1;
        if let (Some(ours), Some(theirs)) = (&self.moves, &other.moves) {
            ours.append_from(theirs, behind(decisions::HEADER), progress.moves_end)?;
        }
        self.games.append_from(&other.games, behind(&self.header), progress.end)
    }

    /// Makes sure that all rows survive a power failure.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn sync(&self) -> Result<(), ArenaError> {
        self.games.sync()?;
        self.moves.as_ref().map_or(Ok(()), JournalFile::sync)
    }
}
