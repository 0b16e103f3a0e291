//! A small change of the tables after which every component is at parity with its siblings: the study and its report.

mod comparison;
pub mod overlay;
pub mod parity;
pub mod search;
#[cfg(test)]
mod search_tests;
mod sentences;

use riverlab_arena::error::ArenaError;

use self::comparison::Comparison;
use self::search::Search;
use super::Study;
use super::effects::effects_report;
use crate::balance::report::Report;
use crate::balance::setup::StudySetup;
use crate::balance::stage::Stage;
use crate::balance::tally::StageResult;

/// A study that searches for parity.
pub(crate) struct SuggestionStudy<'a> {
    search: Search<'a>,
}

impl<'a> SuggestionStudy<'a> {
    /// A search from the tables of the study.
    pub(crate) fn new(setup: &'a StudySetup<'a>) -> Self {
        SuggestionStudy { search: Search::new(setup) }
    }
}

impl Study for SuggestionStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        self.search.next_stage(done)
    }

    /// The suggestion; before the search has ended, the effects that its first stage shows.
    fn report(&self, stages: &[StageResult], is_complete: bool) -> Report {
        let plan = self.search.plan();
        if is_complete {
            Comparison { plan, suggestion: self.search.suggestion(stages) }.report()
        } else {
            effects_report(plan, &stages[..1])
        }
    }
}
