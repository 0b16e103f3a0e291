//! Finished games read back from the journal.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use riverlab_bots::play::component_event::ComponentEvent;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_bots::play::streams::Deal;
use riverlab_engine::{Outcome, PartMeaning, Parts, PerPlayer, Seat, Share};

use crate::csv_rows::Fields;
use crate::error::{ANEW, ArenaError};
use crate::external::programs::OnFault;
use crate::parallel::{self, More, Source};
use crate::plan::Plan;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::store::game_lines::{GameLines, LinesReader};
use crate::store::journal::{Journal, Progress};
use crate::store::journal_file::fault;
use crate::table::game_rows::write_rows;
use crate::table::{Replayer, Table};
use crate::tally::Results;

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

impl Journal {
    fn reader<'a>(&'a self, plan: &'a Plan, table: &'a dyn Table) -> Reader<'a> {
        Reader::new(&self.games.path, self.moves.as_ref().map(|file| file.path.as_path()), plan, table)
    }

    /// Reads the games in it, adds them to the results and hands each to `seen`, until the run ends; returns the schedule
    /// at the game after them. The files are not changed. Games are checked on all cores.
    ///
    /// # Errors
    /// When a file cannot be read, holds anything that is not of this run, or has not as many games as a complete run has.
    pub(crate) fn read(
        &self,
        plan: &Plan,
        table: &dyn Table,
        complete: Option<u64>,
        results: &mut Results,
        seen: &mut (dyn FnMut(&ReadGame<'_>) + Send),
    ) -> Result<(Schedule, Progress), ArenaError> {
        let lines = LinesReader::new(self, plan.request.players)?;
        let (progress, schedule) = (lines.progress(), plan.schedule());
        let mut games = GamesThere { lines, schedule, results, seen, progress, is_cut: false };
        parallel::run(&mut games, parallel::all_cores(), &AtomicBool::new(false), || {
            let mut reader = self.reader(plan, table);
            move |games: Vec<_>| Ok(check(&mut reader, games))
        })?;
        let GamesThere { schedule, progress, is_cut, .. } = games;
        if !is_cut {
            // Whatever is there may have been read ahead of the end of the run.
            let lines_of = |end: u64, rows: u64| if end == 0 { 0 } else { 1 + rows };
            let rows = progress.games * plan.request.players as u64;
            self.games.expect_end(lines_of(progress.end, rows), progress.end)?;
            if let Some(moves) = &self.moves {
                moves.expect_end(lines_of(progress.moves_end, progress.games), progress.moves_end)?;
            }
        }
        if let Some(games) = complete.filter(|&games| games != progress.games) {
            let short = self.moves.as_ref().filter(|_| progress.lacks_moves).unwrap_or(&self.games);
            let message = format!("has {} of {games} games although the run is complete{ANEW}", progress.games);
            return Err(ArenaError::folder(&short.path, message));
        }
        if complete.is_some() {
            self.games.expect_no_rest(progress.end)?;
            self.moves.as_ref().map_or(Ok(()), |moves| moves.expect_no_rest(progress.moves_end))?;
        }
        Ok((schedule, progress))
    }

    /// The game with this number, its moves, and by seat the decision in which a program failed, or 0, if it is there completely;
    /// those before it are not played again.
    ///
    /// # Errors
    /// When a file cannot be read or holds anything that is not of this run.
    pub(crate) fn find(
        &self,
        plan: &Plan,
        table: &dyn Table,
        number: u64,
    ) -> Result<Option<(ScheduledGame, String, PerPlayer<u32>)>, ArenaError> {
        let (mut lines, mut reader) = (LinesReader::new(self, plan.request.players)?, self.reader(plan, table));
        let mut schedule = plan.schedule();
        while let Next::Game(game) = schedule.next_game() {
            let lines = lines.next_game(game)?;
            let Some(result) = reader.result(&lines)? else { break };
            schedule.observe(&game, &result);
            if game.game == number {
                reader.play_again(&lines, &result)?;
                return Ok(lines.decisions().map(|moves| (game, moves.to_owned(), result.forfeits)));
            }
        }
        Ok(None)
    }
}

/// The games of a journal, and who gets them.
struct GamesThere<'a> {
    lines: LinesReader<'a>,
    schedule: Schedule,
    results: &'a mut Results,
    seen: &'a mut (dyn FnMut(&ReadGame<'_>) + Send),
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

impl Source for GamesThere<'_> {
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
            (self.seen)(&read);
            if self.results.add(read.game, read.result, read.events).is_break() {
                // What was read ahead does not belong to the run.
                self.is_cut = false;
                return Ok(ControlFlow::Break(()));
            }
            begin = events_end;
        }
        checked.failure.map_or(Ok(ControlFlow::Continue(())), Err)
    }
}

/// Reads finished games from their lines. A game counts only if this program would write the very same bytes for it, and
/// if its moves lead to this result.
pub(crate) struct Reader<'a> {
    games: &'a Path,
    moves: Option<&'a Path>,
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
        Reader { games, moves, plan, table, replayer, first: (0, Seat::FIRST) }
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
        let request = &self.plan.request;
        write_rows(&mut ours, request.programs.on_fault, request.bots.names(), facts.parts.len(), game, &result);
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
        let on_fault = self.plan.request.programs.on_fault;
        SeatRow::read(rest.trim_end_matches('\n'), on_fault, parts).ok_or_else(|| wrong("expected numbers"))
    }

    fn finished(&mut self, game: &ScheduledGame, seats: &[SeatRow]) -> FinishedGame {
        let players = self.plan.request.players;
        if self.first.0 != game.deal {
            self.first =
                (game.deal, self.table.first_player(players, Deal { seed: self.plan.request.seed, number: game.deal }));
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
    fn read(text: &str, on_fault: OnFault, parts: usize) -> Option<SeatRow> {
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
        fields.next()?.parse::<usize>().ok()?;
        if on_fault == OnFault::Forfeit {
            row.forfeit = fields.next()?.parse().ok().filter(|&decision| decision <= row.decisions)?;
        }
        fields.next().is_none().then_some(row)
    }
}
