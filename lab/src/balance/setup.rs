//! A study with the components that its plan names found in its tables, once, and what it asks of its game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::table::Table;
use riverlab_engine::{Alternative, ComponentIdx, Intervention};

use super::plan::{StudyPlan, Subject};
use super::stage::{SlotResult, Stage};

/// What a study asks of a game: its modified games, and which changes of its tables are possible.
pub trait StudyTable: Table {
    /// The same game with some values of its tables changed, each `key=value`.
    ///
    /// # Errors
    /// When the changed tables are not valid.
    fn with_values(&self, values: &[String]) -> Result<Arc<dyn StudyTable>, ArenaError>;

    /// The kinds of components that a study is about where none are asked for.
    fn default_kinds(&self) -> &'static [&'static str];

    /// The plausible alternatives of the values that are reconstructed, in the order of the data.
    fn alternatives(&self) -> &[Alternative];

    /// Whether an intervention can be made in a component.
    fn can_resolve(&self, intervention: &Intervention, component: ComponentIdx) -> bool;

    /// Whether two components can be granted at the same time.
    fn grants_agree(&self, one: ComponentIdx, other: ComponentIdx) -> bool;

    /// Changes of table values (`key=value`) that add `delta` to the points of a component. `None` if there are none.
    fn points_overrides(&self, component: ComponentIdx, delta: i32) -> Option<Vec<String>>;

    /// Changes of table values (`key=value`) that add `delta` to the cost of a component. `None` if there are none.
    fn cost_overrides(&self, component: ComponentIdx, delta: i32) -> Option<Vec<String>>;

    /// Resolves all interventions of a stage; nothing if that is stopped, as it takes a while under hundreds of tables.
    ///
    /// # Errors
    /// When tables cannot be changed as asked for.
    fn prepare<'a>(
        &'a self,
        setup: &'a StudySetup<'a>,
        stage: &'a Stage,
        stop: &AtomicBool,
    ) -> Result<Option<Box<dyn PreparedStage + 'a>>, ArenaError>;
}

/// A stage, ready to be played.
pub trait PreparedStage: Sync {
    /// One thread's bots, whose games are given up once `stop` is set.
    ///
    /// # Panics
    /// When a bot of the plan cannot be made.
    fn worker<'w>(&'w self, stop: &'w AtomicBool) -> Box<dyn StageWorker + 'w>;
}

/// One thread's bots for a stage.
pub trait StageWorker {
    /// Plays a slot on a deal, up to the first game in which a ban leaves a player without any move.
    ///
    /// # Errors
    /// When a bot fails, or the game is given up.
    fn play(&mut self, slot: usize, deal: u64) -> Result<SlotResult, ArenaError>;
}

/// A plan, with its game and the components that it names.
pub struct StudySetup<'a> {
    /// The plan.
    pub plan: &'a StudyPlan,
    /// The game.
    pub table: &'a dyn StudyTable,
    /// The number of components of the game.
    pub component_count: usize,
    /// For each subject of the family its component; `None` where values of the tables are set.
    pub targets: Vec<Option<ComponentIdx>>,
    /// Set when the study is to be given up before it begins.
    pub stop: &'a AtomicBool,
}

/// What nobody gives up.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> StudySetup<'a> {
    /// Finds the components of a plan in a game.
    ///
    /// # Errors
    /// When the plan is of another game or other rules, or the game has no such component.
    pub fn new(plan: &'a StudyPlan, table: &'a dyn StudyTable) -> Result<Self, ArenaError> {
        plan.context.check(table)?;
        let components = table.components(plan.players);
        let find = |name: &str| {
            let idx = components.iter().position(|component| component.name == name);
            let unknown = || ArenaError::Usage(format!("{} has no component \"{name}\"", plan.context.game));
            idx.map(|idx| Some(ComponentIdx(idx as u16))).ok_or_else(unknown)
        };
        let target = |subject: &Subject| match subject.intervention.kind() {
            Some(_) => find(&subject.component),
            None => Ok(None),
        };
        Ok(StudySetup {
            plan,
            table,
            component_count: components.len(),
            targets: plan.family.iter().map(target).collect::<Result<_, _>>()?,
            stop: &NEVER,
        })
    }

    /// The same, given up when this is set.
    #[must_use]
    pub(crate) fn until(self, stop: &'a AtomicBool) -> Self {
        StudySetup { stop, ..self }
    }
}
