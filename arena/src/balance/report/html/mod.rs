//! The page of a balance study, complete or not: effects, what they come to, and a card for each component.
//!
//! Everything is taken from the tables of the study, as they stand in its files.
//!
//! Refuses: what is not known of a study. Its games are not stored, so that a component has no replay but the command that
//! plays the game of a deal again.

mod cards;
mod effects;
mod interactions;
mod plan;
mod readings;
mod suggestion;
mod synergies;

use maud::{Markup, html};
use riverlab_engine::Intervention;

use crate::balance::plan::{StudyPlan, Subject};
use crate::balance::report::Report;
use crate::report::html::document::{Document, Section};
use crate::report::html::question::{count, sentence};
use crate::report::html::sheet::{Line, Sheet};
use crate::store::file_names::{SUGGESTED, SUGGESTION};

/// A study with everything that its page shows.
#[derive(Debug)]
struct StudyPage<'a> {
    /// What the game is called.
    title: &'a str,
    plan: &'a StudyPlan,
    report: &'a Report,
    /// How far an incomplete study is.
    progress: Option<String>,
    /// Its result tables.
    sheets: Vec<Sheet>,
}

/// The page of a study of a game that is called `title`; `progress` says how far an incomplete one is.
pub fn document(title: &str, plan: &StudyPlan, report: &Report, progress: Option<String>) -> Document {
    let tables = report.tables.iter().filter(|(name, _)| *name != SUGGESTION);
    let sheets = tables.map(|(name, content)| Sheet::of(name, content)).collect();
    StudyPage { title, plan, report, progress, sheets }.document()
}

impl<'a> StudyPage<'a> {
    fn document(&self) -> Document {
        let sections = [
            Some(plan::section(self)),
            effects::section(self),
            suggestion::section(self),
            readings::section(self),
            interactions::section(self),
            synergies::section(self),
            cards::section(self),
            self.precision(),
        ];
        Document {
            title: format!("Balance study: {}", self.title),
            lead: self.lead(),
            sections: sections.into_iter().flatten().collect::<Vec<Section>>(),
        }
    }

    fn lead(&self) -> Markup {
        let [experiments, bots] = [self.plan.family.len(), self.plan.bots.len()].map(|number| number as u64);
        html! {
            p {
                (count(experiments, "experiment", "experiments")) " with " (count(bots, "bot", "bots")) " at "
                (self.plan.players) " seats, each bot against its copies."
            }
            @if let Some(progress) = &self.progress { p.caution { (sentence(progress, &[])) } }
        }
    }

    /// What pairing saved and how many deals the margin needs, which a study says that suggests nothing.
    fn precision(&self) -> Option<Section> {
        let is_said = self.sheet(SUGGESTED).is_none() && !self.report.notes.is_empty();
        is_said.then(|| {
            Section::new("precision", "What pairing saved, and what more deals would tell", vec![self.notes().into()])
        })
    }

    /// What must be known beside the tables.
    fn notes(&self) -> Markup {
        let components = self.components().into_iter().map(str::to_owned);
        let names: Vec<String> = self.plan.bots.names().iter().cloned().chain(components).collect();
        html! { @for note in &self.report.notes { p { (sentence(note, &names)) } } }
    }

    /// The table of a file.
    fn sheet(&self, file: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| file.strip_suffix(".csv") == Some(sheet.name.as_str()))
    }

    /// What was done to what in a row.
    fn subject(&self, line: &Line<'_>) -> Option<&'a Subject> {
        let is_it = |subject: &&Subject| {
            subject.component == line.text("element") && subject.intervention_name() == line.text("intervention")
        };
        self.plan.family.iter().find(is_it)
    }

    /// The interventions of the study by the names that tables give them, each once.
    fn interventions(&self) -> Vec<(String, &'a Intervention)> {
        let mut names: Vec<(String, &Intervention)> = Vec::new();
        for subject in &self.plan.family {
            let name = subject.intervention_name();
            if !names.iter().any(|(other, _)| *other == name) {
                names.push((name, &subject.intervention));
            }
        }
        names
    }
}
