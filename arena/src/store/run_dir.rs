//! The folder of a run, from its opening to its last file, for tournaments, matches and balance studies alike.
//!
//! The order is: [`RunDir::open`] says what is there and touches nothing, `RunDir::lock_journal` begins the run or makes
//! it ready to be resumed, [`RunDir::finish`] writes what follows from the journal. Files other than the journal appear at
//! once or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::store::file_names::{BLOCKS, GAMES, MANIFEST, MOVES, TIMING, UNFINISHED, all_files};
use crate::store::folder_lock::FolderLock;
use crate::store::journal_file::JournalFile;
use crate::store::manifest::{Manifest, RunPlan};
use crate::store::own_files::check_own_files;

/// What to do with a run that is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnExisting {
    /// Resume the very same run, refuse anything else.
    Continue,
    /// Insist that the very same run is there.
    Resume,
    /// Replace whatever run is there.
    Replace,
}

/// Where results are written.
#[derive(Clone, Copy, Debug)]
pub struct Destination<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// What to do with a run that the folder holds.
    pub on_existing: OnExisting,
}

impl Destination<'_> {
    /// Whether to replace a run that the folder holds.
    pub fn replaces(self) -> bool {
        self.on_existing == OnExisting::Replace
    }
}

/// What a folder held when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStatus {
    /// Nothing: the run begins.
    Nothing,
    /// This run, unfinished.
    Unfinished,
    /// This run, complete.
    Complete,
}

/// A file that follows from the journal: its name and its content.
pub type ResultFile = (&'static str, Vec<u8>);

/// The folder of a run.
#[derive(Debug)]
pub struct RunDir<P = Plan> {
    folder: PathBuf,
    manifest: Manifest<P>,
    status: RunStatus,
}

/// How messages about what is in the way end.
const ADVICE: &str = "; choose another --out, or --force to replace it";

impl<P: RunPlan> RunDir<P> {
    /// Looks at the folder for a run. Nothing is touched.
    ///
    /// # Errors
    /// When the folder holds anything but this run, or cannot be read.
    pub fn open(folder: &Path, plan: &P, on_existing: OnExisting) -> Result<RunDir<P>, ArenaError> {
        let there = match on_existing {
            OnExisting::Replace if folder.is_dir() || !folder.exists() => {
                check_replaceable(folder)?;
                None
            }
            _ => find_same_run(folder, plan, on_existing)?,
        };
        let status = match &there {
            None => RunStatus::Nothing,
            Some(manifest) if manifest.complete => RunStatus::Complete,
            Some(_) => RunStatus::Unfinished,
        };
        let manifest = there.unwrap_or_else(|| Manifest::begin(plan.clone()));
        Ok(RunDir { folder: folder.to_owned(), manifest, status })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the folder held when it was opened.
    pub fn status(&self) -> RunStatus {
        self.status
    }

    /// How many games a complete run has.
    pub(crate) fn games_played(&self) -> Option<u64> {
        self.manifest.games_played
    }

    /// The path of one of the files.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Opens the files of the journal for writing, creating them and the folder where needed, and keeps all other
    /// processes from writing into the folder. A run that begins then removes what another run has left.
    ///
    /// # Errors
    /// When a file cannot be opened, removed or written, or when another process writes the run.
    pub fn lock_journal(&self, files: &[&Path]) -> Result<Vec<JournalFile>, ArenaError> {
        fs::create_dir_all(&self.folder).map_err(|error| ArenaError::file("create", &self.folder, error))?;
        let lock = FolderLock::take(&self.folder)?;
        check_own_files(&self.folder, |name| all_files().any(|own| own == name))?;
        let mut journal = files.iter().map(|path| JournalFile::create(path)).collect::<Result<Vec<_>, _>>()?;
        if let Some(first) = journal.first_mut() {
            first.keep(lock)?;
        }
        match self.status {
            RunStatus::Nothing => self.begin(&journal)?,
            // If it has more deals now, its manifest says so before they are played.
            RunStatus::Unfinished => self.begin_again()?,
            RunStatus::Complete => {}
        }
        Ok(journal)
    }

    /// Removes what another run has left, the manifest first so that no half of it is ever taken for a run, empties the
    /// files of the journal, and writes the new manifest. Until then the old one has the name of an unfinished file, which says
    /// that what is there was a run.
    fn begin(&self, journal: &[JournalFile]) -> Result<(), ArenaError> {
        let (old, unfinished) = (self.path(MANIFEST), self.path(UNFINISHED));
        match fs::rename(&old, &unfinished) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(ArenaError::file("rename", &old, error)),
            _ => {}
        }
        let is_other = |name: &&str| *name != UNFINISHED && journal.iter().all(|file| file.path != self.path(name));
        let mut others = all_files().filter(is_other);
        others.try_for_each(|name| self.remove(name))?;
        journal.iter().try_for_each(JournalFile::clear)?;
        self.write_manifest()
    }

    /// Makes an unfinished run out of one that may have been complete, with fewer deals: its results, and the times of its
    /// decisions, will be others.
    fn begin_again(&self) -> Result<(), ArenaError> {
        let there = Manifest::<P>::find(&self.folder, ADVICE)?;
        if there.is_none_or(|there| there == self.manifest) {
            return Ok(());
        }
        self.write_manifest()?;
        P::RESULT_FILES.iter().chain([&TIMING]).try_for_each(|name| self.remove(name))
    }

    /// Removes one of the files, if it is there.
    fn remove(&self, name: &str) -> Result<(), ArenaError> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(ArenaError::file("remove", &path, error)),
            _ => Ok(()),
        }
    }

    /// Writes a complete file under its name, or leaves what was there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), ArenaError> {
        let (unfinished, path) = (self.path(UNFINISHED), self.path(name));
        let write = || {
            let mut file = File::create(&unfinished)?;
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            ArenaError::file("write", &path, error)
        })
    }

    /// Writes those result files of a complete run that somebody has deleted.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_missing(&self, files: &[ResultFile]) -> Result<(), ArenaError> {
        let mut missing = files.iter().filter(|(name, _)| !self.path(name).exists());
        missing.try_for_each(|(name, content)| match self.write(name, content) {
            // A complete run can be shown wherever it lies.
            Err(ArenaError::File { source, .. }) if is_read_only(&source) => Ok(()),
            written => written,
        })
    }

    /// Writes all result files, and marks the run as complete if it has all of its games: `complete` says how many. Result
    /// files of an interrupted run that have no place in what it has become are removed.
    ///
    /// # Errors
    /// When a file cannot be written or removed.
    pub fn finish(&mut self, files: &[ResultFile], complete: Option<u64>) -> Result<(), ArenaError> {
        let mut stale = P::RESULT_FILES.iter().filter(|name| !files.iter().any(|(written, _)| written == *name));
        stale.try_for_each(|name| self.remove(name))?;
        files.iter().try_for_each(|(name, content)| self.write(name, content))?;
        let Some(games) = complete else { return Ok(()) };
        self.manifest.complete(games);
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), ArenaError> {
        self.write(MANIFEST, self.manifest.text().as_bytes())
    }
}

