//! Effects and interactions as CSV files and as JSON.

use serde_json::{Value, json};

use super::ranking::turned;
use crate::balance::effect::{Anytime, Effect};
use crate::balance::finding::{Deals, Finding, Findings, Interaction, Unmeasured};
use crate::balance::plan::StudyPlan;
use crate::balance::stage::NoLegalMove;
use crate::balance::verdict::Direction;
use crate::report::csv::{Cell, Row, csv_table, interval_cells, object};
use crate::report::luck::effect_cells;
use crate::stats::Interval;

/// A cell with this text.
pub(crate) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// What stands in the column `verdict` where no effect can be measured.
pub(crate) const NOT_MEASURABLE: &str = "not-measurable";

/// The rows of effects and of what cannot be measured, by subject, then by bot.
pub(crate) fn effect_rows(plan: &StudyPlan, effects: &[Finding], unmeasured: &[Unmeasured]) -> Vec<Row> {
    let measured = effects.iter().map(|finding| {
        let Finding { subject, bot, on, effect } = finding;
        ((*subject, *bot), row(plan, *subject, *bot, *on, Ok(effect)))
    });
    let rest = unmeasured.iter().map(|one| {
        let Unmeasured { subject, bot, on, found } = one;
        ((*subject, *bot), row(plan, *subject, *bot, *on, Err(found)))
    });
    let mut rows: Vec<((usize, usize), Row)> = measured.chain(rest).collect();
    rows.sort_by_key(|(entry, _)| *entry);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// What is known at every look, in a study that is played until all is decided.
fn anytime_cells(effect: Option<&Effect>) -> Row {
    let anytime = effect.and_then(|effect| effect.anytime);
    let number = |value: fn(&Anytime) -> f64| Cell::from(anytime.as_ref().map(value));
    vec![
        ("rounds", anytime.map_or(Cell::Empty, |anytime| Cell::Count(u64::from(anytime.rounds)))),
        ("ln_e_effect", number(|anytime| anytime.log_e_effect)),
        ("ln_e_beyond", number(|anytime| anytime.log_e_beyond)),
        ("ln_e_balanced", number(|anytime| anytime.log_e_within)),
        ("ended", anytime.map_or(Cell::Empty, |anytime| text(anytime.ended.name()))),
    ]
}

/// The row of a subject and a bot. Where nothing can be measured it has no numbers.
fn row(plan: &StudyPlan, subject: usize, bot: usize, on: Deals, effect: Result<&Effect, &NoLegalMove>) -> Row {
    let (subject, measured) = (&plan.family[subject], effect.ok());
    let number = |value: fn(&Effect) -> f64| Cell::from(measured.map(value));
    let ratio = |value: fn(&Effect) -> Option<f64>| Cell::from(measured.and_then(value));
    let count = |value: fn(&Effect) -> Option<u64>| measured.and_then(value).map_or(Cell::Empty, Cell::Count);
    let direction = Direction::of(&subject.intervention);
    let strength =
        |value: fn(Interval) -> f64| Cell::from(measured.map(|effect| value(turned(direction, effect.share))));
    let mut row = vec![
        ("element", text(&subject.component)),
        ("intervention", text(&subject.intervention_name())),
        ("bot", text(&plan.bots.names()[bot])),
        ("blocks", count(|effect| Some(effect.deals))),
        ("share_effect", number(|effect| effect.share.mean)),
        ("lo", number(|effect| effect.share.lo)),
        ("hi", number(|effect| effect.share.hi)),
        ("score_effect", number(|effect| effect.score.mean)),
        ("score_lo", number(|effect| effect.score.lo)),
        ("score_hi", number(|effect| effect.score.hi)),
        ("p", number(|effect| effect.p)),
        ("q", number(|effect| effect.q)),
        ("verdict", text(measured.map_or(NOT_MEASURABLE, |effect| effect.verdict.name()))),
        ("kind", text(&subject.kind)),
        ("deals", text(on.name())),
        ("sd", number(|effect| effect.sd)),
        ("unpaired", ratio(|effect| effect.unpaired.share)),
        ("unpaired_known", ratio(|effect| effect.unpaired.share_known)),
        ("score_unpaired", ratio(|effect| effect.unpaired.score)),
        ("example_deal", count(|effect| effect.example.map(|example| example.deal))),
        ("p_beyond", number(|effect| effect.beyond)),
        ("p_balanced", number(|effect| effect.within)),
        ("reason", effect.map_or_else(|found| Cell::Text(found.reason()), |_| Cell::Empty)),
        ("strength", strength(|share| share.mean)),
        ("strength_lo", strength(|share| share.lo)),
        ("strength_hi", strength(|share| share.hi)),
        ("points", Cell::from(measured.map(|effect| turned(direction, effect.score).mean))),
    ];
    if plan.budget.is_some() {
        row.extend(anytime_cells(measured));
    }
    if plan.adjust.is_some() {
        row.extend(effect_cells(measured.and_then(|effect| effect.luck.as_ref())));
    }
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
pub fn effects_csv(plan: &StudyPlan, effects: &[Finding], unmeasured: &[Unmeasured]) -> Vec<u8> {
    csv_table(effect_rows(plan, effects, unmeasured))
}

/// `interactions.csv`.
pub fn interactions_csv(plan: &StudyPlan, interactions: &[Interaction]) -> Vec<u8> {
    csv_table(interactions.iter().map(|interaction| interaction_row(plan, interaction)))
}

/// Findings as JSON.
pub fn findings_json(plan: &StudyPlan, findings: &Findings) -> Value {
    let effects: Vec<Value> =
        effect_rows(plan, &findings.effects, &findings.unmeasured).into_iter().map(object).collect();
    let interactions: Vec<Value> =
        findings.interactions.iter().map(|interaction| object(interaction_row(plan, interaction))).collect();
    json!({ "effects": effects, "interactions": interactions })
}
