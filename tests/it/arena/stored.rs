//! Runs in folders: reports, parts put together, and checks.

use std::fs;
use std::path::Path;

use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::session::Session;
use riverlab_arena::store::run_dir::OnExisting;
use riverlab_arena::table::{GameTable, Table};
use riverlab_engine::RulesSource;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;

use crate::cli::program::{folder, interrupt, results, run_in, shell_in};

const PLAN: &str = "tournament the-river --players 3 --bots greedy random random --deals 11 --seed 4 --quiet";

fn play_parts(folder: &Path, plan: &str, of: u64) -> String {
    for number in (1..=of).rev() {
        run_in(folder, &format!("{plan} --shard {number}/{of} --out part{number}")).ok();
    }
    (1..=of).map(|number| format!("part{number}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn merged_parts_are_the_very_same_files() {
    for (plan, of) in [
        (PLAN, 4),
        (PLAN, 1),
        ("tournament dice --players 2 --bots greedy random --deals 50 --seed 2 --quiet --schedule gauntlet", 7),
        ("tournament the-river --set building.mill-a.points=6 --bots greedy random --deals 6 --quiet", 3),
    ] {
        let folder = folder();
        let path = folder.path();
        let whole = run_in(path, &format!("{plan} --out whole")).ok();
        let parts = play_parts(path, plan, of);
        let merged = run_in(path, &format!("merge {parts} --out merged")).ok();
        assert!(results(&path.join("merged")) == results(&path.join("whole")), "{plan} in {of} parts");
        assert_eq!(merged.stdout, whole.stdout);
        // Another time there is nothing to do.
        let again = run_in(path, &format!("merge {parts} --out merged")).ok();
        assert_eq!(again.stdout, whole.stdout);
        run_in(path, "verify merged").ok();
        run_in(path, "verify part1").ok();
    }
}

#[test]
fn a_part_gets_no_more_deals() {
    let folder = folder();
    let play = |deals: u32| {
        let plan = format!("tournament dice --bots greedy random --deals {deals} --shard 1/2 --quiet --out part");
        run_in(folder.path(), &plan)
    };
    play(4).ok();
    let refused = play(6);
    let why = "--deals 4 there, 6 asked for; the deals of a part follow from those of the whole run";
    assert!(refused.code == Some(2) && refused.stderr.contains(why), "{refused:?}");
}

#[test]
fn an_interrupted_merge_is_continued() {
    let folder = folder();
    let path = folder.path();
    let parts = play_parts(path, PLAN, 3);
    run_in(path, &format!("merge {parts} --out merged")).ok();
    let expected = results(&path.join("merged"));
    let games = fs::read_to_string(path.join("merged/games.csv")).expect("games.csv");
    for cut in [0, 100, games.len() / 2] {
        interrupt(&path.join("merged"), &games[..cut]);
        run_in(path, &format!("merge {parts} --out merged")).ok();
        assert!(results(&path.join("merged")) == expected, "cut at byte {cut}");
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = folder();
    let path = folder.path();
    play_parts(path, PLAN, 3);
    run_in(path, &format!("{PLAN} --out whole")).ok();
    run_in(path, &format!("{} --shard 3/3 --out other", PLAN.replace("--seed 4", "--seed 5"))).ok();
    run_in(path, &format!("{PLAN} --shard 1/2 --out half")).ok();
    let games = fs::read_to_string(path.join("part2/games.csv")).expect("games.csv");
    fs::create_dir(path.join("begun")).expect("a folder");
    fs::copy(path.join("part2/manifest.json"), path.join("begun/manifest.json")).expect("copied");
    interrupt(&path.join("begun"), &games);
    for (parts, message) in [
        ("part1 part3", "merge: of 3 parts these are missing: 2/3"),
        ("part1 part2 part2", "part2: is part 2/3, and so is part2"),
        ("part1 part2 other", "other: is of another run than part1: --seed 5 there, 4 in the other"),
        ("part1 part2 half", "half: is of another run than part1: it is part 1/2, of 2 and not 3 parts"),
        ("whole", "whole: is no part of a run: parts are played with --shard K/M"),
        ("part1 begun part3", "begun: is not complete: give the command that made it again"),
        ("nothing", "cannot read nothing/manifest.json: No such file or directory (os error 2)"),
    ] {
        let ran = run_in(path, &format!("merge {parts} --out merged"));
        assert_eq!((ran.code, ran.stderr), (Some(2), format!("error: {message}\n")), "{parts}");
        assert!(!path.join("merged").exists(), "{parts}");
    }
    fs::write(path.join("part2/games.csv"), &games[..games.len() / 2]).expect("written");
    let ran = run_in(path, "merge part1 part2 part3 --out merged");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("part2") && ran.stderr.contains("although the run is complete"), "{}", ran.stderr);
    assert!(!path.join("merged").exists());
}

/// Neither --force nor a damaged part may cost a finished game, or pass for a whole.
#[test]
fn merging_loses_no_game() {
    let folder = folder();
    let path = folder.path();
    let parts = play_parts(path, PLAN, 2);
    for force in ["", " --force"] {
        let before = results(&path.join("part1"));
        let ran = run_in(path, &format!("merge {parts} --out part1{force}"));
        let message = "error: part1: is one of the parts: choose another --out\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
        assert!(results(&path.join("part1")) == before);
    }
    // A part that claims to be complete without saying how many games it has.
    let manifest = fs::read_to_string(path.join("part2/manifest.json")).expect("a manifest");
    let silent: Vec<&str> = manifest.lines().filter(|line| !line.contains("\"games_played\"")).collect();
    fs::write(path.join("part2/manifest.json"), silent.join("\n").replace("true,\n}", "true\n}")).expect("written");
    let games = fs::read_to_string(path.join("part2/games.csv")).expect("games.csv");
    fs::write(path.join("part2/games.csv"), &games[..games.len() / 2]).expect("written");
    let ran = run_in(path, &format!("merge {parts} --out merged"));
    assert!(ran.code == Some(2) && ran.stderr.contains("although the run is complete"), "{ran:?}");
    assert!(!path.join("merged").exists());
    // Another run is replaced only by a whole one.
    run_in(path, "tournament dice --bots random random --deals 2 --out there").ok();
    let before = results(&path.join("there"));
    let ran = run_in(path, &format!("merge {parts} --out there --force"));
    assert!(ran.code == Some(2) && results(&path.join("there")) == before, "{ran:?}");
}

/// A disk that is full ends a merge with an error about it, and what was written is gone on with.
#[test]
fn a_merge_onto_a_full_disk_is_continued() {
    let folder = folder();
    let path = folder.path();
    let plan = "tournament dice --bots random random --deals 12000 --quiet";
    let parts = play_parts(path, plan, 2);
    let ran = shell_in(path, &format!("ulimit -f 2500; exec $RIVERLAB merge {parts} --out merged"));
    let message = "error: cannot write merged/games.csv: File too large (os error 27)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
    run_in(path, &format!("merge {parts} --out merged")).ok();
    run_in(path, &format!("{plan} --out whole")).ok();
    assert!(results(&path.join("merged")) == results(&path.join("whole")));
}

#[test]
fn verify_says_what_it_did_not_check() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament the-river --bots greedy random --deals 5 --quiet --out out").ok();
    let games = fs::read_to_string(path.join("out/games.csv")).expect("games.csv");
    interrupt(&path.join("out"), &games[..games.len() / 2]);
    let ran = run_in(path, "verify out").ok();
    assert!(ran.stdout.starts_with("out: not complete, tables not checked; "), "{ran:?}");
    interrupt(&path.join("out"), "");
    let ran = run_in(path, "verify out");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: out: holds no whole game yet\n"));
}

#[test]
fn deleted_tables_of_a_complete_run_come_back() {
    let folder = folder();
    let path = folder.path();
    let plan = "match dice --focus greedy --against random --deals 9 --quiet --out out";
    run_in(path, plan).ok();
    let before = results(&path.join("out"));
    for name in ["standings.csv", "match.csv"] {
        fs::remove_file(path.join("out").join(name)).expect("removed");
    }
    run_in(path, plan).ok();
    assert!(results(&path.join("out")) == before);
}

/// The second game of a run, won by another with the points of a possible game.
fn forged(games: &str) -> String {
    let lines: Vec<&str> = games.lines().collect();
    let columns = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let (mut first, mut second) = (columns(lines[3]), columns(lines[4]));
    // Everything from the score on changes hands, but for the place in turn order at the end.
    for column in 6..first.len() - 1 {
        std::mem::swap(&mut first[column], &mut second[column]);
    }
    let mut forged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    (forged[3], forged[4]) = (first.join(","), second.join(","));
    forged.join("\n") + "\n"
}

#[test]
fn verify_finds_what_was_changed() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament the-river --bots greedy random --deals 5 --quiet --out out").ok();
    let ran = run_in(path, "verify out --sample 4").ok();
    assert!(ran.stdout.contains("4 of 10 games played again"), "{}", ran.stdout);
    // 0 of 4: Clopper and Pearson's upper end is 1 - 0.025^(1/4).
    assert!(ran.stdout.contains("at most 60.2 % of all can differ"), "{}", ran.stdout);
    let ran = run_in(path, "verify out").ok();
    assert!(ran.stdout.ends_with("10 of 10 games played again, all went the same way: these are all\n"), "{ran:?}");

    let standings = fs::read_to_string(path.join("out/standings.csv")).expect("standings.csv");
    fs::write(path.join("out/standings.csv"), standings.replacen(",10,", ",11,", 1)).expect("written");
    let ran = run_in(path, "verify out");
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(1), "error: out/standings.csv: does not follow from the games\n")
    );

    // A forged game whose tables follow from it: only playing it again tells, where no moves are kept.
    let plan = "tournament dice --bots greedy random --deals 5 --quiet --out dice";
    run_in(path, plan).ok();
    let games = fs::read_to_string(path.join("dice/games.csv")).expect("games.csv");
    interrupt(&path.join("dice"), &forged(&games));
    run_in(path, plan).ok();
    let ran = run_in(path, "verify dice");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("1 of 10 games played again went another way, the first is game 2 (deal 1"), "{ran:?}");
}

