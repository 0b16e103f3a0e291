//! One thread's bots, which play games one after the other.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use riverlab_bots::play::count::{DecisionCount, WorkerCount};
use riverlab_bots::play::game_loop::{BotFailure, FailureReason, FinishedGame};
use riverlab_bots::play::streams::Deal;
use riverlab_bots::play::watched::{GameRecorder, Watch};
use riverlab_bots::{Bot, BotSpec, Evaluate};
use riverlab_engine::{Game, Seat};

use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::external::{FaultRow, QuitFaults};
use crate::schedule::{BotIdx, ScheduledGame};
use crate::table::game_rows::write_rows;

use super::batch::{Batch, BatchOffsets, Played};
use super::timed::{DecisionTime, Timed};
use super::venue::Venue;

/// Whether decisions are timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// They are.
    On,
    /// They are not, which is faster where bots hardly think.
    Off,
}

/// Which games are played, and what is written down of them.
#[derive(Clone, Copy, Debug)]
pub struct Playing<'a> {
    /// The number of players.
    pub players: usize,
    /// The master seed.
    pub seed: u64,
    /// The bots that line-ups consist of.
    pub bots: &'a [BotSpec],
    /// Their names.
    pub names: &'a [String],
    /// The programs among them.
    pub programs: &'a Programs,
    /// Whether moves are kept and components observed.
    pub keeps_moves: bool,
}

impl<'a> Playing<'a> {
    /// The name of a bot.
    fn name(&self, bot: BotIdx) -> &'a str {
        &self.names[usize::from(bot)]
    }
}

/// How a worker plays; results do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct WorkerSettings<'a> {
    /// Whether decisions are timed.
    pub clock: Clock,
    /// Set when games are to be given up.
    pub stop: &'a AtomicBool,
    /// Where decisions are counted, if anybody wants to know.
    pub decisions: Option<&'a DecisionCount>,
    /// Where programs note what goes wrong after their last game.
    pub quit_faults: Option<&'a QuitFaults>,
}

impl<'a> WorkerSettings<'a> {
    /// Without a clock, given up when this is set.
    pub fn until(stop: &'a AtomicBool) -> WorkerSettings<'a> {
        WorkerSettings { clock: Clock::Off, stop, decisions: None, quit_faults: None }
    }
}

/// One thread's bots.
pub trait GameWorker {
    /// Plays games one after the other, up to the first in which a bot fails.
    fn play(&mut self, games: &[ScheduledGame]) -> Batch;
}

/// One thread's bots.
pub(super) struct Worker<'a, G: Evaluate> {
    playing: Playing<'a>,
    rules: &'static G::Rules,
    clock: Clock,
    /// A bot for each bot of the run and each seat.
    bots: Vec<Vec<Box<dyn Bot<G>>>>,
    /// Of games that have components.
    recorder: Option<GameRecorder>,
    /// Set when games are to be given up.
    stop: &'a AtomicBool,
    count: Arc<WorkerCount>,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(super) fn new(venue: Venue<'_, G>, playing: Playing<'a>, settings: WorkerSettings<'a>) -> Self {
        let make = |spec: &BotSpec| venue.build(spec).expect("the bots have been checked");
        let at_every_seat = |spec: &BotSpec| (0..playing.players).map(|_| make(spec)).collect();
        let WorkerSettings { clock, stop, decisions, .. } = settings;
        Worker {
            playing,
            rules: venue.rules,
            clock,
            bots: playing.bots.iter().map(at_every_seat).collect(),
            recorder: playing.keeps_moves.then(|| GameRecorder::new::<G>(venue.rules, playing.players)),
            stop,
            count: decisions.map(DecisionCount::worker).unwrap_or_default(),
        }
    }
}

