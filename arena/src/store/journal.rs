//! The journal of a run: the results of all games in schedule order, `games.csv`, and their moves, `moves.csv`. An
//! interrupted run resumes from it.
//!
//! Rows are appended and never changed, those of moves first. What a killed process leaves is a beginning of each file: at
//! most the last line is cut, at most the last game lacks seats, and the files may end with different games. To resume is
//! to cut both after the last game that both hold, and to write the rest.
//!
//! Moves are kept of games that have components, and where results are adjusted for luck. Reading them back plays each game again, and the result must be that in
//! `games.csv`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::error::ArenaError;
use crate::parallel::{self, More, Source};
use crate::plan::Plan;
use crate::play::component_event::ComponentEvent;
use crate::play::decisions;
use crate::play::game_loop::FinishedGame;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::store::file_names::{GAMES, MOVES};
use crate::store::journal_file::JournalFile;
use crate::store::journal_reader::{GameLines, LinesReader, Progress, ReadGame, Reader};
use crate::table::Table;

/// The files of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPaths {
    /// `games.csv`.
    pub games: PathBuf,
    /// `moves.csv`, of runs that keep moves.
    pub moves: Option<PathBuf>,
}

impl JournalPaths {
    /// The journal of a run in a folder: with a file of moves if it keeps them.
    pub fn in_folder(folder: &Path, keeps_moves: bool) -> JournalPaths {
        let moves = keeps_moves.then(|| folder.join(MOVES));
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

    fn lines(&self, plan: &Plan, table: &dyn Table) -> Result<LinesReader<'_>, ArenaError> {
        LinesReader::new(&self.games, self.moves.as_ref(), plan, table)
    }

