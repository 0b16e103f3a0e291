//! Bad input: the message and exit code of each kind, in one snapshot.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::cli::program::{Ran, folder, results, run_in, shell_in};

/// What the user sees, without what differs from machine to machine.
fn seen(report: &mut String, what: &str, folder: &Path, ran: &Ran) {
    let stderr = ran.stderr.replace(&folder.display().to_string(), "DIR");
    let code = ran.code.map_or("none".to_owned(), |code| code.to_string());
    write!(report, "# {what}\n{}exit {code}\n\n", ran.stdout.clone() + &stderr).expect("written");
}

#[test]
fn arguments() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("syntax.toml"), "[supply\n").expect("written");
    fs::write(path.join("type.toml"), "[[building]]\nid = \"mill-a\"\npoints = \"many\"\n").expect("written");
    fs::write(path.join("total.toml"), "[[tile]]\nid = \"forest-wood\"\ncount = 9\n").expect("written");
    fs::write(path.join("latin1.toml"), b"# \xe9\n").expect("written");
    fs::write(path.join("file"), "").expect("written");
    let trace = run_in(path, "trace --seed 5").ok().stdout;
    fs::write(path.join("finished.jsonl"), &trace).expect("written");
    fs::write(path.join("spoiled.jsonl"), trace.replace("\"turn\":\"p2\"", "\"turn\":\"p1\"")).expect("written");
    let mut report = String::new();
    for arguments in [
        "tournament chess",
        "tournament carcassonne:rivers=3",
        "tournament carcassonne:rivers",
        "tournament carcassonne:lakes=2",
        "tournament dice:rivers=2",
        "replay game.jsonl --line 3",
        "tournament --bots alphazero",
        "tournament --bots random:depth=3",
        "tournament --bots random:",
        "tournament --bots mcts:depth",
        "tournament --bots mcts:sims=0",
        "tournament --bots mcts:sims=3,sims=4",
        "tournament --bots mcts:ms=never",
        "tournament --bots mcts:c=NaN",
        "tournament --bots mcts:select=ucb",
        "tournament --bots mcts:rollout=epsilon:2",
        "tournament --bots mcts:value=mix",
        "tournament --bots mcts:depth=-1",
        "tournament --bots mcts:nodes=10",
        "tournament --bots mcts:nodes=5000,threads=8",
        "tournament --bots flat:c=1",
        "tournament --bots ply:samples=0",
        "tournament dice --set points=3",
        "tournament connect-four --players 3",
        "tournament --players 5",
        "tournament --players 1",
        "tournament --players two",
        "tournament --deals 0",
        "tournament --threads 0",
        "tournament --seed -1",
        "tournament --resume --force",
        "tournament --speed 3",
        "tournament --rules missing.toml",
        "tournament --rules syntax.toml",
        "tournament --rules type.toml",
        "tournament --rules total.toml",
        "tournament --rules latin1.toml",
        "tournament --set building.mill-a.points=99",
        "tournament --set building.mill-x.points=3",
        "tournament --set points",
        "games --set supply.4.food=9",
        "tournament --out file",
        "tournament --out /dev/null/results",
        "tournament --out out --resume",
        "trace chess",
        "trace --players 3 --bots random greedy",
        "trace --deal 0",
        "replay missing.jsonl",
        "think",
        "think missing.jsonl",
        "think finished.jsonl",
        "think finished.jsonl --line 1",
        "think finished.jsonl --line 9999",
        "think finished.jsonl --line 4 --bot mcts:sims=many",
        "think finished.jsonl --line 2",
        "think spoiled.jsonl",
        "conquer",
    ] {
        seen(&mut report, &format!("riverlab {arguments}"), path, &run_in(path, arguments));
    }
    assert!(!path.join("results").exists(), "an error has left a folder");
    insta::assert_snapshot!(report);
}

