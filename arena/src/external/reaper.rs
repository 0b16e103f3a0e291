//! The folder in which the programs of this process run, and the shell that ends them once this process is no more.
//!
//! A process that is killed cannot end what it started. So a shell reads the other end of a pipe, where it is told which
//! process groups run. At the end of the pipe, however this process ended, it kills those left and removes the folder. It
//! ignores the signals of the terminal. Should it be killed as well, the next process that starts a program removes the folder:
//! it is one whose lock nobody holds.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::Pid;
use tempfile::TempDir;

/// The beginning of the names of such folders.
const PREFIX: &str = "riverlab-bots-";
/// The file in such a folder that its process keeps locked.
const LOCK: &str = "lock";
/// Reads `+GROUP` and `-GROUP`; its first argument is the folder, the others are the groups that run.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
folder=$1
shift
while read -r line; do
    case $line in
    +*) set -- "$@" "${line#+}" ;;
    -*)
        left=$#
        while [ "$left" -gt 0 ]; do
            group=$1
            shift
            [ "-$group" = "$line" ] || set -- "$@" "$group"
            left=$((left - 1))
        done
        ;;
    esac
done
for group do
    kill -KILL "-$group"
done
set -- "$folder"/bot-*
if [ -e "$1" ]; then
    for process in /proc/[0-9]*; do
        case $(readlink "$process/cwd") in
        "$folder"/*) kill -KILL "${process#/proc/}" ;;
        esac
    done
fi
rm -rf -- "$folder"
"#;

/// The folder of this process, and its shell.
struct Reaper {
    folder: PathBuf,
    _lock: File,
    shell: Child,
    groups: BTreeSet<i32>,
    /// The process that started it: a child that was forked from it has one of its own.
    process: u32,
}

static REAPER: Mutex<Option<Reaper>> = Mutex::new(None);

fn reaper() -> MutexGuard<'static, Option<Reaper>> {
    REAPER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an empty folder for a program.
///
/// # Errors
/// When there can be none; the message names the folder for temporary files, or the shell.
pub(crate) fn new_folder() -> io::Result<TempDir> {
    let mut reaper = reaper();
    if reaper.as_ref().is_some_and(|reaper| reaper.process != std::process::id() || !reaper.folder.exists()) {
        *reaper = None;
    }
    if reaper.is_none() {
        *reaper = Some(Reaper::start()?);
    }
    let folder = &reaper.as_ref().expect("it has been started").folder;
    tempfile::Builder::new().prefix("bot-").tempdir_in(folder)
}

/// Has a group of processes killed at the end of this process.
pub(crate) fn add(group: Pid) {
    if let Some(reaper) = reaper().as_mut().filter(|reaper| reaper.process == std::process::id()) {
        reaper.groups.insert(group.as_raw_pid());
        reaper.tell('+', group);
    }
}

/// Takes back [`add`]: the group has ended.
pub(crate) fn remove(group: Pid) {
    if let Some(reaper) = reaper().as_mut().filter(|reaper| reaper.process == std::process::id()) {
        reaper.groups.remove(&group.as_raw_pid());
        reaper.tell('-', group);
    }
}

impl Reaper {
    fn start() -> io::Result<Reaper> {
        let temporary = std::env::temp_dir();
        remove_left_over(&temporary);
        let (folder, lock) = locked_folder(&temporary)
            .map_err(|error| io::Error::other(format!("no folder in {}: {error}", temporary.display())))?;
        let shell = shell(&folder, &BTreeSet::new())?;
        Ok(Reaper { folder, _lock: lock, shell, groups: BTreeSet::new(), process: std::process::id() })
    }

    /// Tells the shell, and another one if that has been killed.
    fn tell(&mut self, sign: char, group: Pid) {
        let line = format!("{sign}{}\n", group.as_raw_pid());
        let told = self.shell.stdin.as_mut().map(|stdin| stdin.write_all(line.as_bytes()));
        if !matches!(told, Some(Ok(())))
            && let Ok(shell) = shell(&self.folder, &self.groups)
        {
            let _ = self.shell.wait();
            self.shell = shell;
        }
    }
}

fn shell(folder: &Path, groups: &BTreeSet<i32>) -> io::Result<Child> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(SCRIPT).arg("sh").arg(folder).args(groups.iter().map(ToString::to_string));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.current_dir("/").spawn().map_err(|error| io::Error::other(format!("sh: {error}")))
}

/// A new folder, which has its name only once it is locked.
fn locked_folder(temporary: &Path) -> io::Result<(PathBuf, File)> {
    let begun = tempfile::Builder::new().prefix(&format!(".{PREFIX}")).tempdir_in(temporary)?;
    let lock = File::create(begun.path().join(LOCK))?;
    lock.lock()?;
    let begun = begun.keep();
    let name = begun.file_name().expect("it has a name").to_string_lossy().replacen('.', "", 1);
    let folder = begun.with_file_name(name);
    fs::rename(&begun, &folder)?;
    Ok((folder, lock))
}

/// Removes the folders of processes that are no more.
fn remove_left_over(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX)
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
