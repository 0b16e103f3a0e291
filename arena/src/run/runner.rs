//! Plays the games of a schedule in parallel and hands out the results in schedule order, in bounded memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use riverlab_bots::{Bot, BotSpec, Evaluate};
use riverlab_engine::{Components, Seat};

use crate::cluster::crew::{Crew, Round, run_by_crew, seconds_per_piece};
use crate::error::ArenaError;
use crate::parallel::{self, More, Source};
use crate::plan::Plan;
use crate::play::count::{DecisionCount, WorkerCount};
use crate::play::decisions::Recorder;
use crate::play::game_loop::{BotFailure, Decision, FailureReason, FinishedGame, play_game_until};
use crate::play::observe::Observer;
use crate::run::batch::{Batch, BatchOffsets, Played};
use crate::run::by_crew::RunByCrew;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::store::faults::FaultRow;
use crate::store::game_rows::{GameColumns, write_rows};
use crate::store::journal::keeps_moves;
use crate::tally::{DecisionTime, Timed};
use crate::venue::Venue;

/// Whether decisions are timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// They are.
    On,
    /// They are not, which is faster where bots hardly think.
    Off,
}

/// How games are played; results do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct PlaySettings<'a> {
    /// The number of threads, at least one.
    pub threads: usize,
    /// Whether decisions are timed, for `timing.csv`.
    pub clock: Clock,
    /// Ends the session early once it is set: games that are under way are given up.
    pub stop: &'a AtomicBool,
    /// Where decisions are counted while games are played, if anybody wants to know.
    pub decisions: Option<&'a DecisionCount>,
    /// Who plays the games; the threads of this process where there is nobody. Decisions elsewhere are neither timed nor
    /// counted.
    pub crew: Option<&'a dyn Crew>,
}

impl<'a> PlaySettings<'a> {
    /// So many threads, without a clock.
    pub fn new(threads: usize, stop: &'a AtomicBool) -> PlaySettings<'a> {
        PlaySettings { threads, clock: Clock::Off, stop, decisions: None, crew: None }
    }
}

/// What is written down of a game while it is played.
struct GameRecorder {
    recorder: Recorder,
    observer: Observer,
}

impl GameRecorder {
    fn new<G: Components>(rules: &G::Rules, players: usize) -> Self {
        GameRecorder { recorder: Recorder::default(), observer: Observer::new::<G>(rules, players) }
    }

    fn begin(&mut self, game: u64) {
        self.recorder.begin(game);
        self.observer.begin();
    }

    fn before<G: Components>(&mut self, state: &G, mv: G::Move, decision: Option<Decision<'_, G>>) {
        match decision {
            Some(decision) => {
                self.recorder.decided(decision.index);
                self.observer.before_decision(state, mv);
            }
            None => self.observer.before_chance_event(state, mv),
        }
    }

    fn end<G: Components>(&mut self, last: &G) {
        self.recorder.end();
        self.observer.end(last);
    }
}

/// The games of a schedule, and who gets their results.
struct Games<F> {
    schedule: Schedule,
    each: F,
}

impl<F: FnMut(Batch) -> Result<ControlFlow<()>, ArenaError> + Send> Source for Games<F> {
    type Work = ScheduledGame;
    type Done = Batch;

    fn take(&mut self, most: usize) -> (Vec<ScheduledGame>, More) {
        let mut games = Vec::new();
        while games.len() < most {
            match self.schedule.next_game() {
                Next::Game(game) => games.push(game),
                Next::Wait => break,
                Next::End => return (games, More::No),
            }
        }
        (games, More::Maybe)
    }

