//! Plays a study, or what is left of it, stage after stage.
//!
//! A study is a sequence of blocks: by stage, by deal, by slot. What the journal holds of it is read back, the rest is played
//! in parallel and added in order, so results depend neither on the number of threads nor on interruptions.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use riverlab_bots::Evaluate;
use riverlab_engine::Modify;

use super::blocks::{Reader, header, row};
use super::setup::StudySetup;
use super::stage::{Block, Stage};
use super::tally::{StageResult, StageTally, StudyResult};
use super::worker::{PreparedStage, Worker};
use crate::error::ArenaError;
use crate::parallel::{self, More, Source};
use crate::store::journal_file::JournalFile;

/// How far a study has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The stage, from 1.
    pub stage: usize,
    /// Games of the stage that are played.
    pub games: u64,
    /// All games of the stage.
    pub of: u64,
}

/// How a study is played; its results do not depend on it.
pub struct StudyRunner<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Set when the study is to end early.
    pub stop: &'a AtomicBool,
    /// Gets the progress after each batch.
    pub progress: &'a mut (dyn FnMut(Progress) + Send),
}

/// The rows of a study: what is there already, and where new ones go.
#[derive(Default)]
pub(crate) struct Rows<'a> {
    /// Reads what is there; until it ends nothing is played.
    pub(crate) reader: Option<Reader<'a>>,
    /// Gets the rows of what is played; without it nothing is kept.
    pub(crate) journal: Option<&'a mut JournalFile>,
}

impl StudyRunner<'_> {
    /// Reads what is there of a study, plays the rest, and gives what each stage has shown. `next_stage` gives the stage
    /// that follows from those before, until there is none.
    ///
    /// # Errors
    /// When a file cannot be read or written, a stage cannot be played, or `next_stage` fails.
    pub(crate) fn run<G: Evaluate + Modify>(
        &mut self,
        setup: &StudySetup<'_, G>,
        mut rows: Rows<'_>,
        mut next_stage: impl FnMut(&[StageResult]) -> Result<Option<Stage>, ArenaError>,
    ) -> Result<StudyResult, ArenaError> {
        let mut stages: Vec<StageResult> = Vec::new();
        while let Some(stage) = next_stage(&stages)? {
            let first = (*stage.deals.start(), 0);
            let mut under_way = StageUnderWay {
                number: stages.len() + 1,
                tally: StageTally::new(&stage, setup),
                next: first,
                taken: first,
                games: 0,
                players: setup.plan.players,
                stage: &stage,
                journal: rows.journal.as_deref_mut(),
                progress: self.progress,
            };
            if let Some(reader) = &mut rows.reader
                && !under_way.read(reader)?
            {
                under_way.resume(reader.end())?;
                rows.reader = None;
            }
            if rows.reader.is_none() {
                under_way.play(setup, self.threads, self.stop)?;
            }
            let is_complete = under_way.is_complete();
            stages.push(under_way.tally.result());
            if !is_complete {
                return Ok(StudyResult { stages, is_complete });
            }
        }
        if let Some(reader) = &mut rows.reader {
            reader.expect_end()?;
        }
        Ok(StudyResult { stages, is_complete: true })
    }
}

/// A stage under way.
struct StageUnderWay<'a> {
    number: usize,
    stage: &'a Stage,
    tally: StageTally,
    /// The deal and slot of the next block to come in.
    next: (u64, usize),
    /// The deal and slot of the next block to be played.
    taken: (u64, usize),
    games: u64,
    players: usize,
    journal: Option<&'a mut JournalFile>,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl StageUnderWay<'_> {
    fn is_complete(&self) -> bool {
        self.next.0 > *self.stage.deals.end()
    }

    /// The slot after this one.
    fn after(&self, (deal, slot): (u64, usize)) -> (u64, usize) {
        if slot + 1 == self.stage.slots() { (deal + 1, 0) } else { (deal, slot + 1) }
    }

    fn add(&mut self, block: Block) {
        debug_assert_eq!((block.deal, block.slot), self.next);
        self.games += self.stage.games_of(block.slot, self.players);
        self.next = self.after(self.next);
        self.tally.add(block);
    }

    /// Reads the stage and says whether all of it was there.
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<bool, ArenaError> {
        while !self.is_complete() {
            let (deal, slot) = self.next;
            let Some(block) = reader.next(self.number, self.stage, slot, deal)? else {
                self.taken = self.next;
                return Ok(false);
            };
            self.add(block);
        }
        Ok(true)
    }

    /// Makes the journal ready for what comes.
    fn resume(&mut self, end: u64) -> Result<(), ArenaError> {
        let header = header(self.players);
        self.journal.as_mut().map_or(Ok(()), |journal| journal.resume(end, &header))
    }

    /// Plays what is left.
    fn play<G: Evaluate + Modify>(
        &mut self,
        setup: &StudySetup<'_, G>,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let stage = self.stage;
        let prepared = PreparedStage::new(stage, setup)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        parallel::run(self, threads, stop, || {
            let mut worker = Worker::new(&prepared);
            move |work: Vec<(u64, usize)>| work.into_iter().map(|(deal, slot)| worker.play(slot, deal)).collect()
        })
    }
}

impl Source for StageUnderWay<'_> {
    /// A deal and a slot.
    type Work = (u64, usize);
    type Done = Vec<Block>;

    fn take(&mut self, most: usize) -> (Vec<(u64, usize)>, More) {
        let mut work = Vec::new();
        while work.len() < most && self.taken.0 <= *self.stage.deals.end() {
            work.push(self.taken);
            self.taken = self.after(self.taken);
        }
        (work, More::No)
    }

    fn deliver(&mut self, done: Vec<Block>) -> Result<ControlFlow<()>, ArenaError> {
        if let Some(journal) = &mut self.journal {
            let rows: String = done.iter().map(|block| row(self.number, block)).collect();
            journal.append(rows.as_bytes())?;
        }
        for block in done {
            self.add(block);
        }
        let of = self.stage.games_per_deal(self.players) * self.stage.deal_count();
        (self.progress)(Progress { stage: self.number, games: self.games, of });
        Ok(ControlFlow::Continue(()))
    }
}
