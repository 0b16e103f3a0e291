//! One process at a time writes into a folder, whatever it writes there: a run, a study, a training.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::ArenaError;

/// Keeps all other processes from writing into a folder, as long as it lives. It leaves nothing in the folder.
#[derive(Debug)]
pub(crate) struct FolderLock {
    /// The folder, opened as a file; nothing where the system cannot do that.
    _folder: Option<File>,
}

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// When another process has it.
    pub(crate) fn take(folder: &Path) -> Result<FolderLock, ArenaError> {
        // A system without folders that can be locked must not keep anybody from working.
        let Ok(file) = File::open(folder) else { return Ok(FolderLock { _folder: None }) };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ArenaError::folder(folder, "another riverlab is writing here")),
            Err(TryLockError::Error(_)) | Ok(()) => Ok(FolderLock { _folder: Some(file) }),
        }
    }
}