#[test]
fn plans_schedules_and_matches() {
    let folder = folder();
    let path = folder.path();
    for (name, plan) in [
        ("no-toml", "players = [\n"),
        ("unknown-key", "payers = 3\n"),
        ("wrong-type", "players = \"three\"\n"),
        ("wrong-deals", "deals = -3\n"),
        ("wrong-schedule", "schedule = \"knockout\"\n"),
        ("wrong-threads", "threads = 0\n"),
        ("wrong-progress", "progress = \"often\"\n"),
        ("wrong-shard", "shard = \"3/2\"\n"),
        ("no-bots", "bots = []\n"),
        ("of-a-match", "focus = \"greedy\"\n"),
        ("missing-rules", "rules = \"nowhere.toml\"\n"),
    ] {
        fs::write(path.join(format!("{name}.toml")), plan).expect("written");
    }
    let mut report = String::new();
    for arguments in [
        "tournament --plan missing.toml",
        "tournament --plan no-toml.toml",
        "tournament --plan unknown-key.toml",
        "tournament --plan wrong-type.toml",
        "tournament --plan wrong-deals.toml",
        "tournament --plan wrong-schedule.toml",
        "tournament --plan wrong-threads.toml",
        "tournament --plan wrong-progress.toml",
        "tournament --plan wrong-shard.toml",
        "match --plan wrong-shard.toml --focus greedy --against random",
        "tournament --plan no-bots.toml",
        "tournament --plan of-a-match.toml",
        "tournament --plan missing-rules.toml",
        "tournament --deals auto:2",
        "tournament --deals auto:0.02 --shard 1/2",
        "tournament --deals auto:0.02 --schedule swiss:3",
        "tournament --deals auto:ranks:2",
        "tournament --deals auto:ranking",
        "tournament --deals auto:ranks --schedule gauntlet:1",
        "tournament --deals auto:ranks --bots greedy greedy",
        "tournament --deals auto:ranks --shard 1/2",
        "match --focus greedy --against random --deals auto:ranks",
        "tournament --schedule knockout",
        "tournament --schedule swiss:0",
        "tournament --schedule gauntlet:3",
        "tournament --schedule swiss:3 --players 3",
        "tournament --schedule swiss:3 --shard 1/2",
        "tournament --shard 3/2",
        "tournament --shard 1/60",
        "match",
        "match --focus greedy",
        "match --focus greedy --against random --sprt win",
        "match --focus greedy --against random --sprt win:-1",
        "match --focus greedy --against random --sprt 0.1,0.1",
        "match --focus greedy --against random --sprt 0,NaN",
        "match --focus greedy --against random --sprt win:0.1 --alpha 0.7",
        "match --focus greedy --against random --alpha 0.1",
        "match --focus greedy --against random --sprt win:0.1 --deals auto:0.1",
        "match --focus greedy --against nobody",
        "match --plan of-a-match.toml",
        "match --plan no-bots.toml",
        "merge --out merged",
        "merge missing --out merged",
        "verify missing",
        "verify . --sample 0",
        "report .",
    ] {
        seen(&mut report, &format!("riverlab {arguments}"), path, &run_in(path, arguments));
    }
    assert!(!path.join("results").exists() && !path.join("merged").exists(), "an error has left a folder");
    insta::assert_snapshot!(report);
}

