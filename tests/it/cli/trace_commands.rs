//! `riverlab trace` and `riverlab replay`.

use std::fs;

use crate::cli::program::{folder, run_in};

#[test]
fn traces_replay_and_are_reproducible() {
    let folder = folder();
    for players in [2, 3, 4] {
        for seed in 0..5 {
            let command = format!("trace the-river --players {players} --seed {seed} --bots random");
            let trace = run_in(folder.path(), &command).ok().stdout;
            assert_eq!(run_in(folder.path(), &command).ok().stdout, trace);
            fs::write(folder.path().join("game.jsonl"), &trace).expect("written");
            let report = run_in(folder.path(), "replay game.jsonl").ok().stdout;
            assert!(report.contains("every move follows from the rules"), "{report}");
        }
    }
}

/// A folder of pictures holds those of one game, and nothing else goes.
#[test]
fn pictures_of_a_longer_game_are_removed() {
    let folder = folder();
    let path = folder.path();
    for (name, game) in [("long", "the-river"), ("short", "connect-four")] {
        let trace = run_in(path, &format!("trace {game} --bots greedy")).ok().stdout;
        fs::write(path.join(format!("{name}.jsonl")), trace).expect("written");
        run_in(path, &format!("replay {name}.jsonl --svg only-{name}")).ok();
    }
    run_in(path, "replay long.jsonl --svg both").ok();
    fs::write(path.join("both/notes.svg"), "mine").expect("written");
    run_in(path, "replay short.jsonl --svg both").ok();
    let names = |folder: &str| {
        let entries = fs::read_dir(path.join(folder)).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort_unstable();
        names
    };
    assert!(names("only-long").len() > names("only-short").len());
    assert_eq!(names("both"), [vec!["notes.svg".to_owned()], names("only-short")].concat());
    // One picture of a game leaves the others, and one of somebody else is not removed.
    run_in(path, "replay long.jsonl --show --line 60 --svg both").ok();
    assert_eq!(names("both").len(), 1 + names("only-short").len() + 1);
    fs::write(path.join("both/position-0099.svg"), "mine").expect("written");
    let refused = run_in(path, "replay short.jsonl --svg both");
    assert!(refused.code == Some(2) && refused.stderr.contains("position-0099.svg: it is there"), "{refused:?}");
    run_in(path, "tournament dice --bots greedy random --deals 1 --quiet --out run").ok();
    let refused = run_in(path, "replay short.jsonl --svg run");
    assert_eq!(
        (refused.code, refused.stderr.as_str()),
        (Some(2), "error: run: is the folder of a run: give another one to --svg\n")
    );
}

