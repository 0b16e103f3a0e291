//! Plays a study, or what is left of it, stage after stage.
//!
//! A study is a sequence of blocks: by stage, by deal, by slot. A slot that cannot be played any further, and a baseline that
//! nothing is compared with any more, is left out from then on; what other threads have played of it is dropped, so that the
//! sequence is the same for all of them. What the journal holds of it is read back, the rest is played
//! in parallel and added in order, so results depend neither on the number of threads nor on interruptions.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use riverlab_arena::cluster::crew::{Crew, Round, Workers, run_by_crew, seconds_per_piece};
use riverlab_arena::error::ArenaError;
use riverlab_arena::parallel::{self, More, Source};
use riverlab_arena::store::journal_file::JournalFile;

use super::blocks::{Columns, Reader};
use super::budget::Budget;
use super::by_crew::StageByCrew;
use super::clock::Clock;
use super::setup::{PreparedStage, StudySetup};
use super::stage::{SlotResult, Stage};
use super::tally::{StageResult, StageTally, StudyResult};

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
    /// Who plays the games; the threads of this process where there is nobody.
    pub crew: Option<&'a dyn Crew>,
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
    pub(crate) fn run(
        &mut self,
        setup: &StudySetup<'_>,
        mut rows: Rows<'_>,
        mut next_stage: impl FnMut(&[StageResult]) -> Result<Option<Stage>, ArenaError>,
    ) -> Result<StudyResult, ArenaError> {
        let mut stages: Vec<StageResult> = Vec::new();
        let is_kept = rows.journal.is_some();
        let workers = Workers { threads: self.threads, crew: self.crew, stop: self.stop };
        let mut clock = setup.plan.budget.and_then(Budget::time).map(Clock::start);
        while let Some(stage) = next_stage(&stages)? {
            let number = stages.len() + 1;
            let mut under_way = StageUnderWay::new(number, &stage, setup, rows.journal.as_deref_mut(), self.progress);
            let is_only_read = rows.reader.is_some() && !is_kept;
            under_way.read_what_is_there(&mut rows.reader)?;
            if rows.reader.is_none() {
                if clock.is_some_and(|clock| under_way.is_too_late(clock, is_only_read)) {
                    return Ok(StudyResult { stages, is_complete: true });
                }
                under_way.play_timed(setup, workers, clock.as_mut())?;
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

/// Puts the first stage of a study together from those of its parts, in order: each with its stage and its rows. Rows of
/// slots that an earlier part has ended are left out.
///
/// # Errors
/// When a part lacks rows or has others, or the journal cannot be written.
pub(crate) fn merge_first_stage(
    setup: &StudySetup<'_>,
    stage: &Stage,
    parts: Vec<(Stage, Reader<'_>)>,
    journal: &mut JournalFile,
) -> Result<(), ArenaError> {
    let nobody = &mut |_: Progress| ();
    let mut whole = StageUnderWay::new(1, stage, setup, Some(journal), nobody);
    whole.resume(0)?;
    for (stage, mut reader) in parts {
        let nobody = &mut |_: Progress| ();
        let mut part = StageUnderWay::new(1, &stage, setup, None, nobody);
        let mut rows = String::new();
        while !part.is_complete() {
            let (deal, slot) = part.next;
            let result = reader.next(1, &stage, slot, deal)?.ok_or_else(|| reader.lacks_rows())?;
            if whole.next == (deal, slot) {
                rows += &whole.columns.row(1, &result);
                whole.add(result.clone());
            }
            part.add(result);
            if rows.len() > WRITTEN_AT_ONCE || part.is_complete() {
                whole.journal.as_mut().expect("it is given").append(rows.as_bytes())?;
                rows.clear();
            }
        }
        reader.expect_end()?;
    }
    Ok(())
}

/// How many bytes of rows are written at once.
const WRITTEN_AT_ONCE: usize = 1 << 20;

/// A stage under way.
struct StageUnderWay<'a> {
    number: usize,
    stage: &'a Stage,
    tally: StageTally,
    /// The deal and slot of the next block to come in.
    next: (u64, usize),
    /// The deal and slot of the next block to be played.
    taken: (u64, usize),
    columns: Columns,
    journal: Option<&'a mut JournalFile>,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl<'a> StageUnderWay<'a> {
    /// A stage of which nothing is there.
    fn new(
        number: usize,
        stage: &'a Stage,
        setup: &StudySetup<'_>,
        journal: Option<&'a mut JournalFile>,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Self {
        let (tally, columns) = (StageTally::new(stage, setup), Columns::of(setup));
        let first = (*stage.deals.start(), 0);
        let mut under_way =
            StageUnderWay { number, stage, tally, next: first, taken: first, columns, journal, progress };
        under_way.next = under_way.needed_from(first);
        under_way.taken = under_way.next;
        under_way
    }

    fn is_complete(&self) -> bool {
        self.next.0 > *self.stage.deals.end()
    }

    /// The first slot from this one on that is still needed: behind the last deal if none is.
    fn needed_from(&self, (deal, slot): (u64, usize)) -> (u64, usize) {
        let slots = self.stage.slots();
        let mut ahead = (slot..slots).map(|slot| (deal, slot)).chain((0..slots).map(|slot| (deal + 1, slot)));
        ahead.find(|&(_, slot)| self.tally.is_needed(slot)).unwrap_or((self.stage.deals.end() + 1, 0))
    }

    /// The slot after this one.
    fn after(&self, (deal, slot): (u64, usize)) -> (u64, usize) {
        self.needed_from((deal, slot + 1))
    }

    fn add(&mut self, result: SlotResult) {
        let position = result.position();
        debug_assert_eq!(position, self.next);
        self.tally.add(result);
        self.next = self.after(position);
        if self.next.0 > position.0 {
            self.tally.end_deal();
        }
    }

    /// The number of games that are played and left to be played, as far as can be said.
    fn expected_games(&self) -> u64 {
        let per_deal = |slots: usize| {
            let needed = (0..slots).filter(|&slot| self.tally.is_needed(slot));
            needed.map(|slot| self.stage.games_of(slot, self.columns.players)).sum::<u64>()
        };
        let (deal, slot) = self.next;
        let deals = self.stage.deals.end() + 1 - deal;
        self.tally.games() + per_deal(self.stage.slots()) * deals - if deals > 0 { per_deal(slot) } else { 0 }
    }

    /// Reads what is there of the stage; where that is not all of it, nothing is left to be read afterwards.
    fn read_what_is_there(&mut self, rows: &mut Option<Reader<'_>>) -> Result<(), ArenaError> {
        if let Some(reader) = rows
            && !self.read(reader)?
        {
            self.resume(reader.end())?;
            *rows = None;
        }
        Ok(())
    }

    /// Whether a study that has a time ends before this stage: there is no time for it, or, where a study is only read, it
    /// was not begun. Every study has a first stage, and ends what it has begun.
    fn is_too_late(&self, clock: Clock, is_only_read: bool) -> bool {
        let is_new = self.number > 1 && self.tally.games() == 0;
        is_new && (is_only_read || !clock.has_time_for(self.expected_games()))
    }

    /// Plays what is left, and notes how long that took.
    fn play_timed(
        &mut self,
        setup: &StudySetup<'_>,
        workers: Workers<'_>,
        clock: Option<&mut Clock>,
    ) -> Result<(), ArenaError> {
        let (start, games) = (Instant::now(), self.tally.games());
        self.play(setup, workers)?;
        if let Some(clock) = clock {
            clock.played(self.tally.games() - games, start.elapsed());
        }
        Ok(())
    }

    /// Reads the stage and says whether all of it was there.
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<bool, ArenaError> {
        while !self.is_complete() {
            let (deal, slot) = self.next;
            let Some(result) = reader.next(self.number, self.stage, slot, deal)? else {
                self.taken = self.next;
                return Ok(false);
            };
            self.add(result);
        }
        Ok(true)
    }

    /// Makes the journal ready for what comes.
    fn resume(&mut self, end: u64) -> Result<(), ArenaError> {
        let header = self.columns.header();
        self.journal.as_mut().map_or(Ok(()), |journal| journal.resume(end, &header))
    }

    /// What is left, for a crew.
    fn round(&self, prepared: &dyn PreparedStage, stop: &AtomicBool) -> Round {
        let (mut worker, slots) = (prepared.worker(stop), self.stage.slots() as u64);
        let (deal, slot) = self.next;
        let first = (0..self.stage.slots()).filter(|&slot| self.tally.is_needed(slot));
        Round {
            name: format!("stage {}", self.number),
            pieces: Some(self.stage.deal_count() * slots),
            pieces_of_deal: slots,
            done: (deal - self.stage.deals.start()) * slots + slot as u64,
            seconds_per_piece: seconds_per_piece(first, |slot| drop(worker.play(slot, deal))),
        }
    }

    /// Plays what is left.
    fn play(&mut self, setup: &StudySetup<'_>, Workers { threads, crew, stop }: Workers<'_>) -> Result<(), ArenaError> {
        let stage = self.stage;
        let Some(prepared) = setup.table.prepare(setup, stage, stop)? else { return Ok(()) };
        if self.is_complete() {
            return Ok(());
        }
        if let Some(crew) = crew {
            let by_crew = StageByCrew::new(setup, self.number, stage)?;
            let round = self.round(&*prepared, stop);
            let job = |blocks: &[(u64, usize)]| by_crew.job(blocks);
            return run_by_crew(self, crew, &round, stop, job, || |blocks, answer: &[u8]| by_crew.read(blocks, answer));
        }
        parallel::run(self, threads, stop, || {
            let mut worker = prepared.worker(stop);
            move |work: Vec<(u64, usize)>| {
                Ok(work.into_iter().map(|(deal, slot)| ((deal, slot), worker.play(slot, deal))).collect::<Vec<_>>())
            }
        })
    }
}

impl Source for StageUnderWay<'_> {
    /// A deal and a slot.
    type Work = (u64, usize);
    type Done = Vec<((u64, usize), Result<SlotResult, ArenaError>)>;

    fn take(&mut self, most: usize) -> (Vec<(u64, usize)>, More) {
        let mut work = Vec::new();
        self.taken = self.needed_from(self.taken);
        while work.len() < most && self.taken.0 <= *self.stage.deals.end() {
            work.push(self.taken);
            self.taken = self.after(self.taken);
        }
        (work, More::No)
    }

    /// Results of slots that are not needed any more are dropped.
    fn deliver(&mut self, done: Self::Done) -> Result<ControlFlow<()>, ArenaError> {
        let (mut rows, mut failure) = (String::new(), None);
        for (position, result) in done {
            match result {
                _ if position != self.next || failure.is_some() => {}
                Ok(result) => {
                    rows += &self.columns.row(self.number, &result);
                    self.add(result);
                }
                Err(error) => failure = Some(error),
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.append(rows.as_bytes())?;
        }
        let (games, of) = (self.tally.games(), self.expected_games());
        (self.progress)(Progress { stage: self.number, games, of });
        failure.map_or(Ok(ControlFlow::Continue(())), Err)
    }
}
