//! What a study asks of a game whose type is known.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::table::GameTable;
use riverlab_bots::Evaluate;
use riverlab_engine::{Alternative, ComponentIdx, GameRules, Intervention, Modify};

use super::setup::{PreparedStage, StudySetup, StudyTable};
use super::stage::Stage;
use super::worker::PreparedGames;

impl<G: Evaluate + Modify> StudyTable for GameTable<G> {
    fn with_values(&self, values: &[String]) -> Result<Arc<dyn StudyTable>, ArenaError> {
        Ok(Arc::new(self.changed(values)?))
    }

    fn default_kinds(&self) -> &'static [&'static str] {
        G::DEFAULT_KINDS
    }

    fn alternatives(&self) -> &[Alternative] {
        self.rules().alternatives()
    }

    fn can_resolve(&self, intervention: &Intervention, component: ComponentIdx) -> bool {
        intervention.resolve(Some(component), &self.loaded_rules()).is_ok()
    }

    fn grants_agree(&self, one: ComponentIdx, other: ComponentIdx) -> bool {
        G::grants_agree(self.rules(), one, other)
    }

    fn points_overrides(&self, component: ComponentIdx, delta: i32) -> Option<Vec<String>> {
        G::points_overrides(self.rules(), component, delta).ok()
    }

    fn cost_overrides(&self, component: ComponentIdx, delta: i32) -> Option<Vec<String>> {
        G::cost_overrides(self.rules(), component, delta).ok()
    }

    fn prepare<'a>(
        &'a self,
        setup: &'a StudySetup<'a>,
        stage: &'a Stage,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn PreparedStage + 'a>>, ArenaError> {
        let prepared = PreparedGames::new(self, setup, stage, stop)?;
        Ok(prepared.map(|prepared| Box::new(prepared) as Box<dyn PreparedStage + 'a>))
    }
}