#[test]
fn traces_say_which_rivers_are_played_and_are_shown() {
    let folder = folder();
    for rivers in ["none", "1", "2", "both"] {
        let trace = run_in(folder.path(), &format!("trace carcassonne:rivers={rivers} --players 3")).ok().stdout;
        assert!(trace.starts_with("{\"game\":\"carcassonne\",\"players\":3,"), "{trace}");
        assert!(trace.lines().next().is_some_and(|line| line.contains(&format!("\"rivers\":\"{rivers}\""))), "{trace}");
        fs::write(folder.path().join("game.jsonl"), &trace).expect("written");
        let plain = run_in(folder.path(), "replay game.jsonl").ok().stdout;
        let shown = run_in(folder.path(), "replay game.jsonl --show").ok().stdout;
        let (position, report) = shown.split_at(shown.len() - plain.len());
        assert_eq!(report, plain);
        assert!(position.starts_with("turn ") && position.contains(", over, stack 0\n"), "{position}");
        // Three lines for each row of tiles, and the numbers of columns above.
        let last = run_in(folder.path(), "replay game.jsonl --show --line 3").ok().stdout;
        assert!(last.starts_with("turn 1, chance, stack "), "{last}");
        assert_eq!(last.lines().count(), 1 + 1 + 3 + 3, "{last}");
        let thought = run_in(folder.path(), "think game.jsonl --line 4 --bot greedy").ok().stdout;
        assert!(thought.starts_with("carcassonne, 3 players, p"), "{thought}");
    }
    let plan = "game = \"carcassonne:rivers=2\"\nbots = [\"greedy\", \"random\"]\ndeals = 2\n";
    fs::write(folder.path().join("plan.toml"), plan).expect("written");
    run_in(folder.path(), "tournament --plan plan.toml --out one --quiet").ok();
    let typed = "tournament carcassonne --set rivers=2 --bots greedy random --deals 2 --out two --quiet";
    run_in(folder.path(), typed).ok();
    // What is typed goes before what the plan says.
    fs::write(folder.path().join("both.toml"), plan.replacen("\"\n", "\"\nset = [\"rivers=both\"]\n", 1))
        .expect("written");
    run_in(folder.path(), "tournament carcassonne:rivers=2 --plan both.toml --out three --quiet").ok();
    let games = |out: &str| fs::read_to_string(folder.path().join(out).join("games.csv")).expect("games.csv");
    assert_eq!(games("one"), games("two"));
    assert_eq!(games("one"), games("three"));
    // A number is as good as a text, and what is neither is refused.
    let trace = run_in(folder.path(), "trace carcassonne:rivers=2").ok().stdout;
    fs::write(folder.path().join("number.jsonl"), trace.replace("\"rivers\":\"2\"", "\"rivers\":2")).expect("written");
    assert!(run_in(folder.path(), "replay number.jsonl").ok().stdout.contains("every move follows"));
    fs::write(folder.path().join("list.jsonl"), trace.replace("\"rivers\":\"2\"", "\"rivers\":[2]")).expect("written");
    let refused = run_in(folder.path(), "replay list.jsonl");
    assert!(refused.stderr.contains("rivers: [2]: expected a text such as"), "{}", refused.stderr);
    let from = run_in(folder.path(), "trace --from one --game 3").ok().stdout;
    fs::write(folder.path().join("game.jsonl"), &from).expect("written");
    assert!(run_in(folder.path(), "replay game.jsonl").ok().stdout.contains("every move follows"));
}

#[test]
fn a_trace_is_the_game_of_the_tournament() {
    let folder = folder();
    run_in(folder.path(), "tournament --bots greedy random --deals 3 --seed 9 --quiet --out out").ok();
    let games = fs::read_to_string(folder.path().join("out/games.csv")).expect("games.csv");
    let scores = |game: &str| -> Vec<i64> {
        games
            .lines()
            .filter(|line| line.starts_with(game))
            .map(|line| line.split(',').nth(6).expect("a score").parse().expect("a number"))
            .collect()
    };
    // Game 6 is the second rotation of deal 3.
    for (game, deal, bots) in [("5,", 3, "greedy random"), ("6,", 3, "random greedy")] {
        let trace = run_in(folder.path(), &format!("trace --seed 9 --deal {deal} --bots {bots}")).ok().stdout;
        let last: serde_json::Value = serde_json::from_str(trace.lines().last().expect("a line")).expect("JSON");
        let expected: Vec<i64> = last["outcome"]["scores"]
            .as_array()
            .expect("scores")
            .iter()
            .filter_map(serde_json::Value::as_i64)
            .collect();
        assert_eq!(scores(game), expected);
    }
}