#[test]
fn folders() {
    const PLAN: &str = "tournament --bots random random --deals 40 --quiet --out out";
    let folder = folder();
    let path = folder.path();
    let out = path.join("out");
    let mut report = String::new();
    let mut check = |what: &str, arguments: &str| {
        let before = fs::read_to_string(out.join("games.csv")).ok();
        seen(&mut report, what, path, &run_in(path, arguments));
        assert!(fs::read_to_string(out.join("games.csv")).ok() == before, "{what}: something was lost");
    };
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("thesis.txt"), "three years of work").expect("written");
    check("the folder holds something else", PLAN);
    fs::remove_file(out.join("thesis.txt")).expect("removed");
    run_in(path, PLAN).ok();
    check("another seed", &format!("{PLAN} --seed 2"));
    check("other bots", &PLAN.replace("random random", "random greedy"));
    check("other rules", &format!("{PLAN} --set building.mill-a.points=6"));
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    let games = fs::read_to_string(out.join("games.csv")).expect("games.csv");
    let lines: Vec<&str> = games.lines().collect();
    fs::write(out.join("games.csv"), lines[..60].join("\n")).expect("written");
    check("a complete run has lost rows", PLAN);
    fs::write(out.join("manifest.json"), manifest.replace("\"complete\": true", "\"complete\": false"))
        .expect("written");
    let (start, place) = lines[30].rsplit_once(',').expect("columns");
    let other_place = format!("{start},{}", if place == "1" { 2 } else { 1 });
    for (what, line, new) in [
        ("a damaged line", 30, "15,1,8,1,1,random,twelve"),
        ("a line of another game", 30, lines[50]),
        ("a line without numbers", 30, &lines[30].replace(",1,", ",one,") as &str),
        ("a line with the other place in turn order", 30, &other_place),
        ("a line without its place in turn order", 30, start),
        ("a header without the place in turn order", 0, lines[0].strip_suffix(",place").expect("a place")),
        ("another header", 0, "game,winner"),
    ] {
        let mut damaged = lines.clone();
        damaged[line] = new;
        fs::write(out.join("games.csv"), damaged.join("\n") + "\n").expect("written");
        check(what, PLAN);
    }
    fs::write(out.join("manifest.json"), "{}").expect("written");
    check("a manifest that is none", PLAN);
    insta::assert_snapshot!(report);
    run_in(path, &format!("{PLAN} --force")).ok();
    assert!(fs::read_to_string(out.join("games.csv")).expect("games.csv") == games);
}

/// A file system that takes no more: what was finished stays, and the same command goes on when there is room.
#[test]
fn a_full_disk_loses_nothing() {
    let plan = "tournament --bots random random --deals 2000 --quiet --out out";
    let folder = folder();
    let ran = shell_in(folder.path(), &format!("trap '' XFSZ; ulimit -f 40; exec $RIVERLAB {plan}"));
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let written = |file: &str| fs::read_to_string(folder.path().join("out").join(file)).expect("a file");
    let full = |file: &str| ran.stderr == format!("error: cannot write out/{file}: File too large (os error 27)\n");
    let files = ["games.csv", "moves.csv"];
    assert!(files.into_iter().any(full), "{ran:?}");
    let kept = files.map(written);
    assert!(kept.iter().all(|text| text.lines().count() > 100));
    // The last line is cut: the game that it belongs to is played again.
    assert!(files.into_iter().zip(&kept).any(|(file, text)| full(file) && !text.ends_with('\n')));
    let whole_lines = |text: &String| text.matches('\n').count() - 1;
    let whole_games = (whole_lines(&kept[0]) / 2).min(whole_lines(&kept[1]));
    let ran = run_in(folder.path(), &plan.replace(" --quiet", "")).ok();
    assert!(ran.stderr.starts_with(&format!("resuming after {whole_games} of 4000 games\n")), "{ran:?}");
    let whole = files.map(written);
    assert!(whole.iter().zip(&kept).all(|(whole, kept)| whole.starts_with(kept)));
    assert_eq!(whole.map(|text| text.lines().count()), [1 + 2 * 4000, 1 + 4000]);
}

#[test]
fn two_processes_do_not_write_one_run() {
    let folder = folder();
    let plan = "tournament --bots greedy greedy --deals 50000 --out out";
    let script =
        format!("$RIVERLAB {plan} --quiet & PID=$!; sleep 0.5; $RIVERLAB {plan}; CODE=$?; kill -9 $PID; exit $CODE");
    let ran = shell_in(folder.path(), &script);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: out: another riverlab is writing here\n"));
}