    /// A failure counts if the run has not ended by the games before it.
    fn deliver(&mut self, mut batch: Batch) -> Result<ControlFlow<()>, ArenaError> {
        batch.games.iter().for_each(|played| self.schedule.observe(&played.game, &played.result));
        let failure = batch.failure.take();
        let flow = (self.each)(batch)?;
        failure.filter(|_| flow.is_continue()).map_or(Ok(flow), Err)
    }
}

/// Plays all games that are left of the schedule of a plan; `each` gets the results in schedule
/// order, until it says that the run has ended.
///
/// Ends early, without an error, when `stop` is set: games that are under way are given up, and what is contiguous is
/// handed out.
///
/// # Errors
/// The first error of `each`, or the first failure of a bot, which ends the run: the games before it are handed out.
pub fn run<G: Evaluate>(
    plan: &Plan,
    venue: Venue<'_, G>,
    schedule: Schedule,
    settings: PlaySettings<'_>,
    each: impl FnMut(Batch) -> Result<ControlFlow<()>, ArenaError> + Send,
) -> Result<(), ArenaError> {
    if let Some(crew) = settings.crew {
        let by_crew = RunByCrew::new(plan, venue)?;
        let round = round(plan, venue, &schedule, settings);
        let job = |games: &[ScheduledGame]| by_crew.job(games);
        return run_by_crew(&mut Games { schedule, each }, (crew, &round), settings.stop, job, || by_crew.reader());
    }
    parallel::run(&mut Games { schedule, each }, settings.threads, settings.stop, || {
        let mut worker = Worker::new(plan, venue, settings);
        move |games: Vec<ScheduledGame>| Ok(worker.play(&games))
    })
}

/// The games that are left of a schedule, for a crew.
fn round<G: Evaluate>(plan: &Plan, venue: Venue<'_, G>, left: &Schedule, settings: PlaySettings<'_>) -> Round {
    let (mut worker, mut schedule) = (Worker::new(plan, venue, settings), plan.schedule());
    let done = left.last_given() - schedule.last_given();
    let first = std::iter::from_fn(|| match schedule.next_game() {
        Next::Game(game) => Some(game),
        Next::Wait | Next::End => None,
    });
    Round {
        name: format!("games of seed {}", plan.request.seed),
        pieces: plan.request.stop.is_none().then_some(plan.games),
        pieces_of_deal: plan.games / plan.deals_here().max(1),
        done,
        seconds_per_piece: seconds_per_piece(first, |game| drop(worker.play(&[game]))),
    }
}

/// One thread's bots.
pub(crate) struct Worker<'a, G: Evaluate> {
    plan: &'a Plan,
    rules: &'static G::Rules,
    clock: Clock,
    /// A bot for each bot of the run and each seat.
    bots: Vec<Vec<Box<dyn Bot<G>>>>,
    /// Of games that have components.
    watch: Option<GameRecorder>,
    /// Set when games are to be given up.
    stop: &'a AtomicBool,
    count: Arc<WorkerCount>,
    columns: GameColumns,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(crate) fn new(plan: &'a Plan, venue: Venue<'_, G>, settings: PlaySettings<'a>) -> Self {
        let rules = venue.rules;
        let venue = venue.with_programs(&plan.request.programs);
        let make = |spec: &BotSpec| venue.build(spec).expect("the plan has been checked");
        let at_every_seat = |spec: &BotSpec| (0..plan.request.players).map(|_| make(spec)).collect();
        let watch = keeps_moves::<G>(rules, plan).then(|| GameRecorder::new::<G>(rules, plan.request.players));
        let bots = plan.request.bots.specs().iter().map(at_every_seat).collect();
        let PlaySettings { clock, stop, decisions, .. } = settings;
        let count = decisions.map(DecisionCount::worker).unwrap_or_default();
        Worker { plan, rules, clock, bots, watch, stop, count, columns: GameColumns::of(plan) }
    }

