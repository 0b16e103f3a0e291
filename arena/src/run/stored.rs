//! A run in a folder, complete or not, as it is read back.

use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::plan::{GameContext, Plan, Request};
use crate::schedule::ScheduledGame;
use crate::store::journal::{Journal, JournalPaths, Progress};
use crate::store::journal_reader::ReadGame;
use crate::store::manifest::{Manifest, ManifestText};
use crate::store::parts::Part;
use crate::store::planned::Planned as _;
use crate::table::Table;
use crate::tally::Results;

/// A run in a folder. Nothing of it is changed.
#[derive(Clone, Debug)]
pub struct StoredRun {
    folder: PathBuf,
    manifest: Manifest,
}

impl StoredRun {
    /// Reads the manifest of a run.
    ///
    /// # Errors
    /// When there is no manifest, or it cannot be read.
    pub fn open(folder: &Path) -> Result<StoredRun, ArenaError> {
        StoredRun::of(ManifestText::read(folder)?)
    }

    /// The run that a manifest is of.
    ///
    /// # Errors
    /// When it is of none.
    pub fn of(manifest: ManifestText) -> Result<StoredRun, ArenaError> {
        Ok(StoredRun { manifest: manifest.parse()?, folder: manifest.folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The run.
    pub fn plan(&self) -> &Plan {
        &self.manifest.plan
    }

    /// Whether all of its games are played.
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Whether an older version played the run, of which games can be read but none can be added or played again.
    pub fn is_older(&self) -> bool {
        self.plan().is_older()
    }

    /// Whether this program, with these rules, is the one that played the run.
    ///
    /// # Errors
    /// When another program or other rules played it, or when this program would not write such a manifest.
    pub fn check(&self, table: &dyn Table) -> Result<(), ArenaError> {
        self.check_context(table, false)
    }

    /// Whether this program, with these rules, can read the run: it or an older version has played it.
    fn check_readable(&self, table: &dyn Table) -> Result<(), ArenaError> {
        self.check_context(table, self.is_older())
    }

    fn check_context(&self, table: &dyn Table, reads_version: bool) -> Result<(), ArenaError> {
        match self.plan().context.difference(table, reads_version) {
            Some(difference) => Err(ArenaError::folder(&self.folder, difference.to_string())),
            None => self.plan_again(table),
        }
    }

    /// The plan must be one that could be asked for: the manifest is a file like any other.
    fn plan_again(&self, table: &dyn Table) -> Result<(), ArenaError> {
        let plan = self.plan();
        let again = if self.is_older() { older_plan(plan, table)? } else { Plan::new(plan.request.clone(), table)? };
        if *plan == again {
            return Ok(());
        }
        let difference = plan.difference(&again).unwrap_or_else(|| "games, reproducible or command".to_owned());
        Err(ArenaError::folder(&self.folder, format!("has a manifest that does not fit together: {difference}")))
    }

    /// The paths of its journal.
    pub fn journal_paths(&self, table: &dyn Table) -> JournalPaths {
        JournalPaths::in_folder(&self.folder, self.plan(), table)
    }

    /// Reads all games of the run and hands each to `seen`.
    ///
    /// # Errors
    /// When the run was not played by this program or an older version with these rules, or its journal holds anything
    /// else.
    pub fn read(&self, table: &dyn Table, seen: &mut (dyn FnMut(&ReadGame<'_>) + Send)) -> Result<Results, ArenaError> {
        self.check_readable(table)?;
        let mut results = Results::new(self.plan(), table);
        self.read_into(table, &mut results, seen)?;
        Ok(results)
    }

    /// Reads all games of a run that is checked, adds them to results and hands each to `seen`; says how far the journal
    /// goes.
    pub(super) fn read_into(
        &self,
        table: &dyn Table,
        results: &mut Results,
        seen: &mut (dyn FnMut(&ReadGame<'_>) + Send),
    ) -> Result<Progress, ArenaError> {
        let plan = self.plan();
        let complete = self.is_complete().then(|| self.manifest.games_played.unwrap_or(plan.games));
        let (_, progress) = Journal::open(&self.journal_paths(table))?.read(plan, table, complete, results, seen)?;
        Ok(progress)
    }

    /// A game of the run and its moves, as they stand in `moves.csv`.
    ///
    /// # Errors
    /// When moves are not kept, when the game is not there, and those of [`StoredRun::check`] and [`StoredRun::read`].
    pub fn find_game(&self, table: &dyn Table, number: u64) -> Result<(ScheduledGame, String), ArenaError> {
        self.check(table)?;
        let paths = self.journal_paths(table);
        if paths.moves.is_none() {
            let message = format!("holds no moves: {} has no elements, so its moves are not kept", table.facts().name);
            return Err(ArenaError::folder(&self.folder, message));
        }
        let found = Journal::open(&paths)?.find(self.plan(), table, number)?;
        found.ok_or_else(|| ArenaError::folder(&self.folder, format!("holds no whole game {number}")))
    }
}

impl Part for StoredRun {
    type Plan = Plan;

    fn folder(&self) -> &Path {
        &self.folder
    }

    fn plan(&self) -> &Plan {
        &self.manifest.plan
    }

    fn is_complete(&self) -> bool {
        self.manifest.complete
    }
}

/// The plan of an older version, made again. How many deals a stop rule takes at most is up to the version, so that all of
/// the plan is checked but what belongs to its stop rule.
fn older_plan(plan: &Plan, table: &dyn Table) -> Result<Plan, ArenaError> {
    let again = Plan::new(Request { stop: None, ..plan.request.clone() }, table)?;
    let command = if plan.request.stop.is_some() { &plan.command } else { &again.command };
    let context = GameContext { version: plan.context.version.clone(), ..again.context };
    Ok(Plan { context, request: plan.request.clone(), command: command.clone(), ..again })
}