/// Whatever is written there: a study, a tuning and a training keep out of a folder in which a tournament is being played.
#[test]
fn nothing_is_replaced_while_another_process_writes_there() {
    let folder = folder();
    let path = folder.path();
    run_in(path, "tournament --bots random random --deals 5 --quiet --out out").ok();
    let before = results(&path.join("out"));
    let lock = fs::File::open(path.join("out")).expect("a folder");
    lock.try_lock().expect("nobody else has it");
    for arguments in [
        "balance the-river --deals 2 --elements mill-a --out out --force --quiet",
        "tournament --bots random greedy --deals 5 --out out --force --quiet",
        "tune dice --bot mcts --over c=0..1 --against greedy --games 400 --out out --force --quiet",
        "train the-river --out out --force --quiet",
    ] {
        let ran = run_in(path, arguments);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(2), "error: out: another riverlab is writing here\n"),
            "{arguments}"
        );
        assert!(results(&path.join("out")) == before, "{arguments}");
    }
    drop(lock);
    run_in(path, "balance the-river --deals 2 --elements mill-a --out out --force --quiet").ok();
}

#[test]
fn force_replaces_nothing_but_runs() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("out")).expect("a folder");
    for name in ["games.csv", "effects.csv", "suggestion.toml"] {
        fs::write(path.join("out").join(name), "my own").expect("written");
    }
    for plan in ["tournament --bots random random --deals 5", "balance the-river --deals 2 --elements mill-a"] {
        let ran = run_in(path, &format!("{plan} --quiet --out out --force"));
        let message =
            "error: out: holds no run that --force could replace (there is effects.csv); choose another --out\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
        assert!(results(&path.join("out")).iter().all(|(_, text)| text == "my own"), "{plan}");
    }
    // Killed while an old run was removed: its manifest has the name of an unfinished file.
    fs::rename(path.join("out/suggestion.toml"), path.join("out/.riverlab-unfinished")).expect("renamed");
    let plan = "tournament --bots random random --deals 5 --quiet --out out";
    assert!(run_in(path, plan).stderr.contains("or --force to replace it"));
    run_in(path, &format!("{plan} --force")).ok();
    assert!(!path.join("out/effects.csv").exists() && !path.join("out/.riverlab-unfinished").exists());
}

/// What is written to a file without a name is lost, so nobody says that the run is complete.
#[test]
fn a_journal_that_is_removed_in_the_middle_ends_the_run() {
    let folder = folder();
    let plan = "tournament --bots greedy greedy --deals 50000 --out out --quiet";
    let wait = "until [ -s out/games.csv ]; do sleep 0.05; done";
    for (what, done) in [("removed", "rm out/games.csv"), ("replaced", "cp out/games.csv copy; mv copy out/games.csv")]
    {
        let script = format!("rm -rf out; $RIVERLAB {plan} & PID=$!; {wait}; {done}; wait $PID");
        let ran = shell_in(folder.path(), &script);
        let message = "error: out/games.csv: was removed or replaced while it was written\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message), "{what}");
        assert!(
            !fs::read_to_string(folder.path().join("out/manifest.json"))
                .expect("a manifest")
                .contains("\"complete\": true")
        );
    }
}

/// What has no end is not read to its end, and in a folder nothing is waited for that nobody writes.
#[test]
fn what_has_no_end_is_refused() {
    let folder = folder();
    let path = folder.path();
    let made = shell_in(path, "ln -s /dev/zero zero.toml; mkdir out; mkfifo out/games.csv");
    assert_eq!(made.code, Some(0), "{made:?}");
    for (arguments, message) in [
        ("games the-river --rules zero.toml", "error: cannot read zero.toml: it is larger than 64 MiB\n"),
        ("match --plan zero.toml", "error: cannot read zero.toml: it is larger than 64 MiB\n"),
        ("trace the-river --bots greedy:eval=./zero.toml", "it is no regular file"),
        ("tournament --bots random random --deals 2 --out out", "(there is games.csv)"),
    ] {
        let ran = run_in(path, arguments);
        assert!(ran.code == Some(2) && ran.stderr.contains(message), "{arguments}: {ran:?}");
    }
    run_in(path, "tournament --bots random random --deals 2 --quiet --out run").ok();
    let pipe = shell_in(path, "rm run/games.csv; mkfifo run/games.csv; $RIVERLAB report run");
    assert!(pipe.code == Some(2) && pipe.stderr.contains("run/games.csv: it is no regular file"), "{pipe:?}");
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    let folder = folder();
    for arguments in ["--help", "tournament --help", "--version"] {
        let ran = shell_in(folder.path(), &format!("$RIVERLAB {arguments} > /dev/full"));
        assert!(ran.code == Some(2) && ran.stderr.contains("No space left on device"), "{arguments}: {ran:?}");
        assert_eq!(shell_in(folder.path(), &format!("$RIVERLAB {arguments} | true")).code, Some(0));
    }
}

