//! Programs that play as bots: their runs are as reproducible as any, and what they do wrong is noted and harms no other game.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::cli::program::{content, folder, results, run_in, shell_in};
use crate::long::scaled;

/// A bot that plays by the seeds of its decisions; the rest of it is up to the test.
const BOT: &str = r#"
import json, os, random, sys
games = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello":
        a = {"t": "hello", "protocol": 1, "name": "test", "version": VERSION, "deterministic": True}
    elif m["t"] == "move":
        BEFORE
        a = {"t": "move", "id": m["id"], "move": random.Random(m["seed"]).choice(m["legal"])}
    elif m["t"] == "quit":
        break
    else:
        games += m["t"] == "game"
        continue
    print(json.dumps(a), flush=True)
"#;

/// Writes the bot with this version, that does this before each answer.
pub(super) fn write_bot(path: &Path, version: &str, before: &str) {
    fs::write(path, BOT.replace("VERSION", &format!("\"{version}\"")).replace("BEFORE", before)).expect("written");
}

/// Fails in about one of fifty decisions, always the same ones, in different ways.
const FAILS: &str = "kind = int(m['seed'], 16) % 90
        if kind == 0: print('nonsense', flush=True)
        if kind == 1: sys.exit(3)
        if kind == 2: m['legal'] = ['never']";

const GREEDY_AND_MINE: &str = "--bots cmd:mine greedy --program mine=python3\\ bot.py --quiet";

#[test]
fn a_run_with_a_program_is_the_same_on_any_number_of_threads_and_can_be_verified() {
    let folder = folder();
    write_bot(&folder.path().join("bot.py"), "1", "pass");
    for threads in [1, 2] {
        let run = format!("tournament the-river {GREEDY_AND_MINE} --deals 10 --threads {threads} --out t{threads}");
        shell_in(folder.path(), &format!("$RIVERLAB {run}")).ok();
    }
    let [one, two] = ["t1", "t2"].map(|run| results(&folder.path().join(run)));
    assert_eq!(one, two);
    let standings = content(&one, "standings.csv");
    assert!(standings.contains("cmd:mine,"), "{standings}");
    let verified = run_in(folder.path(), "verify t1").ok().stdout;
    assert!(verified.contains("20 of 20 games played again, all went the same way"), "{verified}");
    let traced = run_in(folder.path(), "trace --from t1 --game 2").ok().stdout;
    assert!(traced.contains("\"bots\":[\"greedy\",\"cmd:mine\"]"), "{traced}");
    // The command in the manifest makes the same run again.
    let manifest: serde_json::Value = serde_json::from_str(content(&one, "manifest.json")).expect("JSON");
    let command = manifest["command"].as_str().expect("a command").replace("riverlab ", "$RIVERLAB ");
    shell_in(folder.path(), &format!("{command} --quiet --out again")).ok();
    assert_eq!(results(&folder.path().join("again")), one);
}

#[test]
fn a_plan_file_has_its_programs_in_a_table() {
    let folder = folder();
    fs::create_dir(folder.path().join("plans")).expect("a folder");
    write_bot(&folder.path().join("plans/bot.py"), "1", "pass");
    let plan = "game = 'dice'\nbots = ['cmd:mine', 'greedy']\ndeals = 5\n[program]\nmine = 'python3 bot.py'\n";
    fs::write(folder.path().join("plans/plan.toml"), plan).expect("written");
    run_in(folder.path(), "tournament --plan plans/plan.toml --out r --quiet").ok();
    let manifest = fs::read_to_string(folder.path().join("r/manifest.json")).expect("a manifest");
    assert!(manifest.contains("--program mine='python3 plans/bot.py'"), "{manifest}");
    for (line, error) in [
        ("clock = 0", "clock: 0: expected milliseconds from 1 to 86400000"),
        ("memory_mib = 0", "memory_mib: 0: expected a whole number from 1 to 1048576"),
        ("on_fault = 'retry'", "on_fault: "),
        ("bots = ['cmd:other', 'greedy']", "bot \"cmd:other\": there is no program of this name"),
    ] {
        let key = line.split(' ').next().expect("a key");
        let others: Vec<&str> = plan.lines().filter(|line| !line.starts_with(key)).collect();
        fs::write(folder.path().join("wrong.toml"), format!("{line}\n{}", others.join("\n"))).expect("written");
        let ran = run_in(folder.path(), "tournament --plan wrong.toml --out w --quiet");
        assert!(ran.code == Some(2) && ran.stderr.contains(error), "{ran:?}");
    }
}

