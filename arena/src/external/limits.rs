//! What the processes of a program use, watched by a thread that looks ten times a second.
//!
//! The limit is on the resident memory of the whole process group, as `/proc` tells it: a limit on address space would
//! stop runtimes that reserve far more than they use. Where there is no `/proc`, nothing is limited.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::fault::FaultClass;
use crate::external::programs::Limits;

/// How often the groups are looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// A process group that is watched as long as this lives.
#[derive(Debug)]
pub(crate) struct Watched {
    group: Pid,
    limits: Limits,
    folder: PathBuf,
    /// 0 while it keeps within its limits, else which it exceeded.
    exceeded: AtomicU8,
}

const MEMORY: u8 = 1;
const PROCESSES: u8 = 2;

/// The groups that are watched.
static WATCHED: Mutex<Watch> = Mutex::new(Watch { groups: Vec::new(), runs_in: None });

struct Watch {
    groups: Vec<Weak<Watched>>,
    /// The process in which the thread that looks at them runs: a child that was forked from it has none.
    runs_in: Option<u32>,
}

impl Watched {
    /// Begins to watch a group.
    pub(crate) fn new(group: Pid, limits: Limits, folder: &Path) -> Arc<Watched> {
        let folder = folder.to_owned();
        let watched = Arc::new(Watched { group, limits, folder, exceeded: AtomicU8::new(0) });
        let mut watch = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if watch.runs_in.is_some_and(|other| other != process) {
            *watch = Watch { groups: Vec::new(), runs_in: None };
        }
        watch.groups.push(Arc::downgrade(&watched));
        // Without a thread nothing is limited, which is better than no game at all.
        if watch.runs_in.is_none() {
            let thread = thread::Builder::new().name("limits".to_owned()).spawn(look_again_and_again);
            watch.runs_in = thread.ok().map(|_| process);
        }
        watched
    }

    /// The limit that the group has exceeded; it was killed then.
    pub(crate) fn exceeded(&self) -> Option<(FaultClass, String)> {
        match self.exceeded.load(Ordering::Acquire) {
            MEMORY => Some((FaultClass::Memory, format!("held more than {} MiB", self.limits.memory_mib))),
            PROCESSES => Some((FaultClass::Processes, format!("had more than {} processes", self.limits.processes))),
            _ => None,
        }
    }

    fn check(&self, usage: Usage) {
        let exceeded = if usage.processes > self.limits.processes {
            PROCESSES
        } else if usage.pages * rustix::param::page_size() as u64 > self.limits.memory_mib << 20 {
            MEMORY
        } else {
            return;
        };
        self.exceeded.store(exceeded, Ordering::Release);
        let _ = kill_process_group(self.group, Signal::KILL);
    }
}

fn look_again_and_again() {
    loop {
        thread::sleep(INTERVAL);
        let mut watch = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        watch.groups.retain(|group| group.strong_count() > 0);
        if watch.groups.is_empty() {
            watch.runs_in = None;
            return;
        }
        let groups: Vec<Arc<Watched>> = watch.groups.iter().filter_map(Weak::upgrade).collect();
        drop(watch);
        let all = all_processes();
        for group in groups {
            let mine = all.iter().filter(|process| process.group == group.group.as_raw_nonzero().get());
            let usage = mine.fold(Usage::default(), |usage, process| Usage {
                processes: usage.processes + 1,
                pages: usage.pages + process.pages,
            });
            group.check(usage);
        }
    }
}

/// What a group uses.
#[derive(Clone, Copy, Default)]
struct Usage {
    processes: u64,
    pages: u64,
}

/// A process as `/proc/N/stat` tells of it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ProcessStat {
    state: char,
    group: i32,
    pages: u64,
}

impl ProcessStat {
    /// Reads the text of the file. The second field is the name in parentheses, which may hold anything.
    fn parse(text: &str) -> Option<ProcessStat> {
        let mut fields = text.rsplit_once(") ")?.1.split_ascii_whitespace();
        let state = fields.next()?.chars().next()?;
        let group = fields.nth(1)?.parse().ok()?;
        let pages = fields.nth(18)?.parse().ok()?;
        Some(ProcessStat { state, group, pages })
    }
}

fn all_processes() -> Vec<ProcessStat> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let is_process = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let processes = entries.filter_map(Result::ok).filter(is_process);
    let read = |entry: fs::DirEntry| fs::read(entry.path().join("stat")).ok();
    processes.filter_map(read).filter_map(|text| ProcessStat::parse(&String::from_utf8_lossy(&text))).collect()
}

/// Whether a process of a group is stopped, as by SIGSTOP.
pub(crate) fn is_stopped(group: Pid) -> bool {
    all_processes().iter().any(|process| process.group == group.as_raw_nonzero().get() && process.state == 'T')
}

/// Kills the processes that run in a folder, whatever their group: those of a program that have left its own. Returns their
/// number; those that were killed before and have not quite ended count too.
pub(crate) fn kill_in_folder(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let mut killed = 0;
    for entry in entries.filter_map(Result::ok) {
        let process = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let runs_there = || fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder));
        if let Some(process) = process.filter(|_| runs_there()) {
            let _ = kill_process(process, Signal::KILL);
            killed += 1;
        }
    }
    killed
}

/// Kills all programs that run, and removes their folders: this process is about to end.
pub fn kill_all() {
    let watch = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    for program in watch.groups.iter().filter_map(Weak::upgrade) {
        let _ = kill_process_group(program.group, Signal::KILL);
        kill_in_folder(&program.folder);
        let _ = fs::remove_dir_all(&program.folder);
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
