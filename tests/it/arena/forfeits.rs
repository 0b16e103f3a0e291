//! Forfeits of programs stand beside every share, rating and verdict: a program that fails is no weak bot.

use std::fs;
use std::path::Path;

use riverlab::cli::{Host, call};
use riverlab_lab::Registry;
use serde_json::Value;

use super::programs::write_bot;
use crate::cli::program::{folder, run_in, shell_in};

/// Plays games of a program that fails in each, or in none, in the folder `out`; gives what was printed.
fn play(path: &Path, before: &str, command: &str, out: &str) -> String {
    write_bot(&path.join("bot.py"), "1", before);
    let program = "--program bad='python3 bot.py' --on-fault forfeit --quiet";
    shell_in(path, &format!("$RIVERLAB {command} {program} --out {out}")).ok().stdout
}

const FAILS: &str = "sys.exit(3)";

/// A column of a table: each row with its cell.
fn column(path: &Path, file: &str, name: &str) -> Vec<(String, String)> {
    let mut reader = csv::Reader::from_path(path.join(file)).expect("a table");
    let at = reader.headers().expect("a header").iter().position(|column| column == name);
    let at = at.unwrap_or_else(|| panic!("{file} has no column {name}"));
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| (row.iter().collect::<Vec<_>>().join(","), row[at].to_owned())).collect()
}

/// The cells of a column in the rows with these beginnings.
fn cells<'a>(path: &Path, file: &str, name: &str, of: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let rows = column(path, file, name);
    let of_row = |begin: &str| rows.iter().find(|(row, _)| row.starts_with(begin)).map(|(_, cell)| cell.clone());
    of.into_iter().map(|begin| of_row(begin).unwrap_or_else(|| panic!("{file} has no row {begin}"))).collect()
}

fn json(path: &Path, command: &str) -> Value {
    serde_json::from_str(&run_in(path, command).ok().stdout).expect("JSON")
}

const ALL: &str = "20 of 20 games were forfeited by cmd:bad";

#[test]
fn forfeits_stand_beside_all_results_of_a_tournament() {
    let folder = folder();
    let path = folder.path();
    let command = "tournament the-river --bots cmd:bad greedy --deals 10";
    let printed = play(path, FAILS, command, "run");
    let (head, table) = printed.split_once("share: wins").expect("a table");
    assert!(head.contains(ALL) && table.contains(" forfeits \n"), "{printed}");
    assert!(table.lines().any(|line| line.contains("cmd:bad") && line.ends_with(" 20 ")), "{printed}");

    let run = path.join("run");
    assert_eq!(cells(&run, "standings.csv", "forfeits", ["cmd:bad,", "greedy,"]), ["20", "0"]);
    assert_eq!(
        cells(&run, "ratings.csv", "forfeits", ["bot,cmd:bad,", "bot,greedy,", "seat,1,", "seat,2,"]),
        ["20", "0", "10", "10"]
    );
    assert_eq!(cells(&run, "pairs.csv", "forfeits", ["cmd:bad,", "greedy,"]), ["20", "0"]);
    assert_eq!(cells(&run, "pairs.csv", "forfeits_opponent", ["cmd:bad,", "greedy,"]), ["0", "20"]);
    let seats = ["1,(all),", "1,cmd:bad,", "1,greedy,", "2,(all),"];
    assert_eq!(cells(&run, "seats.csv", "forfeits", seats), ["10", "10", "0", "10"]);
    // What a seat that plays at random holds says nothing of its worth.
    let elements = column(&run, "elements.csv", "forfeits");
    let elements: u64 = elements.iter().map(|(_, count)| count.parse::<u64>().expect("a count")).sum();
    assert!(elements > 0);

    let report = run_in(path, "report run").ok().stdout;
    let details = &report[report.find("who ends above whom").expect("pairs")..];
    assert!(report.contains(ALL) && details.contains("forfeits") && details.contains("of the other"), "{report}");
    let value = json(path, "report run --json");
    for table in ["standings", "ratings", "pairs", "seats", "elements"] {
        let rows = value[table].as_array().expect("rows");
        assert!(rows.iter().all(|row| row["forfeits"].is_u64()), "{table}: {rows:?}");
    }
    run_in(path, "report run --html page.html").ok();
    let page = fs::read_to_string(path.join("page.html")).expect("a page");
    let lead = &page[..page.find("<main").expect("a part")];
    assert!(lead.contains("20 of 20 games were forfeited by <bdi>cmd:bad</bdi>"), "{lead}");
    assert_eq!(page.matches("data-column=\"forfeits\"").count(), 5);
    assert!(page.contains("cmd:bad (20 of 20 forfeited)"));
    let verified = run_in(path, "verify run").ok().stdout;
    assert!(verified.ends_with(&format!("; {ALL}\n")), "{verified}");

    // Parts that are put together say the same, and so does a trial.
    for part in 1..=2 {
        play(path, FAILS, &format!("{command} --shard {part}/2"), &format!("part{part}"));
    }
    let partial = run_in(path, "merge part1 --partial").ok().stdout;
    assert!(partial.contains("10 of 10 games were forfeited by cmd:bad"), "{partial}");
    assert_eq!(run_in(path, "merge part1 part2 --out merged").ok().stdout, printed);
    let read = |run: &str| fs::read_to_string(path.join(run).join("standings.csv")).expect("a table");
    assert_eq!(read("merged"), read("run"));
    let tried = play(path, FAILS, &format!("{command} --dry-run"), "none");
    assert!(tried.contains("\nforfeits: ") && tried.contains(" were forfeited by cmd:bad\n"), "{tried}");
}

