//! Games that a bot plays against itself, or against another one that stays as it is, with a random move now and then, so that
//! positions are seen that it would avoid.
//!
//! A generation is a journal: a row for each game with all decisions, as in `moves.csv`, and how often the search that made
//! them [visited](super::visits) each move. What is learned from is found by playing these decisions again, so that a training
//! that was interrupted goes on after the last whole row.

use std::borrow::Cow;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use riverlab_bots::{Bot, BotRng, BotSpec, Evaluate, View};
use riverlab_engine::{Game, RulesSource};

use super::samples::Samples;
use super::visits;
use crate::cluster::Workers;
use crate::cluster::answer::{Answer, damaged};
use crate::cluster::crew::{Round, run_by_crew, seconds_per_piece};
use crate::cluster::job::{Job, JobHead, Work};
use crate::error::ArenaError;
use crate::parallel::{self, More, Source};
use crate::play::decisions::{Recorder, replay};
use crate::play::game_loop::{BotFailure, play_game_until};
use crate::store::journal_file::{JournalFile, whole_rows};
use crate::venue::Venue;

/// How likely a decision is drawn instead of thought about.
const NOISE: f64 = 0.05;
/// How likely one of a player's first decisions is.
const OPENING_NOISE: f64 = 0.25;
/// How many first decisions of each player are the opening.
const OPENING: u32 = 4;

/// The header row of a journal.
pub(super) const HEADER: &str = "game,moves,visits";

/// A generation of games.
#[derive(Clone, Debug)]
pub(crate) struct Generation {
    /// Where the rules come from.
    pub(crate) rules: RulesSource,
    /// The bot at all seats, or at one of them in turn.
    pub(crate) bot: BotSpec,
    /// The bot at the other seats, if it is another one.
    pub(crate) against: Option<BotSpec>,
    pub(crate) players: usize,
    /// The games that are played: all of the generation, or those of a part.
    pub(crate) games: RangeInclusive<u64>,
    pub(crate) seed: u64,
}

/// A bot of which is noted what it has visited; it draws a move now and then, unless it is to stay as it is.
struct Noisy<G: Game> {
    bot: Box<dyn Bot<G>>,
    strays: bool,
    /// Its decisions in this game so far.
    decisions: u32,
    /// What was visited in each of them.
    visits: String,
    legal: Vec<G::Move>,
}

impl<G: Game> Noisy<G> {
    fn new(mut bot: Box<dyn Bot<G>>, strays: bool) -> Noisy<G> {
        if strays {
            bot.will_explain();
        }
        Noisy { bot, strays, decisions: 0, visits: String::new(), legal: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Noisy<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.decisions += 1;
        let noise = if self.decisions <= OPENING { OPENING_NOISE } else { NOISE };
        view.legal_moves(&mut self.legal);
        if !self.strays {
            visits::write(&mut self.visits, None, &self.legal);
            return self.bot.choose(view, rng);
        }
        if rng.random_bool(noise) {
            visits::write(&mut self.visits, None, &self.legal);
            return view.random_move(&mut self.legal, rng);
        }
        let mv = self.bot.choose(view, rng);
        visits::write(&mut self.visits, self.bot.explain(view).as_ref(), &self.legal);
        mv
    }
}

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
    pub(super) fn play<G: Evaluate>(
        &self,
        venue: Venue<'_, G>,
        path: &Path,
        Workers { threads, crew, stop }: Workers<'_>,
        mut done: impl FnMut(u64) + Send,
    ) -> Result<bool, ArenaError> {
        let (first, last) = (*self.games.start(), *self.games.end());
        let rows = self.rows(path)?;
        let (whole, all) = (rows.lines().count() as u64, last + 1 - first);
        if whole < all {
            // Nothing is added to what cannot be learned from.
            self.sample_rows::<G>(venue.rules, path, &rows, &mut Samples::new::<G>(self.players))?;
        }
        let journal = JournalFile::go_on(path, HEADER, rows.len())?;
        done(whole);
        let mut games = Games { next: first + whole, last, there: whole, journal, done };
        if whole == all {
            return Ok(true);
        }
        if let Some(crew) = crew {
            let (head, mut worker) = (self.head(venue)?, self.worker(venue, stop));
            let round = Round {
                name: format!("self-play of seed {}", self.seed),
                pieces: Some(all),
                pieces_of_deal: 1,
                done: whole,
                seconds_per_piece: seconds_per_piece(self.games.clone(), |game| drop(worker(vec![game]))),
            };
            run_by_crew(
                &mut games,
                (crew, &round),
                stop,
                |games| self.job(&head, games),
                || |games: Vec<u64>, answer: &[u8]| read_answer(&games, answer),
            )?;
        } else {
            parallel::run(&mut games, threads, stop, || self.worker(venue, stop))?;
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

    /// Plays games: gives their number, and their rows.
    pub(crate) fn worker<'a, G: Evaluate>(
        &'a self,
        venue: Venue<'a, G>,
        stop: &'a AtomicBool,
    ) -> impl FnMut(Vec<u64>) -> Result<(u64, Vec<u8>), ArenaError> + 'a {
        let build = |spec, strays| Noisy::new(venue.build(spec).expect("it was built before"), strays);
        let count = if self.against.is_some() { 1 } else { self.players };
        let mut bots: Vec<Noisy<G>> = (0..count).map(|_| build(&self.bot, true)).collect();
        if let Some(other) = &self.against {
            bots.extend((1..self.players).map(|_| build(other, false)));
        }
        move |games: Vec<u64>| {
            let mut rows = Vec::new();
            for &game in &games {
                self.play_one(venue, game, &mut bots, &mut rows, stop).map_err(|failure| self.failed(game, failure))?;
            }
            Ok((games.len() as u64, rows))
        }
    }

