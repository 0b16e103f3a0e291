//! The results of all games in schedule order, `games.csv`, and their moves, `moves.csv`: the journal from which an
//! interrupted run goes on.
//!
//! Rows are appended and never changed, those of moves first. What a killed process leaves is a beginning of each file: at
//! most the last line is cut, at most the last game lacks seats, and the files may end with different games. Going on
//! means cutting both after the last game that both hold, and writing the rest.
//!
//! Moves are kept of games that have components. Reading them back plays each game again, and the result must be that in
//! `games.csv`.

use std::fmt::{Display, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use riverlab_engine::{Components, Game, Seat};

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::play::decisions;
use crate::play::game_loop::FinishedGame;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::stats::ComponentEvent;
use crate::store::journal_file::JournalFile;
use crate::store::journal_reader::Reader;

/// The columns before the score parts.
const COLUMNS: [&str; 10] =
    ["game", "lineup", "deal", "rotation", "seat", "bot", "score", "rank", "share", "decisions"];

/// A number as it stands in our files: the shortest text that reads back to it.
pub fn number(value: f64) -> String {
    format!("{value}")
}

/// The header row for a game.
pub(crate) fn header<G: Game>() -> String {
    let parts = G::PARTS.iter().map(|part| format!("points_{part}"));
    COLUMNS.iter().map(|column| (*column).to_owned()).chain(parts).collect::<Vec<_>>().join(",")
}

/// Writes the rows of a game.
pub fn write_rows<G: Game>(rows: &mut csv::Writer<Vec<u8>>, plan: &Plan, game: &ScheduledGame, result: &FinishedGame) {
    let outcome = &result.outcome;
    let mut text = String::new();
    for seat in Seat::all(plan.players) {
        let mut field = |value: &dyn Display| {
            text.clear();
            write!(text, "{value}").expect("memory can be written");
            rows.write_field(&text).expect("memory can be written");
        };
        field(&game.game);
        field(&game.lineup);
        field(&game.deal);
        field(&game.rotation);
        field(&(seat.index() + 1));
        field(&plan.name(game.seats[seat]));
        field(&outcome.scores[seat]);
        field(&outcome.ranks[seat]);
        field(&outcome.shares[seat]);
        field(&result.decisions[seat]);
        outcome.parts[seat].iter().take(G::PARTS.len()).for_each(|part| field(part));
        rows.write_record(None::<&[u8]>).expect("memory can be written");
    }
}

/// A `csv` writer into memory, as all our files are written.
pub fn rows_in_memory() -> csv::Writer<Vec<u8>> {
    // A game is a few hundred bytes.
    csv::WriterBuilder::new().buffer_capacity(512).terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new())
}

/// What has been written to memory.
pub fn into_bytes(rows: csv::Writer<Vec<u8>>) -> Vec<u8> {
    rows.into_inner().expect("memory can be written")
}

/// The files of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPaths {
    /// `games.csv`.
    pub games: PathBuf,
    /// `moves.csv`, of games that have components.
    pub moves: Option<PathBuf>,
}

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    pub(crate) games: JournalFile,
    pub(crate) moves: Option<JournalFile>,
}

/// How far a journal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of whole games.
    pub games: u64,
    /// Where the last of them ends in `games.csv`, in bytes; 0 when there is not even a header.
    pub(crate) end: u64,
    /// The same in `moves.csv`.
    pub(crate) moves_end: u64,
    /// Whether it is `moves.csv` that lacks the next game.
    pub lacks_moves: bool,
}

/// A whole game that was read.
#[derive(Clone, Copy, Debug)]
pub struct ReadGame<'a> {
    /// The game.
    pub game: &'a ScheduledGame,
    /// Its result.
    pub result: &'a FinishedGame,
    /// Its rows in `games.csv`.
    pub rows: &'a str,
    /// Its row in `moves.csv`; empty where there is no such file.
    pub moves: &'a str,
    /// What happened to components.
    pub events: &'a [ComponentEvent],
}

impl Journal {
    /// Opens the journal for writing, creating it where needed, and keeps all other processes from writing it.
    ///
    /// # Errors
    /// When a file cannot be opened, or another process writes it.
    pub fn lock(paths: &JournalPaths) -> Result<Journal, ArenaError> {
        let games = JournalFile::create(&paths.games)?;
        games.lock()?;
        Ok(Journal { games, moves: paths.moves.as_deref().map(JournalFile::create).transpose()? })
    }

    /// Opens the journal for reading only.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn open(paths: &JournalPaths) -> Result<Journal, ArenaError> {
        let games = JournalFile::open(&paths.games)?;
        Ok(Journal { games, moves: paths.moves.as_deref().map(JournalFile::open).transpose()? })
    }

    /// Its files.
    pub(crate) fn files(&self) -> Vec<&JournalFile> {
        std::iter::once(&self.games).chain(&self.moves).collect()
    }

    /// Hands every whole game in it to `seen`, until that says that the run has ended. The schedule of the run is left at
    /// the game after them. The files are not changed.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run, and the errors of `seen`.
    pub fn read<G: Components>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        schedule: &mut Schedule,
        mut seen: impl FnMut(&ReadGame<'_>) -> Result<ControlFlow<()>, ArenaError>,
    ) -> Result<Progress, ArenaError> {
        let mut reader = Reader::<G>::new(self, plan, rules)?;
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

    /// The game with this number and its moves, if it is there whole; those before it are not played again.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run.
    pub fn find<G: Components>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        number: u64,
    ) -> Result<Option<(ScheduledGame, String)>, ArenaError> {
        let mut reader = Reader::<G>::new(self, plan, rules)?;
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

    /// Makes it ready for the next game: cuts off what is not whole in both files, or begins them.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub fn go_on<G: Game>(&mut self, after: Progress) -> Result<(), ArenaError> {
        if let Some(moves) = &mut self.moves {
            moves.go_on(after.moves_end, decisions::HEADER)?;
        }
        self.games.go_on(after.end, &header::<G>())
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
        self.files().iter().try_for_each(|file| file.sync())
    }
}
