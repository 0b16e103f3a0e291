//! One process at a time writes into a folder, whatever it writes there: a run, a study, a training.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::ArenaError;

/// Keeps all other processes from writing into a folder, as long as it lives. It leaves nothing in the folder.
#[derive(Debug)]
pub(crate) struct FolderLock {
    /// The folder, opened as a file; nothing where the system cannot do that.
    folder: Option<File>,
}

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// When another process has it.
    pub(crate) fn take(folder: &Path) -> Result<FolderLock, ArenaError> {
        // A system without folders that can be locked must not keep anybody from working.
        let Ok(file) = File::open(folder) else { return Ok(FolderLock { folder: None }) };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ArenaError::folder(folder, "another riverlab is writing here")),
            Err(TryLockError::Error(_)) | Ok(()) => Ok(FolderLock { folder: Some(file) }),
        }
    }
}

impl Drop for FolderLock {
    /// Unlocks it, also where a process that was just begun holds the same file until it runs its program.
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = folder.unlock();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_file_does_not_keep_the_folder_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = FolderLock::take(folder.path()).expect("free");
        assert!(FolderLock::take(folder.path()).is_err());
        // As in a child between fork and exec.
        let copy = lock.folder.as_ref().map(|file| file.try_clone().expect("a copy"));
        drop(lock);
        assert!(copy.is_some() && FolderLock::take(folder.path()).is_ok());
    }
}
