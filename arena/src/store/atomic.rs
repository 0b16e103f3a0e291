//! Files that are there as a whole or not at all.

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::error::ArenaError;

/// Writes a file beside its place and puts it there once it is complete, over one that was there before.
///
/// # Errors
/// When the file cannot be written; what was there stays.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), ArenaError> {
    let write = || -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // As any new file: what others may do is up to the user's mask.
        let mut file = tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| ArenaError::file("write", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_file(&path, b"first").expect("written");
        write_file(&path, b"second").expect("written");
        assert_eq!(std::fs::read(&path).expect("a file"), b"second");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
        let error = write_file(&folder.path().join("no/file"), b"").expect_err("no folder").to_string();
        assert!(error.starts_with("cannot write ") && error.contains("no/file"), "{error}");
    }
}
