//! A study with the components that its plan names found in its tables, once.

use riverlab_bots::{Bot, BotSpec, Evaluate, SpecError};
use riverlab_engine::{ComponentIdx, LoadedRules, ModifiedGame, Modify};

use super::plan::{StudyPlan, Subject};
use crate::error::ArenaError;
use crate::venue::Venue;

/// A plan, with its tables and the components that it names.
#[derive(Debug)]
pub struct StudySetup<'a, G: Evaluate + Modify> {
    /// The plan.
    pub plan: &'a StudyPlan,
    /// The bots that its plan can name.
    pub venue: Venue<'a, G>,
    /// The tables of the study.
    pub base: LoadedRules<G>,
    /// The number of components of the game.
    pub component_count: usize,
    /// For each subject of the family its component; `None` where values of the tables are set.
    pub targets: Vec<Option<ComponentIdx>>,
}

impl<'a, G: Evaluate + Modify> StudySetup<'a, G> {
    /// Finds the components of a plan in these tables.
    ///
    /// # Errors
    /// When the game has no such component.
    pub fn new(plan: &'a StudyPlan, venue: impl Into<Venue<'a, G>>) -> Result<Self, ArenaError> {
        let venue = venue.into().with_programs(&plan.programs);
        let rules = venue.rules;
        let components = G::components(rules, plan.players);
        let find = |name: &str| {
            let idx = components.iter().position(|component| component.name == name);
            let unknown = || ArenaError::Usage(format!("{} has no component \"{name}\"", plan.game));
            idx.map(|idx| Some(ComponentIdx(idx as u16))).ok_or_else(unknown)
        };
        let target = |subject: &Subject| match subject.intervention.kind() {
            Some(_) => find(&subject.component),
            None => Ok(None),
        };
        Ok(StudySetup {
            plan,
            venue,
            base: LoadedRules { source: plan.rules.clone(), rules },
            component_count: components.len(),
            targets: plan.family.iter().map(target).collect::<Result<_, _>>()?,
        })
    }

    /// Makes the bot that a spec names, for modified games.
    ///
    /// # Errors
    /// When there is no such bot.
    pub fn build(&self, spec: &BotSpec) -> Result<Box<dyn Bot<ModifiedGame<G>>>, SpecError> {
        match self.venue.program(spec)? {
            Some(program) => Ok(Box::new(program)),
            None => self.venue.bots.build(spec),
        }
    }
}
