//! A folder whose plan stands in one file, which is locked while somebody works in the folder.

use std::fs::{self, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ArenaError;
use crate::json::pretty;
use crate::store::file_names::all_files;
use crate::store::folder_lock::{FolderLock, LockableFile};
use crate::store::input_file::read_document;
use crate::store::own_files::check_own_files;
use crate::store::planned::Planned;

/// What a folder of this kind is like.
#[derive(Clone, Copy, Debug)]
pub struct FolderKind {
    /// What it holds, in messages.
    pub name: &'static str,
    /// The file of the plan.
    pub plan: &'static str,
    /// Whether a file of this name belongs to it, so that it goes when the folder is replaced.
    pub owns: fn(&str) -> bool,
    /// The folder of a run in it, if there may be one, which goes as well.
    pub run: Option<&'static str>,
}

/// A folder that one process has for itself.
#[derive(Debug)]
pub struct PlanFolder {
    path: PathBuf,
    /// Locked as long as this process works in the folder.
    _plan: LockableFile,
    _folder: FolderLock,
}

impl PlanFolder {
    /// Begins a folder, or goes on with it.
    ///
    /// # Errors
    /// When the folder holds anything else, or another process works in it.
    pub fn open<P: Planned + Serialize + DeserializeOwned>(
        path: &Path,
        kind: FolderKind,
        plan: &P,
        replace: bool,
    ) -> Result<PlanFolder, ArenaError> {
        const ADVICE: &str = "; choose another --out, or --force to replace it";
        fs::create_dir_all(path).map_err(|error| ArenaError::file("create", path, error))?;
        let folder = FolderLock::take(path)?;
        let file = path.join(kind.plan);
        if !file.exists() && fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?.next().is_some()
        {
            let message = format!("is not empty and holds no {}; choose another --out", kind.name);
            return Err(ArenaError::folder(path, message));
        }
        check_own_files(path, |name| name == kind.plan || (kind.owns)(name))?;
        let failed = |error| ArenaError::file("open", &file, error);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&file).map_err(failed)?;
        match opened.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::folder(path, "is in use by another process"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let text = read_document(&file).map_err(|error| ArenaError::file("read", &file, error))?;
        let there: Option<P> = serde_json::from_str(&text).ok();
        match there.as_ref().map(|there| there.difference(plan)) {
            Some(None) if !replace => {}
            _ if text.is_empty() || replace => {
                remove_old(path, kind)?;
                fs::write(&file, pretty(&serde_json::to_value(plan).expect("plain data"))).map_err(failed)?;
            }
            Some(difference) => {
                let difference = difference.expect("the same is gone on with, or replaced");
                let message = format!("holds another {}: {difference}{ADVICE}", kind.name);
                return Err(ArenaError::folder(path, message));
            }
            None => {
                return Err(ArenaError::folder(path, format!("{} says of no {}{ADVICE}", kind.plan, kind.name)));
            }
        }
        Ok(PlanFolder { path: path.to_owned(), _plan: opened.into(), _folder: folder })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes the files of another plan, by their names, and the run of the folder. Nothing is removed if something else is in the
/// way.
fn remove_old(path: &Path, kind: FolderKind) -> Result<(), ArenaError> {
    let run = kind.run.map(|name| path.join(name)).filter(|run| fs::symlink_metadata(run).is_ok());
    if let Some(run) = &run {
        check_run(run)?;
    }
    let entries = fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?;
    let is_ours = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(kind.owns);
    for file in entries.filter_map(Result::ok).filter(is_ours).map(|entry| entry.path()) {
        fs::remove_file(&file).map_err(|error| ArenaError::file("remove", &file, error))?;
    }
    run.map_or(Ok(()), |run| fs::remove_dir_all(&run).map_err(|error| ArenaError::file("remove", &run, error)))
}

/// Whether there is a folder with nothing but the files of a run.
fn check_run(run: &Path) -> Result<(), ArenaError> {
    if !fs::symlink_metadata(run).is_ok_and(|data| data.is_dir()) {
        return Err(ArenaError::folder(run, "it is no folder of a run"));
    }
    check_own_files(run, |_| true)?;
    let entries = fs::read_dir(run).map_err(|error| ArenaError::file("read", run, error))?;
    let is_other = |path: &PathBuf| all_files().all(|own| !path.ends_with(own));
    match entries.filter_map(Result::ok).map(|entry| entry.path()).filter(is_other).min() {
        Some(other) => Err(ArenaError::folder(&other, "it is no file of a run: it is not removed")),
        None => Ok(()),
    }
}