    /// Plays games one after the other, up to the first in which a bot fails.
    pub(crate) fn play(&mut self, games: &[ScheduledGame]) -> Batch {
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
            write_rows::<G>(&mut rows, self.columns, self.plan, &game, &result);
            let (moves, events) = self.watched();
            let ends =
                BatchOffsets { game: game.game, rows: rows.len(), moves, events, decision_times: decision_times.len() };
            played.push(Played { game, result, ends });
        }
        let (moves, events) = match &mut self.watch {
            Some(watch) => (watch.recorder.take_rows(), watch.observer.take_events()),
            None => (Vec::new(), Vec::new()),
        };
        Batch { games: played, rows, moves, events, decision_times, faults, failure }
    }

    /// The fault of a program by which a game could not be played on, if it is one.
    fn fault_of(&self, game: &ScheduledGame, failure: &BotFailure) -> Option<FaultRow> {
        let FailureReason::NoAnswer(reason) = &failure.reason else { return None };
        let bot = self.plan.name(game.seats[failure.seat]);
        let fault = reason.downcast_ref()?;
        Some(FaultRow::in_game(game.game, failure.seat, failure.decision, bot, fault))
    }

    fn failed(&self, game: &ScheduledGame, failure: BotFailure) -> ArenaError {
        let bot = self.plan.name(game.seats[failure.seat]).to_owned();
        ArenaError::of_bot(bot, format!("game {} (deal {})", game.game, game.deal), failure)
    }

    /// How much has been written down: bytes of moves, and events.
    fn watched(&self) -> (usize, usize) {
        self.watch.as_ref().map_or((0, 0), |watch| (watch.recorder.rows().len(), watch.observer.events().len()))
    }

    fn play_one(
        &mut self,
        game: &ScheduledGame,
        decision_times: &mut Vec<DecisionTime>,
        faults: &mut Vec<FaultRow>,
    ) -> Result<FinishedGame, BotFailure> {
        let mut seated: Vec<Option<&mut dyn Bot<G>>> = (0..self.plan.request.players).map(|_| None).collect();
        for (bot, copies) in self.bots.iter_mut().enumerate() {
            for (seat, copy) in copies.iter_mut().enumerate() {
                if usize::from(game.seats.as_slice()[seat]) == bot {
                    seated[seat] = Some(copy.as_mut());
                }
            }
        }
        let mut seated: Vec<&mut dyn Bot<G>> = seated.into_iter().flatten().collect();
        let of_worker = (self.plan, self.rules, self.stop, &*self.count);
        if self.clock == Clock::Off {
            return watched_game(of_worker, game, &mut seated, self.watch.as_mut(), faults);
        }
        let timed = seated.into_iter().zip(game.seats.as_slice());
        let mut timed: Vec<Timed<'_, G>> =
            timed.map(|(bot, &idx)| Timed { bot, idx, decision_times: Vec::new() }).collect();
        let mut seated: Vec<&mut dyn Bot<G>> = timed.iter_mut().map(|bot| bot as &mut dyn Bot<G>).collect();
        let result = watched_game(of_worker, game, &mut seated, self.watch.as_mut(), faults);
        decision_times.extend(timed.into_iter().flat_map(|bot| bot.decision_times));
        result
    }
}

/// What the programs at the seats did wrong in a game that was played to its end all the same.
fn forfeits<G: Evaluate>(plan: &Plan, game: &ScheduledGame, seated: &[&mut dyn Bot<G>]) -> Vec<FaultRow> {
    let row = |(seat, bot): (Seat, &&mut dyn Bot<G>)| {
        let forfeit = bot.forfeit()?;
        let fault = forfeit.reason.downcast_ref()?;
        Some(FaultRow::in_game(game.game, seat, forfeit.decision, plan.name(game.seats[seat]), fault))
    };
    Seat::all(seated.len()).zip(seated).filter_map(row).collect()
}

/// Plays a game while it is watched and its decisions are counted, and notes what programs did wrong in it.
fn watched_game<G: Evaluate>(
    (plan, rules, stop, count): (&Plan, &'static G::Rules, &AtomicBool, &WorkerCount),
    game: &ScheduledGame,
    seated: &mut [&mut dyn Bot<G>],
    watch: Option<&mut GameRecorder>,
    faults: &mut Vec<FaultRow>,
) -> Result<FinishedGame, BotFailure> {
    let seed = plan.request.seed;
    let result = if let Some(watch) = watch {
        watch.begin(game.game);
        let (result, last) = play_game_until(rules, seed, game.deal, seated, stop, |state, mv, decision| {
            if decision.is_some() {
                count.add();
            }
            watch.before(state, mv, decision);
        })?;
        watch.end(&last);
        result
    } else {
        let count = |_: &G, _, decision: Option<Decision<'_, G>>| {
            if decision.is_some() {
                count.add();
            }
        };
        play_game_until(rules, seed, game.deal, seated, stop, count)?.0
    };
    if result.forfeits.iter().any(|&decision| decision > 0) {
        faults.extend(forfeits(plan, game, seated));
    }
    Ok(result)
}
