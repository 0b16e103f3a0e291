//! Runs that older versions have played: they are shown, and nothing is added to them.
//!
//! What is in `tests/data/runs` is called after the versions of riverlab that wrote it. Runs are part 1/1 of one, so that they
//! could be merged if only the version were right; what else commands have written is called after the command or the game too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::cli::program::{folder, interrupt, results, run_in};

/// The runs, but for their version.
const PLANS: [(&str, &str); 3] = [
    ("0.1.0", "tournament dice --players 3 --bots greedy random --deals 4 --seed 3 --shard 1/1 --quiet"),
    ("0.3.0", "tournament rio-grande --players 3 --bots greedy random --deals 2 --seed 3 --shard 1/1 --quiet"),
    ("0.4.0", "tournament the-river --players 3 --bots greedy random --deals 2 --seed 3 --shard 1/1 --quiet"),
];
/// What other commands of 0.4.0 have left, and what is said of each where that command goes on.
const OTHERS: [(&str, &str, &str); 4] = [
    (
        "balance",
        "balance river-dragons --bots greedy --deals 4",
        "was played with riverlab version 0.4.0, this is OURS",
    ),
    (
        "tune",
        "tune dice --bot mcts:sims=2 --over c=0.1..2 --against random --games 400 --confirm 10",
        "holds another tuning: riverlab version 0.4.0 there, OURS asked for",
    ),
    (
        "train",
        "train rio-grande --games 20 --sims 2 --generations 1 --gate-deals 10",
        "holds another training: riverlab version 0.4.0 there, OURS asked for",
    ),
    (
        "endings",
        "endings connect-four --positions 2 --bots random",
        "holds another study of endings: riverlab version 0.4.0 there, OURS asked for",
    ),
];
const REFUSED: &str = "was played with riverlab version 0.1.0, this is ";

/// A copy of a run that an older version wrote, as `old` in a folder.
fn copy_old_run(run: &str, path: &Path) {
    copy(&crate::of_project("tests/data/runs").join(run), &path.join("old"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
        }
    }
}

/// The files of a folder, but not of those in it.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("a name");
    files.map(|entry| (name(&entry), fs::read_to_string(entry.path()).expect("a text"))).collect()
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

/// Some columns of the standings: of those that the version wrote, and of those that are computed anew.
fn standings(path: &Path) -> [Vec<Vec<String>>; 2] {
    const COLUMNS: [&str; 5] = ["bot", "games", "share", "rank_mean", "score_mean"];
    let mut reader = csv::Reader::from_path(path.join("old/standings.csv")).expect("standings");
    let headers = reader.headers().expect("a header").clone();
    let place = |name: &str| headers.iter().position(|header| header == name).expect("a column");
    let rows = reader.records().map(|record| record.expect("a row"));
    let written = rows.map(|row| COLUMNS.map(|name| row[place(name)].to_owned()).to_vec()).collect();
    let json: serde_json::Value = serde_json::from_str(&run_in(path, "report old --json").ok().stdout).expect("JSON");
    let cell = |row: &serde_json::Value, name: &str| row[name].to_string().trim_matches('"').to_owned();
    let anew = json["standings"].as_array().expect("standings").iter();
    [written, anew.map(|row| COLUMNS.map(|name| cell(row, name).trim_end_matches(".0").to_owned()).to_vec()).collect()]
}

#[test]
fn a_report_shows_runs_of_older_versions() {
    for version in ["0.1.0", "0.3.0", "0.4.0"] {
        let folder = folder();
        let path = folder.path();
        copy_old_run(version, path);
        let before = results(&path.join("old"));
        let old = run_in(path, "report old").ok();
        let ours = env!("CARGO_PKG_VERSION");
        let note = format!("note: riverlab {version} played this run; {ours} has computed these numbers anew\n");
        assert_eq!(old.stderr, note);
        let [written, anew] = standings(path);
        assert!(written == anew && written.len() == 2, "{written:?} {anew:?}");
        assert!(results(&path.join("old")) == before);
    }
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
fn nothing_is_added_to_runs_of_older_versions() {
    for (version, plan) in PLANS {
        check_that_nothing_is_added(version, plan);
    }
}

fn check_that_nothing_is_added(version: &str, plan: &str) {
    let folder = folder();
    let path = folder.path();
    copy_old_run(version, path);
    let games = fs::read_to_string(path.join("old/games.csv")).expect("games.csv");
    for end in [games.len(), games.len() / 2, 0] {
        if end < games.len() {
            interrupt(&path.join("old"), &games[..end]);
        }
        let before = results(&path.join("old"));
        for command in [
            &format!("{plan} --out old --resume"),
            &format!("{plan} --out old"),
            "merge old --out merged",
            "verify old",
        ] {
            let ran = run_in(path, command);
            assert_eq!(ran.code, Some(2), "{command}: {ran:?}");
            let ours = env!("CARGO_PKG_VERSION");
            let message = format!("error: old: was played with riverlab version {version}, this is {ours}");
            assert!(ran.stderr.starts_with(&message) && ran.stdout.is_empty(), "{command}: {ran:?}");
            assert!(results(&path.join("old")) == before && !path.join("merged").exists(), "{command}");
        }
    }
}

#[test]
fn what_other_commands_of_older_versions_have_left_stays() {
    for (kind, command, message) in OTHERS {
        let folder = folder();
        let path = folder.path();
        copy_old_run(&format!("0.4.0-{kind}"), path);
        let before = texts(&path.join("old"));
        let ran = run_in(path, &format!("{command} --out old --quiet"));
        let message = format!("error: old: {}", message.replace("OURS", env!("CARGO_PKG_VERSION")));
        assert!(ran.code == Some(2) && ran.stderr.starts_with(&message) && ran.stdout.is_empty(), "{kind}: {ran:?}");
        assert!(texts(&path.join("old")) == before, "{kind}");
        run_in(path, &format!("{command} --out old --quiet --force")).ok();
        run_in(path, &format!("{command} --out new --quiet")).ok();
        let names = |folder: &str| texts(&path.join(folder)).into_keys().collect::<Vec<_>>();
        assert_eq!(names("old"), names("new"), "{kind}");
    }
}

#[test]
fn weights_plans_and_traces_of_older_versions_are_read() {
    let of_0_4 = |name: &str| crate::of_project("tests/data/runs").join(format!("0.4.0-{name}")).display().to_string();
    let folder = folder();
    let path = folder.path();
    let weights = of_0_4("train/weights-1.toml");
    let bot = format!("mcts:sims=5,eval={weights}");
    run_in(path, &format!("tournament rio-grande --bots {bot} random --deals 2 --quiet --out learned")).ok();
    run_in(path, &format!("match --plan {} --deals 10 --quiet --out tuned", of_0_4("tune/tuned.toml"))).ok();
    let replayed = run_in(path, &format!("replay {}", of_0_4("dice.jsonl"))).ok();
    assert!(replayed.stdout.starts_with("dice, 2 players, 10 moves: every move follows"), "{}", replayed.stdout);
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
