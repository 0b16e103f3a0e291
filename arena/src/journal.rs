//! `games.csv`: the results of all games in schedule order, and the journal from which an interrupted run goes on.
//!
//! Rows are appended and never changed. What a killed process leaves is a beginning of the complete file: at most the
//! last line is cut, and at most the last game lacks seats. Going on means cutting that off and writing the rest.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use riverlab_engine::{Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Share};

use crate::error::ArenaError;
use crate::game_loop::FinishedGame;
use crate::plan::Plan;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::streams::first_player;

/// The columns before the score parts.
const COLUMNS: [&str; 10] =
    ["game", "lineup", "deal", "rotation", "seat", "bot", "score", "rank", "share", "decisions"];

/// A number as it stands in our files: the shortest text that reads back to it.
pub fn number(value: f64) -> String {
    format!("{value}")
}

/// The header row for a game.
fn header<G: Game>() -> String {
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

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// How far a journal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of whole games.
    pub games: u64,
    /// Where the last of them ends, in bytes; 0 when there is not even a header.
    end: u64,
}

impl Journal {
    /// Opens the journal for writing, creating it where needed, and keeps all other processes from writing it.
    ///
    /// # Errors
    /// When the file cannot be opened, or another process writes it.
    pub fn lock(path: &Path) -> Result<Journal, ArenaError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| ArenaError::file("open", path, error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ArenaError::folder(path, "another riverlab is writing this run")),
            // A file system without locks must not keep anybody from working.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(Journal { file, path: path.to_owned() }),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Cuts off what comes after so many bytes, and goes on from there.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub fn cut(&mut self, end: u64) -> Result<(), ArenaError> {
        let cut = self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map(|_| ()).map_err(|error| ArenaError::file("write", &self.path, error))
    }

    /// Opens the journal for reading only.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path) -> Result<Journal, ArenaError> {
        let file = File::open(path).map_err(|error| ArenaError::file("open", path, error))?;
        Ok(Journal { file, path: path.to_owned() })
    }

    /// Hands every whole game in it to `seen`, until that says that the run has ended. The schedule of the run is left at
    /// the game after them. The file is not changed.
    ///
    /// # Errors
    /// When the file cannot be read or holds anything that is not of this run, and the errors of `seen`.
    pub fn read<G: Game>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        schedule: &mut Schedule,
        mut seen: impl FnMut(&ScheduledGame, &FinishedGame, &str) -> Result<ControlFlow<()>, ArenaError>,
    ) -> Result<Progress, ArenaError> {
        let mut reader = Reader::<G>::new(self, plan, rules)?;
        while let Next::Game(game) = schedule.next_game() {
            let Some(result) = reader.read_game(&game)? else {
                schedule.take_back(game);
                return Ok(reader.progress);
            };
            schedule.saw(&game, &result);
            if seen(&game, &result, &reader.rows)?.is_break() {
                break;
            }
        }
        reader.expect_end()?;
        Ok(reader.progress)
    }

    /// Empties it.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub fn clear(&mut self) -> Result<(), ArenaError> {
        self.file.set_len(0).map_err(|error| ArenaError::file("write", &self.path, error))
    }

    /// Makes it ready for the next game: cuts off what is not whole, or begins it.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub fn go_on<G: Game>(&mut self, after: Progress) -> Result<(), ArenaError> {
        self.cut(after.end)?;
        if after.end == 0 { self.append((header::<G>() + "\n").as_bytes()) } else { Ok(()) }
    }

    /// Appends rows; they survive the death of this process.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append(&mut self, rows: &[u8]) -> Result<(), ArenaError> {
        self.file.write_all(rows).map_err(|error| ArenaError::file("write", &self.path, error))
    }

    /// Makes sure that all rows survive a power failure.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn sync(&self) -> Result<(), ArenaError> {
        self.file.sync_all().map_err(|error| ArenaError::file("write", &self.path, error))
    }
}

/// Reads finished games back. A game counts only if this program would write the very same bytes for it.
struct Reader<'a, G: Game> {
    input: BufReader<&'a File>,
    path: &'a Path,
    plan: &'a Plan,
    rules: &'static G::Rules,
    progress: Progress,
    /// The line that was read last, and its number from 1.
    line: String,
    number: u64,
    /// The rows of the game that was read last.
    rows: String,
    /// The deal that was begun last and its first player.
    first: (u64, Seat),
}

impl<'a, G: Game> Reader<'a, G> {
    fn new(journal: &'a Journal, plan: &'a Plan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let mut reader = Reader {
            input: BufReader::new(&journal.file),
            path: &journal.path,
            plan,
            rules,
            progress: Progress { games: 0, end: 0 },
            line: String::new(),
            number: 0,
            rows: String::new(),
            first: (0, Seat::FIRST),
        };
        if reader.next_line()? {
            if reader.line.trim_end_matches('\n') != header::<G>() {
                return Err(reader.fault(&format!("expected the header {}", header::<G>())));
            }
            reader.progress.end = reader.line.len() as u64;
        }
        Ok(reader)
    }