#[test]
fn functions_of_python_are_refused_where_there_is_no_python() {
    let folder = folder();
    for (command, code, message) in [
        ("tournament dice --bots py:mine greedy", 2, "bot \"py:mine\": there is no function of this name"),
        ("balance the-river --bots py:mine", 2, "bot \"py:mine\": there is no function of this name"),
        ("tournament dice --bots py: greedy", 2, "bot \"py:\": expected name"),
        // What Python says of its functions does not make them play here.
        (
            "tournament dice --bots py:mine greedy --function mine",
            1,
            "it is a function of Python, and plays from there only",
        ),
    ] {
        let ran = run_in(folder.path(), &format!("{command} --out refused --quiet"));
        assert!(ran.code == Some(code) && ran.stderr.contains(message), "{command}: {ran:?}");
    }
}

#[test]
fn a_fault_ends_the_run_which_goes_on_once_the_program_is_mended() {
    let folder = folder();
    let bot = folder.path().join("bot.py");
    let run = |out: &str, threads: u32| {
        let run = format!("tournament the-river {GREEDY_AND_MINE} --deals 12 --threads {threads} --out {out}");
        shell_in(folder.path(), &format!("$RIVERLAB {run}"))
    };
    write_bot(&bot, "1", "pass");
    run("whole", 2).ok();
    let whole = results(&folder.path().join("whole"));
    for (out, threads) in [("one", 1), ("two", 2)] {
        write_bot(&bot, "1", "sys.stderr.write('thinking\\n')\n        if int(m['seed'], 16) % 150 == 1: sys.exit(3)");
        let ran = run(out, threads);
        assert!(
            ran.code == Some(1)
                && ran.stderr.contains(": exit: it ended with exit code 3; its standard error ends with: thinking"),
            "{ran:?}"
        );
        let files = results(&folder.path().join(out));
        let (kept, all) = (content(&files, "games.csv"), content(&whole, "games.csv"));
        assert!(all.starts_with(kept) && kept.lines().count() > 1, "{kept}");
        let faults = content(&files, "faults.csv");
        let next = kept.lines().count() / 2 + 1;
        assert!(faults.starts_with("game,seat,bot,decision,class,ms,detail,stdout,stderr\n"), "{faults}");
        assert!(faults.contains(&format!("\n{next},")) && faults.contains(",cmd:mine,"), "{faults}");
        assert!(faults.contains("thinking\n") && faults.contains("\"\"t\"\": \"\"move\"\""), "{faults}");
        write_bot(&bot, "1", "pass");
        run(out, threads).ok();
        assert_eq!(results(&folder.path().join(out)), whole);
    }
}

