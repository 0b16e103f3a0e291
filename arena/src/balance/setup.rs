//! A study with the components that its plan names found in its tables, once.

use std::sync::atomic::AtomicBool;

use riverlab_bots::{Bot, BotSpec, Evaluate, SpecError};
use riverlab_engine::{ComponentIdx, LoadedRules, Modification, ModifiedGame, Modify};

use super::luck::block::StudyObserver;
use super::plan::{StudyPlan, Subject};
use crate::error::ArenaError;
use crate::luck::observer::{LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::plan::Adjust;
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
    /// How heavy each variate of luck is; there are none in studies that are not adjusted for it.
    pub luck_weights: Vec<f64>,
    /// Set when the study is to be given up before it begins.
    pub stop: &'a AtomicBool,
}

/// What nobody gives up.
static NEVER: AtomicBool = AtomicBool::new(false);

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
            luck_weights: luck_weights::<G>(plan, rules),
            targets: plan.family.iter().map(target).collect::<Result<_, _>>()?,
            stop: &NEVER,
        })
    }

    /// The same, given up when this is set.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        StudySetup { stop, ..self }
    }

    /// Computes the luck of games of studies that ask for it.
    pub(super) fn luck_observer(&self) -> Option<StudyObserver<G>> {
        let rules = Modification::unchanged(self.base.rules);
        let values = || PositionValues::without_features(rules.leak(), self.plan.players);
        self.plan.adjust.map(|Adjust::Luck| LuckObserver::new(values(), self.plan.seed))
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

fn luck_weights<G: Evaluate + Modify>(plan: &StudyPlan, rules: &'static G::Rules) -> Vec<f64> {
    if plan.adjust.is_none() {
        return Vec::new();
    }
    let rules = Modification::<G>::unchanged(rules).leak();
    PositionValues::<ModifiedGame<G>>::without_features(rules, plan.players).weights()
}
