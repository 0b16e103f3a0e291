//! Tuning: the same bytes whatever the threads and interruptions, and clear refusals.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::program::{folder, results, run_in};
use crate::long::scaled;

const DICE: &str = "tune dice --bot mcts:sims=6 --over c=0.1..2:log select=ucb1,puct sims=2..9 prior=1..30:log?select=puct \
                    --against greedy --games 1200 --confirm 100 --seed 3 --quiet";

const OWN: [&str; 8] = [
    "trials.csv",
    "options.csv",
    "option-pairs.csv",
    "options.svg",
    "pairs.svg",
    "tuned.toml",
    "tuning.json",
    "report.html",
];

/// The files of a tuning, those of its match included.
fn files(folder: &Path) -> Vec<(String, String)> {
    let read = |name: &str| (name.to_owned(), fs::read_to_string(folder.join(name)).expect(name));
    let mut files: Vec<(String, String)> = OWN.into_iter().map(read).collect();
    files.extend(results(&folder.join("confirm")).into_iter().map(|(name, text)| (format!("confirm/{name}"), text)));
    files
}

#[test]
fn tunings_do_not_depend_on_threads_or_interruptions() {
    let folder = folder();
    let path = folder.path();
    let one = run_in(path, &format!("{DICE} --threads 1 --out one")).ok();
    let expected = files(&path.join("one"));
    let trials = &expected[0].1;
    run_in(path, &format!("{DICE} --threads 2 --out two")).ok();
    assert!(files(&path.join("two")) == expected, "other bytes with two threads");

    // Killed at eight places or twenty: in the header, in a row, between the rows of a deal, in any stage; and before the match.
    let places = scaled(8, 20);
    for step in 0..places {
        let cut = trials.len() * step / places + step % 3;
        fs::write(path.join("two/trials.csv"), &trials[..cut]).expect("written");
        if step == 7 {
            fs::remove_dir_all(path.join("two/confirm")).expect("removed");
        }
        let again = run_in(path, &format!("{DICE} --out two")).ok();
        assert_eq!(again.stdout, one.stdout);
        assert!(files(&path.join("two")) == expected, "other bytes after {cut} of {}", trials.len());
    }

    // The plan is one that matches take.
    run_in(path, "match --plan one/tuned.toml --deals 20 --quiet --out match").ok();
    let json = run_in(path, &format!("{DICE} --json --out one")).ok();
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let bot = json["bot"].as_str().expect("a bot");
    assert!(bot.starts_with("mcts:c=") && one.stdout.starts_with(&format!("{bot}\n")), "{bot}");
    assert_eq!(json["options"].as_array().map(Vec::len), Some(4));
    assert!(
        json["confirmed"].is_object()
            && json["verdict"].as_str().is_some_and(|words| words.contains("the bot as it was"))
    );
}

#[test]
fn whole_numbers_and_values_are_those_the_bot_takes() {
    let folder = folder();
    let path = folder.path();
    let command = "tune the-river --bot mcts:sims=4,depth=2 --over sims=2..9 rollout=mast,random,learned:4 \
                   --against greedy random --players 3 --games 2400 --confirm 0 --quiet --out t";
    run_in(path, command).ok();
    let trials = fs::read_to_string(path.join("t/trials.csv")).expect("trials");
    let rows: Vec<Vec<&str>> = trials.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(trials.starts_with("round,stage,settings,deals,setting,sims,rollout,deal,share\n"));
    assert!(rows.iter().all(|row| row[5].parse::<u64>().is_ok_and(|sims| (2..=9).contains(&sims))));
    assert!(["mast", "random", "learned:4"].iter().all(|value| rows.iter().any(|row| row[6] == *value)));
    // Settings of a round play the same deals, three games each of the only line-up.
    assert!(rows.iter().any(|row| row[1] == "finals"));
    assert!(!path.join("t/confirm").exists());
}