/// The rows of a table.
fn records(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

#[test]
fn a_forfeited_seat_comes_last_and_the_same_faults_give_the_same_results() {
    let folder = folder();
    write_bot(&folder.path().join("bot.py"), "1", FAILS);
    let play = |out: &str, threads: u32, deals: u32| {
        let bots =
            "--bots cmd:mine greedy random --players 3 --program mine=python3\\ bot.py --on-fault forfeit --quiet";
        let run = format!("tournament the-river {bots} --deals {deals} --threads {threads} --out {out}");
        shell_in(folder.path(), &format!("$RIVERLAB {run}")).ok();
        results(&folder.path().join(out.split(' ').next().expect("a folder")))
    };
    let (one, two) = (play("one", 1, 8), play("two", 2, 8));
    let without_faults =
        |files: &[(String, String)]| files.iter().filter(|(name, _)| name != "faults.csv").cloned().collect::<Vec<_>>();
    assert_eq!(without_faults(&one), without_faults(&two));

    let mut reader = csv::Reader::from_reader(content(&one, "games.csv").as_bytes());
    let headers = reader.headers().expect("a header").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("a column");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let (mut forfeits, mut kept) = (Vec::new(), 0);
    for row in &rows {
        let is_mine = &row[column("bot")] == "cmd:mine";
        if &row[column("forfeit")] == "0" {
            kept += u32::from(is_mine);
            continue;
        }
        assert!(is_mine && &row[column("share")] == "0" && &row[column("rank")] == "3", "{row:?}");
        forfeits.push((row[column("game")].to_owned(), row[column("forfeit")].to_owned()));
    }
    assert!(forfeits.len() > 5 && kept > 5, "{} of {} games", forfeits.len(), forfeits.len() as u32 + kept);
    let faults = records(content(&one, "faults.csv"));
    let noted: Vec<_> = faults.iter().map(|row| (row[0].to_owned(), row[3].to_owned())).collect();
    assert_eq!(noted, forfeits);
    for class in ["not-json", "exit", "illegal-move"] {
        assert!(faults.iter().any(|row| &row[4] == class), "{class}");
    }
    let verified = run_in(folder.path(), "verify one").ok().stdout;
    assert!(verified.contains("all went the same way"), "{verified}");

    // Interrupted in the middle, the rows of the games that are played again go.
    let run = folder.path().join("two");
    let games = content(&one, "games.csv");
    let cut = games.match_indices('\n').nth(rows.len() / 2 - 1).expect("a line").0;
    crate::cli::program::interrupt(&run, &games[..=cut]);
    let two = play("two", 2, 8);
    assert_eq!(without_faults(&one), without_faults(&two));
    // What a program wrote before depends on the games that its process played before.
    let what = |row: &csv::StringRecord| row.iter().take(5).collect::<Vec<_>>().join(",");
    let again: Vec<String> = records(content(&two, "faults.csv")).iter().map(what).collect();
    let all: Vec<String> = faults.iter().map(what).collect();
    assert_eq!(again, all);

    // Parts have those of their games, also when they are gone on with, and what is merged has all.
    for part in ["1/2", "2/2"] {
        play(&format!("part{} --shard {part}", &part[..1]), 2, 8);
    }
    let games = fs::read_to_string(folder.path().join("part2/games.csv")).expect("games");
    let cut = games.match_indices('\n').nth(30).expect("a line").0;
    crate::cli::program::interrupt(&folder.path().join("part2"), &games[..=cut]);
    play("part2 --shard 2/2", 2, 8);
    for _ in 0..2 {
        run_in(folder.path(), "merge part1 part2 --out merged --force").ok();
        let merged = results(&folder.path().join("merged"));
        assert_eq!(without_faults(&merged), without_faults(&one));
        assert_eq!(records(content(&merged, "faults.csv")).iter().map(what).collect::<Vec<_>>(), all);
    }
}

#[test]
fn another_version_of_a_program_does_not_go_on_with_a_run_nor_is_it_merged() {
    let folder = folder();
    let bot = folder.path().join("bot.py");
    let part = |number: u32| {
        let run = format!("tournament dice {GREEDY_AND_MINE} --deals 8 --shard {number}/2 --out part{number}");
        shell_in(folder.path(), &format!("$RIVERLAB {run}"))
    };
    write_bot(&bot, "1", "pass");
    part(1).ok();
    write_bot(&bot, "2", "pass");
    let ran = part(1);
    assert!(ran.code == Some(2) && ran.stderr.contains("programs mine=python3 bot.py (test 1) there"), "{ran:?}");
    part(2).ok();
    let ran = run_in(folder.path(), "merge part1 part2 --out merged");
    assert!(ran.code == Some(2) && ran.stderr.contains("programs mine=python3 bot.py (test 2)"), "{ran:?}");
    write_bot(&bot, "1", "pass");
    shell_in(folder.path(), "rm -r part2").ok();
    part(2).ok();
    run_in(folder.path(), "merge part1 part2 --out merged").ok();
}

#[test]
fn a_program_that_is_not_deterministic_is_marked_and_not_verified() {
    let folder = folder();
    write_bot(&folder.path().join("bot.py"), "1", "pass");
    let text = fs::read_to_string(folder.path().join("bot.py")).expect("the bot").replace("True}", "False}");
    fs::write(folder.path().join("bot.py"), text).expect("written");
    shell_in(folder.path(), &format!("$RIVERLAB tournament dice {GREEDY_AND_MINE} --deals 4 --out r")).ok();
    let games = fs::read_to_string(folder.path().join("r/games.csv")).expect("games");
    assert!(games.contains(",cmd:mine[external],"), "{games}");
    run_in(folder.path(), "report r").ok();
    let ran = run_in(folder.path(), "verify r");
    assert!(ran.code == Some(2) && ran.stderr.contains("(cmd:mine[external])"), "{ran:?}");
    let timed =
        "tournament dice --bots cmd:mine greedy --program mine=python3\\ bot.py --clock 60000+10 --deals 4 --out t";
    shell_in(folder.path(), &format!("$RIVERLAB {timed} --quiet")).ok();
    let games = fs::read_to_string(folder.path().join("t/games.csv")).expect("games");
    assert!(games.contains(",cmd:mine[timed],"), "{games}");
}

#[test]
fn a_program_runs_in_a_group_of_its_own_in_an_empty_folder_without_our_variables() {
    let folder = folder();
    let check = "assert os.getpgrp() == os.getpid() and (games > 1 or m['id'] > 1 or os.listdir() == [])
        assert not [name for name in os.environ if name.startswith('RIVERLAB_')], os.environ
        assert games > 0 and m['id'] < 1000 and len(m['seed']) == 16
        open('note', 'w').write('kept')";
    write_bot(&folder.path().join("bot.py"), "1", check);
    let run = format!("$RIVERLAB tournament dice {GREEDY_AND_MINE} --threads 1 --deals 4 --out r");
    shell_in(folder.path(), &format!("export RIVERLAB_SECRET=1; {run}")).ok();
    let mut files: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|e| e.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["bot.py", "r"]);
}

