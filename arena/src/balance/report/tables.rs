//! Effects and interactions as CSV files and as JSON.

use serde_json::{Value, json};

use crate::balance::finding::{Finding, Findings, Interaction};
use crate::balance::plan::StudyPlan;
use crate::report::csv::{Cell, Row, csv_table, interval_cells, object};

/// A cell with this text.
pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// The row of an effect.
pub(crate) fn effect_row(plan: &StudyPlan, finding: &Finding) -> Row {
    let (subject, effect) = (&plan.family[finding.subject], &finding.effect);
    let mut row = vec![
        ("element", text(&subject.component)),
        ("intervention", text(&subject.intervention_name())),
        ("bot", text(&plan.bots.names()[finding.bot])),
        ("blocks", Cell::Count(effect.deals)),
    ];
    row.extend(interval_cells(["share_effect", "lo", "hi"], &effect.share));
    row.extend(interval_cells(["score_effect", "score_lo", "score_hi"], &effect.score));
    row.extend([
        ("p", Cell::Number(effect.p)),
        ("q", Cell::Number(effect.q)),
        ("verdict", text(effect.verdict.name())),
        ("kind", text(&subject.kind)),
        ("deals", text(finding.on.name())),
        ("sd", Cell::Number(effect.sd)),
        ("unpaired", effect.unpaired.share.into()),
        ("unpaired_known", effect.unpaired.share_known.into()),
        ("score_unpaired", effect.unpaired.score.into()),
        ("example_deal", effect.example.map_or(Cell::Empty, |example| Cell::Count(example.deal))),
        ("p_beyond", Cell::Number(effect.beyond)),
        ("p_balanced", Cell::Number(effect.within)),
    ]);
    row
}

fn interaction_row(plan: &StudyPlan, interaction: &Interaction) -> Row {
    let (subject, (bot, other)) = (&plan.family[interaction.subject], interaction.bots);
    let mut row = vec![
        ("element", text(&subject.component)),
        ("intervention", text(&subject.intervention_name())),
        ("bot", text(&plan.bots.names()[bot])),
        ("other", text(&plan.bots.names()[other])),
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
