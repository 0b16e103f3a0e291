//! The option `--adjust luck`.

use std::fs;

use serde_json::Value;

use crate::cli::program::{folder, run_in};

const PLAYED: &str = "tournament dice --bots mcts:sims=20 greedy --deals 60 --quiet --out run";

#[test]
fn runs_adjusted_for_luck_have_columns_at_the_end_and_can_be_checked() {
    let folder = folder();
    let path = folder.path();
    run_in(path, PLAYED).ok();
    let plain = fs::read_to_string(path.join("run/standings.csv")).expect("a file");
    let adjusted = PLAYED.replace("--out run", "--out adjusted --adjust luck");
    let text = run_in(path, &adjusted).ok().stdout;
    assert!(text.contains("adjusted for luck") && text.contains("gain"), "{text}");
    let standings = fs::read_to_string(path.join("adjusted/standings.csv")).expect("a file");
    for (plain, adjusted) in plain.lines().zip(standings.lines()) {
        assert!(adjusted.starts_with(plain) && adjusted.len() > plain.len(), "{plain} {adjusted}");
    }
    assert!(standings.lines().next().is_some_and(|header| header.ends_with(",score_gain,score_gain_lo")));
    run_in(path, "verify adjusted --sample 5").ok();
    let report = run_in(path, "report adjusted --json").ok().stdout;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let first = &report["standings"][0];
    assert!(first["share_figure"] == "adjusted" && first["share_gain_lo"].as_f64() > Some(1.5), "{first}");
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = folder();
    let files = [1, 2].map(|threads| {
        let run = PLAYED.replace("--out run", &format!("--out {threads} --threads {threads} --adjust luck"));
        run_in(folder.path(), &run).ok();
        ["standings.csv", "pairs.csv", "moves.csv"]
            .map(|name| fs::read(folder.path().join(threads.to_string()).join(name)).expect("a file"))
    });
    assert_eq!(files[0], files[1]);
}

#[test]
fn runs_without_moves_say_so() {
    let folder = folder();
    run_in(folder.path(), PLAYED).ok();
    let ran = run_in(folder.path(), "report run --adjust luck");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("holds no moves, which --adjust luck needs"), "{}", ran.stderr);
    let ran = run_in(folder.path(), "report run --adjust skill");
    assert!(ran.code == Some(2) && ran.stderr.contains("expected luck"), "{}", ran.stderr);
}
