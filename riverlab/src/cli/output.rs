//! What is written to standard output, and how messages are shown.

use std::io::{self, Write};
use std::path::Path;

use riverlab_arena::error::ArenaError;
use riverlab_arena::legible::escaped;

use super::locale;

/// Writes results; a reader that has seen enough is no error.
pub(super) fn print(stdout: &mut dyn Write, text: &str) -> Result<(), ArenaError> {
    let text = &locale::shown(text);
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

pub(super) fn written(result: io::Result<()>) -> Result<(), ArenaError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(ArenaError::file("write", Path::new("stdout"), error))
        }
        _ => Ok(()),
    }
}

/// Whether a path stands for standard output, as `-` does.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as it is shown, on one line.
pub(super) fn shown_path(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// A path as it can be typed, if it can.
pub(super) fn typable(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains(char::is_control))
}

/// A message on one line, whatever characters names in it have.
pub(super) fn printable(message: &str) -> String {
    escaped(message, &[])
}
