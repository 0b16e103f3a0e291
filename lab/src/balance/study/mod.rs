//! The kinds of studies. Each says which stage comes next, and what its stages have shown.

pub mod adaptive;
pub mod effects;
pub mod interactions;
pub mod part;
pub mod sensitivity;
pub mod suggestion;

use riverlab_arena::error::ArenaError;
use riverlab_arena::report::terminal::Text;

use super::report::Report;
use super::stage::Stage;
use super::tally::{StageResult, StudyResult};

/// A study of some kind.
pub trait Study {
    /// The stage that follows from those before; `None` when the study has ended.
    ///
    /// # Errors
    /// When tables cannot be made.
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError>;

    /// What these stages have shown, which are all of a study that `is_complete`; else those that are complete, or the
    /// first one as far as it is played. There is at least one stage that has results.
    fn report(&self, stages: &[StageResult], is_complete: bool) -> Report;
}

/// What a study has come to so far.
pub fn report(study: &dyn Study, result: &StudyResult) -> Report {
    let stages = match result.complete_stages() {
        [] => &result.stages[..],
        complete => complete,
    };
    let is_empty = !stages.iter().any(StageResult::has_results);
    let mut report = if is_empty { Report::default() } else { study.report(stages, result.is_complete) };
    if let Some(progress) = result.progress_text() {
        report.text = Text::from(progress).with(report.text);
    }
    report
}
