//! Runs that older versions have played: they are shown, and nothing is added to them.
//!
//! The folders in `tests/data/runs` were written by riverlab 0.1.0. That of [`PLAN`] is part 1/1 of a run, so that it could
//! be merged if only the version were right.

use std::fs;
use std::path::Path;

use crate::cli::program::{folder, interrupt, results, run_in};

const PLAN: &str = "tournament dice --players 3 --bots greedy random --deals 4 --seed 3 --shard 1/1 --quiet";
const REFUSED: &str = "was played with riverlab version 0.1.0, this is ";

/// A copy of a run that an older version wrote, as `old` in a folder.
fn copy_old_run(run: &str, path: &Path) {
    copy(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/runs")).join(run), &path.join("old"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
    }
}

fn edit(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("a file");
    fs::write(path, change(&text)).expect("written");
}

/// Rewrites a run as 0.1.0 would have written it: without the place in turn order, under its version.
fn make_old(run: &Path) {
    let without_place = |line: &str| line.rsplit_once(',').expect("columns").0.to_owned() + "\n";
    edit(&run.join("games.csv"), |text| text.lines().map(without_place).collect());
    let ours = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    edit(&run.join("manifest.json"), |text| text.replace(&ours, "\"version\": \"0.1.0\""));
}

#[test]
fn a_report_shows_a_run_of_an_older_version() {
    let folder = folder();
    let path = folder.path();
    copy_old_run("0.1.0", path);
    let before = results(&path.join("old"));
    run_in(path, &format!("{PLAN} --out new")).ok();
    let old = run_in(path, "report old").ok();
    assert_eq!(old.stdout, run_in(path, "report new").ok().stdout);
    let ours = env!("CARGO_PKG_VERSION");
    assert_eq!(old.stderr, format!("note: riverlab 0.1.0 played this run; {ours} has computed these numbers anew\n"));
    let json = run_in(path, "report old --json").ok().stdout;
    assert_eq!(json.replace("\"0.1.0\"", &format!("\"{ours}\"")), run_in(path, "report new --json").ok().stdout);
    assert!(results(&path.join("old")) == before);
}

#[test]
fn an_unfinished_run_of_an_older_version_is_shown_too() {
    let folder = folder();
    let path = folder.path();
    copy_old_run("0.1.0", path);
    let games = fs::read_to_string(path.join("old/games.csv")).expect("games.csv");
    interrupt(&path.join("old"), &games[..games.len() * 3 / 4]);
    let stdout = run_in(path, "report old").ok().stdout;
    assert!(stdout.contains("deals: 2"), "{stdout}");
}

#[test]
fn nothing_is_added_to_a_run_of_an_older_version() {
    let folder = folder();
    let path = folder.path();
    copy_old_run("0.1.0", path);
    let games = fs::read_to_string(path.join("old/games.csv")).expect("games.csv");
    for end in [games.len(), games.len() / 2, 0] {
        if end < games.len() {
            interrupt(&path.join("old"), &games[..end]);
        }
        let before = results(&path.join("old"));
        for command in [
            &format!("{PLAN} --out old --resume"),
            &format!("{PLAN} --out old"),
            "merge old --out merged",
            "verify old",
        ] {
            let ran = run_in(path, command);
            assert_eq!(ran.code, Some(2), "{command}: {ran:?}");
            let message = format!("error: old: {REFUSED}{}", env!("CARGO_PKG_VERSION"));
            assert!(ran.stderr.starts_with(&message) && ran.stdout.is_empty(), "{command}: {ran:?}");
            assert!(results(&path.join("old")) == before && !path.join("merged").exists(), "{command}");
        }
    }
}

#[test]
fn moves_of_an_older_version_are_read_and_not_traced() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament the-river --players 3 --bots greedy random --deals 3 --quiet --out new").ok();
    copy(&path.join("new"), &path.join("old"));
    make_old(&path.join("old"));
    assert_eq!(run_in(path, "report old").ok().stdout, run_in(path, "report new").ok().stdout);
    let ran = run_in(path, "trace --from old --game 1");
    assert!(ran.code == Some(2) && ran.stderr.starts_with(&format!("error: old: {REFUSED}")), "{ran:?}");
}

/// At how many deals a stop rule ends a run, and at how many at most, is up to the version.
#[test]
fn a_run_of_an_older_version_is_read_to_its_end() {
    let folder = folder();
    let path = folder.path();
    let deals = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("JSON")["deals_played"].clone();
    copy_old_run("0.1.0-auto", path);
    assert_eq!(deals(&run_in(path, "report old --json").ok().stdout), 30);
    // A run that this version would have ended earlier.
    run_in(path, "tournament dice --bots greedy random --deals auto:0.2 --quiet --out new").ok();
    let played = deals(&run_in(path, "report new --json").ok().stdout);
    make_old(&path.join("new"));
    edit(&path.join("new/manifest.json"), |text| text.replace("\"width\": 0.2", "\"width\": 0.4"));
    assert_eq!(deals(&run_in(path, "report new --json").ok().stdout), played);
}

#[test]
fn a_manifest_of_an_older_version_is_checked_too() {
    let folder = folder();
    let path = folder.path();
    copy_old_run("0.1.0", path);
    let manifest = fs::read_to_string(path.join("old/manifest.json")).expect("a manifest");
    for (what, new, message) in [
        ("\"games\": 24", "\"games\": 25", "has a manifest that does not fit together"),
        ("--seed 3", "--seed 4", "has a manifest that does not fit together"),
        ("\"rules_version\": \"1\"", "\"rules_version\": \"0\"", "was played with rules version 0, this is 1"),
        ("\"version\": \"0.1.0\"", "\"version\": \"0.0.9\"", "was played with riverlab version 0.0.9, this is "),
    ] {
        fs::write(path.join("old/manifest.json"), manifest.replacen(what, new, 1)).expect("written");
        let ran = run_in(path, "report old");
        assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
        assert!(ran.stderr.starts_with(&format!("error: old: {message}")), "{what}: {ran:?}");
    }
}
