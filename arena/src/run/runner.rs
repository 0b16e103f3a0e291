//! Plays the games of a schedule in parallel and hands out the results in schedule order, in bounded memory.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use riverlab_bots::play::count::DecisionCount;

use crate::cluster::crew::{Crew, Round, run_by_crew, seconds_per_piece};
use crate::error::ArenaError;
use crate::external::QuitFaults;
use crate::parallel::{self, More, Source};
use crate::plan::Plan;
use crate::run::by_crew::RunByCrew;
use crate::schedule::{Next, Schedule, ScheduledGame};
use crate::table::{Batch, Clock, Table, WorkerSettings};

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

    /// The settings of each thread.
    fn worker(self, quit_faults: Option<&'a QuitFaults>) -> WorkerSettings<'a> {
        WorkerSettings { clock: self.clock, stop: self.stop, decisions: self.decisions, quit_faults }
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
pub fn run(
    plan: &Plan,
    table: &dyn Table,
    schedule: Schedule,
    settings: PlaySettings<'_>,
    each: impl FnMut(Batch) -> Result<ControlFlow<()>, ArenaError> + Send,
) -> Result<(), ArenaError> {
    run_noting(plan, table, schedule, settings, None, each)
}

/// The same; programs note here what goes wrong after their last game.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_noting(
    plan: &Plan,
    table: &dyn Table,
    schedule: Schedule,
    settings: PlaySettings<'_>,
    quit_faults: Option<&QuitFaults>,
    each: impl FnMut(Batch) -> Result<ControlFlow<()>, ArenaError> + Send,
) -> Result<(), ArenaError> {
    if let Some(crew) = settings.crew {
        let by_crew = RunByCrew::new(plan, table)?;
        let round = round(plan, table, &schedule, settings);
        let job = |games: &[ScheduledGame]| by_crew.job(games);
        return run_by_crew(&mut Games { schedule, each }, crew, &round, settings.stop, job, || by_crew.reader());
    }
    let playing = plan.playing(table);
    parallel::run(&mut Games { schedule, each }, settings.threads, settings.stop, || {
        let mut worker = table.worker(playing, settings.worker(quit_faults));
        move |games: Vec<ScheduledGame>| Ok(worker.play(&games))
    })
}

/// The games that are left of a schedule, for a crew.
fn round(plan: &Plan, table: &dyn Table, left: &Schedule, settings: PlaySettings<'_>) -> Round {
    let (mut worker, mut schedule) = (table.worker(plan.playing(table), settings.worker(None)), plan.schedule());
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
