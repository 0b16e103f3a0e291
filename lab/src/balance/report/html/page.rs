//! What the page of a study shows.

use maud::{Markup, html};
use riverlab_arena::report::html::question::sentence;
use riverlab_engine::Intervention;

use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::tables::Tables;

/// A study with everything that its page shows.
#[derive(Debug)]
pub(super) struct StudyPage<'a> {
    /// What the game is called.
    pub(super) title: &'a str,
    pub(super) plan: &'a StudyPlan,
    pub(super) report: &'a Report,
    /// How far an incomplete study is.
    pub(super) progress: Option<String>,
}

impl<'a> StudyPage<'a> {
    /// What must be known beside the tables.
    pub(super) fn notes(&self) -> Markup {
        let components = self.components().into_iter().map(str::to_owned);
        let names: Vec<String> = self.plan.bots.names().iter().cloned().chain(components).collect();
        html! { @for note in &self.report.notes { p { (sentence(note, &names)) } } }
    }

    /// Its result tables.
    pub(super) fn tables(&self) -> &'a Tables {
        &self.report.tables
    }

    /// The interventions of the study by the names that tables give them, each once.
    pub(super) fn interventions(&self) -> Vec<(String, &'a Intervention)> {
        let mut names: Vec<(String, &Intervention)> = Vec::new();
        for subject in &self.plan.family {
            let name = subject.intervention_name();
            if !names.iter().any(|(other, _)| *other == name) {
                names.push((name, &subject.intervention));
            }
        }
        names
    }

    /// The components of the study, each once.
    pub(super) fn components(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for subject in &self.plan.family {
            if !names.contains(&subject.component.as_str()) {
                names.push(&subject.component);
            }
        }
        names
    }
}
