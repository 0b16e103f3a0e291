//! Finished games read back from the journal.

use std::path::Path;

use riverlab_engine::{Outcome, PartMeaning, Parts, PerPlayer, Seat, Share};

use crate::csv_rows::Fields;
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::play::component_event::ComponentEvent;
use crate::play::decisions;
use crate::play::game_loop::FinishedGame;
use crate::play::game_rows::{GameColumns, write_rows};
use crate::schedule::ScheduledGame;
use crate::store::journal_file::{JournalFile, WholeLines, fault};
use crate::table::{Replayer, Table};

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

/// A complete game that was read.
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

impl<'a> ReadGame<'a> {
    /// A game as it was read from its lines.
    pub(crate) fn new(lines: &'a GameLines, result: &'a FinishedGame, events: &'a [ComponentEvent]) -> ReadGame<'a> {
        ReadGame { game: &lines.game, result, rows: &lines.rows, moves: &lines.moves, events }
    }
}

/// The lines of one game, as they stand in the files.
pub(crate) struct GameLines {
    /// The game.
    pub(crate) game: ScheduledGame,
    /// Its rows in `games.csv`, as many as there are.
    rows: String,
    /// The number of the line before them.
    line: u64,
    /// Whether there is a row for each seat.
    has_all_rows: bool,
    /// Its row in `moves.csv`; empty where it is not there, or no such file.
    moves: String,
    /// The number of the line before it.
    moves_line: u64,
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
    pub(crate) fn new(
        games: &'a JournalFile,
        moves: Option<&'a JournalFile>,
        plan: &Plan,
        table: &dyn Table,
    ) -> Result<Self, ArenaError> {
        let games = games.lines(&plan.games_header(table))?;
        let moves = moves.map(|file| file.lines(decisions::HEADER)).transpose()?;
        Ok(LinesReader { players: plan.request.players, games, moves })
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

/// Reads finished games from their lines. A game counts only if this program would write the very same bytes for it, in the
/// columns of the version that played it, and if its moves lead to this result.
pub(crate) struct Reader<'a> {
    games: &'a Path,
    moves: Option<&'a Path>,
    columns: GameColumns,
    plan: &'a Plan,
    table: &'a dyn Table,
    replayer: Box<dyn Replayer + 'a>,
    /// The deal that was begun last and its first player.
    first: (u64, Seat),
}

impl<'a> Reader<'a> {
    /// Reads games of files with these names.
    pub(crate) fn new(games: &'a Path, moves: Option<&'a Path>, plan: &'a Plan, table: &'a dyn Table) -> Self {
        let replayer = table.replayer(plan.request.players, plan.request.seed);
        Reader { games, moves, columns: plan.columns(), plan, table, replayer, first: (0, Seat::FIRST) }
    }

    /// The number of players.
    pub(crate) fn players(&self) -> usize {
        self.plan.request.players
    }

    /// What happened to components in the games that were read, since events were taken last.
    pub(crate) fn events(&self) -> &[ComponentEvent] {
        self.replayer.events()
    }

    /// Takes the events.
    pub(crate) fn take_events(&mut self) -> Vec<ComponentEvent> {
        self.replayer.take_events()
    }

    /// The result of a game, if all of its lines are there. It is not played again.
    pub(crate) fn result(&mut self, lines: &GameLines) -> Result<Option<FinishedGame>, ArenaError> {
        let game = &lines.game;
        let mut seats = Vec::with_capacity(self.plan.request.players);
        let numbered = (lines.line + 1..).zip(lines.rows.split_inclusive('\n'));
        for ((number, row), seat) in numbered.zip(Seat::all(self.plan.request.players)) {
            seats.push(self.read_row(game, seat, number, row)?);
        }
        if !lines.has_all_rows {
            return Ok(None);
        }
        let result = self.finished(game, &seats);
        let mut ours = Vec::new();
        let facts = self.table.facts();
        write_rows(&mut ours, self.columns, self.plan.request.bots.names(), facts.parts.len(), game, &result);
        if ours != lines.rows.as_bytes() || !adds_up(&result, facts.parts_are) {
            let (number, last) = (lines.line + seats.len() as u64, lines.rows.lines().last().unwrap_or_default());
            return Err(fault(
                self.games,
                number,
                last,
                &format!("the rows of game {} do not fit together", game.game),
            ));
        }
        if lines.lacks_moves {
            return Ok(None);
        }
        let begin = format!("{},", game.game);
        if self.moves.is_some() && !lines.moves.starts_with(&begin) {
            return Err(self.moves_fault(lines, &format!("expected a row that begins with {begin}")));
        }
        Ok(Some(result))
    }

    /// An error about the moves of a game.
    fn moves_fault(&self, lines: &GameLines, expected: &str) -> ArenaError {
        fault(self.moves.expect("a file of moves"), lines.moves_line + 1, &lines.moves, expected)
    }

