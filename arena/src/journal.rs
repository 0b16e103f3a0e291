//! The results of all games in schedule order, `games.csv`, and their moves, `moves.csv`: the journal from which an
//! interrupted run goes on.
//!
//! Rows are appended and never changed, those of moves first. What a killed process leaves is a beginning of each file: at
//! most the last line is cut, at most the last game lacks seats, and the files may end with different games. Going on
//! means cutting both after the last game that both hold, and writing the rest.
//!
//! Moves are kept of games that have elements. Reading them back plays each game again, and the result must be that in
//! `games.csv`.

use std::fmt::{Display, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use riverlab_engine::{Elements, Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Share};

use crate::error::ArenaError;
use crate::game_loop::FinishedGame;
use crate::journal_file::{JournalFile, WholeLines};
use crate::moves::{self, replay};
use crate::observe::Observer;
use crate::plan::Plan;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::stats::ElementEvent;
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

/// The files of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPaths {
    /// `games.csv`.
    pub games: PathBuf,
    /// `moves.csv`, of games that have elements.
    pub moves: Option<PathBuf>,
}

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    games: JournalFile,
    moves: Option<JournalFile>,
}

/// How far a journal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of whole games.
    pub games: u64,
    /// Where the last of them ends in `games.csv`, in bytes; 0 when there is not even a header.
    end: u64,
    /// The same in `moves.csv`.
    moves_end: u64,
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
    /// What happened to elements.
    pub events: &'a [ElementEvent],
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

    /// Whether moves are kept.
    pub fn keeps_moves(&self) -> bool {
        self.moves.is_some()
    }

    fn files(&mut self) -> impl Iterator<Item = &mut JournalFile> {
        std::iter::once(&mut self.games).chain(&mut self.moves)
    }

    /// Hands every whole game in it to `seen`, until that says that the run has ended. The schedule of the run is left at
    /// the game after them. The files are not changed.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run, and the errors of `seen`.
    pub fn read<G: Elements>(
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
            schedule.saw(&game, &result);
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
    pub fn find<G: Elements>(
        &self,
        plan: &Plan,
        rules: &'static G::Rules,
        number: u64,
    ) -> Result<Option<(ScheduledGame, String)>, ArenaError> {
        let mut reader = Reader::<G>::new(self, plan, rules)?;
        let mut schedule = plan.schedule();
        while let Next::Game(game) = schedule.next_game() {
            let Some(result) = reader.next_game(&game)? else { break };
            schedule.saw(&game, &result);
            if game.game == number {
                reader.play_again(&game, &result)?;
                return Ok(reader.moves.map(|moves| (game, places(&moves.lines).to_owned())));
            }
        }
        Ok(None)
    }

    /// Empties it.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub fn clear(&mut self) -> Result<(), ArenaError> {
        self.files().try_for_each(|file| file.clear())
    }

    /// Makes it ready for the next game: cuts off what is not whole in both files, or begins them.
    ///
    /// # Errors
    /// When a file cannot be changed.
    pub fn go_on<G: Game>(&mut self, after: Progress) -> Result<(), ArenaError> {
        if let Some(moves) = &mut self.moves {
            moves.go_on(after.moves_end, moves::HEADER)?;
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
    pub fn sync(&mut self) -> Result<(), ArenaError> {
        self.files().try_for_each(|file| file.sync())
    }
}

/// Reads finished games back. A game counts only if this program would write the very same bytes for it, and if its moves
/// lead to this result.
struct Reader<'a, G: Game> {
    games: WholeLines<'a>,
    moves: Option<MovesReader<'a>>,
    plan: &'a Plan,
    rules: &'static G::Rules,
    /// The number of whole games.
    whole: u64,
    lacks_moves: bool,
    /// The rows of the game that was read last.
    rows: String,
    /// The deal that was begun last and its first player.
    first: (u64, Seat),
}

/// The rows of moves.
struct MovesReader<'a> {
    lines: WholeLines<'a>,
    observer: Observer,
}

impl<'a, G: Elements> Reader<'a, G> {
    fn new(journal: &'a Journal, plan: &'a Plan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let moves_reader = |file: &'a JournalFile| -> Result<MovesReader<'a>, ArenaError> {
            let observer = Observer::new::<G>(rules, plan.players);
            Ok(MovesReader { lines: file.lines(moves::HEADER)?, observer })
        };
        Ok(Reader {
            games: journal.games.lines(&header::<G>())?,
            moves: journal.moves.as_ref().map(moves_reader).transpose()?,
            plan,
            rules,
            whole: 0,
            lacks_moves: false,
            rows: String::new(),
            first: (0, Seat::FIRST),
        })
    }