#[test]
fn progress_tells_of_forfeits() {
    let folder = folder();
    let path = folder.path();
    write_bot(&path.join("bot.py"), "1", FAILS);
    let program = format!("--program=bad=python3 '{}'", path.join("bot.py").display());
    for (command, standing) in [
        (&["tournament", "dice", "--bots", "cmd:bad", "greedy"][..], "greedy leads with 1.000; "),
        (&["match", "dice", "--focus", "cmd:bad", "--against", "greedy"], "share 0.000 "),
    ] {
        let host = Host::within();
        let out = path.join(command[0]);
        let options = ["--deals", "10", "--quiet", "--on-fault", "forfeit", &program, "--out"];
        let words = command.iter().chain(&options).map(Into::into).chain([out.into_os_string()]);
        call(&Registry::standard().catalog(), words, &host).expect("it plays");
        let told = host.progress().standing;
        assert!(told.starts_with(standing) && told.ends_with(&format!("; {ALL}")), "{told}");
    }
}

#[test]
fn a_verdict_that_rests_on_forfeits_says_so() {
    let folder = folder();
    let path = folder.path();
    let decided = |printed: &str, run: &str, verdict: &str, bot: &str| {
        let games = cells(&path.join(run), "standings.csv", "games", [format!("{bot},").as_str()]).remove(0);
        let verdict = format!("{verdict}; {games} of {games} games were forfeited by {bot}");
        assert!(printed.contains(&format!("decided: {verdict}\n")), "{printed}");
        let decision = json(path, &format!("report {run} --json"))["match"]["decision"].clone();
        assert_eq!(decision, verdict);
        run_in(path, &format!("report {run} --html page.html")).ok();
        let page = fs::read_to_string(path.join("page.html")).expect("a page");
        assert!(page.contains(&format!("games were forfeited by <bdi>{bot}</bdi>.</p>")), "{page}");
        assert!(page.contains(&verdict), "{verdict}");
        let cell = |name: &str| cells(&path.join(run), "match.csv", name, [""]).remove(0);
        assert_eq!(cell("decision"), verdict);
        (games, ["forfeits", "forfeits_baseline", "forfeits_against"].map(cell))
    };
    let printed = play(path, FAILS, "match dice --focus cmd:bad --against greedy --sprt win:0.1 --deals 60", "focus");
    let (games, forfeits) = decided(&printed, "focus", "not better", "cmd:bad");
    assert_eq!(forfeits, [&games, "", "0"]);
    let against = "--baseline cmd:bad --against random --sprt win:0.1 --deals 400";
    let printed = play(path, FAILS, &format!("match dice --focus greedy {against}"), "baseline");
    let (games, forfeits) = decided(&printed, "baseline", "better", "cmd:bad");
    assert_eq!(forfeits, ["0", games.as_str(), "0"]);
    // Without a test, and in the order of a tournament.
    let printed = play(path, FAILS, "match dice --focus cmd:bad --against greedy --deals 10", "fixed");
    assert!(printed.contains(ALL), "{printed}");
    let printed = play(path, FAILS, "tournament dice --bots cmd:bad greedy --deals auto:ranks:0.3", "order");
    let order = printed.lines().find(|line| line.contains("the order is settled")).expect("an order");
    assert!(order.contains("greedy > cmd:bad") && order.ends_with(" games were forfeited by cmd:bad"), "{order}");
    let order = json(path, "report order --json")["order"]["forfeits"].clone();
    assert!(order.as_str().is_some_and(|text| text.ends_with(" games were forfeited by cmd:bad")), "{order}");
}

