//! A file of the journal: lines are appended and never changed, and whole ones are read back.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{ANEW, ArenaError};
use crate::store::folder_lock::{FolderLock, LockableFile};
use crate::store::input_file::{check_regular, read_journal};

/// What messages call the answer of a worker, whose lines are those of a journal.
pub(crate) const ANSWER: &str = "the answer of a worker";

/// More bytes than the rows of the longest game have.
const MOST_OF_A_LINE: u64 = 256 << 20;

/// An open file.
#[derive(Debug)]
pub struct JournalFile {
    file: LockableFile,
    /// Keeps others out of the folder, if this process writes there.
    folder: Option<FolderLock>,
    pub(crate) path: PathBuf,
}

impl JournalFile {
    /// Opens a file for writing, creating it where needed. Whether what is there is a file was
    /// [looked at](super::own_files::check_own_files) before.
    pub(crate) fn create(path: &Path) -> Result<JournalFile, ArenaError> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| ArenaError::file("open", path, error))?;
        Ok(JournalFile { file: file.into(), folder: None, path: path.to_owned() })
    }

    /// Goes on with a file whose rows were [read](whole_rows), behind so many bytes of them; begins it where there is none.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written.
    pub fn go_on(path: &Path, header: &str, rows: usize) -> Result<JournalFile, ArenaError> {
        let mut file = JournalFile::create(path)?;
        let length = file.file.metadata().map_err(|error| ArenaError::file("read", path, error))?.len();
        let behind = header.len() as u64 + 1;
        file.resume(if length < behind { 0 } else { behind + rows as u64 }, header)?;
        Ok(file)
    }

    /// Opens a file for reading only.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written.
    pub fn open(path: &Path) -> Result<JournalFile, ArenaError> {
        let file = check_regular(path).and_then(|()| File::open(path));
        let file = file.map_err(|error| ArenaError::file("open", path, error))?;
        Ok(JournalFile { file: file.into(), folder: None, path: path.to_owned() })
    }

    /// Keeps all other processes from writing into its folder, which is locked, for as long as this file is open.
    pub(crate) fn keep(&mut self, folder: FolderLock) -> Result<(), ArenaError> {
        self.folder = Some(folder);
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(ArenaError::folder(&self.path, "another riverlab is writing this run"))
            }
            // A file system without locks must not keep anybody from working.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
        }
    }

    /// Empties it.
    pub(crate) fn clear(&self) -> Result<(), ArenaError> {
        self.file.set_len(0).map_err(|error| self.unwritten(error))
    }

    /// Cuts off what comes after so many bytes, and begins with the header where nothing is left.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written.
    pub fn resume(&mut self, end: u64, header: &str) -> Result<(), ArenaError> {
        let cut = self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map_err(|error| self.unwritten(error))?;
        if end == 0 { self.append(format!("{header}\n").as_bytes()) } else { Ok(()) }
    }

    /// Appends lines; they survive the death of this process.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), ArenaError> {
        self.file.write_all(lines).map_err(|error| self.unwritten(error))?;
        if self.is_there() {
            Ok(())
        } else {
            Err(ArenaError::folder(&self.path, "was removed or replaced while it was written"))
        }
    }

    /// Whether this is still the file of its name: what is written to another one is lost.
    #[cfg(unix)]
    fn is_there(&self) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let of = |data: fs::Metadata| (data.dev(), data.ino());
        let Ok(own) = self.file.metadata() else { return true };
        fs::metadata(&self.path).is_ok_and(|there| of(there) == of(own))
    }

    /// Whether this is still the file of its name, as far as the system says.
    #[cfg(not(unix))]
    fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// Appends the bytes of another file from one place to another.
    pub(crate) fn append_from(&self, other: &JournalFile, begin: u64, end: u64) -> Result<(), ArenaError> {
        let (mut from, mut to) = (&*other.file, &*self.file);
        from.seek(SeekFrom::Start(begin)).map_err(|error| ArenaError::file("read", &other.path, error))?;
        let copied = io::copy(&mut from.take(end - begin), &mut to).map_err(|error| self.unwritten(error))?;
        if copied < end - begin {
            return Err(ArenaError::folder(&other.path, "has become shorter while it was read"));
        }
        Ok(())
    }

    /// Makes sure that all lines survive a power failure.
    ///
    /// # Errors
    /// When the file cannot be opened, read or written.
    pub fn sync(&self) -> Result<(), ArenaError> {
        self.file.sync_all().map_err(|error| self.unwritten(error))
    }

    fn unwritten(&self, error: std::io::Error) -> ArenaError {
        ArenaError::file("write", &self.path, error)
    }

    /// Its lines from the beginning, after the header.
    ///
    /// # Errors
    /// When it cannot be read or begins with another line.
    pub fn lines(&self, header: &str) -> Result<WholeLines<'_>, ArenaError> {
        let mut lines = self.lines_after(0, 0)?;
        if lines.next_line()? {
            if lines.text() != header {
                return Err(lines.fault(&format!("expected the header {header}")));
            }
            lines.end = lines.line.len() as u64;
        }
        Ok(lines)
    }

    /// Insists that there is no further whole line behind the first ones, which end after so many bytes.
    pub(crate) fn expect_end(&self, lines: u64, end: u64) -> Result<(), ArenaError> {
        self.lines_after(lines, end)?.expect_end()
    }

    /// Checks that the file ends at this byte, as that of a complete run does.
    pub(crate) fn expect_no_rest(&self, end: u64) -> Result<(), ArenaError> {
        let length = self.file.metadata().map_err(|error| ArenaError::file("read", &self.path, error))?.len();
        if length <= end {
            return Ok(());
        }
        Err(ArenaError::folder(&self.path, "ends in a part of a line although the run is complete; restore the file"))
    }

    /// Its lines behind the first ones, which end after so many bytes.
    fn lines_after(&self, lines: u64, end: u64) -> Result<WholeLines<'_>, ArenaError> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(end)).map_err(|error| ArenaError::file("read", &self.path, error))?;
        Ok(WholeLines { number: lines, end, ..WholeLines::of(&self.path, Box::new(BufReader::new(file))) })
    }
}

