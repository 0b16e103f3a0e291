//! The folder of the server: runs as they are played and once they are over, and the only place where it writes.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::client::{Server, listing, until};
use super::page::{Begun, is_over, some_move};
use crate::cli::program::{folder, path, run_in};

/// A run that another process plays, which ends with this value.
struct Run(Child);

impl Run {
    fn start(dir: &Path, arguments: &str) -> Run {
        let mut command = Command::new(path());
        command.args(arguments.split_whitespace()).current_dir(dir).stdin(Stdio::null());
        Run(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts"))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_run_is_followed_as_another_process_plays_it() {
    let dir = folder();
    let server = Server::start(dir.path());
    assert_eq!(server.get("/run?dir=X").status, 404);
    let mut run = Run::start(dir.path(), "tournament --bots mcts:sims=600 greedy --deals 60 --seed 3 --quiet --out X");
    until("the run has begun", || server.get("/run?dir=X").text().contains("live-run.js"));
    assert!(server.get("/").ok().text().contains("href=\"/run?dir=X\""));
    assert!(server.get("/run?dir=X").text().contains("data-run=\"X\""));
    let mut events = server.events("/run/events?dir=X", "").unwrap_or_else(|answer| panic!("{}", answer.text()));
    let (mut standings, mut reports) = (Vec::new(), Vec::new());
    while let Some((event, data)) = events.next() {
        assert_eq!(event, "standing");
        let standing: Value = serde_json::from_str(&data).expect("JSON");
        reports.extend(standing["report"].as_str().filter(|report| !report.is_empty()).map(str::to_owned));
        standings.push(standing);
    }
    assert!(run.0.wait().expect("it ends").success());
    let rows: Vec<u64> = standings.iter().map(|standing| standing["rows"].as_u64().expect("a number")).collect();
    let last = standings.last().expect("an event");
    assert!(rows.is_sorted() && rows.iter().filter(|rows| (1..120).contains(*rows)).count() > 1, "{rows:?}");
    assert!(rows.last() == Some(&120) && last["expected"] == 120 && last["complete"] == true, "{rows:?}");
    assert!(standings.iter().rev().skip(1).all(|standing| standing["complete"] == false));
    assert!(reports.len() > 1 && reports[0] != reports[1] && reports[0].contains("<table"));

    run_in(dir.path(), "report X --html F").ok();
    let report = fs::read_to_string(dir.path().join("F")).expect("a page");
    for _ in 0..2 {
        assert_eq!(server.get("/run?dir=X").ok().text(), report, "the second one was kept");
    }
    let (_, sections) = reports.last().expect("a report").split_once("<section").expect("a section");
    assert!(report.contains(sections), "the last report that was sent is the whole one");
    let trace = server.get("/run/trace?dir=X&game=3").ok().text();
    assert_eq!(trace, run_in(dir.path(), "trace --from X --game 3").ok().stdout);
    fs::write(dir.path().join("t.jsonl"), trace).expect("written");
    run_in(dir.path(), "replay t.jsonl --html G").ok();
    let page = fs::read_to_string(dir.path().join("G")).expect("a page");
    assert!(server.get("/run/game?dir=X&game=3").ok().text() == page);
    assert!(server.get("/replay?file=t.jsonl").ok().text() == page);
    for game in ["0", "121", "18446744073709551615"] {
        for target in ["game", "trace"] {
            let answer = server.get(&format!("/run/{target}?dir=X&game={game}"));
            assert!(answer.status == 422 && answer.text().contains("game"), "{game}: {}", answer.text());
        }
    }
    server.is_well();
}

#[test]
fn nothing_is_written_but_games() {
    let dir = folder();
    run_in(dir.path(), "tournament --bots random greedy --deals 2 --quiet --out X").ok();
    let before = listing(dir.path());
    let server = Server::start(dir.path());
    for target in ["/", "/run?dir=X", "/run/game?dir=X&game=1", "/run/trace?dir=X&game=1", "/games/x", "/replay?file=x"]
    {
        server.get(target);
    }
    while server.events("/run/events?dir=X", "").ok().and_then(|mut events| events.next()).is_none() {}
    assert_eq!(listing(dir.path()), before, "nothing before a game begins");
    let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({ "explain": true }));
    let mut looking = begun.look(&server, begun.key("p1"));
    let mut sight = looking.turn(0);
    while !is_over(&sight) {
        begun.play(&server, begun.key("p1"), &sight["at"], some_move(&sight)).ok();
        sight = looking.turn(sight["at"].as_u64().expect("a number") + 1);
    }
    drop(server);
    let games = dir.path().join("games").display().to_string();
    let (new, old): (Vec<_>, Vec<_>) = listing(dir.path()).into_iter().partition(|(path, _)| path.starts_with(&games));
    assert_eq!(old, before);
    let names: Vec<String> = new.into_iter().map(|(path, _)| path).collect();
    assert_eq!(names, [".jsonl", ".seats.json"].map(|end| format!("{games}/{}{end}", begun.id)));
    let keys = fs::metadata(&names[1]).expect("a file");
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&keys.permissions()) & 0o777, 0o600, "keys are for their owner");
}

#[test]
fn games_are_not_saved_elsewhere() {
    let (dir, other) = (folder(), folder());
    symlink(other.path(), dir.path().join("games")).expect("made");
    let server = Server::start(dir.path());
    let request = json!({ "game": "the-river", "seats": ["human", "greedy"] });
    let refused = server.post("/games", "", &request).refused(422);
    assert!(refused.contains("games: is no folder: games are saved there"), "{refused}");
    fs::remove_file(dir.path().join("games")).expect("removed");
    fs::write(dir.path().join("games"), "a file").expect("written");
    assert_ne!(server.post("/games", "", &request).refused(422), "");
    assert!(listing(other.path()).is_empty());
    server.is_well();
}

#[test]
fn files_of_games_that_are_spoilt_are_refused_with_a_message() {
    let dir = folder();
    let mut server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({}));
    begun.look(&server, begun.key("p1")).turn(0);
    server.kill();
    let trace = dir.path().join(format!("games/{}.jsonl", begun.id));
    let seats = dir.path().join(format!("games/{}.seats.json", begun.id));
    let (whole, keys) = (fs::read_to_string(&trace).expect("a trace"), fs::read_to_string(&seats).expect("keys"));
    let server = Server::start(dir.path());
    for (trace_now, keys_now) in [
        ("", keys.as_str()),
        ("no header\n", &keys),
        (&whole.replacen("the-river", "chess", 1), &keys),
        (&whole.replacen("\"human\"", "\"alphazero\"", 1), &keys),
        (&format!("{whole}{{\"player\":\"p1\",\"move\":\"castle\"}}\n"), &keys),
        (&whole, "{"),
        (&whole, ""),
    ] {
        fs::write(&trace, trace_now).expect("written");
        fs::write(&seats, keys_now).expect("written");
        assert_ne!(server.events(&begun.events(), begun.key("p1")).err().expect("refused").refused(422), "");
        assert_eq!(fs::read_to_string(&trace).expect("a trace"), trace_now, "it is left as it is");
        assert_eq!(server.get("/").status, 200);
    }
    fs::write(&trace, &whole).expect("written");
    fs::write(&seats, &keys).expect("written");
    begun.look(&server, begun.key("p1")).turn(0);
    server.is_well();
}
