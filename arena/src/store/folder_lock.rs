//! One process at a time writes into a folder, whatever it writes there: a run, a study, a training.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};
use std::path::Path;

use crate::error::ArenaError;

/// A file that is unlocked when it goes, if it was locked: also where a process that was just begun holds the same file until
/// it runs its program.
#[derive(Debug)]
pub(crate) struct LockableFile(File);

impl From<File> for LockableFile {
    fn from(file: File) -> LockableFile {
        LockableFile(file)
    }
}

impl Deref for LockableFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockableFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockableFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Keeps all other processes from writing into a folder, as long as it lives. It leaves nothing in the folder.
#[derive(Debug)]
pub(crate) struct FolderLock {
    /// The folder, opened as a file; nothing where the system cannot do that.
    _folder: Option<LockableFile>,
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
            Err(TryLockError::Error(_)) | Ok(()) => Ok(FolderLock { _folder: Some(file.into()) }),
        }
    }
}

#[cfg(test)]
#[path = "folder_lock_tests.rs"]
mod tests;
