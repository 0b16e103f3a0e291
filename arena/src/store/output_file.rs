//! A file that somebody asks for by its path, outside of the folder of a run: it appears whole or not at all.
//!
//! What was there is replaced only if it is a file: never a folder, a device or a pipe.

use std::fs::{self, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::error::ArenaError;

/// Whether a file could be written at this path, as far as can be seen before.
///
/// # Errors
/// When its folder is not there, or when something else than a file is.
pub fn check_output(path: &Path) -> Result<(), ArenaError> {
    let refused = |kind: ErrorKind, why: &str| Err(ArenaError::file("write", path, Error::new(kind, why)));
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => refused(ErrorKind::AlreadyExists, "it is there and is no file"),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(ArenaError::file("write", path, error)),
        _ if !folder_of(path).is_dir() => refused(ErrorKind::NotFound, "its folder is not there"),
        _ => Ok(()),
    }
}

/// Writes a file, or leaves what was there.
///
/// # Errors
/// Those of [`check_output`], and when the file cannot be written.
pub fn write_output(path: &Path, content: &[u8]) -> Result<(), ArenaError> {
    check_output(path)?;
    let write = || {
        // Temporary files are for their owner alone, unless they are asked for like any other file.
        let usual = Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new().prefix(".riverlab-").permissions(usual).tempfile_in(folder_of(path))?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)
    };
    write().map(|_| ()).map_err(|error| ArenaError::file("write", path, error))
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
#[path = "output_file_tests.rs"]
mod tests;