/// The rows of a journal behind its header, without a last one that is cut off; none of a file that is not there.
///
/// # Errors
/// When it cannot be read, or has another header or a line with nothing in it.
pub fn whole_rows(path: &Path, header: &str) -> Result<String, ArenaError> {
    let text = match read_journal(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| ArenaError::file("read", path, error))?,
    };
    let Some(rows) = text.strip_prefix(header).and_then(|rest| rest.strip_prefix('\n')) else {
        if header.starts_with(&text) {
            return Ok(String::new());
        }
        let seen = text.split('\n').next().unwrap_or_default();
        let why = changed_text(seen).map_or_else(|| format!(": expected {header}"), |change| format!(" {change}"));
        return Err(ArenaError::folder(path, format!("line 1{why}")));
    };
    let rows = &rows[..rows.rfind('\n').map_or(0, |end| end + 1)];
    match rows.lines().position(str::is_empty) {
        None => Ok(rows.to_owned()),
        Some(before) => Err(ArenaError::folder(path, format!("line {}: it is empty", before + 2))),
    }
}

/// The lines of a file that may end in the middle of one.
pub struct WholeLines<'a> {
    input: Box<dyn BufRead + Send + 'a>,
    /// The file.
    pub path: &'a Path,
    bytes: Vec<u8>,
    /// The line that was read last, with its end.
    pub line: String,
    /// Its number from 1.
    pub(crate) number: u64,
    /// Where the lines end that belong to whole games, in bytes; 0 when there is not even a header.
    pub end: u64,
}

impl<'a> WholeLines<'a> {
    fn of(path: &'a Path, input: Box<dyn BufRead + Send + 'a>) -> WholeLines<'a> {
        WholeLines { input, path, bytes: Vec::new(), line: String::new(), number: 0, end: 0 }
    }

    /// The lines of the answer of a worker.
    pub fn of_answer(text: &'a str) -> WholeLines<'a> {
        WholeLines::of(Path::new(ANSWER), Box::new(text.as_bytes()))
    }

    /// Reads the next line and says whether there is a whole one.
    ///
    /// # Errors
    /// When the file cannot be read, or is no text.
    pub fn next_line(&mut self) -> Result<bool, ArenaError> {
        self.bytes.clear();
        let read = self.input.by_ref().take(MOST_OF_A_LINE).read_until(b'\n', &mut self.bytes);
        read.map_err(|error| ArenaError::file("read", self.path, error))?;
        self.number += 1;
        if self.bytes.len() as u64 == MOST_OF_A_LINE {
            let message = format!("line {} is longer than {} MiB", self.number, MOST_OF_A_LINE >> 20);
            return Err(ArenaError::folder(self.path, message));
        }
        self.line.clear();
        self.line.push_str(&String::from_utf8_lossy(&self.bytes));
        Ok(self.bytes.ends_with(b"\n"))
    }

    /// The line that was read last, without its end.
    pub fn text(&self) -> &str {
        self.line.trim_end_matches('\n')
    }

    /// Insists that there is no further whole line.
    ///
    /// # Errors
    /// When there are more lines.
    pub fn expect_end(&mut self) -> Result<(), ArenaError> {
        if self.next_line()? { Err(self.fault("the run has no more games")) } else { Ok(()) }
    }

    /// An error about the line that was read last.
    pub fn fault(&self, expected: &str) -> ArenaError {
        fault(self.path, self.number, self.text(), expected)
    }
}

/// An error about a line of a file.
pub(crate) fn fault(path: &Path, number: u64, line: &str, expected: &str) -> ArenaError {
    let line = line.trim_end_matches('\n');
    if let Some(change) = changed_text(line) {
        return ArenaError::folder(path, format!("line {number} {change}"));
    }
    let seen: String = line.escape_debug().take(200).collect();
    ArenaError::folder(path, format!("line {number} is not of this run: \"{seen}\", {expected}{ANEW}"))
}

/// What another program has done to a line, if it has written the file anew as a text of another kind: what was played is not
/// lost.
pub(crate) fn changed_text(line: &str) -> Option<&'static str> {
    if line.starts_with('\u{feff}') {
        return Some("begins with a byte order mark: another program has written it anew; restore the file");
    }
    let crlf =
        "ends in CR LF: another program has changed the line ends, as git does with core.autocrlf; restore the file";
    line.ends_with('\r').then_some(crlf)
}
