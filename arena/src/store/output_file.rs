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
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_else_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("page.html");
        for content in ["one", "two"] {
            write_output(&path, content.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("there"), content);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        for (other, why) in [("", "it is there and is no file"), ("no/page.html", "its folder is not there")] {
            let error = write_output(&folder.path().join(other), b"x").expect_err("refused").to_string();
            assert!(error.starts_with("cannot write ") && error.ends_with(why), "{error}");
        }
        assert!(write_output(&path.join("below-a-file"), b"x").is_err());
    }
}
