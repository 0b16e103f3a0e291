//! What cannot be measured, with the reason.

use std::fmt::Write as _;

use crate::balance::finding::Unmeasured;
use crate::balance::plan::StudyPlan;

/// Which interventions cannot be measured, and where that was found first; empty where all can.
pub(crate) fn unmeasured_text(plan: &StudyPlan, unmeasured: &[Unmeasured]) -> String {
    if unmeasured.is_empty() {
        return String::new();
    }
    let mut text = "\nnot measurable; remove takes an element out of the game instead of banning it\n".to_owned();
    for one in unmeasured {
        let (subject, bot) = (&plan.family[one.subject], &plan.bots.names()[one.bot]);
        let _ = writeln!(text, "  {subject} ({bot}): {}", one.found.reason());
    }
    text
}