    /// Reads the next line and says whether there is a whole one.
    fn next_line(&mut self) -> Result<bool, ArenaError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        read.map_err(|error| ArenaError::file("read", self.path, error))?;
        self.number += 1;
        self.line = String::from_utf8_lossy(&bytes).into_owned();
        Ok(bytes.ends_with(b"\n"))
    }

    fn expect_end(&mut self) -> Result<(), ArenaError> {
        if self.next_line()? { Err(self.fault("the run has no more games")) } else { Ok(()) }
    }

    /// The result of this game, if all of its rows are there.
    fn read_game(&mut self, game: &ScheduledGame) -> Result<Option<FinishedGame>, ArenaError> {
        let mut seats = Vec::with_capacity(self.plan.players);
        self.rows.clear();
        for seat in Seat::all(self.plan.players) {
            if !self.next_line()? {
                return Ok(None);
            }
            seats.push(self.read_row(game, seat)?);
            self.rows.push_str(&self.line);
        }
        let result = self.finished(game, &seats);
        let mut ours = rows_in_memory();
        write_rows::<G>(&mut ours, self.plan, game, &result);
        if into_bytes(ours) != self.rows.as_bytes() || !adds_up::<G>(&result.outcome) {
            return Err(self.fault(&format!("the rows of game {} do not fit together", game.game)));
        }
        self.progress.games += 1;
        self.progress.end += self.rows.len() as u64;
        Ok(Some(result))
    }

    fn read_row(&self, game: &ScheduledGame, seat: Seat) -> Result<SeatRow, ArenaError> {
        let bot = self.plan.name(game.seats[seat]).to_owned();
        let mut begin = rows_in_memory();
        let place = [game.game, game.lineup, game.deal, u64::from(game.rotation), seat.index() as u64 + 1];
        begin.write_record(place.map(|number| number.to_string()).iter().chain([&bot])).expect("memory can be written");
        let begin = String::from_utf8(into_bytes(begin)).expect("our own text").replace('\n', ",");
        let rest = self.line.strip_prefix(&begin);
        let rest = rest.ok_or_else(|| self.fault(&format!("expected a row that begins with {begin}")))?;
        SeatRow::read::<G>(rest.trim_end_matches('\n')).ok_or_else(|| self.fault("expected numbers"))
    }

    fn finished(&mut self, game: &ScheduledGame, seats: &[SeatRow]) -> FinishedGame {
        let players = self.plan.players;
        if self.first.0 != game.deal {
            self.first = (game.deal, first_player::<G>(self.rules, players, self.plan.seed, game.deal));
        }
        let of = |seat: Seat| &seats[seat.index()];
        let outcome = Outcome {
            scores: PerPlayer::from_fn(players, |seat| of(seat).score),
            ranks: PerPlayer::from_fn(players, |seat| of(seat).rank),
            shares: PerPlayer::from_fn(players, |seat| of(seat).share),
            parts: PerPlayer::from_fn(players, |seat| of(seat).parts),
        };
        let decisions = PerPlayer::from_fn(players, |seat| of(seat).decisions);
        FinishedGame { outcome, decisions, first_player: self.first.1 }
    }

    fn fault(&self, expected: &str) -> ArenaError {
        let seen: String = self.line.trim_end_matches('\n').escape_debug().take(200).collect();
        let message = format!("line {} is not of this run: \"{seen}\", {expected}; --force begins anew", self.number);
        ArenaError::folder(self.path, message)
    }
}

/// Whether ranks and shares follow from the scores, and these from their parts.
fn adds_up<G: Game>(outcome: &Outcome) -> bool {
    let sum = |parts: &Parts| f64::from(parts.iter().sum::<i32>());
    let mut pairs = outcome.scores.iter().zip(&outcome.parts);
    *outcome == Outcome::from_scores(outcome.scores, outcome.parts)
        && (G::PARTS_ARE == PartMeaning::Facts || pairs.all(|(score, parts)| *score == sum(parts)))
}

struct SeatRow {
    score: f64,
    rank: f64,
    share: Share,
    decisions: u32,
    parts: Parts,
}

impl SeatRow {
    /// Reads the columns after the bot.
    fn read<G: Game>(text: &str) -> Option<SeatRow> {
        let mut fields = text.split(',');
        let mut row = SeatRow {
            score: fields.next()?.parse().ok()?,
            rank: fields.next()?.parse().ok()?,
            share: Share::from_value(fields.next()?.parse().ok()?)?,
            decisions: fields.next()?.parse().ok()?,
            parts: Parts::default(),
        };
        for part in row.parts.iter_mut().take(G::PARTS.len()) {
            // Far beyond any game, and no sum of parts overflows.
            *part = fields.next()?.parse().ok().filter(|part: &i32| part.abs() < 1_000_000)?;
        }
        fields.next().is_none().then_some(row)
    }
}
