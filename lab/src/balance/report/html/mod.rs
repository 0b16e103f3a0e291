//! The page of a balance study, complete or not: effects, what they come to, and a card for each component.
//!
//! Everything is taken from the rows of the tables of the study, with the decimals of its files.
//!
//! Refuses: what is not known of a study. Its games are not stored, so that a component has no replay but the command
//! that plays the game of a deal again.

mod cards;
mod effects;
mod interactions;
mod page;
mod plan;
mod readings;
mod suggestion;
mod synergies;

use maud::{Markup, html};
use riverlab_arena::report::html::document::{Document, Section};
use riverlab_arena::report::html::question::{count, sentence};

use self::page::StudyPage;
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;

/// The page of a study of a game that is called `title`; `progress` says how far an incomplete one is.
pub fn document(title: &str, plan: &StudyPlan, report: &Report, progress: Option<String>) -> Document {
    StudyPage { title, plan, report, progress }.document()
}

impl StudyPage<'_> {
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
        let is_said = self.tables().suggested.is_none() && !self.report.notes.is_empty();
        is_said.then(|| {
            Section::new("precision", "What pairing saved, and what more deals would tell", vec![self.notes()])
        })
    }
}
