//! Each way in which a program can fail is found, in its class and in time, leaves nothing behind, and harms nobody else.
//!
//! `tests/programs/hostile.py` has the ways, each with the class that is expected and the options that it needs; or `ok`
//! for what is odd but allowed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use crate::cli::program;

/// How many are tried at once: most of the time is spent waiting for what never comes.
const AT_ONCE: usize = 4;
/// How much memory the program `riverlab` may hold, in kB, whatever it is flooded with.
const MEMORY: u64 = 150_000;

/// A way to fail.
struct Case {
    name: String,
    /// The class of the fault, or `ok`.
    expected: String,
    options: Vec<String>,
}

/// What came of it.
struct Tried {
    code: Option<i32>,
    stderr: String,
    games: String,
    /// The rows of `faults.csv`.
    faults: Vec<csv::StringRecord>,
    /// The most memory that the program `riverlab` held, in kB.
    memory: u64,
}

fn script() -> PathBuf {
    crate::of_project("tests/programs/hostile.py")
}

fn cases() -> Vec<Case> {
    let output = Command::new("python3").arg(script()).arg("--list").output().expect("python3 starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let case = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (name, expected) = (words.next().expect("a name"), words.next().expect("a class"));
        Case { name, expected, options: words.collect() }
    };
    text.lines().map(case).collect()
}

impl Case {
    /// The seconds that the program has for an answer.
    fn seconds(&self) -> u64 {
        let at = self.options.iter().position(|option| option == "--answer-seconds");
        at.map_or(1, |at| self.options[at + 1].parse().expect("seconds"))
    }

    fn try_it(&self) -> Tried {
        let folder = program::folder();
        let out = folder.path().join("out");
        let mut command = Command::new(program::path());
        command.args(["tournament", "dice", "--bots", "cmd:h", "random", "--deals", "3", "--threads", "1", "--quiet"]);
        command.arg("--program").arg(format!("h=python3 {} {}", script().display(), self.name));
        command.arg("--answer-seconds").arg(self.seconds().to_string()).arg("--out").arg(&out);
        let others = self.options.chunks(2).filter(|option| option[0] != "--answer-seconds");
        command.args(others.flatten());
        command.env("TMPDIR", folder.path()).env("HOSTILE_STATE", folder.path()).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(fs::File::create(folder.path().join("stderr")).expect("a file"));
        let mut child = command.spawn().expect("the program starts");
        let mut memory = 0;
        let status = loop {
            memory = memory.max(most_memory(child.id()));
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let left = processes_in(folder.path());
        assert!(left.is_empty(), "{}: these are left: {left:?}", self.name);
        let read = |path: PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let faults = read(out.join("faults.csv"));
        let mut reader = csv::Reader::from_reader(faults.as_bytes());
        Tried {
            code: status.code(),
            stderr: read(folder.path().join("stderr")),
            games: read(out.join("games.csv")).replace("[timed]", ""),
            faults: reader.records().map(|row| row.expect("a row")).collect(),
            memory,
        }
    }

    /// Tries it, and says what is wrong with what came of it.
    fn check(&self, well_behaved: &str) -> Result<(), String> {
        let Tried { code, stderr, games, faults, memory } = self.try_it();
        let class = self.expected.as_str();
        let seen = || format!("{}: {code:?}, {stderr}, {faults:?}", self.name);
        if memory > MEMORY {
            return Err(format!("{}: {memory} kB", self.name));
        }
        // Both seats' processes are told to quit.
        let is_noted = matches!(faults.len(), 1 | 2) && faults.iter().all(|row| &row[4] == class);
        let is_right = match class {
            "ok" => code == Some(0) && faults.is_empty() && games == well_behaved,
            // The games were over.
            "ignores-quit" => code == Some(0) && is_noted && games == well_behaved,
            // Before or after the run was planned.
            _ if code == Some(2) => stderr.contains(&format!(": {class}: ")) && faults.is_empty(),
            // A program that fails after its last game has played it.
            "exit" | "signal" if code == Some(0) => is_noted && games == well_behaved,
            _ => code == Some(1) && is_noted && stderr.contains(&format!(": {class}: ")),
        };
        if !is_right {
            return Err(seen());
        }
        // Another second for a machine that does a lot at once.
        let most = 1000 * (self.seconds() + 1) + 1000;
        let in_time = class == "no-hello" || faults.iter().all(|row| row[5].parse::<u64>().is_ok_and(|ms| ms <= most));
        if in_time { Ok(()) } else { Err(format!("{}: it took too long: {faults:?}", self.name)) }
    }
}

/// The most memory that a process has held so far, in kB; 0 until it is the program: a child begins in the memory of the
/// tests.
fn most_memory(process: u32) -> u64 {
    let program = fs::canonicalize(program::path()).expect("it is built");
    if !fs::read_link(format!("/proc/{process}/exe")).is_ok_and(|exe| exe == program) {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

/// The command lines of the processes that run in a folder.
fn processes_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("a folder").filter_map(Result::ok);
    let there =
        entries.filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder)));
    let alive = there.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(|line| !line.is_empty()));
    alive.map(|entry| fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default()).collect()
}

#[test]
fn every_way_to_fail_is_found_in_its_class_and_in_time_and_harms_nobody_else() {
    let cases = cases();
    assert!(cases.iter().filter(|case| case.expected != "ok").count() >= 40, "{}", cases.len());
    let Tried { games: well_behaved, memory, .. } =
        cases.iter().find(|case| case.name == "well-behaved").expect("it is there").try_it();
    assert_eq!(well_behaved.lines().count(), 1 + 12);
    assert!(memory > 0, "its memory was not seen");
    let (next, wrong) = (Mutex::new(cases.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(case) = { next.lock().expect("no panic").next() } {
                    if let Err(message) = case.check(&well_behaved) {
                        wrong.lock().expect("no panic").push(message);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
