//! Finished games read back from the journal.

use riverlab_engine::{Components, Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Share};

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::play::decisions::{self, replay};
use crate::play::game_loop::FinishedGame;
use crate::play::observe::Observer;
use crate::play::streams::first_player;
use crate::schedule::ScheduledGame;
use crate::stats::ComponentEvent;
use crate::store::csv_rows::{into_bytes, rows_in_memory};
use crate::store::game_rows::{GameColumns, write_rows};
use crate::store::journal_file::{JournalFile, WholeLines};

/// How far a journal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Reads finished games back. A game counts only if this program would write the very same bytes for it, in the columns of
/// the version that played it, and if its moves lead to this result.
pub(crate) struct Reader<'a, G: Game> {
    games: WholeLines<'a>,
    columns: GameColumns,
    moves: Option<MovesReader<'a>>,
    plan: &'a Plan,
    rules: &'static G::Rules,
    /// The number of complete games.
    complete: u64,
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

impl<'a, G: Components> Reader<'a, G> {
    /// Begins to read.
    pub(crate) fn new(
        games: &'a JournalFile,
        moves: Option<&'a JournalFile>,
        plan: &'a Plan,
        rules: &'static G::Rules,
    ) -> Result<Self, ArenaError> {
        let moves_reader = |file: &'a JournalFile| -> Result<MovesReader<'a>, ArenaError> {
            let observer = Observer::new::<G>(rules, plan.request.players);
            Ok(MovesReader { lines: file.lines(decisions::HEADER)?, observer })
        };
        let columns = GameColumns::of(plan);
        Ok(Reader {
            games: games.lines(&columns.header::<G>())?,
            columns,
            moves: moves.map(moves_reader).transpose()?,
            plan,
            rules,
            complete: 0,
            lacks_moves: false,
            rows: String::new(),
            first: (0, Seat::FIRST),
        })
    }

    /// How far it has read.
    pub(crate) fn progress(&self) -> Progress {
        let moves_end = self.moves.as_ref().map_or(0, |moves| moves.lines.end);
        Progress { games: self.complete, end: self.games.end, moves_end, lacks_moves: self.lacks_moves }
    }