impl<G: Evaluate> GameWorker for Worker<'_, G> {
    fn play(&mut self, games: &[ScheduledGame]) -> Batch {
        let (mut rows, mut decision_times, mut failure) = (Vec::new(), Vec::new(), None);
        let mut faults = Vec::new();
        let mut played = Vec::with_capacity(games.len());
        for &game in games {
            let result = match self.play_one(&game, &mut decision_times, &mut faults) {
                Ok(result) => result,
                Err(error) => {
                    faults.extend(self.fault_of(&game, &error));
                    failure = Some(self.failed(&game, error));
                    break;
                }
            };
            let Playing { names, programs, .. } = self.playing;
            write_rows(&mut rows, programs.on_fault, names, G::PARTS.len(), &game, &result);
            let (moves, events) = self.watched();
            let ends =
                BatchOffsets { game: game.game, rows: rows.len(), moves, events, decision_times: decision_times.len() };
            played.push(Played { game, result, ends });
        }
        let (moves, events) = self.recorder.as_mut().map(GameRecorder::take).unwrap_or_default();
        Batch { games: played, rows, moves, events, decision_times, faults, failure }
    }
}

impl<G: Evaluate> Worker<'_, G> {
    /// The fault of a program by which a game could not be played on, if it is one.
    fn fault_of(&self, game: &ScheduledGame, failure: &BotFailure) -> Option<FaultRow> {
        let FailureReason::NoAnswer(reason) = &failure.reason else { return None };
        let bot = self.playing.name(game.seats[failure.seat]);
        let fault = reason.downcast_ref()?;
        Some(FaultRow::in_game(game.game, failure.seat, failure.decision, bot, fault))
    }

    fn failed(&self, game: &ScheduledGame, failure: BotFailure) -> ArenaError {
        let bot = self.playing.name(game.seats[failure.seat]).to_owned();
        ArenaError::of_bot(bot, format!("game {} (deal {})", game.game, game.deal), failure)
    }

    /// How much has been written down: bytes of moves, and events.
    fn watched(&self) -> (usize, usize) {
        self.recorder.as_ref().map_or((0, 0), GameRecorder::lengths)
    }

    fn play_one(
        &mut self,
        game: &ScheduledGame,
        decision_times: &mut Vec<DecisionTime>,
        faults: &mut Vec<FaultRow>,
    ) -> Result<FinishedGame, BotFailure> {
        let mut seated: Vec<Option<&mut dyn Bot<G>>> = (0..self.playing.players).map(|_| None).collect();
        for (bot, copies) in self.bots.iter_mut().enumerate() {
            for (seat, copy) in copies.iter_mut().enumerate() {
                if usize::from(game.seats.as_slice()[seat]) == bot {
                    seated[seat] = Some(copy.as_mut());
                }
            }
        }
        let mut seated: Vec<&mut dyn Bot<G>> = seated.into_iter().flatten().collect();
        let (playing, rules, stop) = (self.playing, self.rules, self.stop);
        let deal = Deal { seed: playing.seed, number: game.deal };
        let watch = Watch { game: game.game, count: &self.count, recorder: self.recorder.as_mut() };
        let play = |seated: &mut [&mut dyn Bot<G>]| {
            let result = G::play_watched_game(rules, deal, seated, stop, watch)?;
            if result.forfeits.iter().any(|&decision| decision > 0) {
                faults.extend(forfeits(playing, game, seated));
            }
            Ok(result)
        };
        if self.clock == Clock::Off {
            return play(&mut seated);
        }
        let timed = seated.into_iter().zip(game.seats.as_slice());
        let mut timed: Vec<Timed<'_, G>> =
            timed.map(|(bot, &idx)| Timed { bot, idx, decision_times: Vec::new() }).collect();
        let mut seated: Vec<&mut dyn Bot<G>> = timed.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        let result = play(&mut seated);
        decision_times.extend(timed.into_iter().flat_map(|bot| bot.decision_times));
        result
    }
}

/// What the programs at the seats did wrong in a game that was played to its end all the same.
fn forfeits<G: Game>(playing: Playing<'_>, game: &ScheduledGame, seated: &[&mut dyn Bot<G>]) -> Vec<FaultRow> {
    let row = |(seat, bot): (Seat, &&mut dyn Bot<G>)| {
        let forfeit = bot.forfeit()?;
        let fault = forfeit.reason.downcast_ref()?;
        let name = playing.name(game.seats[seat]);
        Some(FaultRow::in_game(game.game, seat, forfeit.decision, name, fault))
    };
    Seat::all(seated.len()).zip(seated).filter_map(row).collect()
}
