//! Training: the same bytes whatever the threads and interruptions, weights that can be played with, and clear refusals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::program::{folder, run_in};

const RIVER: &str = "train the-river --games 30 --generations 2 --sims 8 --gate-deals 10 --seed 5 --quiet";

/// All files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("a name");
        (name, fs::read_to_string(entry.path()).expect("text"))
    };
    entries.map(read).collect()
}

#[test]
fn weights_do_not_depend_on_threads_or_interruptions() {
    let folder = folder();
    let path = folder.path();
    let one = run_in(path, &format!("{RIVER} --threads 1 --out one")).ok();
    let expected = files(&path.join("one"));
    let names: Vec<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(
        names[..6],
        ["games-1.csv", "games-2.csv", "gates.csv", "training.json", "weights-1.toml", "weights-2.toml"],
        "{names:?}"
    );
    assert_eq!(expected["games-1.csv"].lines().count(), 31);

    // Interrupted in the middle of a row of the first generation.
    fs::create_dir(path.join("two")).expect("a folder");
    fs::write(path.join("two/training.json"), &expected["training.json"]).expect("written");
    let rows = &expected["games-1.csv"];
    fs::write(path.join("two/games-1.csv"), &rows[..rows.len() / 2]).expect("written");
    let two = run_in(path, &format!("{RIVER} --threads 2 --out two")).ok();
    assert!(files(&path.join("two")) == expected, "other bytes");
    assert_eq!(two.stdout.replace("two/", "one/"), one.stdout);

    // Interrupted in the match of the second generation: the first match is not played again.
    let gates = &expected["gates.csv"];
    let first = gates.lines().nth(1).expect("a match").split(',').nth(1).expect("its share");
    let known = gates.replacen(&format!("1,{first},"), "1,0.987,", 1).replacen("false", "true", 1);
    fs::write(path.join("two/gates.csv"), &known[..known.len() - 9]).expect("written");
    let again = run_in(path, &format!("{RIVER} --out two")).ok();
    assert!(again.stdout.contains("0.987"), "{again:?}");
    fs::write(path.join("two/gates.csv"), gates).expect("written");

    // More generations go on from there.
    let longer = RIVER.replace("--generations 2", "--generations 3");
    run_in(path, &format!("{longer} --out two")).ok();
    let longer = files(&path.join("two"));
    assert_eq!(longer["games-2.csv"], expected["games-2.csv"]);
    assert!(longer.contains_key("weights-3.toml"));
}

/// Against a bot that stays as it is: one seat learns, and looks ahead knowing the other one.
#[test]
fn best_responses_are_trained_for() {
    let folder = folder();
    let path = folder.path();
    let against = format!("{RIVER} --against greedy:eval=hand");
    let one = run_in(path, &format!("{against} --threads 1 --out one")).ok();
    run_in(path, &format!("{against} --threads 2 --out two")).ok();
    let expected = files(&path.join("one"));
    assert!(files(&path.join("two")) == expected, "other bytes");
    assert!(expected["training.json"].contains("\"against\": \"greedy:eval=hand\""));
    assert!(expected["weights-1.toml"].contains("--against greedy:eval=hand"), "{one:?}");
    // Only the seat that learns has searched, each in turn.
    for (row, game) in expected["games-1.csv"].lines().skip(1).zip(1_usize..) {
        let visits = row.rsplit(',').next().expect("visits");
        let searched: Vec<bool> = visits.split('|').map(|seat| seat.chars().any(|c| c.is_ascii_digit())).collect();
        assert_eq!(searched.iter().position(|&searched| searched), Some(game % 2), "{row}");
        assert_eq!(searched.iter().filter(|&&searched| searched).count(), 1, "{row}");
    }
    // The matches are of new and old weights against that bot.
    let gates: Vec<&str> = expected["gates.csv"].lines().skip(1).collect();
    assert_eq!(gates.len(), 2);
    assert!(
        run_in(path, &format!("{RIVER} --out one")).stderr.contains("--against greedy:eval=hand there, not asked for")
    );
    let wrong = run_in(path, &format!("{RIVER} --against nobody --out none"));
    assert!(wrong.code == Some(2) && wrong.stderr.contains("bot \"nobody\" is unknown"), "{wrong:?}");
    assert!(!path.join("none").exists());
}

