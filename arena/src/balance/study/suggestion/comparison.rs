//! The report of a suggestion: all subjects before and after, on the same fresh deals, and what was asked for beside its
//! siblings.

use std::fmt::Write as _;

use comfy_table::Table;
use serde_json::{Value, json};

use super::overlay::overlay;
use super::parity::Parity;
use super::search::Suggestion;
use super::sentences::Outcome;
use crate::balance::finding::{Deals, Finding, Findings, Unmeasured};
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::summary::title;
use crate::balance::report::tables::{effect_rows, text};
use crate::balance::report::unmeasured::unmeasured_text;
use crate::balance::verdict::Direction;
use crate::report::csv::{Cell, Row, csv_table, object};
use crate::report::text::{fitted, text_table};
use crate::stats::Interval;
use crate::store::file_names::{EFFECTS, SUGGESTED, SUGGESTION};

/// The two tables that are compared, by their index in [`Suggestion`].
const TABLES: [(usize, &str); 2] = [(0, "before"), (1, "after")];

/// A suggestion with its plan.
pub(super) struct Comparison<'a> {
    pub(super) plan: &'a StudyPlan,
    pub(super) suggestion: Suggestion,
}

impl Comparison<'_> {
    pub(super) fn report(&self) -> Report {
        let heading = format!(
            "Made by riverlab {} with the command\n{}\nIt is laid over the tables of the game by --rules.",
            self.plan.context.version, self.plan.command
        );
        let [before, after] = [0, 1].map(|tables| self.rows(tables));
        let csv = [&before, &after].map(csv_table);
        let [before, after] = [before, after].map(|rows| rows.into_iter().map(object).collect::<Value>());
        let outcome = self.outcome();
        let json = json!({
            "sets": self.suggestion.sets,
            "reached": outcome.is_reached(),
            "messages": outcome.sentences(),
            "before": before,
            "after": after,
        });
        let [before, after] = csv;
        let overlay = overlay(&self.plan.context.rules, &self.suggestion.sets, &heading).into_bytes();
        Report {
            tables: vec![(EFFECTS, before), (SUGGESTED, after), (SUGGESTION, overlay)],
            notes: outcome.sentences(),
            text: self.text(&outcome),
            json: json!({ "study": self.plan, "suggestion": json }),
        }
    }

    fn outcome(&self) -> Outcome<'_> {
        Outcome { plan: self.plan, suggestion: &self.suggestion }
    }

    fn findings(&self, tables: usize) -> Vec<Finding> {
        let effects = self.suggestion.effects[tables].iter();
        let finding = |(subject, effect): &(usize, _)| Finding {
            subject: *subject,
            bot: 0,
            on: Deals::Fresh,
            effect: Clone::clone(effect),
        };
        effects.map(finding).collect()
    }

    /// What could not be measured once at least.
    fn unmeasured(&self) -> Vec<Unmeasured> {
        let on = |deal: u64| if deal > self.plan.deals { Deals::Fresh } else { Deals::Screening };
        let impossible = self.suggestion.impossible.iter();
        impossible.map(|(&subject, &found)| Unmeasured { subject, bot: 0, on: on(found.deal), found }).collect()
    }

    /// The rows of `effects.csv` or `suggested.csv`: of all subjects, and how those asked for stand to their targets.
    fn rows(&self, tables: usize) -> Vec<Row> {
        let findings = self.findings(tables);
        let has_effect = |one: &Unmeasured| findings.iter().any(|finding| finding.subject == one.subject);
        let unmeasured: Vec<Unmeasured> = self.unmeasured().into_iter().filter(|one| !has_effect(one)).collect();
        let of_findings = findings.iter().map(|finding| finding.subject);
        let mut subjects: Vec<usize> = of_findings.chain(unmeasured.iter().map(|one| one.subject)).collect();
        subjects.sort_unstable();
        let rows = effect_rows(self.plan, &findings, &unmeasured).into_iter().zip(subjects);
        rows.map(|(mut row, subject)| {
            let parity = self.suggestion.parities[tables].iter().find(|parity| parity.subject == subject);
            row.extend(parity_cells(parity));
            row
        })
        .collect()
    }

    fn text(&self, outcome: &Outcome<'_>) -> String {
        let (effects, unmeasured) = (self.findings(1), self.unmeasured());
        let mut text = title(self.plan, &Findings { effects, unmeasured: unmeasured.clone(), ..Findings::default() });
        if self.suggestion.parities.iter().all(Vec::is_empty) {
            return text + "\nnothing is suggested\n" + &unmeasured_text(self.plan, &unmeasured);
        }
        text += &changes_text(&self.suggestion.sets);
        let table = self.table(outcome);
        if table.row_count() > 0 {
            let _ = writeln!(
                text,
                "\non the same fresh deals, with the tables as they were and as suggested; siblings: their median; held: by this \
                 share of the seats at the end"
            );
            text += &fitted(table, &[(3, "interval"), (6, "held by siblings")]);
        }
        for (tables, name) in TABLES {
            let _ = writeln!(text, "{:<8}{}", format!("{name}:"), counts_text(&self.suggestion.parities[tables]));
        }
        for sentence in outcome.sentences() {
            let _ = writeln!(text, "{sentence}");
        }
        text + &unmeasured_text(self.plan, &unmeasured)
    }

    /// The subjects that are changed, or that are out before or after, under both tables.
    fn table(&self, outcome: &Outcome<'_>) -> Table {
        let header = ["element", "", "strength", "95 % interval", "siblings", "held", "siblings", "effect", "use"];
        let mut table = text_table(&header, &[0, 1, 7, 8]);
        for subject in outcome.concerned() {
            for (tables, name) in TABLES {
                let parity = self.suggestion.parities[tables].iter().find(|parity| parity.subject == subject);
                let component = if tables == 0 { self.plan.family[subject].component.clone() } else { String::new() };
                let cells = parity.map_or_else(|| vec!["not measurable".to_owned()], |parity| self.cells(parity));
                table.add_row([component, name.to_owned()].into_iter().chain(cells));
            }
        }
        table
    }

    fn cells(&self, parity: &Parity) -> Vec<String> {
        let direction = Direction::of(&self.plan.family[parity.subject].intervention);
        let turned = |effect: Interval| if direction == Direction::Down { effect.mirrored(0.0) } else { effect };
        let (share, target) = (turned(parity.effect.share), &parity.position.target);
        vec![
            format!("{:+.4}", share.mean),
            share.signed_text(4),
            format!("{:+.4}", turned(Interval::point(target.effect)).mean),
            format!("{:.3}", parity.position.rate),
            format!("{:.3}", target.rate),
            parity.effect_standing.name().to_owned(),
            parity.rate_standing.name().to_owned(),
        ]
    }
}

