//! A run in a folder, complete or not, as it is read back.

use std::path::{Path, PathBuf};

use riverlab_engine::PerPlayer;

use crate::error::ArenaError;
use crate::plan::Plan;
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

    /// Whether this program, with these rules, is the one that played the run. Its bots need not be here.
    ///
    /// # Errors
    /// When another program or other rules played it, or when this program would not write such a manifest.
    pub fn check(&self, table: &dyn Table) -> Result<(), ArenaError> {
        self.check_against(table, |plan| plan.again(table))
    }

    /// Whether its games can be played again, by the bots that played them.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and when a bot cannot be made or has other weights.
    pub(super) fn check_playable(&self, table: &dyn Table) -> Result<(), ArenaError> {
        self.check_against(table, |plan| Plan::new(plan.request.clone(), table))
    }

    fn check_against(
        &self,
        table: &dyn Table,
        again: impl FnOnce(&Plan) -> Result<Plan, ArenaError>,
    ) -> Result<(), ArenaError> {
        let plan = self.plan();
        if let Some(difference) = plan.context.difference(table) {
            return Err(ArenaError::folder(&self.folder, difference.to_string()));
        }
        // The plan must be one that could be asked for: the manifest is a file like any other.
        let again = again(plan)?;
        if *plan == again {
            return Ok(());
        }
        let difference = plan.difference(&again).unwrap_or_else(|| "games, reproducible or command".to_owned());
        Err(ArenaError::folder(&self.folder, format!("has a manifest that does not fit together: {difference}")))
    }

    /// The paths of its journal.
    pub(crate) fn journal_paths(&self, table: &dyn Table) -> JournalPaths {
        JournalPaths::in_folder(&self.folder, self.plan(), table)
    }

    /// Reads all games of the run and hands each to `seen`.
    ///
    /// # Errors
    /// Those of [`StoredRun::check`], and when its journal holds anything that is not of the run.
    pub fn read(&self, table: &dyn Table, seen: &mut (dyn FnMut(&ReadGame<'_>) + Send)) -> Result<Results, ArenaError> {
        self.check(table)?;
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
        let read = Journal::open(&self.journal_paths(table))?.read(plan, table, complete, results, seen);
        read.map(|(_, progress)| progress).map_err(ArenaError::of_reader)
    }

    /// A game of the run, its moves, as they stand in `moves.csv`, and by seat the decision in which a program failed, or 0.
    ///
    /// # Errors
    /// When moves are not kept, when the game is not there, and those of [`StoredRun::check`] and [`StoredRun::read`].
    pub(crate) fn find_game(
        &self,
        table: &dyn Table,
        number: u64,
    ) -> Result<(ScheduledGame, String, PerPlayer<u32>), ArenaError> {
        self.check(table)?;
        let paths = self.journal_paths(table);
        if paths.moves.is_none() {
            let message = format!("holds no moves: {} has no elements, so its moves are not kept", table.facts().name);
            return Err(ArenaError::folder(&self.folder, message));
        }
        let found = Journal::open(&paths)?.find(self.plan(), table, number).map_err(ArenaError::of_reader)?;
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