    /// What all jobs of a generation have in common.
    fn head<G: Evaluate>(&self, venue: Venue<'_, G>) -> Result<JobHead, ArenaError> {
        let bots: Vec<BotSpec> = std::iter::once(&self.bot).chain(&self.against).cloned().collect();
        JobHead::new(venue, &self.rules, &bots)
    }

    /// A job for these games, one after the other.
    fn job(&self, head: &JobHead, games: &[u64]) -> Vec<u8> {
        let (first, last) = (games[0], games[games.len() - 1]);
        let bot = Cow::Owned(self.bot.to_string());
        let against = self.against.as_ref().map(|bot| Cow::Owned(bot.to_string()));
        let work = Work::SelfPlay { bot, against, players: self.players, seed: self.seed, first, last };
        Job { head: Cow::Borrowed(head), work }.bytes()
    }

    fn play_one<G: Evaluate>(
        &self,
        venue: Venue<'_, G>,
        game: u64,
        bots: &mut [Noisy<G>],
        rows: &mut Vec<u8>,
        stop: &AtomicBool,
    ) -> Result<(), BotFailure> {
        for bot in bots.iter_mut() {
            bot.decisions = 0;
            bot.visits.clear();
        }
        let mut recorder = Recorder::default();
        // The first bot takes each seat in turn.
        if self.against.is_some() {
            let at = bots.iter().position(|bot| bot.strays).expect("one of them is");
            bots.swap(at, game as usize % self.players);
        }
        let mut seated: Vec<&mut dyn Bot<G>> = bots.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        recorder.begin(game);
        play_game_until(venue.rules, self.seed, game, &mut seated, stop, |_, _, decision| {
            if let Some(decision) = decision {
                recorder.decided(decision.index);
            }
        })?;
        let visits: Vec<&str> = bots.iter().map(|bot| bot.visits.as_str()).collect();
        rows.extend_from_slice(recorder.rows());
        rows.extend_from_slice(format!(",{}\n", visits.join(visits::BETWEEN_SEATS)).as_bytes());
        Ok(())
    }

    fn failed(&self, game: u64, failure: BotFailure) -> ArenaError {
        ArenaError::of_bot(self.bot.to_string(), format!("training game {game}"), failure)
    }

    /// Plays the decisions of the journal again, and adds positions to learn from.
    pub(super) fn sample<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        path: &Path,
        samples: &mut Samples,
    ) -> Result<(), ArenaError> {
        self.sample_rows::<G>(rules, path, &self.rows(path)?, samples)
    }

    fn sample_rows<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        path: &Path,
        rows: &str,
        samples: &mut Samples,
    ) -> Result<(), ArenaError> {
        for (game, row) in (*self.games.start()..).zip(rows.lines()) {
            let wrong = |why: String| ArenaError::Usage(format!("{}: game {game}: {why}", path.display()));
            let columns = row.split_once(',').and_then(|(_, rest)| rest.split_once(','));
            let (moves, visits) = columns.ok_or_else(|| wrong("the row has no visits".to_owned()))?;
            let added = samples.add_game(self.seed, game, visits, |see: &mut dyn FnMut(&G)| {
                let played = replay(rules, self.players, (self.seed, game), moves, |state, _| see(state))?;
                Ok(played.0.outcome)
            });
            added.map_err(wrong)?;
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