/// Every way to spoil one line of a good trace is found, in that line.
#[test]
fn spoiled_traces_are_rejected_in_the_right_line() {
    let folder = folder();
    let trace = run_in(folder.path(), "trace --players 3 --seed 4").ok().stdout;
    let lines: Vec<&str> = trace.lines().collect();
    let decision = lines.iter().rposition(|line| line.contains("\"claim:")).expect("a claim");
    let last = lines.len() - 1;
    let spoiled = |line: usize, new: &str| {
        let mut all = lines.clone();
        all[line] = new;
        all.join("\n")
    };
    let with = |line: usize, from: &str, to: &str| {
        assert!(lines[line].contains(from), "{from} in {}", lines[line]);
        spoiled(line, &lines[line].replacen(from, to, 1))
    };
    for (text, line, reason) in [
        (with(1, "deal:", "deal:pink-"), 2, "is no move of the-river"),
        (spoiled(decision, r#"{"turn":"p1","move":"build:1:9w"}"#), decision + 1, ""),
        (spoiled(decision, r#"{"turn":"p9","move":"wood"}"#), decision + 1, "turn \"p9\": it is the turn of"),
        (with(decision, "\"claim:", "\"keep\",\"claim:"), decision + 1, "legal: \"keep\" is not legal"),
        (with(decision, "\"legal\":[", "\"legal\":[],\"x\":["), decision + 1, "unknown field `x`"),
        (spoiled(decision, "{"), decision + 1, "is no JSON"),
        (with(last, "\"scores\":[", "\"scores\":[1"), last + 1, "outcome: scores: p1 has"),
        (with(last, "\"columns\":", "\"columns\":9"), last + 1, "outcome: parts: p1 has"),
        (lines[..last].join("\n"), last + 1, "the trace ends without an outcome"),
        (lines[..20].join("\n"), 21, "the trace ends without an outcome"),
        (format!("{trace}{{\"turn\":\"p1\",\"move\":\"wood\"}}"), last + 2, "the trace goes on after the outcome"),
    ] {
        fs::write(folder.path().join("bad.jsonl"), &text).expect("written");
        let ran = run_in(folder.path(), "replay bad.jsonl");
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.stderr.contains(&format!("bad.jsonl: line {line}: ")) && ran.stderr.contains(reason),
            "{reason}: {ran:?}"
        );
        assert!(ran.stdout.is_empty());
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = folder();
    let ran = crate::cli::program::shell_in(folder.path(), "{ $RIVERLAB trace --players 4; echo $? >code; } | head -1");
    assert!(ran.stdout.starts_with("{\"game\":\"the-river\""), "{ran:?}");
    assert_eq!(
        (fs::read_to_string(folder.path().join("code")).expect("a code").trim(), ran.stderr.as_str()),
        ("0", "")
    );
}

#[test]
fn searches_are_explained() {
    let folder = folder();
    let command = "trace the-river --bots mcts:sims=50 flat:sims=40 --seed 3 --explain";
    let trace = run_in(folder.path(), command).ok().stdout;
    fs::write(folder.path().join("game.jsonl"), &trace).expect("written");
    run_in(folder.path(), "replay game.jsonl").ok();
    let mut explained = [0, 0];
    for line in trace.lines().skip(1) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let Some(explain) = line.get("explain") else { continue };
        let seat = usize::from(line["turn"] == "p2");
        explained[seat] += 1;
        let ranking = explain["ranking"].as_array().expect("a ranking");
        assert_eq!(ranking[0]["move"], line["move"], "the chosen move comes first");
        let visits: u64 = ranking.iter().filter_map(|ranked| ranked["visits"].as_u64()).sum();
        assert_eq!((visits, explain["simulations"].as_u64()), ([50, 40][seat], Some(visits)));
        let values = explain["values"].as_array().expect("values").iter().filter_map(serde_json::Value::as_f64);
        assert!((values.sum::<f64>() - 1.0).abs() < 1e-5, "{line}");
        let first = format!("{} {}", line["turn"].as_str().expect("a turn"), line["move"].as_str().expect("a move"));
        assert!(seat == 1 || explain["variation"][0] == first.as_str(), "{line}");
    }
    assert!(explained.iter().all(|count| *count > 15), "{explained:?}");
    // Without the option nothing else changes.
    let plain = run_in(folder.path(), command.strip_suffix(" --explain").expect("the option")).ok().stdout;
    let without = trace.lines().map(|line| line.split(",\"explain\"").next().expect("a part").trim_end_matches('}'));
    assert!(without.eq(plain.lines().map(|line| line.trim_end_matches('}'))));
}

#[test]
fn positions_are_thought_about() {
    let folder = folder();
    let trace = run_in(folder.path(), "trace the-river --players 3 --seed 5").ok().stdout;
    let lines: Vec<&str> = trace.lines().collect();
    fs::write(folder.path().join("game.jsonl"), &trace).expect("written");
    let decision = lines.iter().rposition(|line| line.contains("\"claim:")).expect("a claim");
    fs::write(folder.path().join("part.jsonl"), lines[..decision].join("\n")).expect("written");
    let think =
        |arguments: &str| run_in(folder.path(), &format!("think {arguments} --bot mcts:sims=300 --seed 2")).ok().stdout;
    let text = think("part.jsonl");
    assert_eq!(text, think(&format!("game.jsonl --line {}", decision + 1)));
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(run_in(folder.path(), "think part.jsonl --bot greedy").ok().stdout);
}
