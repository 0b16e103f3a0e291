//! A part of a study: some of the deals of its first stage. It has no findings of its own.

use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::Shard;
use serde_json::json;

use super::Study;
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::stage::Stage;
use crate::balance::tally::StageResult;

/// A part of a study.
pub(crate) struct PartOfStudy<'a> {
    /// The plan of the part.
    pub plan: &'a StudyPlan,
    /// Which part it is.
    pub shard: Shard,
    /// The whole study.
    pub whole: Box<dyn Study + 'a>,
}

impl Study for PartOfStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        if !done.is_empty() {
            return Ok(None);
        }
        let first = self.whole.next_stage(&[])?;
        Ok(first.map(|stage| {
            let (first, last) = self.shard.deal_range(stage.deal_count());
            let before = stage.deals.start() - 1;
            Stage { deals: before + first..=before + last, ..stage }
        }))
    }

    fn report(&self, _stages: &[StageResult], _is_complete: bool) -> Report {
        let text =
            format!("part {}: riverlab merge puts all parts together, and shows what they come to\n", self.shard);
        Report { text: text.into(), json: json!({ "study": self.plan }), ..Report::default() }
    }
}