    fn reader<'a>(&'a self, plan: &'a Plan, table: &'a dyn Table) -> Reader<'a> {
        Reader::new(&self.games.path, self.moves.as_ref().map(|file| file.path.as_path()), plan, table)
    }

    /// Hands every complete game in it to `seen`, in order, until that says that the run has ended. The schedule of the run
    /// is left at the game after them. The files are not changed. Games are checked on all cores.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run, and the errors of `seen`.
    pub fn read(
        &self,
        plan: &Plan,
        table: &dyn Table,
        schedule: &mut Schedule,
        seen: &mut (dyn FnMut(&ReadGame<'_>) -> Result<ControlFlow<()>, ArenaError> + Send),
    ) -> Result<Progress, ArenaError> {
        let lines = self.lines(plan, table)?;
        let mut games = GamesThere { progress: lines.progress(), lines, schedule, seen, is_cut: false };
        parallel::run(&mut games, parallel::all_cores(), &AtomicBool::new(false), || {
            let mut reader = self.reader(plan, table);
            move |games: Vec<_>| Ok(check(&mut reader, games))
        })?;
        let GamesThere { progress, is_cut, .. } = games;
        if !is_cut {
            // Whatever is there may have been read ahead of the end of the run.
            let lines_of = |end: u64, rows: u64| if end == 0 { 0 } else { 1 + rows };
            let rows = progress.games * plan.request.players as u64;
            self.games.expect_end(lines_of(progress.end, rows), progress.end)?;
            if let Some(moves) = &self.moves {
                moves.expect_end(lines_of(progress.moves_end, progress.games), progress.moves_end)?;
            }
        }
        Ok(progress)
    }

    /// The game with this number and its moves, if it is there completely; those before it are not played again.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run.
    pub fn find(
        &self,
        plan: &Plan,
        table: &dyn Table,
        number: u64,
    ) -> Result<Option<(ScheduledGame, String)>, ArenaError> {
        let (mut lines, mut reader) = (self.lines(plan, table)?, self.reader(plan, table));
        let mut schedule = plan.schedule();
        while let Next::Game(game) = schedule.next_game() {
            let lines = lines.next_game(game)?;
            let Some(result) = reader.result(&lines)? else { break };
            schedule.observe(&game, &result);
            if game.game == number {
                reader.play_again(&lines, &result)?;
                return Ok(lines.decisions().map(|moves| (game, moves.to_owned())));
            }
        }
        Ok(None)
    }

    /// Makes it ready for the next game behind this header row: cuts off what is not complete in both files, or begins them.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub fn resume(&mut self, header: &str, after: Progress) -> Result<(), ArenaError> {
        if let Some(moves) = &mut self.moves {
            moves.resume(after.moves_end, decisions::HEADER)?;
        }
        self.games.resume(after.end, header)
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

    /// Appends the games of another journal, which goes as far as this: the moves first.
    ///
    /// # Errors
    /// When they cannot be read or written.
    pub(crate) fn append_games_of(
        &mut self,
        other: &Journal,
        header: &str,
        progress: Progress,
    ) -> Result<(), ArenaError> {
        let behind = |header: &str| header.len() as u64 + 1;
        if let (Some(ours), Some(theirs)) = (&self.moves, &other.moves) {
            ours.append_from(theirs, behind(decisions::HEADER), progress.moves_end)?;
        }
        self.games.append_from(&other.games, behind(header), progress.end)
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

/// The games of a journal, and who gets them.
struct GamesThere<'a, F: ?Sized> {
    lines: LinesReader<'a>,
    schedule: &'a mut Schedule,
    seen: &'a mut F,
    progress: Progress,
    /// Whether the journal ends before the run does.
    is_cut: bool,
}

/// Games that were checked, up to the first that is not complete or not of the run.
struct Checked {
    games: Vec<CheckedGame>,
    /// What happened to components.
    events: Vec<ComponentEvent>,
    /// Why the game after them was refused.
    failure: Option<ArenaError>,
}

struct CheckedGame {
    lines: GameLines,
    /// None of a game that is not complete.
    result: Option<FinishedGame>,
    /// Where its events end.
    events_end: usize,
}

/// Checks games.
fn check(reader: &mut Reader<'_>, games: Vec<Result<GameLines, ArenaError>>) -> Checked {
    let mut checked = Vec::with_capacity(games.len());
    let mut check_game = |lines: Result<GameLines, ArenaError>| {
        let lines = lines?;
        let result = reader.result(&lines)?;
        if let Some(result) = &result {
            reader.play_again(&lines, result)?;
        }
        Ok(CheckedGame { lines, result, events_end: reader.events().len() })
    };
    let failure = games.into_iter().try_for_each(|lines| check_game(lines).map(|game| checked.push(game))).err();
    Checked { games: checked, events: reader.take_events(), failure }
}

impl<F> Source for GamesThere<'_, F>
where
    F: FnMut(&ReadGame<'_>) -> Result<ControlFlow<()>, ArenaError> + Send + ?Sized,
{
    type Work = Result<GameLines, ArenaError>;
    type Done = Checked;

    fn take(&mut self, most: usize) -> (Vec<Self::Work>, More) {
        let mut games = Vec::new();
        while games.len() < most && !self.is_cut {
            match self.schedule.next_game() {
                Next::Game(game) => {
                    let lines = self.lines.next_game(game);
                    if !lines.as_ref().is_ok_and(GameLines::is_whole) {
                        self.schedule.take_back(game);
                        self.is_cut = true;
                    }
                    games.push(lines);
                }
                Next::Wait => break,
                Next::End => return (games, More::No),
            }
        }
        (games, if self.is_cut { More::No } else { More::Maybe })
    }

    fn deliver(&mut self, checked: Checked) -> Result<ControlFlow<()>, ArenaError> {
        let mut begin = 0;
        for CheckedGame { lines, result, events_end } in checked.games {
            let Some(result) = result else {
                self.progress.lacks_moves = lines.lacks_moves;
                return Ok(ControlFlow::Break(()));
            };
            self.schedule.observe(&lines.game, &result);
            let read = ReadGame::new(&lines, &result, &checked.events[begin..events_end]);
            self.progress.games += 1;
            self.progress.end += read.rows.len() as u64;
            self.progress.moves_end += read.moves.len() as u64;
            if (self.seen)(&read)?.is_break() {
                // What was read ahead does not belong to the run.
                self.is_cut = false;
                return Ok(ControlFlow::Break(()));
            }
            begin = events_end;
        }
        checked.failure.map_or(Ok(ControlFlow::Continue(())), Err)
    }
}
