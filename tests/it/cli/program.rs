//! Runs the `riverlab` program as a user would.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The path of the program, which `cargo test` builds with the tests.
pub(crate) fn path() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_riverlab"))
}

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn ok(self) -> Ran {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

/// Runs the program with arguments separated by spaces, in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &str) -> Ran {
    finished(Command::new(path()).args(arguments.split_whitespace()).current_dir(folder))
}

/// Runs a shell script in a folder, with the program as `$RIVERLAB`.
pub(crate) fn shell_in(folder: &Path, script: &str) -> Ran {
    finished(Command::new("sh").arg("-c").arg(script).env("RIVERLAB", path()).current_dir(folder))
}

/// Runs a command to its end, without input.
pub(crate) fn finished(command: &mut Command) -> Ran {
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A new empty folder, removed in the end.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The files of a run, the times in the manifest left out.
pub(crate) fn results(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (name(&path), fs::read_to_string(&path).expect("a file")))
        .collect();
    files.sort_unstable();
    for (_, manifest) in files.iter_mut().filter(|(name, _)| name == "manifest.json") {
        let is_time = |line: &&str| line.trim().starts_with("\"start\"") || line.trim().starts_with("\"end\"");
        *manifest = manifest.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n");
    }
    files
}

/// The content of one of these files.
pub(crate) fn content<'a>(files: &'a [(String, String)], name: &str) -> &'a str {
    &files.iter().find(|(other, _)| other == name).expect("the file is there").1
}

/// The manifest of a complete run or study as it was before it was complete.
pub(crate) fn begun(folder: &Path) -> String {
    let manifest = fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let begun: Vec<&str> = manifest.lines().filter(|line| !line.contains("\"games_played\"")).collect();
    begun.join("\n").replace("\"complete\": true,", "\"complete\": false")
}

/// Makes a complete run one that was interrupted when this much of its games was written.
pub(crate) fn interrupt(folder: &Path, games: &str) {
    fs::write(folder.join("manifest.json"), begun(folder)).expect("written");
    fs::write(folder.join("games.csv"), games).expect("written");
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}
