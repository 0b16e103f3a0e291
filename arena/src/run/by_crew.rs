//! Games of a run that a crew plays: the jobs, and their answers.

use std::borrow::Cow;
use std::path::Path;

use riverlab_engine::PerPlayer;
use serde::{Deserialize, Serialize};

use crate::cluster::answer::{Answer, damaged};
use crate::cluster::job::JobHead;
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::schedule::{BotIdx, ScheduledGame};
use crate::store::game_lines::LinesReader;
use crate::store::journal_file::ANSWER;
use crate::store::journal_reader::Reader;
use crate::table::Table;
use crate::table::{Batch, BatchOffsets, Played};

/// The kind of this work.
pub(crate) const GAMES: &str = "Games";

/// Games of a run, as a job holds them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GamesWork<'a> {
    /// The plan of the run.
    pub plan: Cow<'a, Plan>,
    /// The games that are asked for.
    pub games: Vec<ListedGame>,
}

/// A game of a schedule: its number, its line-up, its deal, its rotation, and who sits where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ListedGame(u64, u64, u64, u8, Vec<BotIdx>);

impl From<&ScheduledGame> for ListedGame {
    fn from(game: &ScheduledGame) -> ListedGame {
        ListedGame(game.game, game.lineup, game.deal, game.rotation, game.seats.as_slice().to_vec())
    }
}

impl ListedGame {
    /// The game, if it can be one of this plan.
    ///
    /// # Errors
    /// When the plan has no such game.
    pub fn of(&self, plan: &Plan) -> Result<ScheduledGame, ArenaError> {
        let ListedGame(game, lineup, deal, rotation, ref seats) = *self;
        let (players, bots) = (plan.request.players, plan.request.bots.len());
        if seats.len() != players || seats.iter().any(|&bot| usize::from(bot) >= bots) {
            return Err(ArenaError::Usage(format!("job: game {game}: the seats {seats:?} are not of this run")));
        }
        let seats = PerPlayer::from_fn(players, |seat| seats[seat.index()]);
        Ok(ScheduledGame { game, lineup, deal, rotation, seats })
    }
}

/// A run whose games a crew plays.
pub(crate) struct RunByCrew<'a> {
    plan: &'a Plan,
    table: &'a dyn Table,
    head: JobHead,
}

impl<'a> RunByCrew<'a> {
    /// A run under the rules of its plan.
    ///
    /// # Errors
    /// When a file of weights cannot be read.
    pub(crate) fn new(plan: &'a Plan, table: &'a dyn Table) -> Result<Self, ArenaError> {
        let head = JobHead::new(table, plan.request.bots.specs())?;
        Ok(RunByCrew { plan, table, head })
    }

    /// A job for these games.
    pub(crate) fn job(&self, games: &[ScheduledGame]) -> Vec<u8> {
        let games = games.iter().map(ListedGame::from).collect();
        self.head.job(GAMES, &GamesWork { plan: Cow::Borrowed(self.plan), games })
    }

    /// Reads the answers to jobs.
    pub(crate) fn reader(&self) -> impl FnMut(Vec<ScheduledGame>, &[u8]) -> Result<Batch, ArenaError> {
        let name = Path::new(ANSWER);
        let has_moves = self.table.facts().has_components;
        let mut reader = Reader::new(name, has_moves.then_some(name), self.plan, self.table);
        move |games, answer| read(Answer::read(answer)?, &games, has_moves.then_some(name), &mut reader)
    }
}

/// The games of an answer, each checked like those of a journal.
fn read(
    answer: Answer,
    games: &[ScheduledGame],
    moves: Option<&Path>,
    reader: &mut Reader<'_>,
) -> Result<Batch, ArenaError> {
    let mut lines = LinesReader::of_answer(&answer.rows, moves.map(|_| answer.moves.as_str()), reader.players());
    let (mut played, mut ends, mut failure) = (Vec::with_capacity(games.len()), BatchOffsets::default(), None);
    for &game in games {
        let lines = lines.next_game(game)?;
        let Some(result) = reader.result(&lines)? else {
            failure = Some(answer.failed());
            break;
        };
        reader.play_again(&lines, &result)?;
        let (rows, moves) = lines.lengths();
        ends.game = game.game;
        ends.rows += rows;
        ends.moves += moves;
        ends.events = reader.events().len();
        played.push(Played { game, result, ends });
    }
    if failure.is_none() && (ends.rows, ends.moves) != (answer.rows.len(), answer.moves.len()) {
        return Err(damaged("there is more than was asked for"));
    }
    drop(lines);
    let (rows, moves) = (answer.rows.into_bytes(), answer.moves.into_bytes());
    let events = reader.take_events();
    Ok(Batch { games: played, rows, moves, events, decision_times: Vec::new(), faults: answer.faults, failure })
}
