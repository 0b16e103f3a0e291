//! A run in a folder, complete or not, as it is read back.

use std::path::{Path, PathBuf};

use riverlab_bots::Evaluate;

use crate::error::ArenaError;
use crate::plan::{Plan, rules_hash};
use crate::run::read_back::{check_all_games, read_games};
use crate::run::results::Results;
use crate::schedule::ScheduledGame;
use crate::store::journal::{Journal, JournalPaths};
use crate::store::journal_reader::ReadGame;
use crate::store::manifest::{Manifest, RunPlan};

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
    /// When there is none.
    pub fn open(folder: &Path) -> Result<StoredRun, ArenaError> {
        Ok(StoredRun { folder: folder.to_owned(), manifest: Manifest::read(folder)? })
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

    /// Whether this program, with these rules, is the one that played the run.
    ///
    /// # Errors
    /// When it is not, or when the manifest is none that this program would write.
    pub fn check<G: Evaluate>(&self, rules: &G::Rules) -> Result<(), ArenaError> {
        let plan = self.plan();
        let ours = [env!("CARGO_PKG_VERSION").to_owned(), G::RULES_VERSION.to_owned(), rules_hash(rules)];
        let theirs = [&plan.version, &plan.rules_version, &plan.rules_hash];
        let names = ["riverlab version", "rules version", "rules"];
        for (name, (theirs, ours)) in names.into_iter().zip(theirs.into_iter().zip(ours)) {
            if *theirs != ours {
                let message = format!("was played with {name} {theirs}, this is {ours}");
                return Err(ArenaError::folder(&self.folder, message));
            }
        }
        self.plan_again::<G>(rules)
    }

    /// The plan must be one that could be asked for: the manifest is a file like any other.
    fn plan_again<G: Evaluate>(&self, rules: &G::Rules) -> Result<(), ArenaError> {
        let plan = self.plan();
        let again = Plan::new::<G>(plan.request.clone(), rules)?;
        if *plan == again {
            return Ok(());
        }
        let difference = plan.difference(&again).unwrap_or_else(|| "games, reproducible or command".to_owned());
        Err(ArenaError::folder(&self.folder, format!("has a manifest that does not fit together: {difference}")))
    }

    /// The paths of its journal.
    pub fn journal_paths<G: Evaluate>(&self, rules: &G::Rules) -> JournalPaths {
        JournalPaths::in_folder::<G>(&self.folder, rules, self.plan().request.players)
    }

    /// Reads all games of the run and hands each to `seen`.
    ///
    /// # Errors
    /// When the run was not played by this program with these rules, or its journal holds anything else.
    pub fn read<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        seen: &mut dyn FnMut(&ReadGame<'_>),
    ) -> Result<Results, ArenaError> {
        self.check::<G>(rules)?;
        let (plan, paths) = (self.plan(), self.journal_paths::<G>(rules));
        let (results, _, progress) = read_games::<G>(&Journal::open(&paths)?, plan, rules, seen)?;
        if self.is_complete() {
            check_all_games(&paths, progress, self.manifest.games_played.unwrap_or(plan.games), "")?;
        }
        Ok(results)
    }

    /// A game of the run and its moves, as they stand in `moves.csv`.
    ///
    /// # Errors
    /// When moves are not kept, when the game is not there, and those of [`StoredRun::read`].
    pub fn find_game<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        number: u64,
    ) -> Result<(ScheduledGame, String), ArenaError> {
        self.check::<G>(rules)?;
        let paths = self.journal_paths::<G>(rules);
        if paths.moves.is_none() {
            let message = format!("holds no moves: {} has no elements, so its moves are not kept", G::NAME);
            return Err(ArenaError::folder(&self.folder, message));
        }
        let found = Journal::open(&paths)?.find::<G>(self.plan(), rules, number)?;
        found.ok_or_else(|| ArenaError::folder(&self.folder, format!("holds no whole game {number}")))
    }
}
