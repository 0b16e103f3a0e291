//! Blocks of a stage that a crew plays: the jobs, and their answers.

use std::borrow::Cow;

use riverlab_arena::cluster::answer::Answer;
use riverlab_arena::cluster::job::JobHead;
use riverlab_arena::error::ArenaError;
use serde::{Deserialize, Serialize};

use super::blocks::{Columns, Reader};
use super::plan::StudyPlan;
use super::setup::StudySetup;
use super::stage::{SlotResult, Stage};

/// The kind of this work.
pub(crate) const BLOCKS: &str = "Blocks";

/// Slots of a stage on deals, as a job holds them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BlocksWork<'a> {
    pub(crate) plan: Cow<'a, StudyPlan>,
    pub(crate) number: usize,
    pub(crate) stage: Cow<'a, Stage>,
    /// Each as (deal, slot).
    pub(crate) blocks: Vec<(u64, usize)>,
}

/// A deal and a slot, and what came of it.
type PlayedBlock = ((u64, usize), Result<SlotResult, ArenaError>);

/// A stage whose blocks a crew plays.
pub(crate) struct StageByCrew<'a> {
    setup: &'a StudySetup<'a>,
    number: usize,
    stage: &'a Stage,
    head: JobHead,
}

impl<'a> StageByCrew<'a> {
    /// A stage with this number.
    ///
    /// # Errors
    /// When a file of weights cannot be read.
    pub(crate) fn new(setup: &'a StudySetup<'a>, number: usize, stage: &'a Stage) -> Result<Self, ArenaError> {
        let head = JobHead::new(setup.table, setup.plan.bots.specs())?;
        Ok(StageByCrew { setup, number, stage, head })
    }

    /// A job for these deals and slots.
    pub(crate) fn job(&self, blocks: &[(u64, usize)]) -> Vec<u8> {
        let (plan, stage) = (Cow::Borrowed(self.setup.plan), Cow::Borrowed(self.stage));
        self.head.job(BLOCKS, &BlocksWork { plan, number: self.number, stage, blocks: blocks.to_vec() })
    }

    /// Reads an answer; its rows are checked like those of a journal. What the first block that is missing has come to is
    /// an error, which counts if that block is needed.
    ///
    /// # Errors
    /// When rows are not those of these blocks.
    pub(crate) fn read(&self, blocks: Vec<(u64, usize)>, answer: &[u8]) -> Result<Vec<PlayedBlock>, ArenaError> {
        let answer = Answer::read(answer)?;
        let mut reader = Reader::of_answer(&answer.rows, Columns::of(self.setup), self.setup.component_count);
        let mut played = Vec::with_capacity(blocks.len());
        for (deal, slot) in blocks {
            let Some(result) = reader.next(self.number, self.stage, slot, deal)? else {
                played.push(((deal, slot), Err(answer.failed())));
                return Ok(played);
            };
            played.push(((deal, slot), Ok(result)));
        }
        reader.expect_end()?;
        Ok(played)
    }
}
