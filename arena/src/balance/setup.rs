//! A study with everything that its plan names resolved, once: components, bots, tables.

use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::{ComponentIdx, LoadedRules, Modify};

use super::plan::StudyPlan;
use crate::error::ArenaError;
use crate::plan::spec_of_name;

/// A plan, and what stands behind its names.
#[derive(Debug)]
pub struct StudySetup<'a, G: Evaluate + Modify> {
    /// The plan.
    pub plan: &'a StudyPlan,
    /// The tables of the study.
    pub base: LoadedRules<G>,
    /// The number of components of the game.
    pub component_count: usize,
    /// For each subject of the family its component; `None` where values of the tables are set.
    pub targets: Vec<Option<ComponentIdx>>,
    /// The bots, in the order of the plan.
    pub bots: Vec<BotSpec>,
}

impl<'a, G: Evaluate + Modify> StudySetup<'a, G> {
    /// Resolves the names of a plan in these tables.
    ///
    /// # Errors
    /// When the game has no such component, or there is no such bot.
    pub fn new(plan: &'a StudyPlan, rules: &'static G::Rules) -> Result<Self, ArenaError> {
        let components = G::components(rules, plan.players);
        let find = |name: &str| {
            let idx = components.iter().position(|component| component.name == name);
            let unknown = || ArenaError::Usage(format!("{} has no component \"{name}\"", plan.game));
            idx.map(|idx| Some(ComponentIdx(idx as u16))).ok_or_else(unknown)
        };
        let target = |subject: &super::plan::Subject| match subject.intervention.kind() {
            Some(_) => find(&subject.component),
            None => Ok(None),
        };
        Ok(StudySetup {
            plan,
            base: LoadedRules { source: plan.rules.clone(), rules },
            component_count: components.len(),
            targets: plan.family.iter().map(target).collect::<Result<_, _>>()?,
            bots: plan.bots.iter().map(|name| spec_of_name(name).parse()).collect::<Result<_, _>>()?,
        })
    }
}
