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
        gains.sort_unstable_by(f64::total_cmp);
        let gained = match (gains.first(), gains.last()) {
            (Some(gain), Some(_)) if gains.len() == 1 => format!(" (gain {gain:.2})"),
            (Some(least), Some(most)) => format!(" (gain {least:.2} .. {most:.2})"),
            _ => String::new(),
        };
        format!("{} of {} effects on {effects}{gained}", gains.len(), all.len())
    };
    format!(
        "\nadjusted for luck: {}, {}\n\
         gain: so many times as many deals would be as precise without; elsewhere no gain is sure, and the raw figure stands \
         (columns luck_adjusted_… of effects.csv)\n",
        of("the share", 0),
        of("the score", 1)
    )
}

fn adjusted(finding: &Finding, which: usize) -> Option<&AdjustedMean> {
    finding.effect.luck.as_ref().map(|both| &both[which])
}