/// What a command would not look at, or what says two things, is refused.
#[test]
fn what_would_be_ignored_is_refused() {
    let folder = folder();
    for (arguments, message) in [
        ("trace the-river --game 3", "error: --game 3: the folder of its run is missing: --from DIR\n"),
        ("trace carcassonne:rivers=1,rivers=2", "error: carcassonne:rivers=1,rivers=2: rivers is given twice\n"),
        ("trace the-river:,", "error: the-river:,: \"\": expected KEY=VALUE behind the name of a game\n"),
        ("games the-river:mill", "error: the-river:mill: \"mill\": expected KEY=VALUE behind the name of a game\n"),
        ("tournament dice: --bots random greedy", "error: dice:: \"\": expected KEY=VALUE behind the name of a game\n"),
    ] {
        let ran = run_in(folder.path(), arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message), "{arguments}");
    }
}

#[test]
fn balance_studies() {
    let folder = folder();
    let path = folder.path();
    let mut report = String::new();
    for arguments in [
        "balance chess",
        "balance dice",
        "balance --players 5",
        "balance --bots alphazero",
        "balance --bots greedy random greedy",
        "balance --elements fort-z",
        "balance --elements forts",
        "balance --elements meadow-*-x*",
        "balance --elements Meadow",
        "balance --interventions nerf",
        "balance --interventions cost",
        "balance --interventions points+0",
        "balance --interventions cost+99",
        "balance --interventions grant-all",
        "balance --elements meadow-swap2 --interventions cost+1",
        "balance --elements fort-a color-black --interventions ban",
        "balance --elements token-1 --interventions ban points+1",
        "balance --elements terrain --interventions grant",
        "balance --elements order-3 --interventions grant",
        "balance --interventions ban points+2 points+02",
        "balance --elements meadow --interventions cost+1",
        "balance --elements fort-a --interventions cost+20",
        "balance --elements meadow --interventions set:building.fort-a.points=8",
        "balance --interventions set:building.fort-a",
        "balance --interventions set:building.fort-x.points=3",
        "balance --interventions set:building.fort-a.points=99",
        "balance --set building.shed-a.cost.wood=0 --set building.shed-a.cost.clay=0 --elements shed-a --interventions cost-1",
        "balance --margin 0",
        "balance --margin 1.5",
        "balance --margin wide",
        "balance --deals 0",
        "balance --confirm -1",
        "balance --timing",
        "balance --until-decided",
        "balance --budget 1000",
        "balance --until-decided --budget 0",
        "balance --until-decided --budget soon",
        "balance --until-decided --budget 10000",
        "balance --until-decided --budget 90m --confirm 5",
        "balance --until-decided --budget 90m --readings",
        "balance --until-decided --budget 90m --suggest",
        "balance --readings nothing.like.it",
        "balance --readings --confirm 5",
        "balance --readings --suggest",
        "balance --suggest --bots greedy random",
        "balance --suggest --confirm 0",
        "balance --suggest --interventions ban-all",
        "balance --suggest --interventions ban grant",
        "balance --resume --out none",
    ] {
        seen(&mut report, &format!("riverlab {arguments}"), path, &run_in(path, arguments));
    }
    assert!(!path.join("balance").exists(), "an error has left a folder");
    insta::assert_snapshot!(report);
}