    /// The game that was read last and played again.
    pub(crate) fn read_game<'b>(&'b self, game: &'b ScheduledGame, result: &'b FinishedGame) -> ReadGame<'b> {
        let moves = self.moves.as_ref();
        ReadGame {
            game,
            result,
            rows: &self.rows,
            moves: moves.map_or("", |moves| &moves.lines.line),
            events: moves.map_or(&[], |moves| moves.observer.events()),
        }
    }

    /// The moves of the game that was read last, if they are kept.
    pub(crate) fn moves(&self) -> Option<&str> {
        self.moves.as_ref().map(|moves| decisions_of(&moves.lines))
    }

    /// Insists that there is no further game.
    pub(crate) fn expect_end(&mut self) -> Result<(), ArenaError> {
        self.games.expect_end()?;
        self.moves.as_mut().map_or(Ok(()), |moves| moves.lines.expect_end())
    }

    /// Reads this game and says its result, if all of its rows are there.
    pub(crate) fn next_game(&mut self, game: &ScheduledGame) -> Result<Option<FinishedGame>, ArenaError> {
        let Some(result) = self.next_result(game)? else { return Ok(None) };
        if let Some(moves) = &mut self.moves {
            if !moves.next_row(game)? {
                self.lacks_moves = true;
                return Ok(None);
            }
            moves.lines.end += moves.lines.line.len() as u64;
        }
        self.games.end += self.rows.len() as u64;
        self.complete += 1;
        Ok(Some(result))
    }

    fn next_result(&mut self, game: &ScheduledGame) -> Result<Option<FinishedGame>, ArenaError> {
        let mut seats = Vec::with_capacity(self.plan.request.players);
        self.rows.clear();
        for seat in Seat::all(self.plan.request.players) {
            if !self.games.next_line()? {
                return Ok(None);
            }
            seats.push(self.read_row(game, seat)?);
            self.rows.push_str(&self.games.line);
        }
        let result = self.finished(game, &seats);
        let mut ours = rows_in_memory();
        write_rows::<G>(&mut ours, self.columns, self.plan, game, &result);
        if into_bytes(ours) != self.rows.as_bytes() || !adds_up::<G>(&result) {
            return Err(self.games.fault(&format!("the rows of game {} do not fit together", game.game)));
        }
        Ok(Some(result))
    }

    fn read_row(&self, game: &ScheduledGame, seat: Seat) -> Result<SeatRow, ArenaError> {
        let bot = self.plan.name(game.seats[seat]).to_owned();
        let mut begin = rows_in_memory();
        let start = [game.game, game.lineup, game.deal, u64::from(game.rotation), seat.index() as u64 + 1];
        begin.write_record(start.map(|number| number.to_string()).iter().chain([&bot])).expect("memory can be written");
        let begin = String::from_utf8(into_bytes(begin)).expect("our own text").replace('\n', ",");
        let rest = self.games.line.strip_prefix(&begin);
        let rest = rest.ok_or_else(|| self.games.fault(&format!("expected a row that begins with {begin}")))?;
        SeatRow::read::<G>(rest.trim_end_matches('\n'), self.columns)
            .ok_or_else(|| self.games.fault("expected numbers"))
    }

    fn finished(&mut self, game: &ScheduledGame, seats: &[SeatRow]) -> FinishedGame {
        let players = self.plan.request.players;
        if self.first.0 != game.deal {
            self.first = (game.deal, first_player::<G>(self.rules, players, self.plan.request.seed, game.deal));
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

    /// Plays the game that was read last again, if its moves are kept: they must lead to its result.
    pub(crate) fn play_again(&mut self, game: &ScheduledGame, result: &FinishedGame) -> Result<(), ArenaError> {
        let Some(moves) = &mut self.moves else { return Ok(()) };
        let again = moves.play_again::<G>(self.plan, self.rules, game);
        match again {
            Ok(again) if again.forfeited(result.forfeits) == *result => Ok(()),
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

    fn play_again<G: Components>(
        &mut self,
        plan: &Plan,
        rules: &'static G::Rules,
        game: &ScheduledGame,
    ) -> Result<FinishedGame, String> {
        let MovesReader { lines, observer } = self;
        let decisions = decisions_of(lines);
        observer.clear();
        observer.begin();
        let (result, last) = {
            let deal = (plan.request.seed, game.deal);
            replay::<G>(rules, plan.request.players, deal, decisions, |state, mv| observer.before(state, mv))?
        };
        observer.end(&last);
        Ok(result)
    }
}

/// The moves of the row that was read last.
fn decisions_of<'a>(lines: &'a WholeLines<'_>) -> &'a str {
    lines.text().split_once(',').map_or("", |(_, decisions)| decisions)
}

/// Whether ranks and shares follow from the scores, and these from their parts.
fn adds_up<G: Game>(result: &FinishedGame) -> bool {
    let outcome = &result.outcome;
    let sum = |parts: &Parts| f64::from(parts.iter().sum::<i32>());
    let mut pairs = outcome.scores.iter().zip(&outcome.parts);
    let even = Outcome::from_scores(outcome.scores, outcome.parts);
    *outcome == FinishedGame { outcome: even, ..*result }.forfeited(result.forfeits).outcome
        && (G::PARTS_ARE == PartMeaning::Facts || pairs.all(|(score, parts)| *score == sum(parts)))
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
    fn read<G: Game>(text: &str, columns: GameColumns) -> Option<SeatRow> {
        let mut fields = text.split(',');
        let mut row = SeatRow {
            score: fields.next()?.parse().ok()?,
            rank: fields.next()?.parse().ok()?,
            share: Share::from_value(fields.next()?.parse().ok()?)?,
            decisions: fields.next()?.parse().ok()?,
            parts: Parts::default(),
            forfeit: 0,
        };
        for part in row.parts.iter_mut().take(G::PARTS.len()) {
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
