//! Carries out a study, stage after stage, or goes on with one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use riverlab_bots::Evaluate;

use super::blocks::{Reader, header, row};
use super::stage::{Block, PreparedStage, Stage, Worker};
use super::study::StudyPlan;
use super::tally::{StageResult, StageTally};
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

/// What a study has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyResult {
    /// The stages that are complete, and the one under way.
    pub stages: Vec<StageResult>,
    /// Whether nothing is left to be played.
    pub complete: bool,
}

impl StudyResult {
    /// The stages that are complete.
    pub fn whole(&self) -> &[StageResult] {
        if self.complete { &self.stages } else { &self.stages[..self.stages.len() - 1] }
    }

    /// Where a study stands that is not complete.
    pub fn standing(&self) -> Option<String> {
        let last = self.stages.last().filter(|_| !self.complete)?;
        let (stage, deals, of) = (self.stages.len(), last.deals(), last.stage.deal_count());
        Some(format!("not complete: {deals} of {of} deals of stage {stage} are played; the same command goes on\n"))
    }
}

/// Where blocks go.
#[derive(Debug)]
pub(crate) enum Sink<'a> {
    /// To the journal of a study.
    Journal(&'a mut JournalFile),
    /// Nowhere: everything must be there, or nothing is kept.
    Nowhere,
}

/// What a study is carried out with.
pub struct StudyRunner<'a> {
    /// The study.
    pub plan: &'a StudyPlan,
    /// The number of threads.
    pub threads: usize,
    /// Set when the study is to end early.
    pub stop: &'a AtomicBool,
    /// Gets the progress after each batch.
    pub progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl StudyRunner<'_> {
    /// Reads what is there of a study, plays the rest, and gives what each stage has shown. `next` gives the stage that
    /// follows from those before, until there is none.
    ///
    /// # Errors
    /// When a file cannot be read or written, a stage cannot be played, or `next` fails.
    pub(crate) fn conduct<G: Evaluate>(
        &mut self,
        rules: &'static G::Rules,
        mut reader: Option<Reader<'_>>,
        mut sink: Sink<'_>,
        mut next: impl FnMut(&[StageResult]) -> Result<Option<Stage>, ArenaError>,
    ) -> Result<StudyResult, ArenaError> {
        let names: Vec<String> =
            G::components(rules, self.plan.players).into_iter().map(|component| component.name).collect();
        let mut stages: Vec<StageResult> = Vec::new();
        while let Some(stage) = next(&stages)? {
            let mut under_way = UnderWay {
                number: stages.len() + 1,
                tally: StageTally::new(&stage, self.plan, &names),
                next: (*stage.deals.start(), 0),
                taken: (*stage.deals.start(), 0),
                games: 0,
                players: self.plan.players,
                stage,
                sink: &mut sink,
                progress: self.progress,
            };
            if let Some(journal) = &mut reader
                && !under_way.read(journal)?
            {
                under_way.resume(journal.end())?;
                reader = None;
            }
            let whole = match reader {
                Some(_) => true,
                None => under_way.play::<G>(self.plan, rules, self.threads, self.stop)?,
            };
            stages.push(under_way.tally.result());
            if !whole {
                return Ok(StudyResult { stages, complete: false });
            }
        }
        if let Some(journal) = &mut reader {
            journal.expect_end()?;
        }
        Ok(StudyResult { stages, complete: true })
    }
}

/// A stage under way.
struct UnderWay<'a, 's> {
    number: usize,
    stage: Stage,
    tally: StageTally,
    /// The deal and slot of the next block to come in.
    next: (u64, usize),
    /// The deal and slot of the next block to be played.
    taken: (u64, usize),
    games: u64,
    players: usize,
    sink: &'a mut Sink<'s>,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl UnderWay<'_, '_> {
    fn is_whole(&self) -> bool {
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
        while !self.is_whole() {
            let (deal, slot) = self.next;
            let Some(block) = reader.next(self.number, &self.stage, slot, deal)? else {
                self.taken = self.next;
                return Ok(false);
            };
            self.add(block);
        }
        Ok(true)
    }

    /// Makes the journal ready for what comes.
    fn resume(&mut self, end: u64) -> Result<(), ArenaError> {
        let Sink::Journal(journal) = &mut *self.sink else { return Ok(()) };
        journal.resume(end, &header(self.players))
    }

    /// Plays what is left and says whether the stage is whole then.
    fn play<G: Evaluate>(
        &mut self,
        plan: &StudyPlan,
        rules: &'static G::Rules,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<bool, ArenaError> {
        let table = PreparedStage::<G>::new(&self.stage, &plan.rules, rules, plan.players)?;
        let specs = plan.specs()?;
        if !stop.load(Ordering::Relaxed) {
            parallel::run(self, threads, stop, || {
                let mut player = Worker::new(&table, plan.seed, &specs);
                move |work: Vec<(u64, usize)>| work.into_iter().map(|(deal, slot)| player.play(slot, deal)).collect()
            })?;
        }
        Ok(self.is_whole())
    }
}

impl Source for UnderWay<'_, '_> {
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
        if let Sink::Journal(journal) = &mut *self.sink {
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