    fn read_row(&self, game: &ScheduledGame, seat: Seat, number: u64, row: &str) -> Result<SeatRow, ArenaError> {
        let bot = self.plan.name(game.seats[seat]).to_owned();
        let mut begin = Vec::new();
        let mut fields = Fields::of(&mut begin);
        let start = [game.game, game.lineup, game.deal, u64::from(game.rotation), seat.index() as u64 + 1];
        for number in start {
            fields.integer(number);
        }
        fields.text(&bot);
        fields.end();
        let begin = String::from_utf8(begin).expect("our own text").replace('\n', ",");
        let wrong = |expected: &str| fault(self.games, number, row, expected);
        let rest = row.strip_prefix(&begin);
        let rest = rest.ok_or_else(|| wrong(&format!("expected a row that begins with {begin}")))?;
        let parts = self.table.facts().parts.len();
        SeatRow::read(rest.trim_end_matches('\n'), self.columns, parts).ok_or_else(|| wrong("expected numbers"))
    }

    fn finished(&mut self, game: &ScheduledGame, seats: &[SeatRow]) -> FinishedGame {
        let players = self.plan.request.players;
        if self.first.0 != game.deal {
            self.first = (game.deal, self.table.first_player(players, self.plan.request.seed, game.deal));
        }
        let of = |seat: Seat| &seats[seat.index()];
        let outcome = Outcome {
            scores: PerPlayer::from_fn(players, |seat| of(seat).score),
            ranks: PerPlayer::from_fn(players, |seat| of(seat).rank),
            shares: PerPlayer::from_fn(players, |seat| of(seat).share),
            parts: PerPlayer::from_fn(players, |seat| of(seat).parts),
        };
        let decisions = PerPlayer::from_fn(players, |seat| of(seat).decisions);
        let forfeits = PerPlayer::from_fn(players, |seat| of(seat).forfeit);
        FinishedGame { outcome, decisions, forfeits, first_player: self.first.1 }
    }

    /// Plays a game again, if its moves are kept: they must lead to its result.
    pub(crate) fn play_again(&mut self, lines: &GameLines, result: &FinishedGame) -> Result<(), ArenaError> {
        if self.moves.is_none() {
            return Ok(());
        }
        match self.replayer.replay(lines.game.deal, lines.decisions().unwrap_or_default()) {
            Ok(again) if again.forfeited(result.forfeits) == *result => Ok(()),
            Ok(_) => {
                let expected = format!("expected moves that lead to the result of game {}", lines.game.game);
                Err(self.moves_fault(lines, &expected))
            }
            Err(wrong) => {
                Err(self.moves_fault(lines, &format!("expected the moves of game {}: {wrong}", lines.game.game)))
            }
        }
    }
}

/// Whether ranks and shares follow from the scores, and these from their parts.
fn adds_up(result: &FinishedGame, parts_are: PartMeaning) -> bool {
    let outcome = &result.outcome;
    let sum = |parts: &Parts| f64::from(parts.iter().sum::<i32>());
    let mut pairs = outcome.scores.iter().zip(&outcome.parts);
    let even = Outcome::from_scores(outcome.scores, outcome.parts);
    *outcome == FinishedGame { outcome: even, ..*result }.forfeited(result.forfeits).outcome
        && (parts_are == PartMeaning::Facts || pairs.all(|(score, parts)| *score == sum(parts)))
}

struct SeatRow {
    score: f64,
    rank: f64,
    share: Share,
    decisions: u32,
    parts: Parts,
    forfeit: u32,
}

impl SeatRow {
    /// Reads the columns after the bot. The position in turn order is not kept: it follows from the deal, and the rows are
    /// compared with those that have it.
    fn read(text: &str, columns: GameColumns, parts: usize) -> Option<SeatRow> {
        let mut fields = text.split(',');
        let mut row = SeatRow {
            score: fields.next()?.parse().ok()?,
            rank: fields.next()?.parse().ok()?,
            share: Share::from_value(fields.next()?.parse().ok()?)?,
            decisions: fields.next()?.parse().ok()?,
            parts: Parts::default(),
            forfeit: 0,
        };
        for part in row.parts.iter_mut().take(parts) {
            // Far beyond any game, and no sum of parts overflows.
            *part = fields.next()?.parse().ok().filter(|part: &i32| part.abs() < 1_000_000)?;
        }
        if columns != GameColumns::WithoutPlace {
            fields.next()?.parse::<usize>().ok()?;
        }
        if columns == GameColumns::WithForfeits {
            row.forfeit = fields.next()?.parse().ok().filter(|&decision| decision <= row.decisions)?;
        }
        fields.next().is_none().then_some(row)
    }
}