#[test]
fn time_for_which_we_are_stopped_is_not_the_programs() {
    // On a busy machine we may not be given the processor for as long as we are stopped here, which nobody can tell apart.
    let outcomes: Vec<_> = (0..3).map_while(|_| stopped_while_a_program_thinks().err()).collect();
    assert!(outcomes.len() < 3, "{outcomes:?}");
}

fn stopped_while_a_program_thinks() -> Result<(), String> {
    let folder = folder();
    write_bot(&folder.path().join("bot.py"), "1", "import time; time.sleep(0.15)");
    let play = "$RIVERLAB match dice --focus cmd:mine --against mcts:ms=30 --program mine=python3\\ bot.py --deals 2 \
                --answer-seconds 1 --timing --threads 1 --quiet --out run";
    // Stopped for longer than a program has to answer, again and again.
    let script = format!(
        "{play} & pid=$!; sleep 0.5; for round in 1 2 3; do kill -STOP $pid; sleep 2.2; kill -CONT $pid; sleep 0.4; done; wait $pid"
    );
    shell_in(folder.path(), &script).ok();
    let run = folder.path().join("run");
    if let Ok(faults) = fs::read_to_string(run.join("faults.csv")) {
        return Err(faults);
    }
    let timing = fs::read_to_string(run.join("timing.csv")).expect("a table");
    let longest = records(&timing).iter().map(|row| row[5].parse::<f64>().expect("ms_max")).fold(0.0, f64::max);
    if (100.0..2_000.0).contains(&longest) { Ok(()) } else { Err(timing) }
}