#[test]
fn times_that_cannot_be_are_found() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament dice --bots greedy mcts:sims=5 --deals 5 --timing --quiet --out out").ok();
    run_in(path, "verify out").ok();
    let changed = |name: &str, change: &dyn Fn(&str) -> String| {
        let file = path.join("out").join(name);
        let before = fs::read_to_string(&file).expect("a file");
        fs::write(&file, change(&before)).expect("written");
        let ran = run_in(path, "verify out");
        fs::write(&file, before).expect("written");
        assert!(ran.stdout.is_empty(), "{ran:?}");
        (ran.code.expect("a code"), ran.stderr)
    };
    let manifest = fs::read_to_string(path.join("out/manifest.json")).expect("a manifest");
    let end = manifest.split_once("\"end\": \"").expect("an end").1[..20].to_owned();
    for (time, why) in [
        ("yesterday", "expected a time such as "),
        ("2026-02-30T00:00:00Z", "expected a time such as "),
        ("1999-12-31T00:00:00Z", "before the start, "),
    ] {
        let (code, message) =
            changed("manifest.json", &|text| text.replace(&format!("\"end\": \"{end}"), &format!("\"end\": \"{time}")));
        assert!(code == 1 && message.contains(&format!("manifest.json: end: \"{time}\": {why}")), "{message}");
    }
    let (code, message) = changed("manifest.json", &|text| text.replace(&format!("\"{end}\""), "null"));
    assert!(code == 1 && message.contains("manifest.json: "), "{message}");

    let row = |text: &str| text.lines().nth(1).expect("a row").split(',').map(str::to_owned).collect::<Vec<_>>();
    for (column, value, why) in [
        (0, "nobody", "line 2: the run has no such bot"),
        (1, "100000", "line 2: greedy took "),
        (1, "-1", "line 2: no row of times of a bot"),
        (2, "1000000", "line 2: these cannot be times of one bot"),
        (3, "1000000", "line 2: these cannot be times of one bot"),
        (5, "-3", "line 2: these cannot be times of one bot"),
    ] {
        let (code, message) = changed("timing.csv", &|text| {
            let (old, mut new) = (row(text), row(text));
            value.clone_into(&mut new[column]);
            text.replace(&old.join(","), &new.join(","))
        });
        assert!(code == 1 && message.contains(&format!("out/timing.csv: {why}")), "{message}");
    }
}

