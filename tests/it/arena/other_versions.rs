//! Folders that another version has written: they are refused, both versions are named, and nothing in them changes.

use std::fs;

use crate::cli::program::{folder, results, run_in};

const OURS: &str = env!("CARGO_PKG_VERSION");
/// What makes a folder, the file with its version, the other commands that read it, and how the refusal begins.
const FOLDERS: [(&str, &str, &[&str], &str); 5] = [
    (
        "tournament the-river --bots greedy random --deals 2 --shard 1/1",
        "manifest.json",
        &["report out", "merge out --out merged", "verify out", "trace --from out --game 1"],
        "was played with riverlab version 0.0.9, this is OURS",
    ),
    (
        "balance river-dragons --bots greedy --deals 4 --shard 1/1",
        "manifest.json",
        &["report out", "merge out --out merged"],
        "was played with riverlab version 0.0.9, this is OURS",
    ),
    (
        "tune dice --bot mcts:sims=2 --over c=0.1..2 --against random --games 400 --confirm 10",
        "tuning.json",
        &[],
        "holds another tuning: riverlab version 0.0.9 there, OURS asked for",
    ),
    (
        "train rio-grande --games 20 --sims 2 --generations 1 --gate-deals 10",
        "training.json",
        &[],
        "holds another training: riverlab version 0.0.9 there, OURS asked for",
    ),
    (
        "endings connect-four --positions 2 --bots random",
        "plan.json",
        &[],
        "holds another study of endings: riverlab version 0.0.9 there, OURS asked for",
    ),
];

#[test]
fn folders_of_other_versions_are_refused() {
    for (plan, file, readers, message) in FOLDERS {
        let folder = folder();
        let path = folder.path();
        run_in(path, &format!("{plan} --quiet --out out")).ok();
        let _ = fs::remove_dir_all(path.join("out/confirm"));
        let text = fs::read_to_string(path.join("out").join(file)).expect("a file");
        let version = format!("\"version\": \"{OURS}\"");
        assert!(text.contains(&version), "{plan}: {text}");
        fs::write(path.join("out").join(file), text.replace(&version, "\"version\": \"0.0.9\"")).expect("written");
        let before = results(&path.join("out"));
        let again = format!("{plan} --quiet --out out");
        for command in readers.iter().chain([&&*again]) {
            let ran = run_in(path, command);
            let message = format!("error: out: {}", message.replace("OURS", OURS));
            let is_refused = ran.code == Some(2) && ran.stderr.starts_with(&message) && ran.stdout.is_empty();
            assert!(is_refused, "{command}: {ran:?}");
            assert!(results(&path.join("out")) == before && !path.join("merged").exists(), "{command}");
        }
        run_in(path, &format!("{again} --force")).ok();
    }
}
