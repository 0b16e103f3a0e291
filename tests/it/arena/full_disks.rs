//! Runs on a disk that takes no more: files that may have a size at most, down to none, and one after the other every place at
//! which a write can fail. Each ends with a message and exit code 2, and goes on to the files of a run that had room.

use std::fs;
use std::path::Path;

use crate::cli::program::{folder, results, run_in, shell_in};
use crate::long::scaled;

/// The unit of `ulimit -f`, in bytes.
const BLOCK: usize = 512;

/// How many bytes the largest file of a folder has, with those in it.
fn largest(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| if path.is_dir() { largest(&path) } else { fs::read(path).expect("a file").len() })
        .max()
        .unwrap_or(0)
}

/// All files, also of folders in the folder, the times in manifests left out.
fn files(folder: &Path) -> Vec<(String, String)> {
    let inner = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, _): (Vec<_>, Vec<_>) = inner.partition(|path| path.is_dir());
    if folders.is_empty() {
        return results(folder);
    }
    let mut all: Vec<(String, String)> = folders.iter().flat_map(|inner| results(inner)).collect();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_file() {
            all.push((
                entry.display().to_string().rsplit('/').next().expect("a name").to_owned(),
                fs::read_to_string(&entry).expect("text"),
            ));
        }
    }
    all.sort_unstable();
    all
}

/// The rows that a journal has as a whole.
fn rows(folder: &Path, journal: &str) -> usize {
    fs::read_to_string(folder.join(journal)).map_or(0, |text| text.matches('\n').count())
}

/// Plays with ever more room, each time in the same folder and in one of its own.
fn check(command: &str, journal: &str) {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{command} --quiet --out whole")).ok();
    let (whole, blocks) = (files(&path.join("whole")), largest(&path.join("whole")) / BLOCK);
    let step = (blocks / scaled(6, 40)).max(1);
    let mut before = 0;
    for room in (0..=blocks).step_by(step) {
        for out in ["same", "new"] {
            let ran = shell_in(path, &format!("ulimit -f {room}; exec $RIVERLAB {command} --quiet --out {out}"));
            assert_eq!(ran.code, Some(2), "{command}, {room} blocks: {ran:?}");
            assert!(ran.stderr.contains("File too large (os error 27)"), "{command}, {room} blocks: {ran:?}");
            assert!(ran.stderr.starts_with("error: cannot "), "{command}, {room} blocks: {ran:?}");
        }
        // What was finished with less room is still there.
        let now = rows(&path.join("same"), journal);
        assert!(now >= before, "{command}, {room} blocks: {now} of {before} rows");
        before = now;
        run_in(path, &format!("{command} --quiet --out new")).ok();
        assert!(files(&path.join("new")) == whole, "{command}, {room} blocks");
        fs::remove_dir_all(path.join("new")).expect("removed");
    }
    run_in(path, &format!("{command} --quiet --out same")).ok();
    assert!(files(&path.join("same")) == whole, "{command}");
}

#[test]
fn runs_go_on_when_there_is_room_again() {
    check("tournament the-river --bots greedy random --deals 20", "games.csv");
    check("match dice --focus greedy --against random --deals 60", "games.csv");
    check("tournament dice --bots greedy random random random --schedule swiss:3 --deals 20", "games.csv");
}

#[test]
fn studies_go_on_when_there_is_room_again() {
    check("balance the-river --bots random --elements mill-a mill-b fort-a --deals 20", "blocks.csv");
    check("tune dice --bot ply:samples=2 --over samples=1..8 --against random --games 800 --confirm 50", "trials.csv");
}