#[test]
fn all_commands_take_programs() {
    let folder = folder();
    write_bot(&folder.path().join("bot.py"), "1", "pass");
    let shell = |command: &str| {
        let program = "--program mine='python3 bot.py'";
        shell_in(folder.path(), &format!("$RIVERLAB {}", command.replace("PROGRAM", program))).ok().stdout
    };
    let found = shell("match dice --focus cmd:mine --against greedy PROGRAM --deals 10 --out m --quiet");
    assert!(found.contains("cmd:mine"), "{found}");
    let found = shell("balance the-river --bots cmd:mine PROGRAM --elements mill-a --deals 5 --out b --quiet");
    assert!(found.contains("cmd:mine: ban"), "{found}");
    fs::write(folder.path().join("trace"), shell("trace the-river --bots cmd:mine greedy PROGRAM")).expect("written");
    let cut = "head -20 trace >part && $RIVERLAB think part --bot cmd:mine --seed 3 PROGRAM";
    let found = shell(&format!("tournament --dry-run --bots cmd:mine PROGRAM --deals 3 --players 2 && {cut}"));
    assert!(found.contains("cmd:mine plays "), "{found}");
    // The random move of a program that has failed is no thought of it.
    let think = "$RIVERLAB think part --bot cmd:mine --program mine='python3 bot.py' --on-fault forfeit";
    let ran = shell_in(folder.path(), think);
    assert!(ran.code == Some(2) && ran.stderr.contains("--on-fault forfeit: a single decision"), "{ran:?}");
    let ran = shell_in(folder.path(), "$RIVERLAB balance --bots cmd:mine --program mine=x --on-fault forfeit");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let ran = run_in(folder.path(), "tournament --bots cmd:mine greedy --program mine=no-such-program --out n");
    assert!(ran.code == Some(2) && ran.stderr.contains("--program mine=no-such-program: not-started: "), "{ran:?}");
    assert!(!folder.path().join("n").exists());
}

#[test]
fn an_intervention_is_told_to_programs() {
    let folder = folder();
    // The bot keeps its game lines where the test can read them: it is given the folder.
    let keep = format!("open('{}/heard', 'a').write(line)", folder.path().display());
    let text = BOT.replace("VERSION", "'1'").replace("BEFORE", "pass");
    let text = text.replace("games += m", &format!("{keep}\n        games += m"));
    fs::write(folder.path().join("bot.py"), text).expect("written");
    let run = "$RIVERLAB balance the-river --bots cmd:mine --program mine='python3 bot.py' --elements mill-a --deals 2";
    shell_in(folder.path(), &format!("{run} --interventions ban cost+1-all --out b --quiet")).ok();
    let heard = fs::read_to_string(folder.path().join("heard")).expect("lines");
    for part in [
        "\"interventions\":[]",
        "\"interventions\":[[\"p1\",\"ban mill-a\"]]",
        "\"interventions\":[[\"p2\",\"ban mill-a\"]]",
        "\"interventions\":[[\"all\",\"cost+1-all mill-a\"]]",
    ] {
        assert!(heard.contains(part), "{part}");
    }
}

#[test]
fn the_starter_bots_pass_the_check() {
    let bots = crate::of_project("examples/bots");
    let games = "--game the-river --game rio-grande --game dice";
    for command in ["python3 random_bot.py", "node random_bot.js"] {
        let ran = run_in(&bots, &format!("bot check {games} -- {command}")).ok();
        assert!(ran.stdout.contains("passed  quit: all processes ended\nall "), "{ran:?}");
    }
    run_in(&bots, "bot check --game dice -- python3 playouts_bot.py").ok();
    let folder = folder();
    let compile = format!("cc -Wall -Wextra -Werror -O1 -o bot {}", bots.join("random_bot.c").display());
    shell_in(folder.path(), &compile).ok();
    run_in(folder.path(), &format!("bot check {games} -- ./bot")).ok();
    let ran = run_in(folder.path(), "bot check -- false");
    assert!(ran.code == Some(1) && ran.stdout.contains("FAILED  hello: exit: it ended with exit code 1"), "{ran:?}");
}