/// The manifest of the same run, if the folder holds one.
fn find_same_run<P: RunPlan>(
    folder: &Path,
    plan: &P,
    on_existing: OnExisting,
) -> Result<Option<Manifest<P>>, ArenaError> {
    if let Some(manifest) = Manifest::<P>::find(folder, ADVICE)? {
        let (theirs, ours) = (manifest.plan.version(), plan.version());
        if theirs != ours {
            let message = format!("was played with riverlab version {theirs}, this is {ours}{ADVICE}");
            return Err(ArenaError::folder(folder, message));
        }
        return match plan.extends(&manifest.plan) {
            Ok(()) if manifest.plan.difference(plan).is_none() => Ok(Some(manifest)),
            Ok(()) => Ok(Some(manifest.extended(plan.clone()))),
            Err(difference) => Err(ArenaError::folder(folder, format!("holds another run: {difference}{ADVICE}"))),
        };
    }
    if let Some(file) = any_file(folder)? {
        let advice = if folder.join(UNFINISHED).exists() { ADVICE } else { "; choose another --out" };
        return Err(ArenaError::folder(folder, format!("is not empty and holds no run (there is {file}){advice}")));
    }
    if on_existing == OnExisting::Resume {
        return Err(nothing_to_resume(folder));
    }
    Ok(None)
}

/// That a folder was to hold a run.
pub fn nothing_to_resume(folder: &Path) -> ArenaError {
    ArenaError::folder(folder, "holds no run to resume; leave out --resume to begin one")
}

/// Whether nothing can be written there, by anybody or by us.
fn is_read_only(error: &io::Error) -> bool {
    [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem].contains(&error.kind())
}

/// Refuses a folder of files that are not of a run.
fn check_replaceable(folder: &Path) -> Result<(), ArenaError> {
    if [MANIFEST, UNFINISHED].iter().any(|name| folder.join(name).exists()) {
        return Ok(());
    }
    any_file(folder)?.map_or(Ok(()), |file| {
        let message = format!("holds no run that --force could replace (there is {file}); choose another --out");
        Err(ArenaError::folder(folder, message))
    })
}

/// The name of a file in the folder, but for what a killed process can leave of us before there is a manifest.
fn any_file(folder: &Path) -> Result<Option<String>, ArenaError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ArenaError::file("read", folder, error)),
    };
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let is_journal = [GAMES, MOVES, BLOCKS].iter().any(|journal| name == *journal);
        name == UNFINISHED || (is_journal && entry.metadata().is_ok_and(|data| data.is_file() && data.len() == 0))
    };
    let others = entries.filter_map(Result::ok).filter(|entry| !is_ours(entry));
    let mut names: Vec<String> = others.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    Ok(names.into_iter().next())
}