fn changes_text(sets: &[String]) -> String {
    if sets.is_empty() {
        return "\nno value is changed\n".to_owned();
    }
    let values = if sets.len() == 1 { "value" } else { "values" };
    let mut text = format!("\n{} {values} to change ({SUGGESTION}):\n", sets.len());
    for set in sets {
        let _ = writeln!(text, "  {}", set.replace('=', " = "));
    }
    text
}

/// How a subject stands to its target; empty for one that was not asked for, or could not be measured.
fn parity_cells(parity: Option<&Parity>) -> Row {
    let number = |value: fn(&Parity) -> f64| Cell::from(parity.map(value));
    let name = |value: fn(&Parity) -> &'static str| parity.map_or(Cell::Empty, |parity| text(value(parity)));
    vec![
        ("hold_rate", number(|parity| parity.position.rate)),
        ("siblings", parity.map_or(Cell::Empty, |parity| Cell::Count(parity.position.target.siblings as u64))),
        ("siblings_share_effect", number(|parity| parity.position.target.effect)),
        ("siblings_hold_rate", number(|parity| parity.position.target.rate)),
        ("effect_parity", name(|parity| parity.effect_standing.name())),
        ("hold_parity", name(|parity| parity.rate_standing.name())),
    ]
}

fn counts_text(parities: &[Parity]) -> String {
    let out = parities.iter().filter(|parity| parity.is_out()).count();
    let shown = parities.iter().filter(|parity| parity.is_shown()).count();
    format!("{out} out, {shown} shown to be at parity, {} neither", parities.len() - out - shown)
}