    fn progress(&self) -> Progress {
        let moves_end = self.moves.as_ref().map_or(0, |moves| moves.lines.end);
        Progress { games: self.whole, end: self.games.end, moves_end, lacks_moves: self.lacks_moves }
    }

    fn read_game<'b>(&'b self, game: &'b ScheduledGame, result: &'b FinishedGame) -> ReadGame<'b> {
        let moves = self.moves.as_ref();
        ReadGame {
            game,
            result,
            rows: &self.rows,
            moves: moves.map_or("", |moves| &moves.lines.line),
            events: moves.map_or(&[], |moves| moves.observer.events()),
        }
    }

    fn expect_end(&mut self) -> Result<(), ArenaError> {
        self.games.expect_end()?;
        self.moves.as_mut().map_or(Ok(()), |moves| moves.lines.expect_end())
    }

    /// Reads this game and says its result, if all of its rows are there.
    fn next_game(&mut self, game: &ScheduledGame) -> Result<Option<FinishedGame>, ArenaError> {
        let Some(result) = self.next_result(game)? else { return Ok(None) };
        if let Some(moves) = &mut self.moves {
            if !moves.next_row(game)? {
                self.lacks_moves = true;
                return Ok(None);
            }
            moves.lines.end += moves.lines.line.len() as u64;
        }
        self.games.end += self.rows.len() as u64;
        self.whole += 1;
        Ok(Some(result))
    }

    fn next_result(&mut self, game: &ScheduledGame) -> Result<Option<FinishedGame>, ArenaError> {
        let mut seats = Vec::with_capacity(self.plan.players);
        self.rows.clear();
        for seat in Seat::all(self.plan.players) {
            if !self.games.next_line()? {
                return Ok(None);
            }
            seats.push(self.read_row(game, seat)?);
            self.rows.push_str(&self.games.line);
        }
        let result = self.finished(game, &seats);
        let mut ours = rows_in_memory();
        write_rows::<G>(&mut ours, self.plan, game, &result);
        if into_bytes(ours) != self.rows.as_bytes() || !adds_up::<G>(&result.outcome) {
            return Err(self.games.fault(&format!("the rows of game {} do not fit together", game.game)));
        }
        Ok(Some(result))
    }

    fn read_row(&self, game: &ScheduledGame, seat: Seat) -> Result<SeatRow, ArenaError> {
        let bot = self.plan.name(game.seats[seat]).to_owned();
        let mut begin = rows_in_memory();
        let place = [game.game, game.lineup, game.deal, u64::from(game.rotation), seat.index() as u64 + 1];
        begin.write_record(place.map(|number| number.to_string()).iter().chain([&bot])).expect("memory can be written");
        let begin = String::from_utf8(into_bytes(begin)).expect("our own text").replace('\n', ",");
        let rest = self.games.line.strip_prefix(&begin);
        let rest = rest.ok_or_else(|| self.games.fault(&format!("expected a row that begins with {begin}")))?;
        SeatRow::read::<G>(rest.trim_end_matches('\n')).ok_or_else(|| self.games.fault("expected numbers"))
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

    /// Plays the game that was read last again, if its moves are kept: they must lead to its result.
    fn play_again(&mut self, game: &ScheduledGame, result: &FinishedGame) -> Result<(), ArenaError> {
        let Some(moves) = &mut self.moves else { return Ok(()) };
        let again = moves.play_again::<G>(self.plan, self.rules, game);
        match again {
            Ok(again) if again == *result => Ok(()),
            Ok(_) => Err(moves.lines.fault(&format!("expected moves that lead to the result of game {}", game.game))),
            Err(wrong) => Err(moves.lines.fault(&format!("expected the moves of game {}: {wrong}", game.game))),
        }
    }
}

impl MovesReader<'_> {
    /// Reads the row of a game and says whether it is there.
    fn next_row(&mut self, game: &ScheduledGame) -> Result<bool, ArenaError> {
        if !self.lines.next_line()? {
            return Ok(false);
        }
        let begin = format!("{},", game.game);
        if self.lines.line.starts_with(&begin) {
            return Ok(true);
        }
        Err(self.lines.fault(&format!("expected a row that begins with {begin}")))
    }

    fn play_again<G: Elements>(
        &mut self,
        plan: &Plan,
        rules: &'static G::Rules,
        game: &ScheduledGame,
    ) -> Result<FinishedGame, String> {
        let MovesReader { lines, observer } = self;
        let places = places(lines);
        observer.clear();
        observer.begin();
        let (result, last) = replay::<G>(plan, rules, game, places, |state, mv| observer.before(state, mv))?;
        observer.end(&last);
        Ok(result)
    }
}

/// The moves of the row that was read last.
fn places<'a>(lines: &'a WholeLines<'_>) -> &'a str {
    lines.text().split_once(',').map_or("", |(_, places)| places)
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