#[test]
fn a_folder_of_other_rules_is_not_read() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament the-river --bots greedy random --deals 2 --quiet --out out").ok();
    let manifest = fs::read_to_string(path.join("out/manifest.json")).expect("a manifest");
    for (what, new, message) in [
        ("\"rules_hash\": \"", "\"rules_hash\": \"0", "out: was played with rules 0"),
        ("\"version\": \"", "\"version\": \"9.", "out: was played with riverlab version 9."),
        ("\"players\": 2", "\"players\": 9", "--players 9: the-river is for 2 to 4 players"),
        ("\"games\": 4", "\"games\": 400", "out: has a manifest that does not fit together"),
        ("\"pairing\": \"full\"", "\"pairing\": \"knockout\"", "out/manifest.json: is no manifest of a run"),
        ("\"reproducible\": true", "\"reproducible\": false", "out: has a manifest that does not fit together"),
        ("\"deals\": 2", "\"deals\": 18446744073709551615", "make more than 1000000000000 games"),
        ("\"pairing\": \"full\"", "\"pairing\": \"gauntlet:9\"", "gauntlet:9: needs more than 9 bots, 2 are given"),
        (
            "\"pairing\": \"full\"",
            "\"comparison\": \"baseline\", \"pairing\": \"full\"",
            "a match has no schedule full",
        ),
        ("\"seed\": 1", "\"stop\": {\"width\": 5.0}, \"seed\": 1", "width `5` is not a number from 0.0005 to 0.5"),
        ("\"seed\": 1", "\"stop\": {\"width\": 0.3}, \"seed\": 1", "the number of deals follows from the width"),
        ("\"the-river\"", "\"chess\"", "game \"chess\" is unknown"),
    ] {
        fs::write(path.join("out/manifest.json"), manifest.replacen(what, new, 1)).expect("written");
        for command in ["verify out", "report out", "merge out --out merged"] {
            let ran = run_in(path, command);
            // Damage, unless the folder is one of another program.
            let is_other = ["rules_hash", "version", "chess"].iter().any(|other| new.contains(other));
            let code = if command == "verify out" && !is_other { 1 } else { 2 };
            assert_eq!(ran.code, Some(code), "{what}: {ran:?}");
            assert!(ran.stderr.contains(message), "{what}: {}", ran.stderr);
        }
    }
    // A bot that this program does not have played there: the run can be read, but not played again.
    fs::write(path.join("out/manifest.json"), manifest.replace("greedy", "alphazero")).expect("written");
    let games = fs::read_to_string(path.join("out/games.csv")).expect("rows");
    fs::write(path.join("out/games.csv"), games.replace("greedy", "alphazero")).expect("written");
    let refused = run_in(path, "verify out");
    assert!(refused.code == Some(2) && refused.stderr.contains("bot \"alphazero\" is unknown"), "{refused:?}");
    assert!(run_in(path, "report out").ok().stdout.contains("alphazero"));
}

