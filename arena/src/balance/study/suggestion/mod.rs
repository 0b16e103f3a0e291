//! A small change of the tables after which no component is found beyond the margin: the study and its report.

pub mod overlay;
pub mod search;

use std::fmt::Write as _;

use riverlab_bots::Evaluate;
use riverlab_engine::Modify;
use serde_json::{Value, json};

use self::overlay::overlay;
use self::search::{Search, Suggestion};
use super::Study;
use super::effects::effects_report;
use crate::balance::finding::{Deals, Finding, Findings, Unmeasured};
use crate::balance::plan::{StudyPlan, Subject};
use crate::balance::report::Report;
use crate::balance::report::ranking::strength;
use crate::balance::report::summary::title;
use crate::balance::report::tables::{effect_rows, effects_csv};
use crate::balance::report::unmeasured::unmeasured_text;
use crate::balance::setup::StudySetup;
use crate::balance::stage::Stage;
use crate::balance::tally::StageResult;
use crate::balance::verdict::Verdict;
use crate::error::ArenaError;
use crate::report::csv::object;
use crate::report::text::text_table;
use crate::store::file_names::{EFFECTS, SUGGESTED, SUGGESTION};

/// A study that searches a balance.
#[derive(Debug)]
pub struct SuggestionStudy<'a, G: Evaluate + Modify> {
    search: Search<'a, G>,
}

impl<'a, G: Evaluate + Modify> SuggestionStudy<'a, G> {
    /// A search from the tables of the study.
    pub fn new(setup: &'a StudySetup<'a, G>) -> Self {
        SuggestionStudy { search: Search::new(setup) }
    }
}

impl<G: Evaluate + Modify> Study for SuggestionStudy<'_, G> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        self.search.next_stage(done)
    }

    /// The suggestion; before the search has ended, the effects that its first stage shows.
    fn report(&self, stages: &[StageResult], is_complete: bool) -> Report {
        let plan = self.search.plan();
        if is_complete {
            Comparison::new(plan, self.search.suggestion(stages)).report()
        } else {
            effects_report(plan, &stages[..1])
        }
    }
}

/// A suggestion, with the effects of all subjects on the same fresh deals.
struct Comparison<'a> {
    plan: &'a StudyPlan,
    /// The values to change, each `key=value`.
    sets: Vec<String>,
    /// Under the tables as they were.
    before: Vec<Finding>,
    /// Under the tables as suggested.
    after: Vec<Finding>,
    /// What could not be measured once at least.
    unmeasured: Vec<Unmeasured>,
}

impl<'a> Comparison<'a> {
    fn new(plan: &'a StudyPlan, Suggestion { sets, before, after, impossible }: Suggestion) -> Self {
        let findings = |effects: Vec<_>| {
            let finding = |(subject, effect)| Finding { subject, bot: 0, on: Deals::Fresh, effect };
            effects.into_iter().map(finding).collect()
        };
        let on = |deal: u64| if deal > plan.deals { Deals::Fresh } else { Deals::Screening };
        let unmeasured = impossible.into_iter().map(|(subject, found)| {
            let on = on(found.deal);
            Unmeasured { subject, bot: 0, on, found }
        });
        Comparison { plan, sets, before: findings(before), after: findings(after), unmeasured: unmeasured.collect() }
    }

    /// What could not be measured and has no effect in these findings.
    fn unmeasured_beside(&self, findings: &[Finding]) -> Vec<Unmeasured> {
        let has_effect = |one: &&Unmeasured| findings.iter().any(|finding| finding.subject == one.subject);
        self.unmeasured.iter().filter(|one| !has_effect(one)).cloned().collect()
    }

    fn report(&self) -> Report {
        let heading = format!(
            "Made by riverlab {} with the command\n{}\nIt is laid over the tables of the game by --rules.",
            self.plan.version, self.plan.command
        );
        Report {
            tables: vec![
                (EFFECTS, effects_csv(self.plan, &self.before, &self.unmeasured_beside(&self.before))),
                (SUGGESTED, effects_csv(self.plan, &self.after, &self.unmeasured_beside(&self.after))),
                (SUGGESTION, overlay(&self.plan.rules, &self.sets, &heading).into_bytes()),
            ],
            text: self.text(),
            json: json!({ "study": self.plan, "suggestion": self.json() }),
        }
    }

    fn json(&self) -> Value {
        let rows = |findings| effect_rows(self.plan, findings, &self.unmeasured_beside(findings));
        let [before, after] =
            [&self.before, &self.after].map(|findings| rows(findings).into_iter().map(object).collect::<Value>());
        json!({ "sets": self.sets, "before": before, "after": after })
    }

    fn text(&self) -> String {
        let (effects, unmeasured) = (self.after.clone(), self.unmeasured.clone());
        let mut text = title(self.plan, &Findings { effects, unmeasured, ..Findings::default() });
        if self.after.is_empty() && self.before.is_empty() {
            return text + "\nnothing is suggested\n" + &unmeasured_text(self.plan, &self.unmeasured);
        }
        text += &self.changes_text();
        let _ = writeln!(
            text,
            "\non the same fresh deals, with the tables as they were and as suggested; out: beyond the margin\n{}",
            self.effects_table()
        );
        let _ = writeln!(text, "before: {}\nafter:  {}", counts_text(&self.before), counts_text(&self.after));
        if self.after.iter().any(is_out) {
            text += "the goal is not reached: more deals, or a wider margin, may get further\n";
        }
        text + &unmeasured_text(self.plan, &self.unmeasured)
    }

    fn changes_text(&self) -> String {
        if self.sets.is_empty() {
            return "\nnothing has to be changed\n".to_owned();
        }
        let mut text = format!("\n{} values to change ({SUGGESTION}):\n", self.sets.len());
        for set in &self.sets {
            let _ = writeln!(text, "  {}", set.replace('=', " = "));
        }
        text
    }

    /// The subjects that are changed, or that exceed the margin before or after.
    fn effects_table(&self) -> impl std::fmt::Display + use<> {
        let header = ["element", "before", "95 % interval", "", "after", "95 % interval", ""];
        let mut table = text_table(&header, &[0, 3, 6]);
        for (subject, Subject { component, .. }) in self.plan.family.iter().enumerate() {
            let [before, after] = [&self.before, &self.after];
            let both = [before, after].map(|findings| findings.iter().find(|finding| finding.subject == subject));
            let is_changed = self.sets.iter().any(|set| set.contains(&format!(".{component}.")));
            if is_changed || both.into_iter().flatten().any(is_out) {
                table.add_row(
                    std::iter::once(component.clone()).chain(both.into_iter().flat_map(|one| self.cells(one))),
                );
            }
        }
        table
    }

    fn cells(&self, finding: Option<&Finding>) -> [String; 3] {
        let Some(finding) = finding else { return ["", "", "not measurable"].map(str::to_owned) };
        let share = strength(self.plan, finding);
        let standing = if is_out(finding) { "out" } else { "" };
        [format!("{:+.4}", share.mean), format!("{:+.4} .. {:+.4}", share.lo, share.hi), standing.to_owned()]
    }
}

fn counts_text(findings: &[Finding]) -> String {
    let beyond = findings.iter().filter(|finding| is_out(finding)).count();
    let within = findings.iter().filter(|finding| finding.effect.verdict == Verdict::Balanced).count();
    format!("{beyond} out, {within} shown to lie within the margin, {} neither", findings.len() - beyond - within)
}

/// Whether an effect is beyond the margin.
fn is_out(finding: &Finding) -> bool {
    finding.effect.verdict.is_beyond_margin()
}
