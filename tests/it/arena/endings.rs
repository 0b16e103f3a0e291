//! Endings: the same bytes whatever the threads and interruptions, and clear refusals.

use std::fs;

use serde_json::Value;

use crate::cli::program::{folder, run_in};

const CONNECT_FOUR: &str =
    "endings connect-four --bots random mcts:sims=400 --by flat:sims=10 --positions 12 --nodes 3000 --seed 2";

#[test]
fn endings_do_not_depend_on_threads_or_interruptions() {
    let folder = folder();
    let path = folder.path();
    let one = run_in(path, &format!("{CONNECT_FOUR} --quiet --threads 1 --out one")).ok();
    let read = |name: &str| ["endings.csv", "bots.csv"].map(|file| fs::read(path.join(name).join(file)).expect(file));
    let expected = read("one");
    run_in(path, &format!("{CONNECT_FOUR} --quiet --threads 2 --out two")).ok();
    assert!(read("two") == expected, "other bytes with two threads");
    // Killed at twenty places: in the header, in a row, between the rows of a deal.
    for step in 0..20 {
        let cut = expected[0].len() * step / 20 + step % 3;
        fs::write(path.join("two/endings.csv"), &expected[0][..cut]).expect("written");
        assert_eq!(run_in(path, &format!("{CONNECT_FOUR} --quiet --out two")).ok().stdout, one.stdout);
        assert!(read("two") == expected, "other bytes after {cut} of {}", expected[0].len());
    }
    let json = run_in(path, &format!("{CONNECT_FOUR} --quiet --json --out one")).ok();
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let lost = |bot: usize| json["bots"][bot]["share_lost"]["mean"].as_f64().expect("a number");
    assert!(lost(0) > lost(1), "a search loses less than who draws: {json}");
    assert_eq!(json["positions"], 12);
}

#[test]
fn endings_that_cannot_be_are_refused() {
    let folder = folder();
    let path = folder.path();
    let refused = |words: &str, message: &str| {
        let ran = run_in(path, words);
        assert!(ran.code == Some(2) && ran.stderr.contains(message), "{words}: {:?} {}", ran.code, ran.stderr);
    };
    refused("endings dice --bots greedy --positions 2 --nodes 100 --quiet", "0 positions in 200 deals, fewer than 2");
    refused("endings connect-four --bots clever", "clever");
    refused("endings connect-four --bots greedy --positions 1", "1");
    run_in(path, &format!("{CONNECT_FOUR} --quiet --out done")).ok();
    let other = CONNECT_FOUR.replace("--seed 2", "--seed 3");
    refused(&format!("{other} --quiet --out done"), "holds another study of endings: --seed 2 there, 3 asked for");
    refused(
        "endings connect-four --bots greedy --positions 12 --quiet --out done",
        "holds another study of endings: --bots",
    );
    fs::write(
        path.join("done/endings.csv"),
        "deal,decision,seat,moves,best_moves,nodes,best_share,bot,move,share_lost,points_lost\n2,,,,,,,,,,\n",
    )
    .expect("written");
    refused(&format!("{CONNECT_FOUR} --quiet --out done"), "line 2: deal 2");
}
