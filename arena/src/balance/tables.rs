//! Results of a study as CSV files and as JSON.

use serde_json::{Value, json};

use super::findings::{Finding, Findings, Interaction};
use super::sensitivity::SensitivityResult;
use super::study::StudyPlan;
use crate::report::csv::{Cell, Row, csv_table, interval_cells, object};

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

pub(super) fn effect_row(plan: &StudyPlan, finding: &Finding) -> Row {
    let effect = &finding.effect;
    let mut row = vec![
        ("element", text(&finding.subject.component)),
        ("intervention", text(&finding.subject.intervention.name())),
        ("bot", text(&plan.bots[finding.bot])),
        ("blocks", Cell::Count(effect.deals)),
    ];
    row.extend(interval_cells(["share_effect", "lo", "hi"], &effect.share));
    row.extend(interval_cells(["score_effect", "score_lo", "score_hi"], &effect.score));
    row.extend([
        ("p", Cell::Number(effect.p)),
        ("q", Cell::Number(effect.q)),
        ("verdict", text(effect.verdict.name())),
        ("kind", text(&finding.subject.kind)),
        ("deals", text(finding.on.name())),
        ("sd", Cell::Number(effect.sd)),
        ("unpaired", effect.unpaired.share.into()),
        ("unpaired_known", effect.unpaired.share_known.into()),
        ("score_unpaired", effect.unpaired.score.into()),
        ("example_deal", effect.example.map_or(Cell::Empty, |example| Cell::Count(example.deal))),
    ]);
    row
}

fn interaction_row(plan: &StudyPlan, interaction: &Interaction) -> Row {
    let (bot, other) = interaction.bots;
    let mut row = vec![
        ("element", text(&interaction.subject.component)),
        ("intervention", text(&interaction.subject.intervention.name())),
        ("bot", text(&plan.bots[bot])),
        ("other", text(&plan.bots[other])),
    ];
    row.extend(interval_cells(["share_difference", "lo", "hi"], &interaction.contrast.share));
    row.extend([("p", Cell::Number(interaction.contrast.p)), ("q", Cell::Number(interaction.contrast.q))]);
    row
}

/// `effects.csv` or `screen.csv`.
pub fn effects_csv(plan: &StudyPlan, findings: &[Finding]) -> Vec<u8> {
    csv_table(&findings.iter().map(|finding| effect_row(plan, finding)).collect::<Vec<_>>())
}

/// `interactions.csv`.
pub fn interactions_csv(plan: &StudyPlan, interactions: &[Interaction]) -> Vec<u8> {
    csv_table(&interactions.iter().map(|interaction| interaction_row(plan, interaction)).collect::<Vec<_>>())
}

/// Findings as JSON.
pub fn findings_json(plan: &StudyPlan, findings: &Findings) -> Value {
    let effects: Vec<Value> = findings.effects.iter().map(|finding| object(effect_row(plan, finding))).collect();
    let interactions: Vec<Value> =
        findings.interactions.iter().map(|interaction| object(interaction_row(plan, interaction))).collect();
    json!({ "effects": effects, "interactions": interactions })
}

fn reread_row(plan: &StudyPlan, reread: &SensitivityResult) -> Row {
    let effect = &reread.effect;
    let mut row = vec![
        ("reading", text(&reread.reading.id)),
        ("element", text(&reread.subject.component)),
        ("intervention", text(&reread.subject.intervention.name())),
        ("bot", text(&plan.bots[reread.bot])),
        ("blocks", Cell::Count(effect.deals)),
    ];
    row.extend(interval_cells(["share_effect", "lo", "hi"], &effect.share));
    row.extend([("verdict", text(effect.verdict.name())), ("verdict_given", text(reread.given.name()))]);
    row.extend(interval_cells(["difference", "difference_lo", "difference_hi"], &reread.difference.share));
    row.extend([
        ("p", Cell::Number(reread.difference.p)),
        ("q", Cell::Number(reread.difference.q)),
        ("outcome", text(reread.outcome.name())),
        ("sets", text(&reread.reading.sets.join(" "))),
    ]);
    row
}

/// `readings.csv`.
pub fn readings_csv(plan: &StudyPlan, reread: &[SensitivityResult]) -> Vec<u8> {
    csv_table(&reread.iter().map(|reread| reread_row(plan, reread)).collect::<Vec<_>>())
}

/// The same as JSON.
pub fn readings_json(plan: &StudyPlan, reread: &[SensitivityResult]) -> Value {
    reread.iter().map(|reread| object(reread_row(plan, reread))).collect()
}

/// A suggestion as JSON.
pub fn suggestion_json(plan: &StudyPlan, sets: &[String], before: &[Finding], after: &[Finding]) -> Value {
    let [before, after] = [before, after]
        .map(|findings| findings.iter().map(|finding| object(effect_row(plan, finding))).collect::<Value>());
    json!({ "sets": sets, "before": before, "after": after })
}
