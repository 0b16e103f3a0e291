//! A file that somebody asks for by its path, outside of the folder of a run: it appears whole or not at all.
//!
//! Only files are replaced, never a folder, a device or a pipe, and of files those that riverlab wrote, unless somebody asks for
//! more. What a command reads it does not write over.

use std::fs::{self, File, Permissions};
use std::io::{Error, ErrorKind, Read as _, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use crate::error::ArenaError;
use crate::store::file_names::all_files;

/// Which files may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replaces {
    /// Any file.
    All,
    /// Files that begin with this text, as those do that riverlab writes, and empty ones.
    Own(&'static str),
}

impl Replaces {
    /// Files of ours, and with `--force` any file.
    pub fn own_unless(force: bool, beginning: &'static str) -> Replaces {
        if force { Replaces::All } else { Replaces::Own(beginning) }
    }

    fn allows(self, path: &Path) -> Result<bool, Error> {
        let Replaces::Own(beginning) = self else { return Ok(true) };
        let mut there = Vec::new();
        File::open(path)?.take(beginning.len() as u64).read_to_end(&mut there)?;
        Ok(there.is_empty() || there == beginning.as_bytes())
    }
}

/// Whether a file could be written at this path, as far as can be seen before.
///
/// # Errors
/// When its folder is not there, when something else than a file is, or a file that must stay.
pub fn check_output(path: &Path, replaces: Replaces) -> Result<(), ArenaError> {
    let failed = |error| ArenaError::file("write", path, error);
    let refused = |kind: ErrorKind, why: &str| Err(failed(Error::new(kind, why)));
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => refused(ErrorKind::AlreadyExists, "it is there and is no file"),
        Ok(_) if !replaces.allows(path).map_err(failed)? => refused(
            ErrorKind::AlreadyExists,
            "it is there, and is no such file of riverlab: give another name, or --force to replace it",
        ),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(error)),
        _ if !folder_of(path).is_dir() => refused(ErrorKind::NotFound, "its folder is not there"),
        _ => Ok(()),
    }
}

/// Whether a path leads to no file that is read, by whatever links and spelling.
///
/// # Errors
/// When it leads to `input`.
pub fn check_not_input(path: &Path, input: &Path) -> Result<(), ArenaError> {
    if is_same(path, input) {
        let error = Error::new(ErrorKind::InvalidInput, "it is what is read");
        return Err(ArenaError::file("write", path, error));
    }
    Ok(())
}

/// Whether a path leads to none of the files of a run, there or not.
///
/// # Errors
/// When it leads to a file of the run or study in this folder.
pub fn check_not_of_run(path: &Path, folder: &Path) -> Result<(), ArenaError> {
    if all_files().any(|name| is_same(path, &folder.join(name))) {
        let error = Error::new(ErrorKind::InvalidInput, "it belongs to the run that is read");
        return Err(ArenaError::file("write", path, error));
    }
    Ok(())
}

/// Whether two paths lead to the same file, or would if there were one.
fn is_same(one: &Path, other: &Path) -> bool {
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    let place = |path: &Path| Some((folder_of(path).canonicalize().ok()?, path.file_name()?.to_owned()));
    place(one).is_some_and(|one| place(other) == Some(one))
}

/// Writes a file, or leaves what was there.
///
/// # Errors
/// Those of [`check_output`], and when the file cannot be written.
pub fn write_output(path: &Path, content: &[u8], replaces: Replaces) -> Result<(), ArenaError> {
    check_output(path, replaces)?;
    // What is replaced is the file that a link leads to; its permissions stay.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let write = || {
        // Temporary files are for their owner alone, unless they are asked for like any other file.
        let usual = Permissions::from_mode(0o666);
        let mut file =
            tempfile::Builder::new().prefix(".riverlab-").permissions(usual).tempfile_in(folder_of(&target))?;
        if let Ok(there) = fs::metadata(&target) {
            file.as_file().set_permissions(there.permissions())?;
        }
        file.write_all(content)?;
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)
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
