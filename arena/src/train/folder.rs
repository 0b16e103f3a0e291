//! The folder of a training: what it trains stands in `training.json`, so that a folder is only ever gone on with by the same
//! training. More generations may be asked for later.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::json::pretty;

/// The file that says what is trained.
const PLAN: &str = "training.json";
const ADVICE: &str = "; choose another --out, or --force to replace it";

/// Everything that the games of a training depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct TrainPlan {
    pub(super) version: String,
    pub(super) game: String,
    pub(super) rules_hash: String,
    pub(super) features_hash: String,
    pub(super) players: usize,
    pub(super) games: u64,
    pub(super) sims: u64,
    pub(super) gate_deals: u64,
    pub(super) seed: u64,
}

/// A folder that one training has for itself.
pub(super) struct TrainFolder {
    path: PathBuf,
    /// Locked as long as the training runs.
    _plan: File,
}

impl TrainFolder {
    /// Begins a training in a folder, or goes on with it.
    ///
    /// # Errors
    /// When the folder holds anything else, or another process trains in it.
    pub(super) fn open(path: &Path, plan: &TrainPlan, replace: bool) -> Result<TrainFolder, ArenaError> {
        fs::create_dir_all(path).map_err(|error| ArenaError::file("create", path, error))?;
        let file = path.join(PLAN);
        if !file.exists() && fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?.next().is_some()
        {
            return Err(ArenaError::folder(path, "is not empty and holds no training; choose another --out"));
        }
        let failed = |error| ArenaError::file("open", &file, error);
        let mut opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&file).map_err(failed)?;
        match opened.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::folder(path, "is in use by another process"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut text = String::new();
        opened.read_to_string(&mut text).map_err(failed)?;
        let there: Option<TrainPlan> = serde_json::from_str(&text).ok();
        match there {
            Some(there) if there == *plan => {}
            _ if text.is_empty() || replace => {
                remove_old(path)?;
                fs::write(&file, pretty(&serde_json::to_value(plan).expect("plain data"))).map_err(failed)?;
            }
            Some(there) => {
                return Err(ArenaError::folder(
                    path,
                    format!("holds another training: {}{ADVICE}", there.difference(plan)),
                ));
            }
            None => return Err(ArenaError::folder(path, format!("{PLAN} says of no training{ADVICE}"))),
        }
        Ok(TrainFolder { path: path.to_owned(), _plan: opened })
    }

    /// The journal of a generation.
    pub(super) fn journal(&self, generation: u64) -> PathBuf {
        self.path.join(format!("games-{generation}.csv"))
    }

    /// The weights of a generation.
    pub(super) fn weights(&self, generation: u64) -> PathBuf {
        self.path.join(format!("weights-{generation}.toml"))
    }

    /// The weights that the training is for.
    pub(super) fn best(&self) -> PathBuf {
        self.path.join("weights.toml")
    }
}

impl TrainPlan {
    /// The first thing in which it differs from another one.
    fn difference(&self, asked: &TrainPlan) -> String {
        let [there, asked] = [self, asked].map(|plan| serde_json::to_value(plan).expect("plain data"));
        let (Some(there), Some(asked)) = (there.as_object(), asked.as_object()) else { return String::new() };
        let differing = there.iter().zip(asked).find(|(there, asked)| there != asked);
        differing
            .map_or_else(String::new, |((name, there), (_, asked))| format!("{name} {there} there, {asked} asked for"))
    }
}

/// Removes the files of another training, by their names.
fn remove_old(path: &Path) -> Result<(), ArenaError> {
    let entries = fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_numbered = |first: &str, last: &str| {
            let number = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        };
        if name == "weights.toml" || is_numbered("games-", ".csv") || is_numbered("weights-", ".toml") {
            fs::remove_file(entry.path()).map_err(|error| ArenaError::file("remove", &entry.path(), error))?;
        }
    }
    Ok(())
}