#[test]
fn a_run_without_forfeits_counts_none_and_other_runs_have_no_such_columns() {
    let folder = folder();
    let path = folder.path();
    let command = "tournament dice --bots cmd:bad greedy --deals 4";
    let printed = play(path, "pass", command, "run");
    assert!(!printed.contains("forfeit"), "{printed}");
    assert_eq!(cells(&path.join("run"), "standings.csv", "forfeits", ["cmd:bad,", "greedy,"]), ["0", "0"]);
    shell_in(path, &format!("$RIVERLAB {command} --program bad='python3 bot.py' --quiet --out other")).ok();
    for table in ["standings.csv", "ratings.csv", "pairs.csv", "seats.csv", "games.csv"] {
        let text = fs::read_to_string(path.join("other").join(table)).expect("a table");
        assert!(!text.contains("forfeit"), "{table}: {text}");
    }
}

#[test]
fn the_trace_of_a_forfeited_game_has_its_result_and_says_why() {
    let folder = folder();
    let path = folder.path();
    // In its second decision, and not at once.
    play(path, "if m['id'] == 2: sys.exit(3)", "tournament the-river --bots cmd:bad greedy --deals 3", "run");
    let program = "--program bad='python3 bot.py' --on-fault forfeit";
    let of_run = |game: u32| run_in(path, &format!("trace --from run --game {game}")).ok().stdout;
    let new = shell_in(path, &format!("$RIVERLAB trace the-river --bots greedy cmd:bad {program}")).ok().stdout;
    for (trace, seat) in [(of_run(1), 0), (of_run(2), 1), (new, 1)] {
        let last: Value = serde_json::from_str(trace.lines().last().expect("a line")).expect("JSON");
        let mut forfeits = [0, 0];
        forfeits[seat] = 2;
        assert_eq!((&last["outcome"]["forfeits"], &last["outcome"]["shares"][seat]), (&forfeits.into(), &0.into()));
        fs::write(path.join("trace"), &trace).expect("written");
        let replayed = run_in(path, "replay trace --html page.html").ok().stdout;
        let row = replayed.lines().find(|line| line.contains("cmd:bad")).expect("a row");
        assert!(
            replayed.contains("forfeited in decision") && row.contains("0.000") && row.ends_with(" 2 "),
            "{replayed}"
        );
        let page = fs::read_to_string(path.join("page.html")).expect("a page");
        assert!(page.contains(" forfeited the game: its program failed in decision 2"));
        for (wrong, message) in [
            ("[0,0]", "shares: "),
            ("[0,999]", "outcome: forfeits: p2 has 999: expected the number of a decision from 1 to "),
            ("[1]", "outcome: forfeits: expected 2 numbers"),
            ("[-1,0]", "outcome: forfeits: p1 has -1: expected the number of a decision"),
        ] {
            let right = format!("\"forfeits\":[{},{}]", forfeits[0], forfeits[1]);
            assert!(trace.contains(&right));
            fs::write(path.join("wrong"), trace.replace(&right, &format!("\"forfeits\":{wrong}"))).expect("written");
            let ran = run_in(path, "replay wrong");
            // Whoever has lost anyway has forfeited nothing by that.
            let lost = wrong == "[0,0]" && ran.code == Some(0);
            assert!(lost || ran.code == Some(1) && ran.stderr.contains(message), "{wrong}: {ran:?}");
        }
    }
}
