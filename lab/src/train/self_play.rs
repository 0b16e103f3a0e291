//! Games that a bot plays against itself, or against another one that stays as it is, with a random move now and then, so that
//! positions are seen that it would avoid.
//!
//! A generation is a journal: a row for each game with all decisions, as in `moves.csv`, and how often the search that made
//! them [visited](super::visits) each move. What is learned from is found by playing these decisions again, so that a training
//! that was interrupted goes on after the last whole row.

use std::ops::ControlFlow;
use std::path::Path;

use riverlab_arena::cluster::Workers;
use riverlab_arena::cluster::answer::{Answer, damaged};
use riverlab_arena::cluster::crew::{Round, run_by_crew, seconds_per_piece};
use riverlab_arena::cluster::job::JobHead;
use riverlab_arena::error::ArenaError;
use riverlab_arena::parallel::{self, More, Source};
use riverlab_arena::store::journal_file::{JournalFile, whole_rows};

use super::generation::{Generation, SELF_PLAY, SelfPlayWork};
use super::samples::{KeptDecisions, Samples};
use super::table::TrainingTable;

/// The header row of a journal.
const HEADER: &str = "game,moves,visits";

/// The games of a generation that are left to play, and the journal that gets them.
struct Games<F> {
    next: u64,
    last: u64,
    /// How many are in the journal.
    there: u64,
    journal: JournalFile,
    done: F,
}

impl<F: FnMut(u64) + Send> Source for Games<F> {
    type Work = u64;
    type Done = (u64, Vec<u8>);

    fn take(&mut self, most: usize) -> (Vec<u64>, More) {
        let end = (self.next + most as u64).min(self.last + 1);
        let games = (self.next..end).collect();
        self.next = end;
        (games, More::No)
    }

    fn deliver(&mut self, (games, rows): (u64, Vec<u8>)) -> Result<ControlFlow<()>, ArenaError> {
        self.journal.append(&rows)?;
        self.there += games;
        (self.done)(games);
        Ok(ControlFlow::Continue(()))
    }
}

impl Generation {
    /// Plays what the journal lacks; `done` is told how many games were played. Returns whether all are there now.
    pub(super) fn play(
        &self,
        table: &dyn TrainingTable,
        path: &Path,
        Workers { threads, crew, stop }: Workers<'_>,
        mut done: impl FnMut(u64) + Send,
    ) -> Result<bool, ArenaError> {
        let (first, last) = (*self.games.start(), *self.games.end());
        let rows = self.rows(path)?;
        let (whole, all) = (rows.lines().count() as u64, last + 1 - first);
        if whole < all {
            // Nothing is added to what cannot be learned from.
            self.sample_rows(table, path, &rows, &mut Samples::new(table.features(), self.players))?;
        }
        let journal = JournalFile::go_on(path, HEADER, rows.len())?;
        done(whole);
        let mut games = Games { next: first + whole, last, there: whole, journal, done };
        if whole == all {
            return Ok(true);
        }
        if let Some(crew) = crew {
            let (head, mut worker) = (self.head(table)?, table.self_play(self, stop));
            let round = Round {
                name: format!("self-play of seed {}", self.seed),
                pieces: Some(all),
                pieces_of_deal: 1,
                done: whole,
                seconds_per_piece: seconds_per_piece(self.games.clone(), |game| drop(worker.play(&[game]))),
            };
            run_by_crew(
                &mut games,
                crew,
                &round,
                stop,
                |games| self.job(&head, games),
                || |games: Vec<u64>, answer: &[u8]| read_answer(&games, answer),
            )?;
        } else {
            parallel::run(&mut games, threads, stop, || {
                let mut worker = table.self_play(self, stop);
                move |games: Vec<u64>| worker.play(&games)
            })?;
        }
        Ok(games.there == all)
    }

    /// The rows of the journal, which are those of games one after the other.
    fn rows(&self, path: &Path) -> Result<String, ArenaError> {
        let rows = whole_rows(path, HEADER)?;
        for (game, row) in (*self.games.start()..).zip(rows.lines()) {
            let why = if game > *self.games.end() {
                "no more games are played"
            } else if row.strip_prefix(&game.to_string()).is_none_or(|rest| !rest.starts_with(',')) {
                "the row has another number"
            } else {
                continue;
            };
            return Err(ArenaError::Usage(format!("{}: game {game}: {why}", path.display())));
        }
        Ok(rows)
    }

    /// What all jobs of a generation have in common.
    fn head(&self, table: &dyn TrainingTable) -> Result<JobHead, ArenaError> {
        JobHead::new(table, &self.bots())
    }

    /// A job for these games, one after the other.
    fn job(&self, head: &JobHead, games: &[u64]) -> Vec<u8> {
        let (first, last) = (games[0], games[games.len() - 1]);
        let against = self.against.as_ref().map(ToString::to_string);
        let work =
            SelfPlayWork { bot: self.bot.to_string(), against, players: self.players, seed: self.seed, first, last };
        head.job(SELF_PLAY, &work)
    }

    /// Plays the decisions of the journal again, and adds positions to learn from.
    pub(super) fn sample(
        &self,
        table: &dyn TrainingTable,
        path: &Path,
        samples: &mut Samples,
    ) -> Result<(), ArenaError> {
        self.sample_rows(table, path, &self.rows(path)?, samples)
    }

    fn sample_rows(
        &self,
        table: &dyn TrainingTable,
        path: &Path,
        rows: &str,
        samples: &mut Samples,
    ) -> Result<(), ArenaError> {
        for (game, row) in (*self.games.start()..).zip(rows.lines()) {
            let wrong = |why: String| ArenaError::Usage(format!("{}: game {game}: {why}", path.display()));
            let columns = row.split_once(',').and_then(|(_, rest)| rest.split_once(','));
            let (moves, visits) = columns.ok_or_else(|| wrong("the row has no visits".to_owned()))?;
            let kept = KeptDecisions { seed: self.seed, game, moves, visits };
            table.add_samples(&kept, samples).map_err(wrong)?;
        }
        Ok(())
    }
}

/// Reads an answer: there must be a row for each game.
fn read_answer(games: &[u64], answer: &[u8]) -> Result<(u64, Vec<u8>), ArenaError> {
    let answer = Answer::read(answer)?;
    let mut rows = answer.rows.split_inclusive('\n');
    for game in games {
        match rows.next() {
            Some(row) if row.ends_with('\n') && row.starts_with(&format!("{game},")) => {}
            None => return Err(answer.failed()),
            Some(_) => return Err(damaged(&format!("the row of game {game} is not there"))),
        }
    }
    if rows.next().is_some() {
        return Err(damaged("there is more than was asked for"));
    }
    Ok((games.len() as u64, answer.rows.into_bytes()))
}
