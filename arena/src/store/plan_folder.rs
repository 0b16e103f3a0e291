//! A folder whose plan stands in one file, which is locked while somebody works in the folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ArenaError;
use crate::json::pretty;
use crate::store::folder_lock::FolderLock;
use crate::store::input_file::read_document;

/// What a folder of this kind is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FolderKind {
    /// What it holds, in messages.
    pub(crate) name: &'static str,
    /// The file of the plan.
    pub(crate) plan: &'static str,
    /// Whether a file or folder of this name belongs to it, so that it goes when the folder is replaced.
    pub(crate) owns: fn(&str) -> bool,
}

/// A folder that one process has for itself.
#[derive(Debug)]
pub(crate) struct PlanFolder {
    path: PathBuf,
    /// Locked as long as this process works in the folder.
    _plan: File,
    _folder: FolderLock,
}

impl PlanFolder {
    /// Begins a folder, or goes on with it; `difference` says in what another plan differs from this one.
    ///
    /// # Errors
    /// When the folder holds anything else, or another process works in it.
    pub(crate) fn open<P: Serialize + DeserializeOwned>(
        path: &Path,
        kind: FolderKind,
        plan: &P,
        replace: bool,
        difference: impl Fn(&P) -> Option<String>,
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
        check_files(path, kind)?;
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
        match there.as_ref().map(&difference) {
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
        Ok(PlanFolder { path: path.to_owned(), _plan: opened, _folder: folder })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether the files of the folder are files: nothing is written to, or read from, what a link or a pipe leads to.
fn check_files(path: &Path, kind: FolderKind) -> Result<(), ArenaError> {
    let entries = fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = name == kind.plan || (kind.owns)(&name);
        if is_ours && !entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir()) {
            return Err(ArenaError::folder(&entry.path(), "is no regular file"));
        }
    }
    Ok(())
}

/// Removes the files of another plan, by their names.
fn remove_old(path: &Path, kind: FolderKind) -> Result<(), ArenaError> {
    let entries = fs::read_dir(path).map_err(|error| ArenaError::file("read", path, error))?;
    for entry in entries.filter_map(Result::ok) {
        if (kind.owns)(&entry.file_name().to_string_lossy()) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed = if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
            removed.map_err(|error| ArenaError::file("remove", &entry.path(), error))?;
        }
    }
    Ok(())
}
