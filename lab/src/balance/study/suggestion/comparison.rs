//! The report of a suggestion: all subjects before and after, on the same fresh deals, and what was asked for beside its
//! siblings.

use std::fmt::Write as _;

use comfy_table::Table;
use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::text_table;
use riverlab_arena::store::file_names::SUGGESTION;
use riverlab_stats::Interval;
use serde_json::json;

use super::overlay::overlay;
use super::parity::Parity;
use super::search::Suggestion;
use super::sentences::Outcome;
use crate::balance::finding::{Deals, Finding, Findings, Unmeasured};
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::rows::effects::{EffectTable, ParityFigures};
use crate::balance::report::summary::title;
use crate::balance::report::tables::Tables;
use crate::balance::report::unmeasured::unmeasured_text;
use crate::balance::verdict::Direction;

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
        let [before, after] = [0, 1].map(|tables| self.effects(tables));
        let outcome = self.outcome();
        let json = json!({
            "sets": self.suggestion.sets,
            "reached": outcome.is_reached(),
            "messages": outcome.sentences(),
            "before": before.json(),
            "after": after.json(),
        });
        let overlay = overlay(&self.plan.context.rules, &self.suggestion.sets, &heading);
        Report {
            tables: Tables {
                effects: Some(before),
                suggested: Some(after),
                suggestion: Some(overlay),
                ..Tables::default()
            },
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

    /// `effects.csv` or `suggested.csv`: all subjects, and how those asked for compare with their targets.
    fn effects(&self, tables: usize) -> EffectTable {
        let findings = self.findings(tables);
        let has_effect = |one: &Unmeasured| findings.iter().any(|finding| finding.subject == one.subject);
        let unmeasured: Vec<Unmeasured> = self.unmeasured().into_iter().filter(|one| !has_effect(one)).collect();
        let parities = &self.suggestion.parities[tables];
        let parity = |subject| parities.iter().find(|parity| parity.subject == subject).map(parity_figures);
        EffectTable::new(self.plan, &findings, &unmeasured).with_parity(parity)
    }

    fn text(&self, outcome: &Outcome<'_>) -> Text {
        let (effects, unmeasured) = (self.findings(1), self.unmeasured());
        let not_measurable = unmeasured_text(self.plan, &unmeasured);
        let mut text = Text::from(title(self.plan, &Findings { effects, unmeasured, ..Findings::default() }));
        if self.suggestion.parities.iter().all(Vec::is_empty) {
            return text.with("\nnothing is suggested\n").with(not_measurable);
        }
        text.push(changes_text(&self.suggestion.sets));
        let table = self.table(outcome);
        if table.row_count() > 0 {
            text.push(
                "\non the same fresh deals, with the tables as they were and as suggested; siblings: their median; held: by this \
                 share of the seats at the end\n",
            );
            text.push(fitted(table, &[(3, "interval"), (6, "held by siblings")]));
        }
        for (tables, name) in TABLES {
            text.push(format!("{:<8}{}\n", format!("{name}:"), counts_text(&self.suggestion.parities[tables])));
        }
        for sentence in outcome.sentences() {
            text.push(sentence + "\n");
        }
        text.with(not_measurable)
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
        let (share, target) = (direction.turned(parity.effect.share), &parity.position.target);
        vec![
            format!("{:+.4}", share.mean),
            share.signed_text(4),
            format!("{:+.4}", direction.turned(Interval::point(target.effect)).mean),
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

/// How a subject compares with its target.
fn parity_figures(parity: &Parity) -> ParityFigures {
    let (position, target) = (&parity.position, &parity.position.target);
    ParityFigures {
        hold_rate: position.rate,
        siblings: target.siblings,
        siblings_share_effect: target.effect,
        siblings_hold_rate: target.rate,
        effect_parity: parity.effect_standing.name(),
        hold_parity: parity.rate_standing.name(),
    }
}

fn counts_text(parities: &[Parity]) -> String {
    let out = parities.iter().filter(|parity| parity.is_out()).count();
    let shown = parities.iter().filter(|parity| parity.is_shown()).count();
    format!("{out} out, {shown} shown to be at parity, {} neither", parities.len() - out - shown)
}
