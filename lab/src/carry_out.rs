//! What a worker does: it plays a job and answers with its rows.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::vec;

use riverlab_arena::cluster::answer::Answer;
use riverlab_arena::cluster::job::JobHead;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::parallel::{self, More, Source};
use riverlab_arena::plan::Plan;
use riverlab_arena::run::by_crew::{GamesWork, ListedGame};
use riverlab_arena::schedule::ScheduledGame;
use riverlab_arena::table::{Batch, Table, WorkerSettings};
use riverlab_bots::BotSpec;
use serde::Deserialize;

use crate::balance::blocks::Columns;
use crate::balance::by_crew::BlocksWork;
use crate::balance::setup::{StudySetup, StudyTable};
use crate::balance::stage::SlotResult;
use crate::games::{Catalog, OpenedGame};
use crate::train::{Generation, SelfPlayWork, TrainingTable};

/// Plays a job and gives the answer; `progress` is told how many pieces are played, again and again.
///
/// # Errors
/// When the job is none, or of another version, other rules or other weights; when it is interrupted.
pub fn carry_out(
    catalog: &Catalog,
    job: &[u8],
    threads: usize,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Vec<u8>, ArenaError> {
    let unread = |error| ArenaError::Usage(format!("job: it cannot be read: {error}"));
    let job: Job<'_> = serde_json::from_slice(job).map_err(unread)?;
    job.head.check_version()?;
    let bots = catalog.bots().clone().with_weights(job.head.weights_files());
    let table = catalog.clone().with_bots(bots).open_for(&job.head.context)?;
    let answer = CarryOut { job: &job, threads, stop, progress }.answer(&*table)?;
    if stop.load(Ordering::Relaxed) { Err(ArenaError::Interrupted) } else { Ok(answer.bytes()) }
}

/// A job, as it is sent.
#[derive(Deserialize)]
struct Job<'a> {
    /// Who may play it.
    head: JobHead,
    /// What is played.
    #[serde(borrow)]
    work: Work<'a>,
}

/// What is played, by its kind.
#[derive(Deserialize)]
enum Work<'a> {
    #[serde(borrow)]
    Games(GamesWork<'a>),
    #[serde(borrow)]
    Blocks(BlocksWork<'a>),
    SelfPlay(SelfPlayWork),
}

struct CarryOut<'a> {
    job: &'a Job<'a>,
    threads: usize,
    stop: &'a AtomicBool,
    progress: &'a mut (dyn FnMut(u64) + Send),
}

