//! The lines of a game in the files of a journal, and in answers of workers.

use riverlab_bots::play::decisions;

use crate::error::ArenaError;
use crate::schedule::ScheduledGame;
use crate::store::journal::{Journal, Progress};
use crate::store::journal_file::WholeLines;

/// The lines of one game, as they stand in the files.
pub(crate) struct GameLines {
    /// The game.
    pub(crate) game: ScheduledGame,
    /// Its rows in `games.csv`, as many as there are.
    pub(super) rows: String,
    /// The number of the line before them.
    pub(super) line: u64,
    /// Whether there is a row for each seat.
    pub(super) has_all_rows: bool,
    /// Its row in `moves.csv`; empty where it is not there, or no such file.
    pub(super) moves: String,
    /// The number of the line before it.
    pub(super) moves_line: u64,
    /// Whether the file of moves lacks it.
    pub(crate) lacks_moves: bool,
}

impl GameLines {
    /// Whether all lines are there.
    pub(crate) fn is_whole(&self) -> bool {
        self.has_all_rows && !self.lacks_moves
    }

    /// How long its rows are, and its row of moves, in bytes.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        (self.rows.len(), self.moves.len())
    }

    /// The moves, if they are kept.
    pub(crate) fn decisions(&self) -> Option<&str> {
        self.moves.trim_end_matches('\n').split_once(',').map(|(_, decisions)| decisions)
    }
}

/// Reads the lines of games one after the other.
pub(crate) struct LinesReader<'a> {
    players: usize,
    games: WholeLines<'a>,
    moves: Option<WholeLines<'a>>,
}

impl<'a> LinesReader<'a> {
    /// Reads the headers.
    pub(crate) fn new(journal: &'a Journal, players: usize) -> Result<Self, ArenaError> {
        let games = journal.games.lines(&journal.header)?;
        let moves = journal.moves.as_ref().map(|file| file.lines(decisions::HEADER)).transpose()?;
        Ok(LinesReader { players, games, moves })
    }

    /// Reads the lines of the answer of a worker, which have no headers.
    pub(crate) fn of_answer(games: &'a str, moves: Option<&'a str>, players: usize) -> Self {
        let (games, moves) = (WholeLines::of_answer(games), moves.map(WholeLines::of_answer));
        LinesReader { players, games, moves }
    }

    /// How far a journal without games goes.
    pub(crate) fn progress(&self) -> Progress {
        let moves_end = self.moves.as_ref().map_or(0, |moves| moves.end);
        Progress { games: 0, end: self.games.end, moves_end, lacks_moves: false }
    }

    /// Reads what there is of the next game.
    pub(crate) fn next_game(&mut self, game: ScheduledGame) -> Result<GameLines, ArenaError> {
        let (mut rows, line, mut seats) = (String::new(), self.games.number, 0);
        while seats < self.players && self.games.next_line()? {
            rows.push_str(&self.games.line);
            seats += 1;
        }
        let (mut lines, has_all_rows) = (String::new(), seats == self.players);
        let (mut moves_line, mut lacks_moves) = (0, false);
        if let Some(moves) = self.moves.as_mut().filter(|_| has_all_rows) {
            moves_line = moves.number;
            lacks_moves = !moves.next_line()?;
            lines.push_str(if lacks_moves { "" } else { &moves.line });
        }
        Ok(GameLines { game, rows, line, has_all_rows, moves: lines, moves_line, lacks_moves })
    }
}