#[test]
fn the_check_finds_what_is_wrong() {
    let folder = folder();
    let check = |before: &str| {
        write_bot(&folder.path().join("bot.py"), "1", before);
        let ran = run_in(folder.path(), "bot check --game connect-four -- python3 bot.py");
        assert_eq!(ran.code, Some(1), "{ran:?}");
        ran.stdout
    };
    let found = check("m['seed'] += str(games)");
    assert!(found.contains("FAILED  connect-four, 2 players: different-answer: "), "{found}");
    let found = check("assert 'of_later' not in m");
    assert!(
        found.contains("FAILED  unknown fields are ignored: exit: ") && found.contains("AssertionError"),
        "{found}"
    );
    let found = check("assert '\\r' not in line");
    assert!(found.contains("FAILED  lines may end with CR LF: exit: "), "{found}");
}

/// The program checks after every line that its own position, which it knows from the lines alone, is that of the engine.
#[test]
fn games_with_hidden_information_can_be_followed_from_the_lines_alone() {
    let folder = folder();
    let program = crate::of_project("tests/programs/follow.py");
    let deals = scaled(1, 2);
    for (game, most) in [("river-dragons", 6), ("rio-grande", 5)] {
        for players in (2..=most).step_by(scaled(most - 2, 1)) {
            let bots = format!("--players {players} --bots cmd:f cmd:f cmd:f greedy random ply");
            let run = format!("tournament {game} {bots} --deals {deals} --schedule gauntlet --quiet --force --out r");
            let program = format!("--program f='python3 {}'", program.display());
            shell_in(folder.path(), &format!("$RIVERLAB {run} {program}")).ok();
            let faults = fs::read_to_string(folder.path().join("r/faults.csv")).unwrap_or_default();
            assert_eq!(faults, "", "{game}, {players} players");
        }
    }
}

/// What a program says beside its move must not end a game: numbers that JSON does not have, halves of characters, what is
/// nested too deep.
#[test]
fn what_is_optional_ends_no_game() {
    let folder = folder();
    let path = folder.path();
    let answer = r#"infos = ['NaN', '{"value":NaN,"bounds":[-Infinity,Infinity]}', '1e999', '9' * 400, r'"half \ud800"',
                 '{"a":1,"a":NaN}', '[' * 5000 + ']' * 5000]
        info = infos[m["id"] % len(infos)]
        print('{"t":"move","id":%d,"index":0,"later":NaN,"info":%s}' % (m["id"], info), flush=True)
        continue"#;
    write_bot(&path.join("bot.py"), "1", answer);
    let text = fs::read_to_string(path.join("bot.py"))
        .expect("the bot")
        .replace("True}", "True, \"rating\": float('nan'), \"wants\": None}");
    fs::write(path.join("bot.py"), text).expect("written");
    shell_in(path, &format!("$RIVERLAB tournament the-river {GREEDY_AND_MINE} --deals 2 --out r")).ok();
    assert!(!path.join("r/faults.csv").exists());
    let program = "--program mine='python3 bot.py'";
    let trace = shell_in(path, &format!("$RIVERLAB trace the-river --explain --bots cmd:mine greedy {program}")).ok();
    let explained = "\"explain\":{\"value\":null,\"bounds\":[null,null]}";
    assert!(trace.stdout.contains(explained), "{}", trace.stdout);
    fs::write(path.join("trace"), trace.stdout).expect("written");
    run_in(path, "replay trace --html page.html").ok();
    // What is needed is still needed.
    for (message, class) in [
        ("{\"t\":\"move\",\"id\":NaN,\"index\":0}", "wrong-message"),
        ("{\"t\":\"move\",\"id\":1,\"index\":1e999}", "wrong-message"),
        ("{\"t\":\"move\",\"id\":1,\"move\":\"half \\ud800\"}", "illegal-move"),
        ("{\"t\":\"move\",\"id\":1,\"index\":0,\"info\":nothing}", "not-json"),
    ] {
        write_bot(&path.join("bot.py"), "1", &format!("print(r'{message}', flush=True); continue"));
        let ran = shell_in(path, &format!("$RIVERLAB tournament dice {GREEDY_AND_MINE} --deals 1 --force --out w"));
        assert!(ran.code == Some(1) && ran.stderr.contains(&format!(": {class}: ")), "{message}: {ran:?}");
    }
}