#[test]
fn values_of_the_rules_are_tuned_to_a_share_of_the_first_seat() {
    let folder = folder();
    let path = folder.path();
    let (games, confirm) = scaled((200, 30), (260, 60));
    let command = format!(
        "tune the-river --over rules:building.mill-a.points=2..8 sims=2..6 --bot flat --objective first-seat-share:0.55 \
         --games {games} --confirm {confirm} --seed 4 --quiet"
    );
    let names = ["trials.csv", "options.csv", "options.svg", "report.html", "tuned.toml", "confirm.csv"];
    let files = |of: &str| names.map(|name| fs::read_to_string(path.join(of).join(name)).expect(name));
    let one = run_in(path, &format!("{command} --threads 1 --out one")).ok();
    let expected = files("one");
    run_in(path, &format!("{command} --threads 2 --out two")).ok();
    assert!(files("two") == expected, "other bytes with two threads");
    // Killed in the design, in the finals, and while the winner is put to the test.
    let kills = [("trials.csv", 0.1), ("trials.csv", 0.95), ("confirm.csv", 0.5)];
    for (name, part) in kills.into_iter().skip(scaled(1, 0)) {
        let whole = fs::read_to_string(path.join("two").join(name)).expect(name);
        fs::write(path.join("two").join(name), &whole[..(whole.len() as f64 * part) as usize]).expect("written");
        assert_eq!(run_in(path, &format!("{command} --out two")).ok().stdout, one.stdout);
        assert!(files("two") == expected, "other bytes after {part} of {name}");
    }
    assert!(one.stdout.starts_with("flat:sims=") && one.stdout.contains(" --set building.mill-a.points="), "{one:?}");
    assert!(
        one.stdout.contains("share of the player who begins: ") && one.stdout.contains("what there was"),
        "{one:?}"
    );
    let trials = &expected[0];
    assert!(trials.lines().skip(1).all(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        cells[5].parse::<u64>().is_ok_and(|points| (2..=8).contains(&points)) && ["0", "0.5", "1"].contains(&cells[8])
    }));
    assert!(expected[4].contains("set = [\"building.mill-a.points="), "{}", expected[4]);
    run_in(path, "tournament --plan one/tuned.toml --deals 3 --quiet --out games").ok();
    let json = run_in(path, &format!("{command} --json --out one")).ok();
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&json["objective"], &json["confirmed"]["deals"]), (&"first-seat-share:0.55".into(), &confirm.into()));
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{DICE} --confirm 0 --out t").replacen("--confirm 100 ", "", 1)).ok();
    let before = fs::read_to_string(path.join("t/trials.csv")).expect("trials");
    fs::create_dir(path.join("other")).expect("a folder");
    fs::write(path.join("other/notes.txt"), "mine").expect("written");
    let plain = "--bot mcts:sims=6 --against greedy";
    for (arguments, expected) in [
        (format!("dice {plain} --over c=2..1"), "2..1: expected the lower end first"),
        (format!("dice {plain} --over d=1..2"), "bot \"mcts\" has no option \"d\""),
        (format!("dice {plain} --over c=-5..2"), "c=-5: expected"),
        (format!("dice {plain} --over select=ucb1,uct"), "select=uct: expected"),
        (format!("dice {plain} --over sims=0.5..9"), "sims=0.5: expected"),
        (format!("dice {plain} --over c=0..1 --games 30"), "--games 30: expected at least 400 for this field"),
        (format!("dice {plain} --over c=0..1 c=1..2"), "--over: c is given twice"),
        (format!("dice {plain} --over c=0..1 --players 9"), "--players 9: dice is for 2 to 6 players"),
        (format!("dice {plain} --over c=0..1 --out other --force"), "other: is not empty and holds no tuning"),
        (format!("dice {plain} --over c=0..1 --out t"), "t: holds another tuning: --over c=0.1..2:log"),
        ("dice --bot nobody --against greedy --over c=0..1".to_owned(), "bot \"nobody\" is unknown"),
        ("the-river --over rules:building.mill-a.points=2..8".to_owned(), "--against: expected the bots of the field"),
        (
            "the-river --over rules:building.mill-a.points=2..8 --against greedy --objective first-seat-share"
                .to_owned(),
            "--against greedy: with --objective first-seat-share copies of the bot play each other",
        ),
        ("the-river --over rules:building.mill.points=2..8 --against greedy".to_owned(), "building.mill.points"),
        ("the-river --over rules:building.mill-a.points=-2..8 --against greedy".to_owned(), "building.mill-a.points"),
        (
            "dice --over rules:sides=4..8 --against greedy".to_owned(),
            "--set sides=4: dice has no tables that could be changed",
        ),
        (
            "the-river --over rules:building.mill-a.points=2..8 --objective first-seat-share --games 100".to_owned(),
            "--games 100: expected at least 200 for this objective",
        ),
        ("dice --bot mcts --over c=0..1 --objective shares".to_owned(), "expected share, first-seat-share"),
        ("dice --bot mcts --against nobody --over c=0..1".to_owned(), "bot \"nobody\" is unknown"),
    ] {
        let ran = run_in(path, &format!("tune {arguments}"));
        assert!(ran.code == Some(2) && ran.stderr.contains(expected), "{arguments}: {ran:?}");
    }
    assert!(fs::read_to_string(path.join("t/trials.csv")).expect("trials") == before, "nothing is touched");
    assert_eq!(fs::read_to_string(path.join("other/notes.txt")).expect("text"), "mine");

    // An objective of earlier versions leads to what does the same, in any of its commands, and in plans.
    let rules = "tune the-river --over rules:building.mill-a.points=2..8";
    let instead = "`riverlab balance GAME --elements NAME --suggest`";
    fs::write(path.join("spread.toml"), "objective = \"effect-spread\"\n").expect("written");
    for arguments in [
        "--objective effect-spread",
        "--objective effect-spread --elements mill-a shed-a fort-a --games 60000",
        "-e mill-a shed-a fort-a --objective effect-spread",
        "--objective=effect-spread --interventions ban",
        "--plan spread.toml",
    ] {
        let ran = run_in(path, &format!("{rules} {arguments}"));
        assert!(ran.code == Some(2) && ran.stderr.contains(instead), "{arguments}: {ran:?}");
    }
    assert!(!run_in(path, "tune --help").ok().stdout.contains("--elements"));

    // Rows that are none of this tuning.
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let with = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        lines.concat()
    };
    for (text, expected) in [
        (with(1, "round", "rounds"), "t/trials.csv: line 1: expected round,stage,settings,deals,setting,"),
        (with(2, "design", "drawn"), "t/trials.csv: line 2: it is no row of this tuning"),
        (before.replacen('\n', "\n\n", 2), "t/trials.csv: line 2: it is empty"),
        (with(3, "1,design", "2,design"), "t/trials.csv: line 3: it is not the next setting of the deal"),
        (lines[..2].concat() + &lines[3..].concat(), "t/trials.csv: line 3: it is not the next setting of the deal"),
    ] {
        fs::write(path.join("t/trials.csv"), text).expect("written");
        let ran = run_in(path, &format!("{DICE} --confirm 0 --out t").replacen("--confirm 100 ", "", 1));
        assert!(ran.code == Some(2) && ran.stderr.contains(expected), "{expected}: {ran:?}");
    }
}