#[test]
fn folders_of_studies() {
    let folder = folder();
    let path = folder.path();
    let study = "balance --quiet --bots random --deals 5 --elements fort-a";
    run_in(path, &format!("{study} --out study")).ok();
    run_in(path, "tournament --quiet --bots random random --deals 5 --out run").ok();
    let blocks = fs::read_to_string(path.join("study/blocks.csv")).expect("a journal");
    let spoil = |from: &str, to: &str| fs::write(path.join("study/blocks.csv"), blocks.replacen(from, to, 1));
    let mut report = String::new();
    let mut check = |what: &str, arguments: &str| seen(&mut report, what, path, &run_in(path, arguments));
    check("other elements", &format!("{study} fort-b --out study"));
    check("other seed", &format!("{study} --seed 2 --out study"));
    check("other margin", &format!("{study} --margin 0.1 --out study"));
    check("a tournament is there", &format!("{study} --out run"));
    check("a study is there", "tournament --bots random random --deals 5 --out study");
    check("report of a study", "report study");
    spoil("share_1", "share_9").expect("written");
    check("header", &format!("{study} --out study"));
    spoil("\n1,2,3,", "\n1,2,4,").expect("written");
    check("wrong deal", &format!("{study} --out study"));
    let arm = blocks.lines().nth(1).expect("a block");
    let fields: Vec<&str> = arm.split(',').collect();
    spoil(arm, &[&fields[..3], &["0", "0"], &fields[5..]].concat().join(",")).expect("written");
    check("a game without a winner", &format!("{study} --out study"));
    fs::write(path.join("study/blocks.csv"), blocks.clone() + "1,1,6,60,0,60,0,,,\n").expect("written");
    check("more rows", &format!("{study} --out study"));
    let end = blocks.trim_end().rfind('\n').expect("lines") + 1;
    fs::write(path.join("study/blocks.csv"), &blocks[..end]).expect("written");
    check("fewer rows", &format!("{study} --out study"));
    check("force", &format!("{study} --force --out study"));
    assert_eq!(fs::read_to_string(path.join("study/blocks.csv")).expect("a journal"), blocks);
    check("force over a tournament", &format!("{study} --force --out run"));
    let names = fs::read_dir(path.join("run")).expect("a folder").count();
    assert_eq!(names, 3, "blocks, effects, manifest");
    insta::assert_snapshot!(report);
}

