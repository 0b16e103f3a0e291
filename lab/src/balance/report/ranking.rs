//! Components ranked by their strength.

use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::{p_text, text_table};
use riverlab_stats::Interval;

use super::drawing::drawing;
use super::outliers::{is_outlier, outlier_text};
use crate::balance::finding::Finding;
use crate::balance::plan::StudyPlan;
use crate::balance::verdict::{Direction, VERDICTS, Verdict};

/// How many components are shown from either end.
const ENDS: usize = 10;

/// How much a component is worth.
pub fn strength(plan: &StudyPlan, finding: &Finding) -> Interval {
    direction(plan, finding).turned(finding.effect.share)
}

fn direction(plan: &StudyPlan, finding: &Finding) -> Direction {
    Direction::of(&plan.family[finding.subject].intervention)
}

/// The components of one intervention for one bot, the strongest first.
pub(crate) fn ranking_text(plan: &StudyPlan, bot: &str, intervention: &str, chosen: &[&Finding]) -> Text {
    let start = direction(plan, chosen[0]) == Direction::Start;
    let what = if start { "effect on the share of the start player" } else { "strength" };
    let reach = chosen
        .iter()
        .map(|finding| strength(plan, finding))
        .fold(plan.margin, |most, share| most.max(-share.lo).max(share.hi));
    let drawing = format!("from {:+.3} to {reach:+.3}, | margin", -reach);
    let header = ["element", what, "95 % interval", &drawing, "points", "q", "verdict", "deals"];
    // Where they differ: in a study that is played until all is decided.
    let columns = if plan.budget.is_some() { header.len() } else { header.len() - 1 };
    let mut table = text_table(&header[..columns], &[0, 3, 6]);
    let cut = chosen.len() > 2 * ENDS;
    let (first, last) = if cut { chosen.split_at(ENDS) } else { (chosen, &[][..]) };
    table.add_rows(first.iter().map(|finding| cells(plan, finding, reach)));
    if cut {
        table.add_row([format!("({} between)", last.len() - ENDS)]);
        table.add_rows(last[last.len() - ENDS..].iter().map(|finding| cells(plan, finding, reach)));
    }
    let shown = first.iter().chain(&last[last.len().saturating_sub(ENDS)..]);
    let outliers: Vec<&&Finding> = shown.filter(|finding| is_outlier(finding)).collect();
    let table = fitted(table, &[(3, "drawings"), (4, "points"), (5, "q")]);
    let mut text = Text::from(format!("\n{bot}: {intervention}\n")).with(table).with(counts_text(chosen));
    if !outliers.is_empty() {
        text.push("examples are games in which nothing is done to any element\n");
    }
    text.with(outliers.into_iter().map(|finding| outlier_text(plan, finding)).collect::<String>())
}

fn cells(plan: &StudyPlan, finding: &Finding, reach: f64) -> Vec<String> {
    let (share, effect) = (strength(plan, finding), &finding.effect);
    let mut cells = vec![
        plan.family[finding.subject].component.clone(),
        format!("{:+.4}", share.mean),
        share.signed_text(4),
        drawing(&share, reach, plan.margin),
        format!("{:+.2}", direction(plan, finding).turned(effect.score).mean),
        p_text(effect.q),
        effect.verdict.name().to_owned(),
    ];
    cells.extend(effect.anytime.map(|_| effect.deals.to_string()));
    cells
}

fn counts_text(chosen: &[&Finding]) -> String {
    let count = |verdict: Verdict| chosen.iter().filter(|finding| finding.effect.verdict == verdict).count();
    let counts: Vec<String> = VERDICTS
        .into_iter()
        .filter(|&verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {}", count(verdict), verdict.name()))
        .collect();
    format!("{}\n", counts.join(", "))
}
