//! `games.csv`: the results of all games in schedule order, and the journal from which an interrupted run goes on.
//!
//! Rows are appended and never changed. What a killed process leaves is a beginning of the complete file: at most the
//! last line is cut, and at most the last game lacks seats. Going on means cutting that off and writing the rest.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use riverlab_engine::{Game, Outcome, Parts, PerPlayer, Seat, Share};

use crate::error::ArenaError;
use crate::game_loop::FinishedGame;
use crate::plan::Plan;
use crate::schedule::{Schedule, ScheduledGame};
use crate::streams::first_player;

/// The columns before the score parts.
const COLUMNS: [&str; 10] =
    ["game", "lineup", "deal", "rotation", "seat", "bot", "score", "rank", "share", "decisions"];

/// A number as it stands in our files: the shortest text that reads back to it.
pub fn number(value: f64) -> String {
    format!("{value}")
}

/// The header row for a game.
fn header<G: Game>() -> Vec<String> {
    let parts = G::PARTS.iter().map(|part| format!("points_{part}"));
    COLUMNS.iter().map(|column| (*column).to_owned()).chain(parts).collect()
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
        field(&plan.bots[usize::from(game.seats[seat])]);
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
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new())
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
    /// The number of whole games in it.
    games: u64,
    /// Where the last whole game ends, in bytes; 0 when there is not even a header.
    end: u64,
}

impl Journal {
    /// Opens the journal and hands every whole game in it to `seen`. The file is not changed.
    ///
    /// # Errors
    /// When the file cannot be opened, another process writes it, or it holds rows that are not of this run.
    pub fn open<G: Game>(
        path: &Path,
        plan: &Plan,
        rules: &'static G::Rules,
        mut seen: impl FnMut(&ScheduledGame, &FinishedGame),
    ) -> Result<Journal, ArenaError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| ArenaError::file("open", path, error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::folder(path, "another riverlab is writing this run"));
            }
            // A file system without locks must not keep anybody from working.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut journal = Journal { file, path: path.to_owned(), games: 0, end: 0 };
        let mut reader = Reader::<G>::new(&journal, plan, rules)?;
        while let Some((game, result)) = reader.next_game()? {
            seen(&game, &result);
        }
        (journal.games, journal.end) = (reader.games, reader.end);
        Ok(journal)
    }

    /// The number of whole games that it held when it was opened.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Makes it ready for the next game: cuts off what is not whole, or begins it.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub fn go_on<G: Game>(&mut self) -> Result<(), ArenaError> {
        let cut = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        cut.map_err(|error| ArenaError::file("write", &self.path, error))?;
        if self.end == 0 {
            let mut rows = rows_in_memory();
            rows.write_record(header::<G>()).expect("memory can be written");
            self.append(&into_bytes(rows))?;
        }
        Ok(())
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

/// Reads finished games back and checks them against the schedule.
struct Reader<'a, G: Game> {
    rows: csv::Reader<std::io::Take<BufReader<File>>>,
    path: &'a Path,
    plan: &'a Plan,
    rules: &'static G::Rules,
    schedule: Box<dyn Iterator<Item = ScheduledGame>>,
    games: u64,
    /// Where the last whole game ends, in bytes; 0 when there is not even a header.
    end: u64,
    first: (u64, Seat),
}

impl<'a, G: Game> Reader<'a, G> {
    fn new(journal: &'a Journal, plan: &'a Plan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let read = |error| ArenaError::file("read", &journal.path, error);
        let mut file = journal.file.try_clone().map_err(read)?;
        let whole = end_of_last_line(&mut file).map_err(read)?;
        file.seek(SeekFrom::Start(0)).map_err(read)?;
        let rows =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(BufReader::new(file).take(whole));
        let schedule = Box::new(Schedule::new(plan.bots.len(), plan.players, plan.deals).iter());
        let mut reader =
            Reader { rows, path: &journal.path, plan, rules, schedule, games: 0, end: 0, first: (0, Seat::FIRST) };
        if let Some(row) = reader.next_row()? {
            if row.iter().ne(header::<G>().iter()) {
                return Err(reader.fault(&row, &format!("expected the header {}", header::<G>().join(","))));
            }
            reader.end = reader.rows.position().byte();
        }
        Ok(reader)
    }

