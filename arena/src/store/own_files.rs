//! What lies in a folder under names that are ours: files, of which nothing is written to, read or removed unless they are ours.

use std::fs;
use std::path::Path;

use crate::error::ArenaError;

/// Whether all that has a name of ours is a regular file: a link may lead to what is not ours, a pipe would be waited for, and
/// a folder may hold what somebody has put there.
///
/// # Errors
/// When one of them is none, of which the first by name is told, or the folder cannot be read.
pub(crate) fn check_own_files(folder: &Path, is_own: impl Fn(&str) -> bool) -> Result<(), ArenaError> {
    let failed = |error| ArenaError::file("read", folder, error);
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let is_ours = entry.file_name().to_str().is_some_and(&is_own);
        if is_ours && !entry.file_type().map_err(failed)?.is_file() {
            wrong.push(entry.path());
        }
    }
    match wrong.iter().min() {
        Some(path) => Err(ArenaError::folder(path, "it is no regular file")),
        None => Ok(()),
    }
}