#[test]
fn lists() {
    let folder = folder();
    let mut report = String::new();
    for arguments in [
        "games",
        "bots",
        "--help",
        "tournament --help",
        "match --help",
        "balance --help",
        "report --help",
        "merge --help",
        "verify --help",
        "trace --help",
        "replay --help",
    ] {
        seen(&mut report, &format!("riverlab {arguments}"), folder.path(), &run_in(folder.path(), arguments));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn hostile_traces() {
    let folder = folder();
    let path = folder.path();
    let mut report = String::new();
    for (what, text) in [
        ("empty", ""),
        ("no JSON", "hello"),
        ("no header", "[1, 2]"),
        ("no players", "{\"game\":\"the-river\"}"),
        ("negative players", "{\"game\":\"the-river\",\"players\":-2}"),
        ("too many players", "{\"game\":\"the-river\",\"players\":99}"),
        ("unknown game", "{\"game\":\"chess\",\"players\":2}"),
        ("other tables", "{\"game\":\"the-river\",\"players\":2,\"rules_hash\":\"0\"}"),
        ("header only", "{\"game\":\"the-river\",\"players\":2}"),
        ("number for a move", "{\"game\":\"the-river\",\"players\":2}\n{\"turn\":\"chance\",\"move\":3}"),
        ("illegal move", "{\"game\":\"the-river\",\"players\":2}\n{\"turn\":\"chance\",\"move\":\"wood\"}"),
        ("outcome too early", "{\"game\":\"the-river\",\"players\":2}\n{\"outcome\":{\"scores\":[0,0]}}"),
    ] {
        fs::write(path.join("game.jsonl"), text).expect("written");
        seen(&mut report, what, path, &run_in(path, "replay game.jsonl"));
    }
    fs::write(path.join("game.jsonl"), b"{\"game\":\"the-river\",\"players\":2}\n\xff\xfe\n").expect("written");
    seen(&mut report, "no UTF-8", path, &run_in(path, "replay game.jsonl"));
    insta::assert_snapshot!(report);
}

/// The options of a command that take values, as its help lists them.
fn options_with_values(command: &str) -> Vec<String> {
    let help = run_in(folder().path(), &format!("{command} --help")).ok().stdout;
    let option = |line: &str| {
        let text = line.trim_start().trim_start_matches(|c: char| c != ' ' || c == '-').trim_start();
        let text = if line.trim_start().starts_with("--") { line.trim_start() } else { text };
        text.split_once(" <").filter(|(option, _)| option.starts_with("--")).map(|(option, _)| option.to_owned())
    };
    help.lines().filter(|line| line.trim_start().starts_with('-')).filter_map(option).collect()
}

#[test]
fn a_number_below_zero_is_refused_by_the_name_of_the_option() {
    let folder = folder();
    let mut tried = 0;
    for command in
        ["tournament", "match", "balance", "calibrate", "train", "tune", "endings", "trace", "play", "verify"]
    {
        // A file or a folder can have this name.
        for option in
            options_with_values(command).into_iter().filter(|option| !["--out", "--save"].contains(&&**option))
        {
            let ran = run_in(folder.path(), &format!("{command} {option} -1"));
            assert!(ran.code != Some(0), "{command} {option}: {ran:?}");
            assert!(!ran.stderr.contains("unexpected argument"), "{command} {option}: {ran:?}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
    for (command, option) in [
        ("match dice --focus greedy --against random --sprt win:0.1", "--alpha"),
        ("match dice --focus greedy --against random --sprt win:0.1", "--beta"),
        ("balance the-river --until-decided", "--budget"),
        ("tournament dice", "--clock"),
        ("tournament dice", "--shard"),
        ("tournament dice", "--schedule"),
    ] {
        let ran = run_in(folder.path(), &format!("{command} {option} -1"));
        assert!(ran.code == Some(2) && (ran.stderr.contains(option) || ran.stderr.contains("-1")), "{option}: {ran:?}");
    }
}

#[test]
fn one_range_of_seeds_holds_everywhere() {
    let folder = folder();
    let path = folder.path();
    let (most, more) = ((1_u64 << 53) - 1, 1_u64 << 53);
    for command in [
        "tournament dice --deals 1 --quiet --out run",
        "trace dice",
        "match dice --focus greedy --against random --deals 1 --quiet --out match",
    ] {
        run_in(path, &format!("{command} --seed {most}")).ok();
        let refused = run_in(path, &format!("{command} --seed {more}"));
        assert!(refused.code == Some(2) && refused.stderr.contains(&format!("from 0 to {most}")), "{refused:?}");
    }
    fs::write(path.join("plan.toml"), format!("game = \"dice\"\nseed = {most}\ndeals = 1\n")).expect("written");
    run_in(path, "tournament --plan plan.toml --quiet --out planned").ok();
    let trace = run_in(path, &format!("trace dice --seed {most}")).ok().stdout;
    fs::write(path.join("most.jsonl"), &trace).expect("written");
    run_in(path, "replay most.jsonl").ok();
    fs::write(path.join("more.jsonl"), trace.replacen(&most.to_string(), &more.to_string(), 1)).expect("written");
    let refused = run_in(path, "replay more.jsonl");
    assert!(
        refused.stderr.contains(&format!("line 1: seed {more}: expected a whole number from 0 to {most}")),
        "{refused:?}"
    );
}

#[test]
fn a_trace_says_one_thing_and_follows_from_its_header() {
    let folder = folder();
    let path = folder.path();
    let trace = run_in(path, "trace the-river --bots random greedy --seed 3 --deal 2").ok().stdout;
    for (old, new, why) in [
        ("\"seed\":3", "\"seed\":4", "in deal 2 of seed 4, which line 1 names"),
        ("\"deal\":2", "\"deal\":1", "in deal 1 of seed 3, which line 1 names"),
        ("\"deal\":2", "\"deal\":0", "line 1: deal 0: expected a whole number from 1 to"),
        (
            "\"rules_version\":\"1\"",
            "\"rules_version\":\"9\"",
            "line 1: rules_version \"9\": this program has version 1",
        ),
        ("[\"random\",\"greedy\"]", "[\"random\"]", "line 1: bots: 1 for 2 players"),
        ("\"turn\":\"p1\"", "\"turn\":\"p2\",\"turn\":\"p1\"", "\"turn\" stands twice"),
        ("\"scores\":[", "\"scores\":[9,9],\"scores\":[", "\"scores\" stands twice"),
        ("\"players\":2", "\"players\":3,\"players\":2", "\"players\" stands twice"),
    ] {
        assert!(trace.contains(old), "{old}");
        fs::write(path.join("game.jsonl"), trace.replacen(old, new, 1)).expect("written");
        let ran = run_in(path, "replay game.jsonl");
        assert!(ran.code.is_some_and(|code| code > 0) && ran.stderr.contains(why), "{old}: {ran:?}");
    }
    // A game that was dealt elsewhere has no seed to follow from.
    fs::write(path.join("game.jsonl"), trace.replacen("\"seed\":3,\"deal\":2,", "", 1)).expect("written");
    run_in(path, "replay game.jsonl").ok();
}

#[test]
fn what_is_around_the_program_is_heeded_and_named() {
    let folder = folder();
    let path = folder.path();
    let tournament = "$RIVERLAB tournament dice --bots greedy random --deals 2 --force";
    let on = |script: &str| shell_in(path, script).ok().stderr;
    assert!(on(&format!("RAYON_NUM_THREADS=3 {tournament}")).contains(" on 3 threads "));
    assert!(on(&format!("RAYON_NUM_THREADS=3 {tournament} --threads 2")).contains(" on 2 threads "));
    let ran = shell_in(path, "TMPDIR=/no/where $RIVERLAB bot check --game dice -- python3 bot.py");
    assert!(ran.code == Some(1) && ran.stdout.contains("no folder in /no/where: "), "{ran:?}");
    for bot in ["greedy:eval=~/w.toml", "mcts:opponents=(greedy:eval=~/w.toml)"] {
        let ran = run_in(path, &format!("tournament --deals 1 --bots random {bot}"));
        let remedy = "eval=~/w.toml: expected weights of the-river: no shell has replaced the ~: write the whole path";
        assert!(ran.code == Some(2) && ran.stderr.contains(remedy), "{ran:?}");
    }
    for command in ["tournament dice", "trace dice", "match dice --focus greedy --against random", "calibrate dice"] {
        let ran = run_in(path, &format!("{command} --players 100"));
        assert_eq!(ran.stderr, "error: --players 100: dice is for 2 to 6 players\n", "{command}");
    }
    // As PowerShell writes what a command prints.
    fs::write(path.join("game.jsonl"), b"\xff\xfe{\0\"\0g\0").expect("written");
    let ran = run_in(path, "replay game.jsonl");
    assert_eq!(ran.stderr, "error: game.jsonl: line 1: is UTF-16, no UTF-8\n");
    // A folder that no terminal can show is not part of a command to be typed.
    let ran = shell_in(path, &format!("{tournament} --dry-run --out \"$(printf 'bad\\377')\"")).ok();
    assert!(ran.stdout.contains(" --out DIR") && !ran.stdout.contains('\u{fffd}'), "{ran:?}");
}

#[test]
fn names_of_files_are_shown_and_do_nothing() {
    let folder = folder();
    let path = folder.path();
    let script = "bad=$(printf 'a\\033[31mb'); $RIVERLAB tournament dice --bots greedy random --deals 1 --out \"$bad\" && \
                  $RIVERLAB verify \"$bad\" && $RIVERLAB report \"$bad\" --html \"$bad.html\" && \
                  $RIVERLAB tournament dice --bots greedy random --deals 1 --out \"$bad\" && \
                  $RIVERLAB trace the-river > \"$bad.jsonl\" && $RIVERLAB replay \"$bad.jsonl\" --html \"$bad-2.html\" --svg \"$bad.d\"";
    let ran = shell_in(path, script).ok();
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{ran:?}");
    assert!(
        ran.stdout.contains("wrote a\\u{1b}[31mb.html") && ran.stderr.contains("results in a\\u{1b}[31mb"),
        "{ran:?}"
    );
}