#[test]
fn trained_weights_are_played_with_and_are_part_of_the_plan() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{RIVER} --out t")).ok();
    let play = "tournament --bots greedy:eval=t/weights-2.toml greedy random --deals 20 --quiet";
    run_in(path, &format!("{play} --out run")).ok();
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(path.join("run/manifest.json")).expect("text")).expect("JSON");
    let hash = manifest["weights"]["t/weights-2.toml"].as_str().expect("a fingerprint").to_owned();
    assert_eq!(hash.len(), 16);
    run_in(path, "verify run").ok();
    // A few games already beat random moves by far.
    let shown: Value =
        serde_json::from_str(&run_in(path, &format!("{play} --json --out run")).ok().stdout).expect("JSON");
    let standings = shown["standings"].as_array().expect("a list");
    assert_eq!(standings.last().expect("three")["bot"], "random", "{shown}");

    let other = "tournament --bots greedy:eval=t/weights-2.toml random --deals 2 --players 3 --out other";
    let said = run_in(path, &format!("{other} --set building.mill-a.points=9 --set building.mill-a.cost.wood=1")).ok();
    let notes = [
        "weights t/weights-2.toml: made for 2 players, used with 3\n",
        "weights t/weights-2.toml: made for other rules: 2 values differ: building.mill-a.points is 9, not 5, building.mill-a.cost.wood is 1, not 3",
    ];
    assert!(notes.iter().all(|note| said.stderr.matches(note).count() == 1), "{}", said.stderr);

    let weights = fs::read_to_string(path.join("t/weights-2.toml")).expect("text");
    fs::write(path.join("t/weights-2.toml"), weights.replacen("[features]", "# mine\n[features]", 1)).expect("written");
    let refused = run_in(path, &format!("{play} --out run"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(&format!("weights t/weights-2.toml ({hash}), learned")), "{}", refused.stderr);
    let balance = run_in(path, "balance --bots greedy:eval=t/weights-1.toml --elements mill-a --deals 10 --quiet").ok();
    assert!(balance.stdout.contains("mill-a"), "{}", balance.stdout);
    run_in(path, "match --focus mcts:sims=20,select=ucb1 --against random --deals 20 --quiet --out u").ok();
    let shares = "mcts:sims=20,eval=t/weights-1.toml,policy=learned,rollout=learned";
    run_in(path, &format!("match --focus {shares} --against random --deals 20 --quiet --out m")).ok();
}

#[test]
fn weights_name_the_command_that_gives_them() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("rules.toml"), "[building.mill-a]\npoints = 9\n").expect("written");
    let command = "riverlab train the-river --rules rules.toml --set building.mill-b.points=9 --players 2 --generations 1 \
                   --games 20 --sims 2 --gate-deals 10 --seed 1";
    run_in(path, &format!("{} --quiet --out t", command.strip_prefix("riverlab ").expect("it begins so"))).ok();
    let text = fs::read_to_string(path.join("t/weights-1.toml")).expect("weights");
    let weights: toml::Table = text.parse().expect("TOML");
    assert_eq!(weights["provenance"]["command"].as_str(), Some(command));
}

#[test]
fn what_cannot_be_trained_or_read_is_refused() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &RIVER.replace("--generations 2", "--generations 1 --out t")).ok();
    let before = files(&path.join("t"));
    fs::create_dir(path.join("other")).expect("a folder");
    fs::write(path.join("other/notes.txt"), "mine").expect("written");
    fs::write(path.join("broken.toml"), "game = \n").expect("written");
    for (arguments, expected) in [
        ("train dice", "dice: this game has no features to learn from"),
        ("train --players 7", "--players 7: the-river is for 2 to 4 players"),
        ("train --games 5", "expected a whole number from 20 to 1000000"),
        ("train --out other", "is not empty and holds no training"),
        ("train --out other --force", "is not empty and holds no training"),
        ("train --out t --games 40 --generations 1 --sims 8 --gate-deals 10 --seed 5", "games 30 there, 40 asked for"),
        ("tournament --bots greedy:eval=t/none.toml random", "weights of the-river: No such file"),
        ("tournament --bots greedy:eval=broken.toml random", "weights of the-river: TOML parse error at line 1"),
        (
            "tournament --bots greedy:eval=best random",
            "eval=best: expected hand, learned or the path of a file of weights",
        ),
        (
            "tournament --bots mcts:policy=learned,eval=hand random",
            "policy=learned: expected another value, or eval=learned",
        ),
        (
            "tournament --bots mcts:rollout=learned,eval=hand random",
            "rollout=learned: expected another value, or eval=",
        ),
        ("tournament --bots mcts:policy=learned,eval=learned,select=ucb1 random", "expected off, or select=puct"),
        ("tournament dice --bots greedy:eval=learned random", "expected hand or a file: dice comes without"),
        ("tournament dice --bots greedy:eval=t/weights-1.toml random", "weights of dice: these are of the-river"),
    ] {
        let ran = run_in(path, arguments);
        assert!(ran.code == Some(2) && ran.stderr.contains(expected), "{arguments}: {ran:?}");
    }
    assert!(files(&path.join("t")) == before, "nothing is touched");
    assert_eq!(fs::read_to_string(path.join("other/notes.txt")).expect("text"), "mine");
    let rows = &before["games-1.csv"];
    let last = rows.rfind("\n30,").expect("the last row") + 4;
    for (place, written, expected) in [
        (last + 3, "~", "games-1.csv: game 30: decision 4 is none of"),
        (rows.rfind('|').expect("two seats"), "/", "games-1.csv: game 30: visits of p2 are missing"),
    ] {
        let mut damaged = rows.clone();
        damaged.replace_range(place..=place, written);
        fs::write(path.join("t/games-1.csv"), damaged).expect("written");
        let ran = run_in(path, &RIVER.replace("--generations 2", "--generations 1 --out t"));
        assert!(ran.code == Some(2) && ran.stderr.contains(expected), "{ran:?}");
    }
}
