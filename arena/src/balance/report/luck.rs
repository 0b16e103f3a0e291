//! How much the adjustment for luck has gained, in words.

use crate::balance::finding::{Finding, Findings};
use crate::balance::plan::StudyPlan;
use crate::stats::control_variates::AdjustedMean;

/// What to say of effects that are adjusted for luck; nothing in studies that do not ask for it.
pub fn luck_text(plan: &StudyPlan, findings: &Findings) -> String {
    if plan.adjust.is_none() || findings.effects.is_empty() {
        return String::new();
    }
    let of = |effects: &str, which: usize| {
        let all: Vec<&AdjustedMean> = findings.effects.iter().filter_map(|finding| adjusted(finding, which)).collect();
        let mut gains: Vec<f64> =
            all.iter().filter(|one| !one.is_raw()).filter_map(|one| Some(one.gain?.mean)).collect();
        gains.sort_by(f64::total_cmp);
        let gained = match (gains.first(), gains.last()) {
            (Some(least), Some(most)) => format!(", of which each deal counts {least:.2} .. {most:.2} times"),
            _ => String::new(),
        };
        format!("{} of {} effects on {effects}{gained}", gains.len(), all.len())
    };
    format!(
        "\nadjusted for luck: {}, {}\ncolumns luck_adjusted_… of effects.csv; elsewhere no gain is sure, and the raw figure \
         stands\n",
        of("the share", 0),
        of("the score", 1)
    )
}

fn adjusted(finding: &Finding, which: usize) -> Option<&AdjustedMean> {
    finding.effect.luck.as_ref().map(|both| &both[which])
}