#[test]
fn control_characters_of_a_program_stand_escaped_in_files_and_pages() {
    let folder = folder();
    let path = folder.path();
    let before = "sys.stderr.buffer.write(b'a\\0b \\x1b[31mred\\r\\n')\n        sys.exit(3)";
    write_bot(&path.join("bot.py"), "1", before);
    let run = format!("$RIVERLAB tournament dice {GREEDY_AND_MINE} --on-fault forfeit --deals 2 --out r");
    shell_in(path, &run).ok();
    run_in(path, "report r --html page.html").ok();
    for file in ["r/faults.csv", "page.html"] {
        let text = fs::read_to_string(path.join(file)).expect("UTF-8");
        assert!(text.contains("a\\u{0}b \\u{1b}[31mred\\r\n"), "{file}: {text}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{file}");
    }
    // Whoever wrote the file: a page holds none of them.
    let faults = fs::read_to_string(path.join("r/faults.csv")).expect("a table");
    fs::write(path.join("r/faults.csv"), faults.replace("\\u{0}", "\0")).expect("written");
    run_in(path, "report r --html page.html").ok();
    let page = fs::read_to_string(path.join("page.html")).expect("a page");
    assert!(page.contains("a\u{fffd}b") && !page.contains('\0'));
}

#[test]
fn a_command_that_needs_a_shell_is_refused_with_the_remedy() {
    let folder = folder();
    let path = folder.path();
    let handed = |what: &str| format!("so {what} would be handed to the program: quote it, or write sh -c 'COMMAND'");
    let home = "no shell has replaced the ~: write the whole path".to_owned();
    let variable = "so X= sets no variable: write env X=VALUE COMMAND".to_owned();
    for (command, message) in [
        ("python3 bot.py | tee log", handed("|")),
        ("python3 bot.py 2> log", handed(">")),
        ("python3 bot.py <in", handed("<")),
        ("cd x && python3 bot.py", handed("&&")),
        ("cd x; python3 bot.py", handed(";")),
        ("python3 bot.py &", handed("&")),
        ("python3 `which bot.py`", handed("`")),
        ("python3 $HOME/bot.py", handed("$HOME")),
        ("python3 ${HOME}/bot.py", handed("${")),
        ("python3 $(which bot.py)", handed("$(")),
        ("python3 ~/bot.py", home.clone()),
        ("~ada/bot", home),
        ("X=1 python3 bot.py", variable),
    ] {
        let program = format!("bad={command}");
        let words = ["tournament", "dice", "--bots", "cmd:bad", "greedy", "--out", "r", "--program", &program];
        let ran =
            crate::cli::program::finished(Command::new(crate::cli::program::path()).args(words).current_dir(path));
        assert!(ran.code == Some(2) && ran.stderr.contains(&message), "{command}: {ran:?}");
        let plan = format!("game = 'dice'\nbots = ['cmd:bad', 'greedy']\n[program]\nbad = '{command}'\n");
        fs::write(path.join("plan.toml"), plan).expect("written");
        let ran = run_in(path, "tournament --plan plan.toml --out r");
        let named = format!(
            "plan.toml: program.bad: {}",
            if message.starts_with("so") { "no shell reads" } else { "no shell has" }
        );
        assert!(
            ran.code == Some(2) && ran.stderr.contains(&message) && ran.stderr.contains(&named),
            "{command}: {ran:?}"
        );
    }
    assert!(!path.join("r").exists());
    // Quoted, all of them are the program's; and a shell is a program too.
    write_bot(&path.join("bot.py"), "1", "assert sys.argv[1:] == ['|', 'a&b', '$HOME', '~/x', 'x;', '>y']");
    let quoted = r#"python3 bot.py '|' "a&b" \$HOME '~/x' x\; ">y""#;
    let piped = format!("sh -c 'python3 -u {0}/other.py | tee {0}/log'", path.display());
    let text = fs::read_to_string(path.join("bot.py")).expect("the bot").replace("assert", "pass; () ==");
    fs::write(path.join("other.py"), text).expect("written");
    for command in [quoted, &piped] {
        let program = format!("mine={command}");
        let words =
            ["tournament", "dice", "--bots", "cmd:mine", "greedy", "--deals", "1", "--force", "--quiet", "--out", "r"];
        let mut started = Command::new(crate::cli::program::path());
        crate::cli::program::finished(started.args(words).args(["--program", &program]).current_dir(path)).ok();
    }
    assert!(fs::read_to_string(path.join("log")).expect("a file").contains("\"t\": \"move\""));
}