    fn next_row(&mut self) -> Result<Option<csv::StringRecord>, ArenaError> {
        let mut row = csv::StringRecord::new();
        match self.rows.read_record(&mut row) {
            Ok(true) => Ok(Some(row)),
            Ok(false) => Ok(None),
            Err(error) => Err(ArenaError::folder(self.path, format!("cannot be read: {error}"))),
        }
    }

    fn next_game(&mut self) -> Result<Option<(ScheduledGame, FinishedGame)>, ArenaError> {
        let mut rows = Vec::with_capacity(self.plan.players);
        while rows.len() < self.plan.players {
            match self.next_row()? {
                Some(row) => rows.push(row),
                None => return Ok(None),
            }
        }
        let Some(game) = self.schedule.next() else {
            return Err(self.fault(&rows[0], "the run has no more games"));
        };
        let mut read = Vec::with_capacity(rows.len());
        for (seat, row) in Seat::all(self.plan.players).zip(&rows) {
            read.push(self.read_row(&game, seat, row)?);
        }
        if self.first.0 != game.deal {
            self.first = (game.deal, first_player::<G>(self.rules, self.plan.players, self.plan.seed, game.deal));
        }
        let of = |seat: Seat| &read[seat.index()];
        let players = self.plan.players;
        let outcome = Outcome {
            scores: PerPlayer::from_fn(players, |seat| of(seat).score),
            ranks: PerPlayer::from_fn(players, |seat| of(seat).rank),
            shares: PerPlayer::from_fn(players, |seat| of(seat).share),
            parts: PerPlayer::from_fn(players, |seat| of(seat).parts),
        };
        let decisions = PerPlayer::from_fn(players, |seat| of(seat).decisions);
        self.games += 1;
        self.end = self.rows.position().byte();
        Ok(Some((game, FinishedGame { outcome, decisions, first_player: self.first.1 })))
    }

    fn read_row(&self, game: &ScheduledGame, seat: Seat, row: &csv::StringRecord) -> Result<SeatRow, ArenaError> {
        let place = [game.game, game.lineup, game.deal, u64::from(game.rotation), seat.index() as u64 + 1];
        let bot = &self.plan.bots[usize::from(game.seats[seat])];
        let expected = place.iter().map(u64::to_string).chain([bot.clone()]);
        if row.len() != COLUMNS.len() + G::PARTS.len() || row.iter().take(6).ne(expected.clone()) {
            let expected = expected.collect::<Vec<_>>().join(",");
            return Err(self.fault(row, &format!("expected a row that begins with {expected}")));
        }
        SeatRow::read(row).ok_or_else(|| self.fault(row, "expected numbers"))
    }

    fn fault(&self, row: &csv::StringRecord, expected: &str) -> ArenaError {
        let line = row.position().map_or(1, csv::Position::line);
        let seen = row.iter().collect::<Vec<_>>().join(",");
        let message = format!("line {line} is not of this run: \"{seen}\", {expected}; --force begins anew");
        ArenaError::folder(self.path, message)
    }
}

struct SeatRow {
    score: f64,
    rank: f64,
    share: Share,
    decisions: u32,
    parts: Parts,
}

impl SeatRow {
    fn read(row: &csv::StringRecord) -> Option<SeatRow> {
        let mut parts = Parts::default();
        for (part, text) in parts.iter_mut().zip(row.iter().skip(COLUMNS.len())) {
            *part = text.parse().ok()?;
        }
        Some(SeatRow {
            score: row[6].parse().ok()?,
            rank: row[7].parse().ok()?,
            share: Share::from_value(row[8].parse().ok()?)?,
            decisions: row[9].parse().ok()?,
            parts,
        })
    }
}

/// The number of bytes up to and with the last line feed.
fn end_of_last_line(file: &mut File) -> std::io::Result<u64> {
    const STEP: u64 = 4096;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(STEP);
        let mut bytes = vec![0; (end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        if let Some(at) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}