impl CarryOut<'_> {
    fn answer(self, table: &dyn OpenedGame) -> Result<Answer, ArenaError> {
        let check = |bots: &[BotSpec]| self.job.head.check(table, bots);
        match &self.job.work {
            Work::Games(GamesWork { plan, games }) => {
                check(plan.request.bots.specs())?;
                self.games(table, plan, games)
            }
            Work::Blocks(work) => {
                check(work.plan.bots.specs())?;
                self.blocks(table, work)
            }
            Work::SelfPlay(work) => {
                let generation = work.generation()?;
                check(&generation.bots())?;
                self.self_play(table, &generation)
            }
        }
    }

    fn games(self, table: &dyn Table, plan: &Plan, games: &[ListedGame]) -> Result<Answer, ArenaError> {
        check_bots(table, plan.request.bots.specs(), &plan.request.programs)?;
        let games = games.iter().map(|game| game.of(plan)).collect::<Result<Vec<_>, _>>()?;
        let (playing, settings) = (plan.playing(table), WorkerSettings::until(self.stop));
        let mut answer = Answer::default();
        let add = |batch: Batch| {
            answer.rows += &String::from_utf8_lossy(&batch.rows);
            answer.moves += &String::from_utf8_lossy(&batch.moves);
            answer.faults.extend(batch.faults);
            note_failure(&mut answer.failure, batch.failure)
        };
        self.play(games, add, || {
            let mut worker = table.worker(playing, settings);
            move |games: Vec<ScheduledGame>| Ok(worker.play(&games))
        })?;
        Ok(answer)
    }

    fn blocks(self, table: &dyn StudyTable, work: &BlocksWork<'_>) -> Result<Answer, ArenaError> {
        let BlocksWork { plan, number, stage, blocks } = work;
        let setup = StudySetup::new(plan, table)?;
        check_bots(table, plan.bots.specs(), &plan.programs)?;
        if let Some((_, slot)) = blocks.iter().find(|(_, slot)| *slot >= stage.slots()) {
            return Err(ArenaError::Usage(format!("job: slot {slot}: the stage has {}", stage.slots())));
        }
        let prepared = table.prepare(&setup, stage, &AtomicBool::new(false))?.expect("nobody has stopped it");
        let columns = Columns::of(&setup);
        let mut answer = Answer::default();
        let add = |results: Vec<Result<SlotResult, ArenaError>>| {
            for result in results {
                match result {
                    Ok(result) => answer.rows += &columns.row(*number, &result),
                    Err(error) => return note_failure(&mut answer.failure, Some(error)),
                }
            }
            ControlFlow::Continue(())
        };
        let stop = self.stop;
        self.play(blocks.clone(), add, || {
            let mut worker = prepared.worker(stop);
            move |blocks: Vec<(u64, usize)>| {
                Ok(blocks.into_iter().map(|(deal, slot)| worker.play(slot, deal)).collect())
            }
        })?;
        Ok(answer)
    }

    fn self_play(self, table: &dyn TrainingTable, generation: &Generation) -> Result<Answer, ArenaError> {
        check_bots(table, std::slice::from_ref(&generation.bot), Programs::NONE)?;
        let mut answer = Answer::default();
        let add = |(_, rows): (u64, Vec<u8>)| {
            answer.rows += &String::from_utf8_lossy(&rows);
            ControlFlow::Continue(())
        };
        let stop = self.stop;
        self.play(generation.games.clone().collect(), add, || {
            let mut worker = table.self_play(generation, stop);
            move |games: Vec<u64>| worker.play(&games)
        })?;
        Ok(answer)
    }

    /// Plays all pieces on the threads of this worker, and hands out what comes of them in order.
    fn play<P: Send, D: Send, W: FnMut(Vec<P>) -> Result<D, ArenaError>>(
        self,
        pieces: Vec<P>,
        each: impl FnMut(D) -> ControlFlow<()> + Send,
        worker: impl Fn() -> W + Sync,
    ) -> Result<(), ArenaError> {
        let each = Box::new(each);
        let mut source = Listed { pieces: pieces.into_iter(), progress: self.progress, played: 0, each };
        parallel::run(&mut source, self.threads, self.stop, || {
            let mut play = worker();
            move |pieces: Vec<P>| Ok((pieces.len() as u64, play(pieces)?))
        })
    }
}

/// Whether all bots can be made, which workers rely on.
fn check_bots(table: &dyn Table, bots: &[BotSpec], programs: &Programs) -> Result<(), ArenaError> {
    bots.iter().try_for_each(|spec| table.check_bot(spec, programs)).map_err(ArenaError::from)
}

/// Notes why a piece could not be played, which ends the job; one that was given up is no failure.
fn note_failure(noted: &mut Option<String>, failure: Option<ArenaError>) -> ControlFlow<()> {
    match failure {
        None => ControlFlow::Continue(()),
        Some(ArenaError::Interrupted) => ControlFlow::Break(()),
        Some(failure) => {
            *noted = Some(failure.to_string());
            ControlFlow::Break(())
        }
    }
}

/// Pieces of a list, and who gets what comes of them.
struct Listed<'a, P, D> {
    pieces: vec::IntoIter<P>,
    progress: &'a mut (dyn FnMut(u64) + Send),
    played: u64,
    each: Box<dyn FnMut(D) -> ControlFlow<()> + Send + 'a>,
}

impl<P: Send, D: Send> Source for Listed<'_, P, D> {
    type Work = P;
    type Done = (u64, D);

    fn take(&mut self, most: usize) -> (Vec<P>, More) {
        (self.pieces.by_ref().take(most).collect(), More::No)
    }

    fn deliver(&mut self, (pieces, done): (u64, D)) -> Result<ControlFlow<()>, ArenaError> {
        self.played += pieces;
        (self.progress)(self.played);
        Ok((self.each)(done))
    }
}