/// Waits at most ten seconds for something.
fn becomes(what: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        what()
    })
}

/// However a command ends, the programs that it started end as well, and their folder is removed. The next command removes what
/// is left of a process that has ended, and nothing of one that runs.
#[test]
fn nothing_is_left_of_the_programs_of_a_command_that_is_ended() {
    let folder = folder();
    let path = folder.path();
    let (temporary, noted) = (path.join("temporary"), path.join("pid"));
    fs::create_dir_all(temporary.join("riverlab-bots-dead/bot-1")).expect("a folder");
    fs::write(temporary.join("riverlab-bots-dead/lock"), "").expect("written");
    let note = format!("open('{}', 'w').write(str(os.getpid()))", noted.display());
    write_bot(&path.join("busy.py"), "1", &format!("{note}\n        while True: pass"));
    write_bot(&path.join("bot.py"), "1", "pass");
    let folders = || fs::read_dir(&temporary).expect("a folder").count();
    let seats = ["--bots", "cmd:mine", "random", "--program", "mine=python3 busy.py"];
    let check = ["bot", "check", "--game", "dice", "--", "python3", "busy.py"];
    let trace = [&["trace", "dice"][..], &seats].concat();
    let tournament =
        [&["tournament", "dice"][..], &seats, &["--deals", "1", "--quiet", "--force", "--out", "run"]].concat();
    for (words, signal) in [
        (&check[..], Signal::INT),
        (&check, Signal::KILL),
        (&trace, Signal::TERM),
        (&trace, Signal::HUP),
        (&tournament, Signal::KILL),
    ] {
        let _ = fs::remove_file(&noted);
        let mut command = Command::new(crate::cli::program::path());
        command.args(words).current_dir(path).env("TMPDIR", &temporary).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        assert!(becomes(|| fs::read_to_string(&noted).is_ok_and(|pid| !pid.is_empty())), "{words:?} asks nothing");
        let other = shell_in(path, "TMPDIR=temporary $RIVERLAB bot check --game dice -- python3 bot.py").ok();
        let is_alone = becomes(|| folders() == 1);
        assert!(other.stdout.contains("passed") && is_alone, "{words:?}: {} folders", folders());
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        child.wait().expect("it has ended");
        let process = Path::new("/proc").join(fs::read_to_string(&noted).expect("a number"));
        assert!(becomes(|| !process.exists() && folders() == 0), "{words:?} {signal:?}: {} folders", folders());
    }
}