#[test]
fn a_report_shows_an_unfinished_run() {
    let folder = folder();
    let path = folder.path();
    run_in(path, &format!("{PLAN} --out out")).ok();
    let whole = run_in(path, "report out").ok().stdout;
    for part in ["who ends above whom", "seats in turn order", "rating", "greedy", "(all)"] {
        assert!(whole.contains(part), "{part} is not in {whole}");
    }
    let games = fs::read_to_string(path.join("out/games.csv")).expect("games.csv");
    interrupt(&path.join("out"), &games[..games.len() / 2]);
    assert!(run_in(path, "report out").ok().stdout.contains("deals: 5"));
    fs::write(path.join("out/games.csv"), "").expect("written");
    let ran = run_in(path, "report out");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: out: holds no whole deal yet\n"));
}

#[test]
fn parts_that_are_there_can_be_looked_at_together() {
    let folder = folder();
    let run = "tournament --bots greedy random --deals 12 --quiet";
    for part in 1..=3 {
        run_in(folder.path(), &format!("{run} --shard {part}/3 --out part{part}")).ok();
    }
    let merged = run_in(folder.path(), "merge part1 part2 part3 --out whole").ok();
    let partial = run_in(folder.path(), "merge part3 part1 part2 --partial").ok();
    assert_eq!(partial.stdout, merged.stdout);
    assert_eq!(partial.stderr, "note: 12 of 12 deals\n");
    // A part that is missing, and one that ends in the middle of its second deal.
    let part = folder.path().join("part3");
    let games = fs::read_to_string(part.join("games.csv")).expect("a journal");
    let cut: Vec<&str> = games.lines().take(1 + 4 + 2).collect();
    interrupt(&part, &(cut.join("\n") + "\n"));
    let partial = run_in(folder.path(), "merge part1 part3 --partial").ok();
    assert_eq!(partial.stderr, "note: 5 of 12 deals\n");
    assert!(partial.stdout.starts_with("the-river, 2 players, deals: 5, games: 10, seed: 1\n"), "{}", partial.stdout);
    let ran = run_in(folder.path(), "merge part1 part1 --partial");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn a_report_shows_balance_studies_finished_or_not() {
    let folder = folder();
    let study = "balance --bots random --elements mill-a fort-a --deals 10 --quiet --out study";
    let played = run_in(folder.path(), study).ok().stdout;
    assert_eq!(run_in(folder.path(), "report study").ok().stdout, played);
    let json: serde_json::Value =
        serde_json::from_str(&run_in(folder.path(), "report study --json").ok().stdout).expect("JSON");
    assert!(json.is_object());
    let path = folder.path().join("study/manifest.json");
    let manifest = fs::read_to_string(&path).expect("a manifest").replace("\"complete\": true", "\"complete\": false");
    fs::write(&path, manifest).expect("written");
    let blocks = fs::read_to_string(folder.path().join("study/blocks.csv")).expect("a journal");
    let cut: Vec<&str> = blocks.lines().take(blocks.lines().count() / 2).collect();
    fs::write(folder.path().join("study/blocks.csv"), cut.join("\n") + "\n").expect("written");
    let part = run_in(folder.path(), "report study").ok().stdout;
    assert!(part.contains("random: ban") && part != played, "{part}");
}

#[test]
fn tables_fit_a_terminal_and_can_be_plain_ascii() {
    let folder = folder();
    run_in(folder.path(), "tournament --bots mcts:sims=5 greedy random --deals 8 --out run --quiet").ok();
    run_in(folder.path(), "balance --bots greedy --deals 5 --out study --quiet").ok();
    let longest = |text: &str| text.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
    let is_table = |line: &&str| line.starts_with(' ');
    for folder_of in ["run", "study"] {
        let shown = shell_in(folder.path(), &format!("LC_ALL=C.UTF-8 $RIVERLAB report {folder_of}")).ok().stdout;
        let tables = shown.lines().filter(is_table).collect::<Vec<_>>().join("\n");
        assert!(longest(&tables) <= 80, "{tables}");
        let wide = run_in(folder.path(), &format!("report {folder_of} --wide")).ok().stdout;
        assert!(longest(&wide) > 100 && !wide.contains("--wide") && shown.contains("--wide also shows: "), "{wide}");
        assert!(!wide.is_ascii());
        let ascii = shell_in(folder.path(), &format!("LC_ALL=C $RIVERLAB report {folder_of} --wide")).ok().stdout;
        assert!(ascii.is_ascii() && !ascii.contains('?') && ascii.lines().count() == wide.lines().count(), "{ascii}");
    }
}

#[test]
fn a_trial_ends_soon_whatever_the_bots() {
    let folder = folder();
    let ran = run_in(folder.path(), "tournament connect-four --bots mcts:sims=1000000000 random --dry-run").ok();
    assert!(ran.stdout.contains("tried: 0 whole games, ") && ran.stdout.contains("at most +-"), "{}", ran.stdout);
    // A bot that never wins has the interval of a run in which it never wins.
    let never = run_in(folder.path(), "tournament --bots greedy random --deals 500 --dry-run --out a/b").ok().stdout;
    assert!(never.starts_with(
        "riverlab tournament the-river --players 2 --bots greedy random --deals 500 --seed 1 --out a/b\n"
    ));
    run_in(folder.path(), "tournament --bots greedy random --deals 500 --quiet --out run").ok();
    let standings = fs::read_to_string(folder.path().join("run/standings.csv")).expect("a table");
    let last = standings.lines().last().expect("a row").split(',').collect::<Vec<_>>();
    let column = |name: &str| standings.lines().next().expect("a header").split(',').position(|n| n == name);
    let hi: f64 = last[column("share_hi").or(column("hi")).expect("a column")].parse().expect("a number");
    assert!(never.contains(&format!("0.000 .. {hi:.3}")), "{never}\n{hi}");
}

/// A plan is played at a table of its game and its rules.
#[test]
fn plans_of_other_games_or_rules_are_refused() {
    let out = folder().path().join("out");
    let bots = ["greedy", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
    let plan = Plan::new(Request::tournament(2, bots, 4, 1), &GameTable::<TheRiver>::standard()).expect("a plan");
    let source = RulesSource { file: None, sets: vec!["building.mill-a.points=7".to_owned()] };
    let changed = GameTable::<TheRiver>::open(&source).expect("rules");
    let others: [(&dyn Table, &str); 2] = [
        (&GameTable::<Dice>::standard(), "game the-river, this is dice"),
        (&changed, &format!("rules {}, this is {}", plan.context.rules_hash, changed.facts().rules_hash)),
    ];
    for (table, says) in others {
        let refused = Session::open(&out, &plan, table, OnExisting::Continue).err().expect("it is refused").to_string();
        assert_eq!(refused, format!("the plan does not fit the game: it was played with {says}"));
        assert!(!out.exists());
    }
}
