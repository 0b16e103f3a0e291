//! The journal of a run: the results of all games in schedule order, `games.csv`, and their moves, `moves.csv`. An
//! interrupted run resumes from it.
//!
//! Rows are appended and never changed, those of moves first. What a killed process leaves is a beginning of each file: at
//! most the last line is cut, at most the last game lacks seats, and the files may end with different games. To resume is
//! to cut both after the last game that both hold, and to write the rest.
//!
//! Moves are kept of games that have components. Reading them back plays each game again, and the result must be that in
//! `games.csv`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use riverlab_engine::{Components, Game};

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::play::decisions;
use crate::play::observe::has_components;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::store::file_names::{GAMES, MOVES};
use crate::store::game_rows::GameColumns;
use crate::store::journal_file::JournalFile;
use crate::store::journal_reader::{Progress, ReadGame, Reader};

/// The files of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPaths {
    /// `games.csv`.
    pub games: PathBuf,
    /// `moves.csv`, of games that have components.
    pub moves: Option<PathBuf>,
}

impl JournalPaths {
    /// The journal in a folder: with a file of moves if games with so many players have components.
    pub fn in_folder<G: Components>(folder: &Path, rules: &G::Rules, players: usize) -> JournalPaths {
        let moves = has_components::<G>(rules, players).then(|| folder.join(MOVES));
        JournalPaths { games: folder.join(GAMES), moves }
    }

    /// The files; the first one is the one to be locked.
    pub fn files(&self) -> Vec<&Path> {
        std::iter::once(self.games.as_path()).chain(self.moves.as_deref()).collect()
    }
}

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    games: JournalFile,
    moves: Option<JournalFile>,
}

impl Journal {
    /// The journal in these files, which are those of [`JournalPaths::files`] in order.
    ///
    /// # Panics
    /// When there is no file.
    pub(crate) fn of_files(files: Vec<JournalFile>) -> Journal {
        let mut files = files.into_iter();
        Journal { games: files.next().expect("a journal has games"), moves: files.next() }
    }

    /// Opens the journal for reading only.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn open(paths: &JournalPaths) -> Result<Journal, ArenaError> {
        Ok(Journal::of_files(paths.files().into_iter().map(JournalFile::open).collect::<Result<_, _>>()?))
    }

    fn reader<'a, G: Components>(
        &'a self,
        plan: &'a Plan,
        rules: &'static G::Rules,
    ) -> Result<Reader<'a, G>, ArenaError> {
        Reader::new(&self.games, self.moves.as_ref(), plan, rules)
    }

    /// Hands every complete game in it to `seen`, until that says that the run has ended. The schedule of the run is left
    /// at the game after them. The files are not changed.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run, and the errors of `seen`.
    pub fn read<G: Components>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        schedule: &mut Schedule,
        seen: &mut dyn FnMut(&ReadGame<'_>) -> Result<ControlFlow<()>, ArenaError>,
    ) -> Result<Progress, ArenaError> {
        let mut reader = self.reader::<G>(plan, rules)?;
        while let Next::Game(game) = schedule.next_game() {
            let Some(result) = reader.next_game(&game)? else {
                schedule.take_back(game);
                return Ok(reader.progress());
            };
            reader.play_again(&game, &result)?;
            schedule.observe(&game, &result);
            if seen(&reader.read_game(&game, &result))?.is_break() {
                break;
            }
        }
        reader.expect_end()?;
        Ok(reader.progress())
    }

    /// The game with this number and its moves, if it is there completely; those before it are not played again.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run.
    pub fn find<G: Components>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        number: u64,
    ) -> Result<Option<(ScheduledGame, String)>, ArenaError> {
        let mut reader = self.reader::<G>(plan, rules)?;
        let mut schedule = plan.schedule();
        while let Next::Game(game) = schedule.next_game() {
            let Some(result) = reader.next_game(&game)? else { break };
            schedule.observe(&game, &result);
            if game.game == number {
                reader.play_again(&game, &result)?;
                return Ok(reader.moves().map(|moves| (game, moves.to_owned())));
            }
        }
        Ok(None)
    }

    /// Makes it ready for the next game: cuts off what is not complete in both files, or begins them.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub fn resume<G: Game>(&mut self, plan: &Plan, after: Progress) -> Result<(), ArenaError> {
        if let Some(moves) = &mut self.moves {
            moves.resume(after.moves_end, decisions::HEADER)?;
        }
        self.games.resume(after.end, &GameColumns::of(plan).header::<G>())
    }

    /// Appends the rows of games and of their moves, the moves first; they survive the death of this process.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append(&mut self, rows: &[u8], moves: &[u8]) -> Result<(), ArenaError> {
        if let Some(file) = &mut self.moves {
            file.append(moves)?;
        }
        self.games.append(rows)
    }

    /// Makes sure that all rows survive a power failure.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn sync(&self) -> Result<(), ArenaError> {
        self.games.sync()?;
        self.moves.as_ref().map_or(Ok(()), JournalFile::sync)
    }
}
