//! Files that are read as a whole, of a size that somebody may have written.
//!
//! What somebody names may be a pipe. What a folder holds is a regular file: a link to a device has no end, and a pipe that nobody
//! writes to would be waited for.

use std::fs;
use std::io::{self, Error, ErrorKind, Read};
use std::path::Path;

use crate::legible::no_utf8;

/// The most bytes of a file that is written by hand, or says what is in a folder.
const MOST: u64 = 64 << 20;

/// The text of a document of a folder, without a byte order mark: a manifest.
///
/// # Errors
/// When it cannot be read, is no regular file, is larger than any document, or no UTF-8; the message says where it is not.
pub fn read_document(path: &Path) -> Result<String, Error> {
    check_regular(path)?;
    document(fs::File::open(path)?)
}

/// The text of a document that somebody names, without a byte order mark: rules, a plan; `-` is standard input.
///
/// # Errors
/// When it cannot be read, is larger than any document, or no UTF-8; the message says where it is not.
pub fn read_named(path: &Path) -> Result<String, Error> {
    if path == Path::new("-") { document(io::stdin()) } else { document(fs::File::open(path)?) }
}

fn document(input: impl Read) -> Result<String, Error> {
    let mut bytes = Vec::new();
    input.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        let message = format!("it is larger than {} MiB", MOST >> 20);
        return Err(Error::new(ErrorKind::InvalidData, message));
    }
    let text = text(bytes)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The text of a journal of any size.
///
/// # Errors
/// When it cannot be read, is no regular file, or no UTF-8; the message says where it is not.
pub(crate) fn read_journal(path: &Path) -> Result<String, Error> {
    check_regular(path)?;
    text(fs::read(path)?)
}

/// Whether there is a file with an end.
///
/// # Errors
/// When it is a folder, a device or a pipe, or nothing is known of it.
pub(crate) fn check_regular(path: &Path) -> Result<(), Error> {
    let data = fs::metadata(path)?;
    if data.is_file() || data.is_dir() {
        // A folder says itself that it is one.
        return Ok(());
    }
    Err(Error::new(ErrorKind::InvalidInput, "it is no regular file"))
}

fn text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
        let what = no_utf8(error.as_bytes());
        Error::new(ErrorKind::InvalidData, format!("it is {what} text: line {line}, byte {}", at + 1))
    })
}

#[cfg(test)]
#[path = "input_file_tests.rs"]
mod tests;
